import { ActionIcon, Anchor, Badge, Button, Group, Space, Stack, Text } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { FlowGraph } from '../parts/flow-graph.tsx';
import { Section } from '../parts/section.tsx';
import { StoredText, storedLine } from '../parts/stored-text.tsx';
import { counted } from '../parts/words.ts';
import type { GraphSearch } from '../shell/search.ts';
import { type Edge, keyOf, otherEnd, saidFrom } from './edge.ts';
import type { PathSearch } from './find-path.ts';
import { toStep } from './neighbours.ts';
import type { GraphReader } from './reader.ts';
import { drawingOf, moreLabel, readingIn, turnLabel } from './shown.ts';
import { type PathState, pathBounds } from './use-path.ts';

interface WalkProps {
  readonly reader: GraphReader;
  readonly search: Required<Pick<GraphSearch, 'open' | 'without'>> & {
    readonly start: string;
    readonly goal: string | undefined;
  };
  /** Null where no path is looked for. */
  readonly path: PathState | null;
  onOpen(ids: readonly string[]): void;
  /** Gives up the path. */
  onLeave(): void;
}

/** Without a goal the start is not closed. */
const alwaysOpenIn = ({ start, goal }: WalkProps['search']) => (goal === undefined ? start : undefined);

/** The picture of a walk, and the same in words. */
export default function Walk({ reader, search, path, onOpen, onLeave }: WalkProps) {
  const { start, goal, without } = search;
  const [whole, setWhole] = useState<ReadonlySet<string>>(new Set());
  const [last, setLast] = useState<string | null>(null);
  const [isMoreLost, setMoreLost] = useState(false);
  const alwaysOpen = alwaysOpenIn(search);
  const open = new Set([...(alwaysOpen === undefined ? [] : [alwaysOpen]), ...search.open]);
  const turn = (id: string) => {
    setLast(id);
    onOpen(open.has(id) ? search.open.filter((one) => one !== id) : [...search.open, id]);
  };
  const drawWhole = (id: string) => {
    setLast(id);
    setWhole((before) => new Set([...before, id]));
  };
  const readMore = (id: string): Promise<void> =>
    reader.readMore(id).then(
      () => {
        setMoreLost(false);
        drawWhole(id);
      },
      () => setMoreLost(true),
    );
  const found = path?.state === 'ended' ? (path.search.path ?? []) : [];
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key has everything that is drawn
  const { steps, links } = useMemo(
    () =>
      drawingOf(
        reader,
        { start, goal, open, alwaysOpen, whole, without, path: found },
        { onTurn: turn, onWhole: drawWhole, onMore: readMore },
      ),
    [reader, reader.readings.size, whole, JSON.stringify([search, found])],
  );
  return (
    <>
      {path !== null && (
        <Section
          title="Path"
          aside={
            <Anchor component="button" size="sm" onClick={onLeave}>
              Back to the neighbours of the start
            </Anchor>
          }
        >
          <Text size="sm" role="status" mb={found.length > 0 ? 'xs' : 0}>
            {sentenceOf(path)}
          </Text>
          <PathLines reader={reader} start={start} path={found} />
        </Section>
      )}
      <FlowGraph
        steps={steps}
        links={links}
        {...(last !== null && { centre: last })}
        label="The graph"
        most="max(340px, 60dvh)"
      />
      {isMoreLost && (
        <Text size="sm" c="red" role="alert">
          More neighbours could not be read. Try it again.
        </Text>
      )}
      {[...open].map((id) => (
        <NeighbourLines
          key={id}
          reader={reader}
          id={id}
          search={search}
          open={open}
          onTurn={turn}
          onMore={() => readMore(id)}
        />
      ))}
    </>
  );
}

/** How the search ended, and what it did not read. */
const sentenceOf = (path: PathState): string => {
  if (path.state === 'failed') return '';
  if (path.state === 'searching') return `Searching: ${counted(path.read, 'node')} read.`;
  const { path: found, read, cut, bound }: PathSearch = path.search;
  const nodes = `${counted(read, 'node')} read`;
  const unread = cut === 0 ? '' : ` Of ${counted(cut, 'node')} not all neighbours were read.`;
  if (found?.length === 0) return 'Start and end are the same.';
  if (found !== null)
    return `${counted(found.length, 'step')}${cut === 0 ? ', and there is no shorter path' : ''}. ${nodes}.${unread}`;
  if (bound === 'steps') return `No path within ${pathBounds.steps} steps: ${nodes}.${unread}`;
  if (bound === 'reads') return `No path: a search ends after ${pathBounds.reads} reads. ${nodes}.${unread}`;
  return cut === 0
    ? `No path: everything that one of the two leads to was read. ${nodes}.`
    : `No path: ${nodes}.${unread}`;
};

