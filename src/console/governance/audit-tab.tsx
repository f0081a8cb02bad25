import {
  Alert,
  Anchor,
  Autocomplete,
  Badge,
  Button,
  Group,
  Stack,
  Table,
  Text,
  TextInput,
} from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { useClient, useQuery } from 'urql';
import { ask } from '../api/client.ts';
import type { ResultOf, VariablesOf } from '../api/graphql.ts';
import { useSession } from '../api/session.tsx';
import { readAll, withRows } from '../explore/download.ts';
import { Failure, Nothing, Waiting } from '../parts/answer-state.tsx';
import { useChangesLater } from '../parts/changes-later.ts';
import { CsvButton } from '../parts/csv-button.tsx';
import { FieldChanges } from '../parts/field-changes.tsx';
import { useFoldedFilters } from '../parts/folded-filters.tsx';
import { beginOf, endOf, Instant } from '../parts/instant.tsx';
import { SavedViews } from '../parts/saved-views.tsx';
import { StoredText } from '../parts/stored-text.tsx';
import { capitalized, counted, lengthOf } from '../parts/words.ts';
import type { GovernanceSearch } from '../shell/search.ts';
import { AuditActionsQuery, AuditQuery, VerifyQuery } from './operations.ts';

type Filter = NonNullable<VariablesOf<typeof AuditQuery>['filter']>;
type Action = NonNullable<NonNullable<Filter['action']>['eq']>;
type Events = NonNullable<ResultOf<typeof AuditQuery>['auditEvents']>;
type Event = Events['nodes'][number];

const route = getRouteApi('/governance');

const filterOf = ({ action, actor, target, since, until }: GovernanceSearch): Filter => ({
  // An unknown name is refused, with the nearest ones.
  action: { eq: (action as Action | undefined) ?? null },
  actor: { eq: actor ?? null },
  targetId: { eq: target ?? null },
  at: {
    gte: since === undefined ? null : beginOf(since).toISOString(),
    lt: until === undefined ? null : endOf(until).toISOString(),
  },
});

/** Every change, newest first, with what stood before and after; the address has the filters. */
export function AuditTab() {
  const search = route.useSearch();
  const { id: session } = useSession();
  const navigate = useNavigate({ from: '/governance' });
  const change = (part: Partial<GovernanceSearch>) =>
    navigate({ search: (before) => ({ ...before, ...part }), replace: true });
  const filter = useMemo(() => filterOf(search), [search]);
  const { areShown, button } = useFoldedFilters([
    search.action,
    search.actor,
    search.target,
    search.since,
    search.until,
  ]);
  return (
    <Stack>
      <Group justify="space-between" align="flex-end">
        {areShown && <Filters search={search} onChange={change} />}
        <Group gap="xs">
          {button}
          <SavedViews />
          <CsvButton name="audit" columns={columns} read={() => readRows(session, filter)} />
          <ChainCheck />
        </Group>
      </Group>
      {/* Other filters begin with their first page. */}
      <EventList key={JSON.stringify(filter)} filter={filter} />
    </Stack>
  );
}

function Filters({
  search,
  onChange,
}: {
  readonly search: GovernanceSearch;
  onChange(part: Partial<GovernanceSearch>): void;
}) {
  const later = useChangesLater(onChange, 400);
  const actions = useActions();
  const typed = (name: 'actor' | 'target', placeholder: string) => ({
    label: capitalized(name),
    placeholder,
    w: 180,
    defaultValue: search[name] ?? '',
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      later({ [name]: currentTarget.value.trim() || undefined }),
  });
  const day = (name: 'since' | 'until', label: string) => (
    <TextInput
      label={label}
      type="date"
      value={search[name] ?? ''}
      onChange={({ currentTarget: { value } }) => onChange({ [name]: value === '' ? undefined : value })}
    />
  );
  return (
    <Group align="flex-end" gap="sm">
      <Autocomplete
        label="Action"
        placeholder="MEMORY_PROMOTED"
        w={260}
        comboboxProps={{ width: 330, position: 'bottom-start' }}
        data={[...actions]}
        limit={60}
        defaultValue={search.action ?? ''}
        onChange={(value) => later({ action: value.trim().toUpperCase().replaceAll('.', '_') || undefined })}
      />
      <TextInput {...typed('actor', 'a user')} />
      <TextInput {...typed('target', 'mem_…')} />
      {day('since', 'First day')}
      {day('until', 'Last day')}
    </Group>
  );
}

