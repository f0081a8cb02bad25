import { Chip, Container, Group, Stack, Text } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { useSession } from '../api/session.tsx';
import { Failure, Nothing, Waiting } from '../parts/answer-state.tsx';
import { AsOfField } from '../parts/as-of-field.tsx';
import { AsOfNote } from '../parts/as-of-note.tsx';
import { useFoldedFilters } from '../parts/folded-filters.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { SavedViews } from '../parts/saved-views.tsx';
import { useTitle } from '../parts/title.ts';
import { capitalized } from '../parts/words.ts';
import type { GraphSearch } from '../shell/search.ts';
import { edgeKinds } from './edge.ts';
import { toStep } from './neighbours.ts';
import { NodePicker } from './node-picker.tsx';
import { createReader, type GraphReader } from './reader.ts';
import { usePath } from './use-path.ts';

const Walk = lazy(() => import('./walk.tsx'));
const route = getRouteApi('/graph');

const kindNames = {
  relation: 'relations',
  source: 'sources',
  graduation: 'graduation',
  succession: 'versions and successors',
  contradiction: 'contradictions',
  run: 'runs',
} as const;

/** Reads nodes, and draws again when they are there. */
const useNodes = (reader: GraphReader, ids: readonly string[]): { isRead: boolean; hasFailed: boolean } => {
  const [read, setRead] = useState<{ readonly reader: GraphReader; readonly key: string } | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const key = JSON.stringify(ids);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key has the ids
  useEffect(() => {
    let isCurrent = true;
    reader.read(ids).then(
      () => isCurrent && setRead({ reader, key }),
      () => isCurrent && setFailed(true),
    );
    return () => {
      isCurrent = false;
    };
  }, [reader, key]);
  return { isRead: read?.reader === reader && read.key === key, hasFailed };
};

/** Neighbours of facts, entities, sources and runs, node by node, and the path between two. */
export function GraphPage() {
  const { id: session } = useSession();
  const { start, goal, open = [], without = [], asOf } = route.useSearch();
  const navigate = useNavigate({ from: '/graph' });
  const { areShown, button } = useFoldedFilters([asOf, ...without]);
  const reader = useMemo(() => createReader(session, asOf), [session, asOf]);
  const path = usePath(reader, start, goal, without);
  const asked = [start, goal, ...open].filter((id) => id !== undefined);
  const { isRead, hasFailed } = useNodes(reader, asked);
  const first = start === undefined ? undefined : reader.points.get(start);
  useTitle(first === undefined ? undefined : `${toStep(first, asOf).title} · Graph`);
  const change = (part: Partial<GraphSearch>) =>
    navigate({ search: (before) => ({ ...before, ...part }), replace: true });
  const hidden = isRead ? asked.filter((id) => !reader.points.has(id)) : [];
  return (
    <Container fluid p="lg">
      <Stack gap="sm">
        <PageHead title="Graph">
          {button}
          <SavedViews />
        </PageHead>
        <Group align="flex-end" gap="sm">
          <NodePicker
            label="Start at"
            chosen={start}
            reader={reader}
            onChoose={(id) => navigate({ search: { start: id, goal, without, asOf } })}
          />
          <NodePicker
            label="Path to"
            chosen={goal}
            reader={reader}
            onChoose={(id) => navigate({ search: { start, goal: id, without, asOf } })}
          />
          {areShown && <AsOfField asOf={asOf} onChange={(instant) => change({ asOf: instant })} />}
        </Group>
        {asOf !== undefined && <AsOfNote asOf={asOf} onNow={() => change({ asOf: undefined })} />}
        {areShown && (
          <Group gap={6} role="group" aria-label="Kinds of edges">
            {edgeKinds.map((kind) => (
              <Chip
                key={kind}
                size="xs"
                checked={!without.includes(kind)}
                onChange={(isShown) => {
                  const left = isShown ? without.filter((one) => one !== kind) : [...without, kind];
                  change({ without: left.length === 0 ? undefined : left });
                }}
              >
                {capitalized(kindNames[kind])}
              </Chip>
            ))}
          </Group>
        )}
        {hasFailed || path?.state === 'failed' ? (
          <Failure error={{ graphQLErrors: [] }} />
        ) : start === undefined ? (
          <Nothing title="Nothing chosen yet">
            Choose where to start: a fact, an entity, a document, a conversation or a run. Each of their pages
            has a link to its place in the graph, too.
          </Nothing>
        ) : !isRead && first === undefined ? (
          <Waiting />
        ) : (
          <>
            {hidden.length > 0 && (
              <Text size="sm" role="status">
                {hidden.length === 1 ? 'One node' : `${hidden.length} nodes`} of this address cannot be shown:
                {asOf === undefined ? 'they are not there' : 'they were not there then'}, or not for you.
              </Text>
            )}
            {first !== undefined && (
              <Suspense fallback={<Waiting />}>
                <Walk
                  reader={reader}
                  search={{ start, goal, open, without }}
                  path={path}
                  onLeave={() => navigate({ search: { start, without, asOf } })}
                  onOpen={(ids) => change({ open: ids.length === 0 ? undefined : ids })}
                />
              </Suspense>
            )}
          </>
        )}
      </Stack>
    </Container>
  );
}
