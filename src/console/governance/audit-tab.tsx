import { Alert, Anchor, Badge, Button, Group, Stack, Table, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconShieldCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useClient, useQuery } from 'urql';
import type { ResultOf } from '../api/graphql.ts';
import { Failure, Waiting } from '../parts/answer-state.tsx';
import { FieldChanges } from '../parts/field-changes.tsx';
import { Instant } from '../parts/instant.tsx';
import { StoredText } from '../parts/stored-text.tsx';
import { lengthOf } from '../parts/words.ts';
import { AuditQuery, VerifyQuery } from './operations.ts';

type Event = NonNullable<ResultOf<typeof AuditQuery>['auditEvents']>['nodes'][number];

/** Every change, newest first, with what stood before and after. */
export function AuditTab() {
  const [after, setAfter] = useState<string | null>(null);
  const [action, setAction] = useState<Event['action'] | null>(null);
  const [{ data, error }] = useQuery({
    query: AuditQuery,
    variables: { first: 50, after, filter: { action: { eq: action } } },
  });
  const filter = useDebouncedCallback((words: string) => {
    setAfter(null);
    // An unknown name is refused, with the nearest ones.
    const name = words.trim().toUpperCase().replaceAll('.', '_');
    setAction(name === '' ? null : (name as Event['action']));
  }, 300);
  if (!data) return error === undefined ? <Waiting /> : <Failure error={error} />;
  if (data.auditEvents === null) return <Failure error={error} />;
  const { nodes, pageInfo } = data.auditEvents;
  return (
    <Stack>
      <Group justify="space-between" align="flex-end">
        <TextInput
          label="Action"
          placeholder="MEMORY_PROMOTED"
          onChange={(event) => filter(event.currentTarget.value)}
        />
        <ChainCheck />
      </Group>
      <Table.ScrollContainer minWidth={1_000}>
        <Table verticalSpacing="xs" highlightOnHover>
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={70}>No.</Table.Th>
              <Table.Th w={150}>When</Table.Th>
              <Table.Th w={100}>Who</Table.Th>
              <Table.Th w={200}>Action</Table.Th>
              <Table.Th w={110}>Target</Table.Th>
              <Table.Th>What changed</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {nodes.map((event) => (
              <Table.Tr key={event.id}>
                <Table.Td>{event.sequence}</Table.Td>
                <Table.Td>
                  <Instant at={event.at} />
                </Table.Td>
                <Table.Td>
                  <StoredText>{event.actor.name}</StoredText>
                </Table.Td>
                <Table.Td>
                  <Badge color={event.action.endsWith('_REFUSED') ? 'red' : 'indigo'}>{event.action}</Badge>
                </Table.Td>
                <Table.Td>
                  <Target target={event.target} />
                </Table.Td>
                <Table.Td>
                  <FieldChanges changes={event.changes ?? []} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {pageInfo.hasNextPage && (
        <Button variant="default" onClick={() => setAfter(pageInfo.endCursor)}>
          {nodes.length} of {lengthOf(data.auditEvents)}: show older
        </Button>
      )}
    </Stack>
  );
}

function Target({ target }: { readonly target: Event['target'] }) {
  if (target === null)
    return (
      <Text size="sm" c="dimmed">
        not shown
      </Text>
    );
  const page = pages[target.__typename];
  return page === undefined ? (
    <Text size="sm">{target.__typename}</Text>
  ) : (
    <Anchor component={Link} to={`${page}/${target.id}`} size="sm">
      {target.__typename}
    </Anchor>
  );
}

/** Pages of event targets. */
const pages: Readonly<Record<string, string>> = {
  Memory: '/facts',
  Entity: '/facts',
  Contradiction: '/contradictions',
  Document: '/sources',
  PathwayTrace: '/chains',
  Extraction: '/records',
  WorkflowItem: '/records',
  Interaction: '/records',
  BundleReceipt: '/records',
  Quarantine: '/records',
};

/** Recomputes the chain of the tenant, and says whether it holds. */
function ChainCheck() {
  const client = useClient();
  const [answer, setAnswer] = useState<ResultOf<typeof VerifyQuery>['verifyAuditChain'] | null>(null);
  const [busy, setBusy] = useState(false);
  const verify = async () => {
    setBusy(true);
    const { data } = await client.query(VerifyQuery, {}, { requestPolicy: 'network-only' }).toPromise();
    setAnswer(data?.verifyAuditChain ?? null);
    setBusy(false);
  };
  return (
    <Group>
      {answer !== null && (
        <Alert p="xs" color={answer.valid ? 'teal' : 'red'} role="status">
          {answer.valid
            ? `The chain of ${answer.events} events holds.`
            : `The chain is broken at event ${answer.firstBroken}.`}
        </Alert>
      )}
      <Button variant="default" loading={busy} leftSection={<IconShieldCheck size={16} />} onClick={verify}>
        Verify the chain
      </Button>
    </Group>
  );
}
