import {
  ActionIcon,
  Button,
  Group,
  NativeSelect,
  Progress,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconBookmark, IconX } from '@tabler/icons-react';
import { lazy, memo, type Ref, Suspense, useState } from 'react';
import { inWords } from '../parts/words.ts';
import { useKeySettings } from '../shell/keys.ts';
import { inboxReasons, inboxSorts } from '../shell/search.ts';
import { useCounts } from './counts.ts';
import type { Decisions } from './decisions.ts';
import type { Entries } from './entries.ts';
import { entryListId } from './entry-list.tsx';
import { sortWords } from './narrowing.ts';
import { type Outcomes, useDecidedCount, useRefusedCount, useUnsentCount } from './outcomes.ts';
import { UnsentDecisions } from './unsent-decisions.tsx';
import { reasonWords } from './ways.ts';

const SavedViews = lazy(async () => ({ default: (await import('../parts/saved-views.tsx')).SavedViews }));
const NarrowPanel = lazy(() => import('./narrow-panel.tsx'));

interface InboxHeaderProps {
  readonly ref: Ref<HTMLInputElement>;
  readonly chosen: Entries['chosen'];
  readonly filter: Entries['filter'];
  readonly narrowing: Entries['narrowing'];
  readonly sort: Entries['sort'];
  readonly isDense: boolean;
  /** True where the window shows the list alone. */
  readonly standsAlone: boolean;
  readonly change: Entries['change'];
  readonly decisions: Pick<Decisions, 'outcomes' | 'sendAgain' | 'forgetUnsent'>;
  readonly newcomers: number;
  /** Grows with every change, so that the counts follow. */
  readonly changes: number;
  onNewcomers(): void;
}

/** Title of the list, its progress, and new arrivals. */
export const InboxHeader = memo(function InboxHeader({
  ref,
  chosen,
  filter,
  narrowing,
  sort,
  isDense,
  standsAlone,
  change,
  decisions,
  newcomers,
  changes,
  onNewcomers,
}: InboxHeaderProps) {
  const { areOff, keyOf } = useKeySettings();
  const [isNarrowing, setNarrowing] = useState(false);
  const { isThere, counts, projects } = useCounts(filter, changes);
  const lookFor = useDebouncedCallback((words: string) => change({ search: words || undefined }), 300);
  const lengthOf = (some: typeof counts) =>
    `${some.reduce((sum, { count }) => sum + count, 0)}${some.every(({ isExact }) => isExact) ? '' : '+'}`;
  const entriesOf = (reason: string) => counts.filter((one) => one.reason === reason);
  const waiting = lengthOf(chosen.reason === undefined ? counts : entriesOf(chosen.reason));
  const shownReasons = inboxReasons.filter(
    (reason) => entriesOf(reason).length > 0 || reason === chosen.reason,
  );
  return (
    <Stack
      gap={8}
      p="sm"
      component="header"
      style={{ borderBottom: '1px solid var(--mantine-color-default-border)' }}
    >
      <a className="skip-link" href={`#${entryListId}`}>
        Skip to the list
      </a>
      <Group justify="space-between" gap={8} wrap="nowrap">
        {/* Beside an open entry, the entry is the title of the page. */}
        <Title order={standsAlone ? 1 : 2} fz="md">
          Inbox
        </Title>
        <Group gap={4} wrap="nowrap">
          <Filter
            label="Mine"
            isOn={chosen.mine === true}
            onChange={(isOn) => change({ mine: isOn || undefined })}
          />
          <Filter
            label="With snoozed"
            isOn={chosen.snoozed === true}
            onChange={(isOn) => change({ snoozed: isOn || undefined })}
          />
          <Filter label="Dense" isOn={isDense} onChange={(isOn) => change({ dense: isOn || undefined })} />
        </Group>
      </Group>
      {chosen.search === undefined ? (
        <Group gap={4} role="group" aria-label="Why they wait">
          <Filter
            label={isThere ? `All ${lengthOf(counts)}` : 'All'}
            isOn={chosen.reason === undefined}
            onChange={() => change({ reason: undefined })}
          />
          {shownReasons.map((reason) => (
            <Filter
              key={reason}
              label={`${reasonWords[reason].many} ${lengthOf(entriesOf(reason))}`}
              isOn={chosen.reason === reason}
              onChange={(isOn) => change({ reason: isOn ? reason : undefined })}
            />
          ))}
        </Group>
      ) : (
        <Text size="xs" c="dimmed">
          Candidates that contain these words. Entries that wait for another reason are not searched.
        </Text>
      )}
      <Group gap="xs" wrap="nowrap">
        <TextInput
          ref={ref}
          size="xs"
          flex={1}
          aria-label="Search the candidates"
          placeholder={areOff ? 'Search' : `Search ( ${keyOf('/')} )`}
          defaultValue={chosen.search ?? ''}
          onChange={(event) => lookFor(event.currentTarget.value.trim())}
          onKeyDown={({ key, currentTarget }) => {
            if (key !== 'Escape' && key !== 'Enter') return;
            if (key === 'Escape') {
              currentTarget.value = '';
              lookFor('');
            }
            currentTarget.blur();
          }}
        />
        <NativeSelect
          size="xs"
          w={130}
          aria-label="Project"
          data={[{ value: '', label: 'All projects' }, ...projects]}
          value={chosen.project ?? ''}
          onChange={({ currentTarget }) => {
            change({ project: currentTarget.value || undefined });
            // The keys of the inbox work again at once.
            currentTarget.blur();
          }}
        />
      </Group>
      <Group gap="xs" wrap="nowrap">
        <NativeSelect
          size="xs"
          flex={1}
          aria-label="Order"
          data={inboxSorts.map((value) => ({
            value,
            label:
              value === 'urgent' && narrowing.document !== undefined ? 'As in the text' : sortWords[value],
          }))}
          value={sort}
          onChange={({ currentTarget }) => {
            change({ sort: inboxSorts.find((one) => one === currentTarget.value && one !== 'urgent') });
            currentTarget.blur();
          }}
        />
        <Filter label="Narrow" isOn={isNarrowing} onChange={setNarrowing} />
        <Views />
      </Group>
      {isNarrowing && (
        <Suspense>
          <NarrowPanel narrowing={narrowing} change={change} />
        </Suspense>
      )}
      <Narrowed narrowing={narrowing} change={change} />
      <Done outcomes={decisions.outcomes} waiting={isThere ? waiting : undefined} />
      <UnsentDecisions decisions={decisions} hasKey />
      {newcomers > 0 && (
        <Button size="compact-sm" variant="light" onClick={onNewcomers}>
          Show {newcomers} new
        </Button>
      )}
    </Stack>
  );
});

