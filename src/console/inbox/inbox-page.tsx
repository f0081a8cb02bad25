import { Box, Button, Center, Grid, Group, Stack, Text, Title, useMatches } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { Activity, lazy, Suspense, useCallback, useEffect, useMemo, useRef } from 'react';
import { useClient } from 'urql';
import { Failure, Waiting } from '../parts/answer-state.tsx';
import { type SingleKeyActions, useSingleKeys } from '../shell/keys.ts';
import { ActionBar } from './action-bar.tsx';
import { useDecisions } from './decisions.ts';
import { type Entries, useEntries } from './entries.ts';
import { EntryDetail } from './entry-detail.tsx';
import { EntryList } from './entry-list.tsx';
import { InboxHeader } from './inbox-header.tsx';
import { ItemQuery } from './item-query.ts';
import { useLiveInbox } from './live.ts';
import { narrowingOf } from './narrowing.ts';
import type { Entry } from './operations.ts';
import { type Outcomes, useDecidedCount } from './outcomes.ts';
import { type Reading, ReadingContext } from './reading.ts';
import { useReview } from './review.ts';
import { useSeen } from './seen.ts';
import { type Selection, useSelection } from './selection.ts';

const ReviewDialogs = lazy(() => import('./review-dialogs.tsx'));
const OfferedUndo = lazy(() => import('./offered-undo.tsx'));

const isItem = ({ subject }: Entry) => subject.__typename === 'Memory' || subject.__typename === 'Entity';

/** Loads what decides with the first sign of a person, dialogs too: a stroke that follows "reject" at once finds its field. */
const usePreloadedDecisions = () =>
  useEffect(() => {
    const signs = ['keydown', 'pointermove'] as const;
    const end = () => {
      for (const sign of signs) removeEventListener(sign, preload);
    };
    const preload = () => {
      end();
      void import('./perform.ts');
      void import('./review-dialogs.tsx');
      void import('./words-form.tsx');
    };
    for (const sign of signs) addEventListener(sign, preload);
    return end;
  }, []);

/** The next two are there before they are opened. */
const usePrefetch = ({ entries, index }: Entries) => {
  const client = useClient();
  useEffect(() => {
    for (const { subject } of entries.slice(index + 1, index + 3).filter(isItem))
      client.query(ItemQuery, { id: subject.id }).toPromise();
  }, [client, entries, index]);
};

/** Everything that waits for a person: one entry is open, all are decided by keys. */
export function InboxPage() {
  const navigate = useNavigate();
  const list = useEntries();
  const { entries, index, current, open } = list;
  const selection = useSelection(list);
  const decisions = useDecisions();
  const live = useLiveInbox(entries, list.chosen.reason);
  const { outcomes } = decisions;
  const seen = useSeen();
  const review = useReview({
    list,
    selection,
    decisions,
    isDecided: ({ id }) => live.left.has(id) || outcomes.get(id) !== undefined,
    wasSeen: seen.has,
  });
  const { actions } = review;
  const offered = decisions.isOffering && (
    <Suspense fallback={null}>
      <OfferedUndo decisions={decisions} onUndo={actions.undo} />
    </Suspense>
  );
  // Below the breakpoint `md` the list stands alone: two toolbars would announce the same twice.
  const isNarrow = useMatches({ base: true, md: false }, { getInitialValueInEffect: false });
  const searchField = useRef<HTMLInputElement>(null);
  usePrefetch(list);
  usePreloadedDecisions();

  const { clear } = live;
  const { reload } = list;
  const showNewcomers = useCallback(() => {
    clear();
    reload();
  }, [clear, reload]);

  const following = () => open(entries[index + 1]?.id);
  const previous = () => open(entries[index - 1]?.id);
  const factId = current !== undefined && isItem(current) ? current.subject.id : undefined;
  const decide = (key: string) => () => actions.followKey(key);
  const keys: SingleKeyActions = {
    j: following,
    ArrowDown: following,
    k: previous,
    ArrowUp: previous,
    1: decide('1'),
    2: decide('2'),
    3: decide('3'),
    4: decide('4'),
    d: decide('d'),
    h: actions.askHowLong,
    c: actions.claim,
    x: ({ shiftKey }) => current && (shiftKey ? selection.selectTo : selection.select)(current.id),
    a: selection.selectAll,
    l: actions.narrowToLike,
    Escape: selection.selectNone,
    u: actions.undo,
    r: actions.sendAgain,
    o: () => factId !== undefined && navigate({ to: '/facts/$id', params: { id: factId } }),
    '/': () => searchField.current?.focus(),
  };
  useSingleKeys(review.dialog === null ? keys : {});

  const { document: documentId } = list.narrowing;
  const reading = useMemo(
    (): Reading | null =>
      documentId === undefined
        ? null
        : { documentId, entries: new Map(entries.map((entry) => [entry.subject.id, entry])), outcomes },
    [documentId, entries, outcomes],
  );

  if (list.isRefused)
    return (
      <>
        <Title order={1} fz={22} px="md" pt="lg">
          Inbox
        </Title>
        <Failure error={list.error} />
      </>
    );
  // In a narrow window, shows either the list or the chosen entry.
  const [listFrom, detailFrom] =
    current !== undefined && list.isNamed ? ['md', undefined] : [undefined, 'md'];

  // Dense rows have one line of words.
  const [md, xl] = list.isDense ? [5, 4] : [4, 3];
  return (
    <Grid gap={0}>
      <Grid.Col span={{ base: 12, md, xl }} p={0} visibleFrom={listFrom}>
        <Stack
          gap={0}
          className="pane"
          style={{ borderRight: '1px solid var(--mantine-color-default-border)' }}
        >
          <InboxHeader
            ref={searchField}
            chosen={list.chosen}
            filter={list.filter}
            narrowing={list.narrowing}
            sort={list.sort}
            standsAlone={isNarrow}
            isDense={list.isDense}
            change={list.change}
            decisions={decisions}
            newcomers={live.newcomers}
            changes={live.changes + decisions.changes}
            onNewcomers={showNewcomers}
          />
          {offered}
          <AllDecided list={list} outcomes={outcomes} left={live.left} />
          {isNarrow && <SelectionRow selection={selection} />}
          {isNarrow && current !== undefined && selection.chosen.length > 0 && (
            <ActionBar entry={current} review={actions} selected={selection.chosen.length} />
          )}
          <Box flex={1} className="waiting">
            {list.loading ? (
              <Waiting />
            ) : entries.length === 0 ? (
              <NothingWaits list={list} />
            ) : (
              <EntryList
                entries={entries}
                current={current?.id}
                selected={selection.selected}
                outcomes={outcomes}
                left={live.left}
                onOpen={open}
                onSelect={selection.select}
                onSelectTo={selection.selectTo}
                isDense={list.isDense}
                onEnd={list.loadMore}
              />
            )}
          </Box>
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 12 - md, xl: 12 - xl }} p={0} visibleFrom={detailFrom}>
        {current === undefined ? (
          <Title order={1} fz="lg" p="lg" c="dimmed">
            {list.loading ? '' : 'Nothing is open'}
          </Title>
        ) : (
          <Box className="pane">
            <Button
              hiddenFrom="md"
              variant="subtle"
              size="compact-sm"
              m={8}
              leftSection={<IconArrowLeft size={15} aria-hidden />}
              onClick={() => list.change({})}
            >
              Back to the list
            </Button>
            <Box hiddenFrom="md">{offered}</Box>
            <ActionBar entry={current} review={actions} selected={selection.chosen.length} />
            {/* The next is rendered while this one is read. */}
            <ReadingContext value={reading}>
              {entries.slice(index, index + 2).map((entry) => (
                <Activity key={entry.id} mode={entry === current ? 'visible' : 'hidden'}>
                  <EntryDetail
                    entry={entry}
                    outcomes={outcomes}
                    seen={seen}
                    review={actions}
                    way={entry === current && review.dialog?.name === 'answer' ? review.dialog.way : null}
                  />
                </Activity>
              ))}
            </ReadingContext>
          </Box>
        )}
      </Grid.Col>
      {review.dialog !== null && (
        <Suspense>
          <ReviewDialogs current={current} count={selection.chosen.length} review={review} />
        </Suspense>
      )}
    </Grid>
  );
}

