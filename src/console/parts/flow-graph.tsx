import '@xyflow/react/dist/style.css';
import { Graph, layout } from '@dagrejs/dagre';
import { Badge, Card, Text, useComputedColorScheme } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import {
  Background,
  Controls,
  type Edge,
  Handle,
  MarkerType,
  type Node,
  Position,
  ReactFlow,
} from '@xyflow/react';
import { useMemo } from 'react';
import { StoredText } from './stored-text.tsx';

export interface GraphStep {
  readonly id: string;
  /** What it is, as `document`. */
  readonly what: string;
  readonly title: string;
  readonly detail?: string | undefined;
  /** Where it opens; absent when it has no page of its own. */
  readonly to?: string | undefined;
  readonly search?: Readonly<Record<string, string>>;
  readonly isHere?: boolean;
}

export interface GraphLink {
  readonly from: string;
  readonly to: string;
  readonly says?: string;
}

const [width, height] = [172, 104];
/** Pixels of one letter of what a link says. */
const letter = 7;

/** Steps without a link stand in rows below the others. */
const [columns, gap] = [6, 24];

const place = (steps: readonly GraphStep[], links: readonly GraphLink[]) => {
  const graph = new Graph().setGraph({ rankdir: 'LR', ranksep: 32, nodesep: 24 });
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
  return new Map([...graph.nodes().map((id) => [id, graph.node(id)] as const), ...rows]);
};

function StepCard({ data: step }: { readonly data: GraphStep & Record<string, unknown> }) {
  const card = (
    <Card
      withBorder
      padding="xs"
      w={width}
      h={height}
      bd={step.isHere ? '2px solid var(--mantine-color-indigo-6)' : undefined}
    >
      <Badge size="sm" color={step.isHere ? 'indigo' : 'gray'}>
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
      <Handle type="target" position={Position.Left} isConnectable={false} />
      {step.to === undefined ? (
        card
      ) : (
        <Link to={step.to} search={step.search ?? {}} style={{ color: 'inherit', textDecoration: 'none' }}>
          {card}
        </Link>
      )}
      <Handle type="source" position={Position.Right} isConnectable={false} />
    </>
  );
}

const nodeTypes = { step: StepCard };

/** Steps and links from left to right; each step with a page of its own opens it. */
export function FlowGraph({
  steps,
  links,
  label,
  height: tall = 240,
}: {
  readonly steps: readonly GraphStep[];
  readonly links: readonly GraphLink[];
  readonly label: string;
  readonly height?: number | string;
}) {
  const scheme = useComputedColorScheme('light');
  const { nodes, edges } = useMemo(() => {
    const placed = place(steps, links);
    return {
      nodes: steps.map((step): Node => {
        const { x = 0, y = 0 } = placed.get(step.id) ?? {};
        return {
          id: step.id,
          type: 'step',
          position: { x: x - width / 2, y: y - height / 2 },
          data: { ...step },
          focusable: false,
          draggable: false,
        };
      }),
      edges: links.map(
        ({ from, to, says }): Edge => ({
          id: `${from}-${to}-${says ?? ''}`,
          source: from,
          target: to,
          label: says,
          focusable: false,
          markerEnd: { type: MarkerType.ArrowClosed },
        }),
      ),
    };
  }, [steps, links]);
  return (
    <Card withBorder padding={0} h={tall} role="group" aria-label={label}>
      <ReactFlow
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        colorMode={scheme}
        fitView
        fitViewOptions={{ maxZoom: 1, padding: 0.08 }}
        minZoom={0.2}
        nodesConnectable={false}
        preventScrolling={false}
        proOptions={{ hideAttribution: true }}
      >
        <Background />
        <Controls showInteractive={false} />
      </ReactFlow>
    </Card>
  );
}