/** The actions that the log knows, in the order of the alphabet; none where the gateway does not show its schema. */
const useActions = (): readonly string[] => {
  const { id: session } = useSession();
  const [actions, setActions] = useState<readonly string[]>([]);
  useEffect(() => {
    ask(session, AuditActionsQuery, {}).then(
      ({ __type: type }) => setActions(type?.enumValues.map(({ name }) => name) ?? []),
      () => undefined, // An action is typed without them.
    );
  }, [session]);
  return actions;
};

function EventList({ filter }: { readonly filter: Filter }) {
  const [after, setAfter] = useState<string | null>(null);
  const [{ data, error }] = useQuery({ query: AuditQuery, variables: { first: 50, after, filter } });
  if (!data?.auditEvents)
    return data === undefined && error === undefined ? <Waiting /> : <Failure error={error} />;
  const { nodes, pageInfo } = data.auditEvents;
  if (nodes.length === 0) return <Nothing title="No events">No event matches the filters.</Nothing>;
  return (
    <Stack>
      <Text size="sm" c="dimmed" role="status">
        {counted(lengthOf(data.auditEvents), 'event')}
      </Text>
      <Table.ScrollContainer minWidth={1_080}>
        <Table verticalSpacing="xs" highlightOnHover className="stacks">
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={70}>No.</Table.Th>
              <Table.Th w={150}>When</Table.Th>
              <Table.Th w={100}>Who</Table.Th>
              <Table.Th w={300}>Action</Table.Th>
              <Table.Th w={110}>Target</Table.Th>
              <Table.Th>What changed</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {nodes.map((event) => (
              <Table.Tr key={event.id}>
                <Table.Td data-label="No.">{event.sequence}</Table.Td>
                <Table.Td data-label="When">
                  <Instant at={event.at} />
                </Table.Td>
                <Table.Td data-label="Who">
                  <StoredText>{event.actor.name}</StoredText>
                </Table.Td>
                <Table.Td>
                  <Badge color={event.action.endsWith('_REFUSED') ? 'red' : 'indigo'}>{event.action}</Badge>
                </Table.Td>
                <Table.Td data-label="Target">
                  <Target target={event.target} />
                </Table.Td>
                <Table.Td data-wide>
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

const columns = ['sequence', 'at', 'actor', 'action', 'target', 'changes', 'requestId', 'hash'] as const;

/** The events that the filters ask for, as rows of a file. */
const readRows = async (session: string, filter: Filter) => {
  const events = await readAll<Event>(
    async (after) => (await ask(session, AuditQuery, { first: 100, after, filter })).auditEvents,
  );
  return withRows(events, (event) => ({
    ...event,
    target: event.target?.id,
    changes: JSON.stringify(event.changes ?? []),
  }));
};

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
  IngestionWave: '/records',
  Quarantine: '/records',
  SourceChange: '/records',
};

type ChainAnswer = ResultOf<typeof VerifyQuery>['verifyAuditChain'];

/** Recomputes the chain of the tenant, part by part, and says whether it holds. */
function ChainCheck() {
  const client = useClient();
  const [answer, setAnswer] = useState<ChainAnswer>(null);
  const [busy, setBusy] = useState(false);
  const verifyFrom = async (after: VariablesOf<typeof VerifyQuery>['after']): Promise<ChainAnswer> => {
    const { data } = await client
      .query(VerifyQuery, { after }, { requestPolicy: 'network-only' })
      .toPromise();
    return data?.verifyAuditChain ?? null;
  };
  const verify = async () => {
    setBusy(true);
    let found = await verifyFrom(null);
    setAnswer(found);
    while (found?.valid && !found.isComplete && found.head !== null) {
      found = await verifyFrom({ events: found.events, head: found.head });
      setAnswer(found);
    }
    setBusy(false);
  };
  return (
    <Group>
      {answer !== null && (
        <Alert p="xs" color={answer.valid ? 'teal' : 'red'} role="status">
          {answer.valid
            ? `The chain of ${answer.events} events holds${answer.isComplete ? '' : ' so far'}.`
            : `The chain is broken at event ${answer.firstBroken}.`}
        </Alert>
      )}
      <Button variant="default" loading={busy} leftSection={<IconShieldCheck size={16} />} onClick={verify}>
        Verify the chain
      </Button>
    </Group>
  );
}
