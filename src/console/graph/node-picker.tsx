import { Select } from '@mantine/core';
import { useState } from 'react';
import { storedLine } from '../parts/stored-text.tsx';
import { type Found, useFind } from '../shell/find.ts';
import { toStep, versionWords } from './neighbours.ts';
import type { Point } from './operations.ts';
import type { GraphReader } from './reader.ts';

/** Ids of what has a place in the graph. */
const idPattern = /^(mem|ent|doc|int|trc)_[\w-]+$/;

interface Choice {
  readonly value: string;
  readonly label: string;
}

type Item = NonNullable<Found['search']>['nodes'][number]['item'];

type FoundDocument = NonNullable<Found['documents']>['nodes'][number];

/** Versions of one document have the same path. */
const documentName = (document: FoundDocument): string => `${document.path} · ${versionWords(document)}`;

const nameOf = (item: Item, excerpt: string): string => {
  switch (item.__typename) {
    case 'Entity':
      return item.name;
    case 'Document':
      return documentName(item);
    case 'PathwayTrace':
      return `${item.taskClass}, ${item.filePath}`;
    default:
      return excerpt;
  }
};

const choicesOf = ({ search, documents }: Found): Choice[] => [
  ...(search?.nodes ?? []).map(({ item, excerpt }) => ({
    value: item.id,
    label: storedLine(nameOf(item, excerpt.text)),
  })),
  ...(documents?.nodes ?? []).map((document) => ({
    value: document.id,
    label: storedLine(documentName(document)),
  })),
];

const labelOf = (point: Point): string =>
  point.__typename === 'Document' ? documentName(point) : toStep(point, undefined).title;

/** Chooses a node by its words or its id. */
export function NodePicker({
  label,
  chosen,
  reader,
  onChoose,
}: {
  readonly label: string;
  readonly chosen: string | undefined;
  readonly reader: GraphReader;
  onChoose(id: string | undefined): void;
}) {
  const [typed, setTyped] = useState('');
  const words = typed.trim();
  const isId = idPattern.test(words);
  const point = chosen === undefined ? undefined : reader.points.get(chosen);
  const here: readonly Choice[] =
    chosen === undefined
      ? []
      : [{ value: chosen, label: storedLine(point === undefined ? chosen : labelOf(point)) }];
  // The name of the chosen node stands in the field: it is not looked for.
  const found = useFind(isId || words === here[0]?.label ? '' : words);
  const choices = [
    ...(isId ? [{ value: words, label: words }] : []),
    ...(found === null ? [] : choicesOf(found)),
    ...here,
  ];
  return (
    <Select
      label={label}
      placeholder="Words or an id"
      searchable
      clearable
      w={{ base: '100%', sm: 340 }}
      // Matches are chosen by the API.
      filter={({ options }) => options}
      nothingFoundMessage={
        words.length < 2 ? 'Type two letters.' : found === null ? 'Searching' : 'Nothing found.'
      }
      data={[...new Map(choices.map((choice) => [choice.value, choice])).values()]}
      value={chosen ?? null}
      onSearchChange={setTyped}
      onChange={(id) => onChoose(id ?? undefined)}
    />
  );
}
