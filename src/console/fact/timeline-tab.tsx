import { Anchor, Text, Timeline } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useQuery } from 'urql';
import { Failure, Nothing, Waiting } from '../parts/answer-state.tsx';
import { type FieldChange, FieldChanges } from '../parts/field-changes.tsx';
import { Instant } from '../parts/instant.tsx';
import { WordDiff } from '../parts/word-diff.tsx';
import { inWords } from '../parts/words.ts';
import { type AuditTrail, type TimelineEntry, TimelineQuery } from './operations.ts';

/** Events of the fact, oldest first, as far as the viewer may see them. */
export function TimelineTab({ id }: { readonly id: string }) {
  const [{ data, error }] = useQuery({ query: TimelineQuery, variables: { id } });
  if (!data) return error === undefined ? <Waiting /> : <Failure error={error} />;
  const node = data.node !== null && 'timeline' in data.node ? data.node : null;
  const events = withChanges(node?.timeline.nodes ?? [], node?.auditTrail?.nodes ?? []);
  if (events.length === 0) return <Nothing title="Nothing has happened">That you may see.</Nothing>;
  return (
    <Timeline bulletSize={14} lineWidth={2} active={events.length}>
      {events.map(({ event, before, changes }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: events have no id, and their order stays
        <Timeline.Item key={at} title={<What event={event} />}>
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

const becomes: Readonly<Record<string, string>> = {
  CANDIDATE: 'Returned to the queue',
  ACTIVE: 'Promoted: it is believed',
  INVALID: 'Rejected',
  SUPERSEDED: 'Superseded',
  GRADUATED: 'Graduated into an entity',
  RETIRED: 'Retired',
};

const others: Readonly<Partial<Record<TimelineEntry['__typename'], string>>> = {
  LabelsEvent: 'Suggested labels were decided',
  ReplayEvent: 'A trace was replayed',
  RetirementEvent: 'A pathway was retired',
};

/** Description of an event, with a link to its object. */
function What({ event }: { readonly event: TimelineEntry }) {
  const link = (to: string | undefined, words: string) =>
    to === undefined ? (
      words
    ) : (
      <Anchor component={Link} to={to} inherit>
        {words}
      </Anchor>
    );
  const idOf = (thing: { readonly id: string } | null, path: string) =>
    thing === null ? undefined : `/${path}/${thing.id}`;
  switch (event.__typename) {
    case 'DecisionEvent':
      return event.from === null ? 'Proposed' : (becomes[event.to ?? ''] ?? 'Decided');
    case 'RevisionEvent':
      return event.wording === null || event.wording.revision === 1
        ? 'First wording'
        : `Reworded, revision ${event.wording.revision}`;
    case 'IngestionEvent':
      return <>Read from {link(idOf(event.document, 'sources'), event.document?.path ?? 'a document')}</>;
    case 'RoutingEvent':
      return link(
        idOf(event.workflowItem, 'records'),
        event.workflowItem === null
          ? 'Routed'
          : `Routed: ${inWords(event.workflowItem.routedTo)}, ${inWords(event.workflowItem.routedFor)}`,
      );
    case 'EvidenceEvent':
      return `Evidence: ${inWords(event.evidence?.detectionType ?? 'recorded')}`;
    case 'ContradictionEvent':
      return link(idOf(event.contradiction, 'contradictions'), 'A contradiction was found');
    case 'ResolutionEvent':
      return link(idOf(event.contradiction, 'contradictions'), 'A contradiction was decided');
    case 'DeliveryEvent':
      return link(idOf(event.receipt, 'records'), 'Delivered to an agent');
    case 'TraceEvent':
      return link(idOf(event.trace, 'chains'), 'A run was given its source');
    default:
      return others[event.__typename] ?? 'Changed in other ways than its words and its status';
  }
}
