import { Group, Text } from '@mantine/core';
import {
  Spotlight,
  type SpotlightActionData,
  type SpotlightActionGroupData,
  spotlight,
} from '@mantine/spotlight';
import {
  IconCube,
  IconFileText,
  IconHelp,
  IconId,
  IconMessage,
  IconQuote,
  IconRoute,
  IconSearch,
} from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { segmentsOf } from '../parts/highlighted-text.tsx';
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
  [/^(ext|wfi|int|rct|qua|sch|wav)_[\w-]+$/, '/records/'],
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
      nothingFound="Nothing found."
      searchProps={{ placeholder: 'Go to a page, paste an id, or search', 'aria-label': 'Command' }}
      // Matches are chosen here and by the API.
      filter={(_, actions) => actions}
      actions={[...commands, ...typedFor, ...(found === null ? [] : groupsOf(found, go))]}
    />
  );
}

type Hit = NonNullable<Found['search']>['nodes'][number];

/** A place of the palette: what it is called, and below it what is known of it. */
const faceOf = ({ item, excerpt }: Hit, words: ReactNode) => {
  switch (item.__typename) {
    case 'Memory':
      return { title: words, below: inWords(item.status), icon: IconQuote, page: '/facts/' };
    case 'Entity':
      return excerpt.text === item.name
        ? { title: words, below: inWords(item.status), icon: IconCube, page: '/facts/' }
        : { title: storedLine(item.name), below: words, icon: IconCube, page: '/facts/' };
    case 'Document':
      return {
        title: storedLine(item.path),
        below: excerpt.text === item.path ? item.title && storedLine(item.title) : words,
        icon: IconFileText,
        page: '/sources/',
      };
    case 'Interaction':
      return { title: words, below: item.occurredAt.slice(0, 10), icon: IconMessage, page: '/records/' };
    case 'PathwayTrace':
      return {
        title: storedLine(item.filePath),
        below: storedLine(item.taskClass),
        icon: IconRoute,
        page: '/chains/',
      };
  }
};

const groupNames = {
  Memory: 'Memories',
  Entity: 'Entities',
  Document: 'Documents',
  Interaction: 'Interactions',
  PathwayTrace: 'Traces',
};

/** The words that were looked for, marked in the text around them. */
function Marked({ text, spans }: Hit['excerpt']) {
  const marks = spans.map((span) => ({ ...span, key: String(span.start) }));
  return (
    <bdi>
      {segmentsOf(text, marks).map(({ start, text: part, mark }) =>
        mark === null ? storedLine(part) : <mark key={start}>{storedLine(part)}</mark>,
      )}
    </bdi>
  );
}

/** Search results by kind, the kind of the best first; then documents by a part of their path. */
const groupsOf = (
  { search, documents }: Found,
  go: (to: string) => () => void,
): SpotlightActionGroupData[] => {
  const hits = search?.nodes ?? [];
  const known = new Set(hits.map(({ item }) => item.id));
  const byPath = (documents?.nodes ?? [])
    .filter(({ id }) => !known.has(id))
    .map(
      (item): Hit => ({
        kind: 'DOCUMENT',
        excerpt: { text: item.path, spans: [] },
        item: { __typename: 'Document', ...item },
      }),
    );
  return [...Map.groupBy([...hits, ...byPath], ({ item }) => item.__typename)].map(([type, found]) => ({
    group: groupNames[type],
    actions: found.map((hit) => {
      const { title, below, icon: Icon, page } = faceOf(hit, <Marked {...hit.excerpt} />);
      return {
        id: hit.item.id,
        onClick: go(page + hit.item.id),
        children: (
          <Group wrap="nowrap" gap="sm">
            <Icon size={20} />
            <div>
              <div>{title}</div>
              <Text size="xs" opacity={0.7}>
                {below}
              </Text>
            </div>
          </Group>
        ),
      };
    }),
  }));
};