function NodeLink({ reader, id }: { readonly reader: GraphReader; readonly id: string }) {
  const point = reader.points.get(id);
  if (point === undefined) return null;
  const { what, title, detail, to = '' } = toStep(point, reader.asOf);
  return (
    <>
      <Anchor component={Link} to={to} size="sm" className="statement">
        <StoredText>{title}</StoredText>
      </Anchor>{' '}
      <Badge size="sm" color="gray">
        {what}
      </Badge>{' '}
      <Text size="xs" span c="dimmed">
        <StoredText>{detail ?? ''}</StoredText>
      </Text>
    </>
  );
}

/** The words of an edge, read from one of its ends, and the other end. */
function EdgeEnd({
  reader,
  edge,
  from,
}: {
  readonly reader: GraphReader;
  readonly edge: Edge;
  readonly from: string;
}) {
  return (
    <>
      <Text size="sm" span c="dimmed">
        {saidFrom(edge, from)}
      </Text>{' '}
      <NodeLink reader={reader} id={otherEnd(edge, from)} />
    </>
  );
}

/** A path in words, from its start. */
function PathLines({
  reader,
  start,
  path,
}: {
  readonly reader: GraphReader;
  readonly start: string;
  readonly path: readonly Edge[];
}) {
  if (path.length === 0) return null;
  let at = start;
  return (
    <ol style={{ margin: 0, fontSize: 'var(--mantine-font-size-sm)' }}>
      <li>
        <NodeLink reader={reader} id={start} />
      </li>
      {path.map((edge) => {
        const before = at;
        at = otherEnd(edge, before);
        return (
          <li key={keyOf(edge)}>
            <EdgeEnd reader={reader} edge={edge} from={before} />
          </li>
        );
      })}
    </ol>
  );
}

/** The neighbours of one node in words; each of them shows its own. */
function NeighbourLines({
  reader,
  id,
  search,
  open,
  onTurn,
  onMore,
}: Pick<WalkProps, 'reader' | 'search'> & {
  readonly id: string;
  readonly open: ReadonlySet<string>;
  onTurn(id: string): void;
  onMore(): Promise<void>;
}) {
  const [isBusy, setBusy] = useState(false);
  const point = reader.points.get(id);
  if (point === undefined || !reader.readings.has(id)) return null;
  const { edges, cut } = readingIn(reader, id, search.without);
  const isCut = cut.length > 0;
  const alwaysOpen = alwaysOpenIn(search);
  const title = storedLine(toStep(point, reader.asOf).title);
  return (
    <Section title={`Neighbours of ${title} (${isCut ? `${edges.length}+` : edges.length})`}>
      {edges.length === 0 && (
        <Text size="sm" c="dimmed">
          None that you can see, of the kinds that are shown.
        </Text>
      )}
      <Stack gap={4} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {edges.map((edge) => {
          const other = otherEnd(edge, id);
          const isOpen = open.has(other);
          const step = reader.points.get(other);
          return (
            <Group key={keyOf(edge)} component="li" gap="xs" wrap="nowrap" align="flex-start">
              {other === alwaysOpen ? (
                <Space w={24} />
              ) : (
                <ActionIcon
                  variant="default"
                  size={24}
                  aria-expanded={isOpen}
                  aria-label={turnLabel(isOpen, step === undefined ? other : toStep(step, reader.asOf).title)}
                  onClick={() => onTurn(other)}
                >
                  {isOpen ? <IconMinus size={14} /> : <IconPlus size={14} />}
                </ActionIcon>
              )}
              <div>
                <EdgeEnd reader={reader} edge={edge} from={id} />
              </div>
            </Group>
          );
        })}
      </Stack>
      {isCut && (
        <Button
          mt="xs"
          size="compact-sm"
          variant="default"
          loading={isBusy}
          onClick={() => {
            setBusy(true);
            onMore().finally(() => setBusy(false));
          }}
        >
          {moreLabel}
        </Button>
      )}
    </Section>
  );
}