/** The menu of saved views, which is loaded when it is first asked for. */
function Views() {
  const [isAsked, setAsked] = useState(false);
  const button = (
    <ActionIcon variant="default" size={24} aria-label="Views" onClick={() => setAsked(true)}>
      <IconBookmark size={14} aria-hidden />
    </ActionIcon>
  );
  if (!isAsked) return button;
  return (
    <Suspense fallback={button}>
      <SavedViews isSmall isOpen />
    </Suspense>
  );
}

/** How much of it is done. */
function Done({ outcomes, waiting }: { readonly outcomes: Outcomes; readonly waiting: string | undefined }) {
  const decided = useDecidedCount(outcomes);
  const refused = useRefusedCount(outcomes);
  const unsent = useUnsentCount(outcomes);
  const failed = `${refused === 0 ? '' : `, ${refused} refused`}${unsent === 0 ? '' : `, ${unsent} not sent`}`;
  return (
    <Group gap="xs" wrap="nowrap">
      <Progress
        flex={1}
        size="sm"
        aria-label="Decided"
        value={(100 * decided) / Math.max(1, decided + Number.parseInt(waiting ?? '0', 10))}
      />
      <Text size="xs" c="dimmed" role="status">
        {waiting === undefined ? 'counting' : `${decided} decided${failed}, ${waiting} to go`}
      </Text>
    </Group>
  );
}

/** Conditions that narrow the list; each is taken away by a press. */
function Narrowed({
  narrowing,
  change,
}: {
  readonly narrowing: Entries['narrowing'];
  readonly change: Entries['change'];
}) {
  const given = Object.entries(narrowing).filter(([, value]) => value !== undefined);
  if (given.length === 0) return null;
  return (
    <Group gap={4} role="group" aria-label="Narrowed by">
      {given.map(([name, value]) => (
        <Button
          key={name}
          size="compact-xs"
          variant="light"
          rightSection={<IconX size={12} aria-hidden />}
          aria-label={`Remove: ${narrowingWords(name, value)}`}
          onClick={() => change({ [name]: undefined })}
        >
          {narrowingWords(name, value)}
        </Button>
      ))}
    </Group>
  );
}

/** An id is said by what it is of: the open entry shows the path of its document. */
const narrowingWords = (name: string, value: string | number): string => {
  if (name === 'document') return 'this document';
  if (name === 'wave') return 'this ingestion';
  if (name === 'from') return `confidence from ${value} %`;
  if (name === 'below') return `confidence below ${value} %`;
  return `${name} ${name === 'kind' ? inWords(String(value)) : value}`;
};

/** A button that stays down: unlike a radio, it leaves the keys to the page. */
function Filter({
  label,
  isOn,
  onChange,
}: {
  readonly label: string;
  readonly isOn: boolean;
  onChange(isOn: boolean): void;
}) {
  return (
    <Button
      size="compact-xs"
      variant={isOn ? 'light' : 'default'}
      aria-pressed={isOn}
      onClick={() => onChange(!isOn)}
    >
      {label}
    </Button>
  );
}
