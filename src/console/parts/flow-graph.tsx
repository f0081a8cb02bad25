import '@xyflow/react/dist/style.css';
import { Graph, layout } from '@dagrejs/dagre';
import { ActionIcon, Badge, Card, Text, useComputedColorScheme } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import {
  Background,
  Controls,
  type Edge,
  Handle,
  MarkerType,
  type Node,
  type NodeProps,
  Position,
  ReactFlow,
  type ReactFlowInstance,
  useStore,
} from '@xyflow/react';
import { type FocusEvent, useEffect, useMemo, useState } from 'react';
import { StoredText, storedLine } from './stored-text.tsx';

export interface GraphStep {
  readonly id: string;
  /** Kind of step, as `document`. */
  readonly what: string;
  readonly title: string;
  readonly detail?: string | undefined;
  /** Page that it opens; absent when it has none. */
  readonly to?: string | undefined;
  readonly search?: Readonly<Record<string, string>>;
  readonly isHere?: boolean;
  /** True: a step of the way that is pointed out. */
  readonly isOnWay?: boolean;
  /** A button of the step that shows or hides what follows it. */
  readonly turn?: { readonly isOpen: boolean; readonly label: string; onTurn(): void };
}

export interface GraphLink {
  readonly from: string;
  readonly to: string;
  readonly says?: string;
  readonly isOnWay?: boolean;
}

const [width, height] = [164, 112];
/** Pixels of one letter of what a link says. */
const letter = 7;

const gap = 24;
/** With less room than for four steps, they are stacked. */
const narrow = 4 * width;
/** Smaller words cannot be read: the rest of a larger graph is reached by dragging it. */
const [leastZoom, mostZoom] = [0.65, 1];
const bounded = (zoom: number): number => Math.min(mostZoom, Math.max(leastZoom, zoom));
/** The zoom at which a graph is as wide as its frame, within its bounds. */
const zoomIn = (room: number, { wide }: { readonly wide: number }): number => bounded((0.9 * room) / wide);

/** Positions of the steps, and size of the whole. Steps without a link are in rows below the others. */
const place = (steps: readonly GraphStep[], links: readonly GraphLink[], room: number) => {
  const rankdir = room < narrow ? 'TB' : 'LR';
  // A little smaller, two of them stand side by side on a phone.
  const columns = Math.max(2, Math.floor(room / (width + gap)));
  const graph = new Graph().setGraph({ rankdir, ranksep: 28, nodesep: gap });
  const linked = new Set(links.flatMap(({ from, to }) => [from, to]));
  const alone = steps.filter(({ id }) => !linked.has(id));
  for (const { id } of steps) if (linked.has(id)) graph.setNode(id, { width, height });
  for (const { from, to, says = '' } of links)
    graph.setEdge(from, to, { width: says.length * letter, height: 16 });
  layout(graph);
  const below = linked.size === 0 ? 0 : (graph.graph().height ?? 0) + gap;
  const rows = alone.map(({ id }, at) => {
    const [column, row] = [at % columns, Math.floor(at / columns)];
    const x = column * (width + gap) + width / 2;
    return [id, { x, y: below + row * (height + gap) + height / 2 }] as const;
  });
  return {
    at: new Map([...graph.nodes().map((id) => [id, graph.node(id)] as const), ...rows]),
    wide: Math.max(width, graph.graph().width ?? 0, Math.min(columns, alone.length) * (width + gap) - gap),
    tall: below + Math.ceil(alone.length / columns) * (height + gap) - (alone.length === 0 ? 0 : gap),
  };
};

/** Ends of links: drawn by the graph, not by people. */
const ends = { isConnectable: false, style: { opacity: 0 } };

function StepCard({
  data: step,
  targetPosition = Position.Left,
  sourcePosition = Position.Right,
}: NodeProps<Node<GraphStep & Record<string, unknown>>>) {
  const isMarked = step.isHere === true || step.isOnWay === true;
  const card = (
    <Card
      withBorder
      padding="xs"
      w={width}
      h={height}
      bd={isMarked ? '2px solid var(--mantine-color-indigo-6)' : undefined}
    >
      <Badge size="sm" color={isMarked ? 'indigo' : 'gray'} maw={step.turn && 'calc(100% - 40px)'}>
        {step.what}
      </Badge>
      <Text size="sm" fw={600} lineClamp={2} className="statement" lh={1.3}>
        <StoredText>{step.title}</StoredText>
      </Text>
      {step.detail !== undefined && (
        <Text size="xs" c="dimmed" lineClamp={2} lh={1.3}>
          <StoredText>{step.detail}</StoredText>
        </Text>
      )}
    </Card>
  );
  return (
    <>
      <Handle type="target" position={targetPosition} {...ends} />
      {step.to === undefined ? (
        card
      ) : (
        <Link to={step.to} search={step.search ?? {}} style={{ color: 'inherit', textDecoration: 'none' }}>
          {card}
        </Link>
      )}
      {step.turn !== undefined && <TurnButton {...step.turn} />}
      <Handle type="source" position={sourcePosition} {...ends} />
    </>
  );
}

/** Takes 24 pixels of the screen, as a target has to, however small the graph is. */
function TurnButton({ isOpen, label, onTurn }: NonNullable<GraphStep['turn']>) {
  const zoom = useStore(({ transform }) => bounded(transform[2]));
  return (
    <ActionIcon
      variant="default"
      size={Math.ceil(24 / zoom)}
      pos="absolute"
      top={6}
      right={6}
      aria-expanded={isOpen}
      aria-label={label}
      title={label}
      onClick={onTurn}
    >
      {isOpen ? <IconMinus size={14} /> : <IconPlus size={14} />}
    </ActionIcon>
  );
}

