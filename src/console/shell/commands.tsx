import {
  Spotlight,
  type SpotlightActionData,
  type SpotlightActionGroupData,
  spotlight,
} from '@mantine/spotlight';
import { IconCube, IconFileText, IconHelp, IconId, IconQuote, IconSearch } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { storedLine } from '../parts/stored-text.tsx';
import { inWords } from '../parts/words.ts';
import { type Found, useFind } from './find.ts';
import type { Place } from './places.ts';

/** Pages by kind of id. */
const pages: readonly (readonly [RegExp, string])[] = [
  [/^(mem|ent)_[\w-]+$/, '/facts/'],
  [/^doc_[\w-]+$/, '/sources/'],
  [/^con_[\w-]+$/, '/contradictions/'],
  [/^trc_[\w-]+$/, '/chains/'],
  [/^(ext|wfi|int|rct|qua|sch)_[\w-]+$/, '/records/'],
];

/** ⌘K: places, help, an id that was pasted, or what words find. */
export default function Commands({
  places,
  asked,
  onHelp,
}: {
  readonly places: readonly Place[];
  /** How many times they were asked for. */
  readonly asked: number;
  readonly onHelp: () => void;
}) {
  const router = useRouter();
  const [query, setQuery] = useState('');
  const typed = query.trim();
  const page = pages.find(([pattern]) => pattern.test(typed))?.[1];
  const found = useFind(page === undefined ? typed : '');
  const go = (to: string) => () => router.history.push(to);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time that they are asked for, they open
  useEffect(() => spotlight.open(), [asked]);

  const commands: readonly SpotlightActionData[] = [
    ...places.map(({ to, label, sentence, icon: Icon }) => ({
      id: to,
      label,
      description: sentence,
      leftSection: <Icon size={20} />,
      onClick: go(to),
    })),
    { id: 'help', label: 'Keyboard help', leftSection: <IconHelp size={20} />, onClick: onHelp },
  ].filter(({ label }) => label.toLowerCase().includes(typed.toLowerCase()));

  const typedFor: readonly SpotlightActionData[] =
    page !== undefined
      ? [{ id: 'open', label: `Open ${typed}`, leftSection: <IconId size={20} />, onClick: go(page + typed) }]
      : typed === ''
        ? []
        : [
            {
              id: 'search',
              label: `Search facts for “${typed}”`,
              leftSection: <IconSearch size={20} />,
              onClick: go(`/explore?search=${encodeURIComponent(typed)}`),
            },
          ];

  return (
    <Spotlight
      query={query}
      onQueryChange={setQuery}
      shortcut={null}
      scrollable
      maxHeight="70dvh"
      nothingFound="Nothing is called so."
      searchProps={{ placeholder: 'A place, an id, or words to search for', 'aria-label': 'Command' }}
      // Matches are chosen here and by the API.
      filter={(_, actions) => actions}
      actions={[...commands, ...typedFor, ...(found === null ? [] : groupsOf(found, go))]}
    />
  );
}

/** Search results, grouped by kind; empty groups are left out. */
const groupsOf = (
  { memories, entities, documents }: Found,
  go: (to: string) => () => void,
): SpotlightActionGroupData[] =>
  [
    {
      group: 'Memories',
      actions: (memories?.nodes ?? []).map(({ id, content, status }) => ({
        id,
        label: storedLine(content),
        description: inWords(status),
        leftSection: <IconQuote size={20} />,
        onClick: go(`/facts/${id}`),
      })),
    },
    {
      group: 'Entities',
      actions: (entities?.nodes ?? []).map(({ id, name, status }) => ({
        id,
        label: storedLine(name),
        description: inWords(status),
        leftSection: <IconCube size={20} />,
        onClick: go(`/facts/${id}`),
      })),
    },
    {
      group: 'Documents',
      actions: (documents?.nodes ?? []).map(({ id, path, title }) => ({
        id,
        label: storedLine(path),
        description: title === null ? undefined : storedLine(title),
        leftSection: <IconFileText size={20} />,
        onClick: go(`/sources/${id}`),
      })),
    },
  ].filter(({ actions }) => actions.length > 0);
