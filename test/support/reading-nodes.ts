import { CompiledQuery as Compiled, type CompiledQuery, type QueryExecutor } from 'kysely';
import type { ReadSession } from '#persistence/store/viewer-session.ts';

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly Plans?: readonly PlanNode[];
}
const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** The executor, which hands over each query that it is given. */
const overheard = (executor: QueryExecutor, hear: (query: CompiledQuery) => void) => ({
  getExecutor: () =>
    new Proxy(executor, {
      get: (target: QueryExecutor, name: keyof QueryExecutor) =>
        name === 'executeQuery'
          ? (query: CompiledQuery) => {
              hear(query);
              return target.executeQuery(query);
            }
          : target[name],
    }),
});

type Plans = Record<string, { Plan: PlanNode }[]>;

/**
 * The nodes that read, `Index Scan memories_queue_index`, in the plans of every statement that the work executes: the plan for its
 * values, and of a look-up by key the plan that is made once for all values.
 */
export const readingNodes = async (
  session: ReadSession,
  work: (session: ReadSession) => Promise<unknown>,
): Promise<ReadonlySet<string>> => {
  const planned = (await session.db()).getExecutor();
  const generic = (await session.byKey()).getExecutor();
  const sent: CompiledQuery[] = [];
  const sentByKey: CompiledQuery[] = [];
  await work({
    ...session,
    db: async () => overheard(planned, (query) => sent.push(query)),
    byKey: async () => overheard(generic, (query) => sentByKey.push(query)),
  });
  const plans: Plans[] = [];
  for (const { sql, parameters } of sent)
    plans.push(
      ...(await planned.executeQuery<Plans>(Compiled.raw(`explain (format json) ${sql}`, [...parameters])))
        .rows,
    );
  for (const { sql, parameters } of sentByKey) {
    await generic.executeQuery(Compiled.raw(`prepare by_key as ${sql}`));
    const values = parameters.map(() => 'null').join(', ');
    plans.push(
      ...(await generic.executeQuery<Plans>(Compiled.raw(`explain (format json) execute by_key(${values})`)))
        .rows,
    );
    await generic.executeQuery(Compiled.raw('deallocate by_key'));
  }
  const nodes = plans.flatMap((row) => Object.values(row).flat()).flatMap(({ Plan }) => nodesOf(Plan));
  return new Set(
    nodes
      .filter((node) => node['Relation Name'] !== undefined || node['Index Name'] !== undefined)
      .map((node) => `${node['Node Type']} ${node['Index Name'] ?? node['Relation Name']}`),
  );
};
