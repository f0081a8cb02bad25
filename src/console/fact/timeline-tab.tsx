import { Text, Timeline } from '@mantine/core';
import { useQuery } from 'urql';
import { instantOf } from '../parts/addresses.ts';
import { Failure, Nothing, Waiting } from '../parts/answer-state.tsx';
import { EventTitle, type TimelineEntry } from '../parts/event-title.tsx';
import { type FieldChange, FieldChanges } from '../parts/field-changes.tsx';
import { Instant } from '../parts/instant.tsx';
import { WordDiff } from '../parts/word-diff.tsx';
import { type AuditTrail, TimelineQuery } from './operations.ts';

/** Events of the fact, oldest first, as far as the viewer may see them. */
export default function TimelineTab({ id }: { readonly id: string }) {
  const [{ data, error }] = useQuery({ query: TimelineQuery, variables: { id } });
  if (!data) return error === undefined ? <Waiting /> : <Failure error={error} />;
  const node = data.node !== null && 'timeline' in data.node ? data.node : null;
  const events = withChanges(node?.timeline.nodes ?? [], node?.auditTrail?.nodes ?? []);
  if (events.length === 0)
    return <Nothing title="Nothing has happened">Nothing that you can see has happened to it.</Nothing>;
  return (
    <Timeline bulletSize={14} lineWidth={2} active={events.length}>
      {events.map(({ event, before, changes }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: events have no id, and their order stays
        <Timeline.Item key={at} title={<EventTitle event={event} asOf={instantOf(id)} />}>
          {before !== null && event.__typename === 'RevisionEvent' && (
            <Text size="sm" component="div">
              <WordDiff before={before} after={event.wording?.content ?? ''} />
            </Text>
          )}
          <FieldChanges changes={changes} />
          <Text size="sm" c="dimmed">
            {event.actor !== null && `${event.actor.name}, `}
            <Instant at={event.at} />
          </Text>
        </Timeline.Item>
      ))}
    </Timeline>
  );
}

interface Entry {
  readonly event: TimelineEntry;
  /** The wording before a new one; null where there is none. */
  readonly before: string | null;
  /** Changed fields beside status and words; empty where the viewer may not read the audit log. */
  readonly changes: readonly FieldChange[];
}

/** Fields shown by the title, the wording or another entry of the same list. */
const saidOtherwise = ['content', 'detectionType', 'evidenceId', 'revision', 'status'];

/** The audit event of an entry was recorded with it, at the same instant. */
const withChanges = (events: readonly TimelineEntry[], trail: AuditTrail): readonly Entry[] => {
  const said = new Set<string>();
  let wording: string | null = null;
  return events.flatMap((event): readonly Entry[] => {
    const isTwice =
      event.__typename === 'ChangeEvent' &&
      events.some(({ __typename, at }) => __typename !== 'ChangeEvent' && at === event.at);
    if (isTwice) return [];
    const before = event.__typename === 'RevisionEvent' ? wording : null;
    if (event.__typename === 'RevisionEvent') wording = event.wording?.content ?? wording;
    const isFirst = !said.has(event.at);
    said.add(event.at);
    const changes = trail
      .filter(({ at }) => isFirst && at === event.at && at !== trail[0]?.at)
      .flatMap((audited) => audited.changes ?? [])
      .filter(({ field }) => !saidOtherwise.includes(field));
    return [{ event, before, changes }];
  });
};
