import {
  Anchor,
  Box,
  Button,
  Container,
  Group,
  Menu,
  MultiSelect,
  SegmentedControl,
  Select,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { Failure, Nothing, Waiting } from '../parts/answer-state.tsx';
import { AsOfField } from '../parts/as-of-field.tsx';
import { useChangesLater } from '../parts/changes-later.ts';
import { useFoldedFilters } from '../parts/folded-filters.tsx';
import { onDate } from '../parts/instant.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { SavedViews } from '../parts/saved-views.tsx';
import { useDownload } from '../parts/use-download.ts';
import { inWords } from '../parts/words.ts';
import type { ExploreSearch } from '../shell/search.ts';
import { entityTypes, memoryKinds, statuses } from './choices.ts';
import { columns, columnTitle, usualColumns } from './columns.ts';
import { type ReadRows, type Row, toCsv, toNdjson } from './download.ts';
import { RowTable } from './row-table.tsx';
import { useRows } from './rows.ts';

const EntityGraph = lazy(() => import('./entity-graph.tsx'));
const route = getRouteApi('/explore');
const filters = ['search', 'project', 'status', 'kind', 'label', 'asOf'] as const;

/** Memories and entities by search and filter; the address is the saved view. */
export function ExplorePage() {
  const search = route.useSearch();
  const navigate = useNavigate({ from: '/explore' });
  const found = useRows();
  const list = search.list ?? 'memories';
  const known: readonly string[] = columns[list];
  const shown = (search.columns ?? usualColumns[list]).filter((column) => known.includes(column));
  const [cleared, setCleared] = useState(0);
  const { areShown, button } = useFoldedFilters(
    [search.project, search.status, search.kind, search.label, search.asOf],
    'Filters and columns',
  );
  const isFiltered = filters.some((name) => search[name] !== undefined);
  const clear = () => {
    navigate({ search: ({ list: same, columns: kept, view }) => ({ list: same, columns: kept, view }) });
    // The fields are emptied with it.
    setCleared((before) => before + 1);
  };
  const change = (part: Partial<ExploreSearch>) =>
    navigate({ search: (before) => ({ ...before, ...part }), replace: true });

  return (
    <Container fluid p="lg">
      <Stack gap="sm">
        <PageHead title="Explore">
          <SegmentedControl
            aria-label="What to list"
            value={list}
            onChange={(chosen) =>
              change({
                list: chosen === 'entities' ? 'entities' : undefined,
                columns: undefined,
                kind: undefined,
                view: undefined,
              })
            }
            data={[
              { value: 'memories', label: 'Memories' },
              { value: 'entities', label: 'Entities' },
            ]}
          />
          {list === 'entities' && (
            <SegmentedControl
              aria-label="How to show it"
              value={search.view ?? 'table'}
              onChange={(chosen) => change({ view: chosen === 'graph' ? 'graph' : undefined })}
              data={[
                { value: 'table', label: 'Table' },
                { value: 'graph', label: 'Graph' },
              ]}
            />
          )}
          <SavedViews />
          <Downloads columns={shown} name={list} read={found.readEverything} />
        </PageHead>
        <Filters key={cleared} search={search} showsAll={areShown} onChange={change} />
        <Group justify="space-between">
          <Text size="sm" c="dimmed" role="status">
            {found.count === undefined ? 'Searching' : `${found.count} found`}
            {search.asOf !== undefined && `, as of ${onDate(search.asOf)}`}
            {isFiltered && (
              <>
                {' · '}
                <Anchor component="button" size="sm" onClick={clear}>
                  Clear the filters
                </Anchor>
              </>
            )}
          </Text>
          {button}
          {areShown && search.view !== 'graph' && (
            <MultiSelect
              aria-label="Columns"
              size="xs"
              maw={560}
              data={known.map((column) => ({ value: column, label: columnTitle(column) }))}
              value={[...shown]}
              onChange={(chosen) => change({ columns: chosen })}
            />
          )}
        </Group>
        {found.error !== undefined ? (
          <Failure error={found.error} />
        ) : found.rows === undefined ? (
          <Waiting />
        ) : found.rows.length === 0 ? (
          <Nothing title="Nothing found">
            {isFiltered
              ? 'Nothing that you can see matches the filters.'
              : `There are no ${list} that you can see yet. Add documents under Sources, and promote what is found in them.`}
          </Nothing>
        ) : search.view === 'graph' && list === 'entities' ? (
          <Suspense fallback={<Waiting />}>
            <EntityGraph rows={found.rows.filter((row) => 'entityType' in row)} />
          </Suspense>
        ) : (
          <Box aria-busy={found.isOld} opacity={found.isOld ? 0.5 : undefined}>
            <RowTable rows={found.rows} columns={shown} onEnd={found.loadMore} />
          </Box>
        )}
      </Stack>
    </Container>
  );
}

function Filters({
  search,
  showsAll,
  onChange,
}: {
  readonly search: ExploreSearch;
  /** False: the words alone. */
  readonly showsAll: boolean;
  onChange(part: Partial<ExploreSearch>): void;
}) {
  const later = useChangesLater(onChange, 300);
  const typed = (name: 'search' | 'project' | 'label') => ({
    defaultValue: search[name] ?? '',
    onChange: (event: { currentTarget: { value: string } }) =>
      later({
        [name]: event.currentTarget.value.trim() === '' ? undefined : event.currentTarget.value.trim(),
      }),
  });
  const isEntities = search.list === 'entities';
  const toChoice = (value: string) => ({ value, label: inWords(value) });
  return (
    <Group align="flex-end" gap="sm">
      <TextInput label="Words" placeholder={'tide gauge, "tide gauge", -tide'} w={260} {...typed('search')} />
      {showsAll && (
        <>
          <TextInput label="Project" placeholder="any" w={150} {...typed('project')} />
          <Select
            label="Status"
            placeholder="any in use"
            clearable
            w={150}
            data={statuses.map(toChoice)}
            value={search.status ?? null}
            onChange={(chosen) => onChange({ status: chosen ?? undefined })}
          />
          <Select
            label={isEntities ? 'Type' : 'Kind'}
            placeholder="any"
            clearable
            w={170}
            data={(isEntities ? entityTypes : memoryKinds).map(toChoice)}
            value={search.kind ?? null}
            onChange={(chosen) => onChange({ kind: chosen ?? undefined })}
          />
          {!isEntities && <TextInput label="Label" w={140} placeholder="pii.email" {...typed('label')} />}
          <AsOfField asOf={search.asOf} onChange={(asOf) => onChange({ asOf })} />
        </>
      )}
    </Group>
  );
}

function Downloads({
  columns: shown,
  name,
  read,
}: {
  readonly columns: readonly string[];
  readonly name: string;
  read(): Promise<ReadRows<Row>>;
}) {
  const { busy, save } = useDownload(name, shown, read);
  return (
    <Menu>
      <Menu.Target>
        <Button variant="default" loading={busy} leftSection={<IconDownload size={16} />}>
          Download
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => save({ type: 'text/csv', ending: 'csv', write: toCsv })}>
          CSV, for spreadsheets
        </Menu.Item>
        <Menu.Item onClick={() => save({ type: 'application/x-ndjson', ending: 'ndjson', write: toNdjson })}>
          NDJSON, for programs
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
