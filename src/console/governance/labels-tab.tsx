import { Anchor, Button, Group, Stack, Table, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useClient, useQuery } from 'urql';
import { problemOf } from '../api/refusal.ts';
import { AcceptLabelsMutation, DismissLabelsMutation } from '../inbox/mutations.ts';
import { Failure, Nothing, Waiting } from '../parts/answer-state.tsx';
import { LabelBadges, StatusBadge } from '../parts/badges.tsx';
import { StoredText } from '../parts/stored-text.tsx';
import { lengthOf } from '../parts/words.ts';
import { LabelReviewQuery } from './operations.ts';

/** The labels that detectors suggest: a person makes them authoritative, or dismisses them. */
export function LabelsTab() {
  const client = useClient();
  const [after, setAfter] = useState<string | null>(null);
  const [{ data, error, fetching, stale }, askAgain] = useQuery({
    query: LabelReviewQuery,
    variables: { first: 25, after },
    requestPolicy: 'cache-and-network',
  });
  if (!data) return error === undefined ? <Waiting /> : <Failure error={error} />;
  if (data.itemsWithSuggestedLabels === null) return <Failure error={error} />;
  const { nodes, pageInfo, catalogue } = data.itemsWithSuggestedLabels;
  const open = nodes.filter(({ suggestedLabels }) => (suggestedLabels?.length ?? 0) > 0);
  const settle = async (
    mutation: typeof AcceptLabelsMutation | typeof DismissLabelsMutation,
    item: (typeof nodes)[number],
  ) => {
    const input = {
      id: item.id,
      labels: item.suggestedLabels ?? [],
      expectedRevision: item.revision,
    };
    const result = await client.mutation<Record<string, object>>(mutation, { input }).toPromise();
    const refusal = problemOf(result.error, Object.values(result.data ?? {})[0]);
    if (refusal !== null) return notifications.show({ color: 'red', message: refusal });
    if (open.length > 1) return;
    // All of this page is decided: what else waits stands on others.
    if (after === null) askAgain({ requestPolicy: 'network-only' });
    else setAfter(null);
  };
  if (open.length === 0)
    return fetching || stale ? (
      <Waiting />
    ) : (
      <Nothing title="No label waits for a person">
        Detectors suggest labels when a statement is written or edited. What they suggest is decided here or
        in the inbox.
      </Nothing>
    );
  return (
    <Stack>
      <Table.ScrollContainer minWidth={720}>
        <Table verticalSpacing="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Statement</Table.Th>
              <Table.Th w={110}>Status</Table.Th>
              <Table.Th w={200}>Suggested</Table.Th>
              <Table.Th w={200}>Decide</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {open.map((item) => (
              <Table.Tr key={item.id}>
                <Table.Td>
                  <Anchor
                    component={Link}
                    to={`/facts/${item.id}`}
                    c="inherit"
                    size="sm"
                    className="statement"
                  >
                    <StoredText>{item.content}</StoredText>
                  </Anchor>
                </Table.Td>
                <Table.Td>
                  <StatusBadge status={item.status} />
                </Table.Td>
                <Table.Td>
                  <LabelBadges labels={item.suggestedLabels ?? []} suggested />
                </Table.Td>
                <Table.Td>
                  <Group gap="xs">
                    <Button size="compact-sm" onClick={() => settle(AcceptLabelsMutation, item)}>
                      Accept
                    </Button>
                    <Button
                      size="compact-sm"
                      variant="default"
                      onClick={() => settle(DismissLabelsMutation, item)}
                    >
                      Dismiss
                    </Button>
                  </Group>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {pageInfo.hasNextPage && (
        <Button variant="default" onClick={() => setAfter(pageInfo.endCursor)}>
          Next of {lengthOf(data.itemsWithSuggestedLabels)}
        </Button>
      )}
      <Stack gap={2}>
        {catalogue
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
