import type { ReactNode } from 'react';
import { type TypedDocumentNode, useQuery } from 'urql';
import { idAsOf } from './addresses.ts';
import { Failure, Waiting } from './answer-state.tsx';

interface Row {
  readonly id: string;
}

interface PageProps<Node> {
  /** Asks for nodes by their ids. */
  readonly query: TypedDocumentNode<{ nodes: (Node | null)[] }, { ids: string[] }>;
  readonly rows: readonly Row[];
  readonly asOf: string;
  /** Draws a row; null for a node of another type. */
  draw(node: Node): ReactNode;
}

/** Rows of one request. */
const pageSize = 25;

/** Rows of a list that has no snapshots of its own, each asked for by that of its own. */
export function AsTheyStood<Node>({ rows, ...page }: PageProps<Node>) {
  return Array.from({ length: Math.ceil(rows.length / pageSize) }, (_, at) => {
    const some = rows.slice(at * pageSize, (at + 1) * pageSize);
    return <Page key={`${some[0]?.id}@${page.asOf}`} rows={some} {...page} />;
  });
}

function Page<Node>({ query, rows, asOf, draw }: PageProps<Node>) {
  const [{ data, error }] = useQuery({ query, variables: { ids: rows.map(({ id }) => idAsOf(id, asOf)) } });
  if (!data) return error === undefined ? <Waiting /> : <Failure error={error} />;
  return data.nodes.map((node) => node && draw(node));
}
