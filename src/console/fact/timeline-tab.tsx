import { Text, Timeline } from '@mantine/core';
import { useQuery } from 'urql';
import { Failure, Waiting } from '../parts/answer-state.tsx';
import { Instant } from '../parts/instant.tsx';
import { capitalized, inWords } from '../parts/words.ts';
import { AuditQuery, RevisionsQuery } from './operations.ts';

/** What happened to it, in the order of time, as far as the viewer may see it. */
export function TimelineTab({ id }: { readonly id: string }) {
  const [audit] = useQuery({ query: AuditQuery, variables: { id } });
  const [edits] = useQuery({ query: RevisionsQuery, variables: { id } });
  if (!audit.data || !edits.data)
    return audit.error === undefined ? <Waiting /> : <Failure error={audit.error} />;
  const trail =
    audit.data.node !== null && 'auditTrail' in audit.data.node ? audit.data.node.auditTrail : null;
  const wordings =
    edits.data.node !== null && 'revisions' in edits.data.node ? edits.data.node.revisions.nodes : [];
  const events =
    trail?.nodes.map(({ id: key, at, action }) => ({
      key,
      at,
      what: capitalized(inWords(action).replace('.', ' ')),
    })) ??
    wordings.map(({ revision, editedAt }) => ({
      key: String(revision),
      at: editedAt,
      what: revision === 1 ? 'First wording' : `Reworded, revision ${revision}`,
    }));
  return (
    <Timeline bulletSize={14} lineWidth={2} active={events.length}>
      {[...events]
        .sort((one, other) => Date.parse(one.at) - Date.parse(other.at))
        .map(({ key, at, what }) => (
          <Timeline.Item key={key} title={what}>
            <Text size="sm" c="dimmed">
              <Instant at={at} />
            </Text>
          </Timeline.Item>
        ))}
    </Timeline>
  );
}
