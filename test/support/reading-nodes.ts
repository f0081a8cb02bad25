import { CompiledQuery as Compiled, type CompiledQuery, type QueryExecutor } from 'kysely';
import type { ReadSession } from '#persistence/store/viewer-session.ts';

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly Plans?: readonly PlanNode[];
}
const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** The nodes that read, `Index Scan memories_queue_index`, in the plans of every statement that the work executes. */
export const readingNodes = async (
  session: ReadSession,
  work: (session: ReadSession) => Promise<unknown>,
): Promise<ReadonlySet<string>> => {
  const executor = (await session.db()).getExecutor();
  const sent: CompiledQuery[] = [];
  const listening = new Proxy(executor, {
    get: (target: QueryExecutor, name: keyof QueryExecutor) =>
      name === 'executeQuery'
        ? (query: CompiledQuery) => {
            sent.push(query);
            return target.executeQuery(query);
          }
        : target[name],
  });
  await work({ ...session, db: async () => ({ getExecutor: () => listening }) });
  const nodes = new Set<string>();
  for (const { sql, parameters } of sent) {
    const { rows } = await executor.executeQuery<Record<string, { Plan: PlanNode }[]>>(
      Compiled.raw(`explain (format json) ${sql}`, [...parameters]),
    );
    for (const plan of Object.values(rows[0] ?? {}).flat())
      for (const node of nodesOf(plan.Plan))
        if (node['Relation Name'] !== undefined || node['Index Name'] !== undefined)
          nodes.add(`${node['Node Type']} ${node['Index Name'] ?? node['Relation Name']}`);
  }
  return nodes;
};
