import { Group, Select, Stack } from '@mantine/core';
import { lazy, Suspense, useMemo, useState } from 'react';
import { Waiting } from './answer-state.tsx';
import { WordDiff } from './word-diff.tsx';

const FlowGraph = lazy(() => import('./flow-graph.tsx').then((module) => ({ default: module.FlowGraph })));

export interface TextVersion {
  readonly id: string;
  readonly title: string;
  readonly detail: string;
  readonly text: string;
}

/** A version with its date and the name of its author. */
const wide = { base: '100%', xs: 400 };

/** A chain of versions, drawn; two of them picked, and what differs. The oldest comes first. */
export function VersionChain({
  versions,
  label,
}: {
  readonly versions: readonly TextVersion[];
  readonly label: string;
}) {
  const [from, setFrom] = useState<string | null>(null);
  const [to, setTo] = useState<string | null>(null);
  const { steps, links } = useMemo(
    () => ({
      steps: versions.map(({ id, title, detail }, at) => ({
        id,
        what: at === versions.length - 1 ? 'in force' : 'former',
        title,
        detail,
        isHere: at === versions.length - 1,
      })),
      links: versions.slice(1).map(({ id }, at) => ({ from: versions[at]?.id ?? id, to: id })),
    }),
    [versions],
  );
  const after = versions.find(({ id }) => id === to) ?? versions.at(-1);
  const before = versions.find(({ id }) => id === from) ?? versions.at(-2) ?? after;
  if (before === undefined || after === undefined) return null;
  const choices = versions.map(({ id, title, detail }) => ({ value: id, label: `${title}, ${detail}` }));
  return (
    <Stack gap="sm">
      {versions.length > 1 && (
        <Suspense fallback={<Waiting />}>
          <FlowGraph steps={steps} links={links} label={label} />
        </Suspense>
      )}
      {versions.length > 1 && (
        <Group>
          <Select
            w={wide}
            label="From"
            data={choices}
            value={before.id}
            onChange={setFrom}
            allowDeselect={false}
          />
          <Select
            w={wide}
            label="To"
            data={choices}
            value={after.id}
            onChange={setTo}
            allowDeselect={false}
          />
        </Group>
      )}
      <WordDiff before={before.text} after={after.text} />
    </Stack>
  );
}
