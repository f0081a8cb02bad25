import { Anchor, Button, Group, Stack, Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useQuery } from 'urql';
import type { ResultOf } from '../api/graphql.ts';
import { wordsOf } from '../inbox/decision.ts';
import { type Decisions, useDecisions } from '../inbox/decisions.ts';
import { useOutcome } from '../inbox/outcomes.ts';
import type { Target } from '../inbox/taken.ts';
import { finalWords } from '../inbox/ways.ts';
import { Failure, Nothing, Waiting } from '../parts/answer-state.tsx';
import { LabelBadges, StatusBadge } from '../parts/badges.tsx';
import { StoredText } from '../parts/stored-text.tsx';
import { lengthOf } from '../parts/words.ts';
import { useSingleKeys } from '../shell/keys.ts';
import { LabelReviewQuery } from './operations.ts';

type Labelled = NonNullable<ResultOf<typeof LabelReviewQuery>['itemsWithSuggestedLabels']>['nodes'][number];

/** Labels that detectors suggest: a person makes them authoritative, or dismisses them, and can take that back as in the inbox. */
export function LabelsTab() {
  const decisions = useDecisions();
  const [after, setAfter] = useState<string | null>(null);
  const [{ data, error, fetching, stale }, askAgain] = useQuery({
    query: LabelReviewQuery,
    variables: { first: 25, after },
    requestPolicy: 'cache-and-network',
  });
  const last = useRef<string | undefined>(undefined);
  useSingleKeys({ u: () => last.current && decisions.undo(last.current) });
  const decide = (target: Target, action: Choice) => {
    last.current = target.id;
    decisions.decide([target], { action });
  };
  const page = data?.itemsWithSuggestedLabels;
  const open = page?.nodes.filter(({ suggestedLabels }) => (suggestedLabels?.length ?? 0) > 0) ?? [];
  const isWaiting = fetching || stale;
  // All of this page is decided: others wait behind it, or before it.
  const isDecided = !isWaiting && open.length === 0 && (page?.nodes.length ?? 0) > 0;
  useEffect(() => {
    if (!isDecided) return;
    if (after === null) askAgain({ requestPolicy: 'network-only' });
    else setAfter(null);
  }, [isDecided, after, askAgain]);
  if (page == null) return data || error ? <Failure error={error} /> : <Waiting />;
  if (open.length === 0)
    return isWaiting || isDecided ? (
      <Waiting />
    ) : (
      <Nothing title="No label waits for a person">
        Detectors suggest labels when a statement is written or edited. What they suggest is decided here or
        in the inbox.
      </Nothing>
    );
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {finalWords.SUGGESTED_LABELS}
      </Text>
      <Table verticalSpacing="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Statement</Table.Th>
            <Table.Th w={{ base: '45%', sm: 300 }}>Suggested</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {open.map((item) => (
            <Table.Tr key={item.id}>
              <Table.Td>
                <Anchor component={Link} to={`/facts/${item.id}`} c="inherit" size="sm" className="statement">
                  <StoredText>{item.content}</StoredText>
                </Anchor>
                <div>
                  <StatusBadge status={item.status} />
                </div>
              </Table.Td>
              <Table.Td>
                <Group gap="xs">
                  <LabelBadges labels={item.suggestedLabels ?? []} suggested />
                  <Decide item={item} decisions={decisions} decide={decide} />
                </Group>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {page.pageInfo.hasNextPage && (
        <Button variant="default" onClick={() => setAfter(page.pageInfo.endCursor)}>
          Next of {lengthOf(page)}
        </Button>
      )}
      <Stack gap={2}>
        {page.catalogue
          .filter(({ label }) => open.some(({ suggestedLabels }) => suggestedLabels?.includes(label)))
          .map(({ label, description }) => (
            <Text key={label} size="xs" c="dimmed">
              {label}: {description}
            </Text>
          ))}
      </Stack>
    </Stack>
  );
}

/** The entry that the inbox has for the labels of an item. */
const targetOf = ({ __typename, id, revision, suggestedLabels }: Labelled): Target => ({
  id: `inb_SUGGESTED_LABELS.${id}`,
  subject: { __typename, id, revision, suggestedLabels },
});

const choices = [
  { action: 'ACCEPT_LABELS', label: 'Accept', variant: 'filled' },
  { action: 'DISMISS_LABELS', label: 'Dismiss', variant: 'default' },
] as const;

type Choice = (typeof choices)[number]['action'];

/** Both decisions on the labels of an item or, until it is sent, the one that was taken. */
function Decide({
  item,
  decisions,
  decide,
}: {
  readonly item: Labelled;
  readonly decisions: Decisions;
  decide(target: Target, action: Choice): void;
}) {
  const target = targetOf(item);
  const outcome = useOutcome(decisions.outcomes, target.id);
  const [taken, setTaken] = useState<Choice | null>(null);
  if (typeof outcome === 'string')
    return (
      <Group gap="xs">
        <Text size="sm">{taken === null ? 'Decided' : wordsOf[taken].done}</Text>
        <Button size="compact-sm" variant="subtle" onClick={() => decisions.undo(target.id)}>
          Undo
        </Button>
      </Group>
    );
  return (
    <Group gap="xs">
      {choices.map(({ action, label, variant }) => (
        <Button
          key={action}
          size="compact-sm"
          variant={variant}
          onClick={() => {
            setTaken(action);
            decide(target, action);
          }}
        >
          {label}
        </Button>
      ))}
      {outcome !== undefined && (
        <Text size="xs" c="red">
          {outcome.message}
        </Text>
      )}
    </Group>
  );
}