/** Selects without keys, in a window that shows the list alone. */
function SelectionRow({ selection: { selected, selectAll, selectNone } }: { readonly selection: Selection }) {
  return (
    <Group gap={4} px="sm" py={4} role="group" aria-label="Selection">
      <Button size="compact-xs" variant="default" onClick={selectAll}>
        Select all
      </Button>
      {selected.size > 0 && (
        <Button size="compact-xs" variant="default" onClick={selectNone}>
          Select none
        </Button>
      )}
    </Group>
  );
}

const isFiltered = ({ chosen }: Entries) => Object.values(chosen).some((value) => value !== undefined);

/** The way on, where everything that is listed was decided. */
function AllDecided({
  list,
  outcomes,
  left,
}: {
  readonly list: Entries;
  readonly outcomes: Outcomes;
  readonly left: ReadonlySet<string>;
}) {
  useDecidedCount(outcomes);
  const isDecided = ({ id }: Entry) => left.has(id) || typeof outcomes.get(id) === 'string';
  if (list.loading || list.entries.length === 0 || list.hasMore || !list.entries.every(isDecided))
    return null;
  return (
    <Group px="sm" py={6} gap="xs" className="offered" role="status">
      <Text size="xs" flex={1}>
        All of these are decided.
      </Text>
      {isFiltered(list) ? (
        <ShowEverything change={list.change} />
      ) : (
        <Button size="compact-sm" variant="light" onClick={list.reload}>
          Look for more
        </Button>
      )}
    </Group>
  );
}

function ShowEverything({ change }: Pick<Entries, 'change'>) {
  return (
    <Button
      size="compact-sm"
      variant="light"
      onClick={() =>
        change({
          project: undefined,
          search: undefined,
          reason: undefined,
          mine: undefined,
          snoozed: undefined,
          ...narrowingOf({}),
        })
      }
    >
      Show everything that is waiting
    </Button>
  );
}

function NothingWaits({ list }: { readonly list: Entries }) {
  return (
    <Center h={320} p="md">
      <Stack align="center" gap="xs">
        <Text fw={600}>Nothing is waiting</Text>
        <Text c="dimmed" ta="center">
          {isFiltered(list)
            ? 'Nothing that is waiting matches the filters.'
            : 'Everything you can decide has been decided.'}
        </Text>
        {isFiltered(list) && <ShowEverything change={list.change} />}
      </Stack>
    </Center>
  );
}