const fit = { minZoom: leastZoom, maxZoom: mostZoom, padding: 0.04 };

/** The view of a graph that is larger than its frame: from its beginning, in the middle of the frame where it is not too wide. */
const beginning = (size: { readonly wide: number }, room: number) => {
  const zoom = zoomIn(room, size);
  return { zoom, x: Math.max(gap, (room - zoom * size.wide) / 2), y: gap };
};

const nodeTypes = { step: StepCard };

/** Steps and links from left to right, or downwards where there is no room; each step with a page of its own opens it. */
export function FlowGraph({
  steps,
  links,
  label,
  most,
  centre,
}: {
  readonly steps: readonly GraphStep[];
  readonly links: readonly GraphLink[];
  readonly label: string;
  /** The height of the frame where the graph needs more; absent: as much as it needs. */
  readonly most?: string;
  /** The step that is brought into view with its links whenever the graph changes; absent: the whole graph is. */
  readonly centre?: string;
}) {
  const scheme = useComputedColorScheme('light');
  const { ref, width: room, height: tall } = useElementSize();
  const isNarrow = room < narrow;
  const { nodes, edges, needed, isNoWider, size } = useMemo(() => {
    const placed = place(steps, links, room);
    const titles = new Map(steps.map(({ id, title }) => [id, storedLine(title)]));
    const zoom = zoomIn(room, placed);
    const [targetPosition, sourcePosition] = isNarrow
      ? [Position.Top, Position.Bottom]
      : [Position.Left, Position.Right];
    return {
      needed: zoom * placed.tall + 2 * gap,
      size: { wide: placed.wide, tall: placed.tall },
      isNoWider: zoom * placed.wide <= room,
      nodes: steps.map((step): Node => {
        const { x = 0, y = 0 } = placed.at.get(step.id) ?? {};
        return {
          id: step.id,
          type: 'step',
          position: { x: x - width / 2, y: y - height / 2 },
          data: { ...step },
          targetPosition,
          sourcePosition,
          // Given and not measured: the library does not show a step that is replaced before it has measured it.
          measured: { width, height },
          handles: isNarrow
            ? [
                { type: 'target', position: targetPosition, x: width / 2, y: 0 },
                { type: 'source', position: sourcePosition, x: width / 2, y: height },
              ]
            : [
                { type: 'target', position: targetPosition, x: 0, y: height / 2 },
                { type: 'source', position: sourcePosition, x: width, y: height / 2 },
              ],
          focusable: false,
          draggable: false,
        };
      }),
      edges: links.map(
        ({ from, to, says, isOnWay }): Edge => ({
          id: `${from}-${to}-${says ?? ''}`,
          source: from,
          target: to,
          label: says,
          ariaLabel: [titles.get(from), says ?? 'leads to', titles.get(to)].join(' '),
          focusable: false,
          style: isOnWay ? { stroke: 'var(--mantine-color-indigo-6)', strokeWidth: 2.5 } : {},
          markerEnd: {
            type: MarkerType.ArrowClosed,
            ...(isOnWay && { color: 'var(--mantine-color-indigo-6)' }),
          },
        }),
      ),
    };
  }, [steps, links, room, isNarrow]);
  // The frame has a border of one pixel.
  const isWhole = isNoWider && (most === undefined || needed <= tall + 2);
  const [view, setView] = useState<ReactFlowInstance | null>(null);
  useEffect(() => {
    const beside = edges.flatMap(({ source, target }) =>
      source === centre || target === centre ? [source, target] : [],
    );
    const isLarger = leastZoom * size.wide > room || leastZoom * size.tall > tall;
    if (beside.length > 0) view?.fitView({ ...fit, nodes: beside.map((id) => ({ id })) });
    else if (isLarger) view?.setViewport(beginning(size, room));
    else view?.fitView(fit);
  }, [view, edges, centre, size, room, tall]);
  /** Moves the graph to a step that the keyboard has reached and that is outside its frame. */
  const follow = ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
    const node = target.closest<HTMLElement>('.react-flow__node');
    if (node?.dataset.id === undefined || !target.matches(':focus-visible')) return;
    const [step, whole] = [node.getBoundingClientRect(), currentTarget.getBoundingClientRect()];
    const isSeen =
      step.left >= whole.left &&
      step.right <= whole.right &&
      step.top >= whole.top &&
      step.bottom <= whole.bottom;
    const zoom = view?.getZoom() ?? mostZoom;
    if (!isSeen) view?.fitView({ minZoom: zoom, maxZoom: zoom, nodes: [{ id: node.dataset.id }] });
  };
  return (
    <Card
      ref={ref}
      withBorder
      padding={0}
      h={most === undefined ? needed : `min(${needed}px, ${most})`}
      role="group"
      aria-label={label}
      onFocus={follow}
    >
      {room > 0 && (
        <ReactFlow
          key={room}
          // An application would keep a screen reader from reading its words.
          ref={(frame) => frame?.setAttribute('role', 'presentation')}
          nodes={nodes}
          edges={edges}
          nodeTypes={nodeTypes}
          colorMode={scheme}
          onInit={setView}
          fitView
          fitViewOptions={fit}
          minZoom={0.2}
          nodesConnectable={false}
          // A finger on a graph that is there as a whole scrolls the page.
          panOnDrag={!(isNarrow && isWhole)}
          preventScrolling={false}
          proOptions={{ hideAttribution: true }}
        >
          <Background />
          {!isWhole && <Controls showInteractive={false} />}
        </ReactFlow>
      )}
    </Card>
  );
}
