import { Session } from 'node:inspector/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTestGateway, people, type TestGateway } from '#test/support/gateway.ts';
import { eachStore, figure, heading } from './measure.ts';

/**
 * `node bench/walk.ts [--files]`: own files and functions that one warm request runs through, by V8's coverage, for a memory by its id, a
 * page and a promotion; with `--files` by name. What runs in the background within the same milliseconds is counted, too.
 */

const named = process.argv.includes('--files');
const root = new URL('..', import.meta.url).href;

const memoryQuery = `query Memory($id: ID!) {
  memory(id: $id) { id content status confidence project { name } contributor { name } createdAt }
}`;
const pageQuery = `query Page {
  memories(first: 20) {
    nodes { id content status confidence contributor { name } }
    pageInfo { hasNextPage endCursor }
  }
}`;
const promotion = `mutation Promote($id: ID!) {
  promoteCandidate(input: { id: $id, expectedRevision: 1 }) {
    ... on ItemPayload { item { id status reviewedBy { name } } }
    ... on UserError { code message }
  }
}`;

/** Functions that ran while `work` did, by own file. */
const walkOf = async (session: Session, work: () => Promise<unknown>): Promise<Map<string, number>> => {
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await session.post('Profiler.takePreciseCoverage');
  await work();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  await session.post('Profiler.stopPreciseCoverage');
  const files = new Map<string, number>();
  for (const { url, functions } of result) {
    if (!/^(src|resolvers|entities)\//.test(url.replace(root, ''))) continue;
    const count = functions.filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0).length;
    if (count > 0) files.set(url.replace(root, ''), count);
  }
  return files;
};

/** Memories of a contributor, as candidates. */
const candidatesOf = async ({ ask }: TestGateway, count: number): Promise<readonly string[]> => {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const { data } = await ask(
      people.contributor,
      `mutation Create($input: CreateMemoryInput!) { createMemory(input: $input) { ... on MemoryPayload { memory { id } } } }`,
      { input: { project: 'bench', kind: 'FACT', content: `The gauge ${n} of the weir is read at noon.` } },
    );
    ids.push(data.createMemory.memory.id);
  }
  return ids;
};

/** Requests before the one that is counted: plans and caches are there then. */
const warm = 6;

await eachStore(async (store) => {
  heading(store.kind);
  const gateway = await createTestGateway(store);
  const ids = await candidatesOf(gateway, warm + 1);
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  const requests = {
    'memory(id)': () => gateway.ask(people.contributor, memoryQuery, { id: ids[0] }),
    page: () => gateway.ask(people.contributor, pageQuery),
    promotion: (n: number) => gateway.ask(people.reviewer, promotion, { id: ids[n] }),
  };
  for (const [name, request] of Object.entries(requests)) {
    for (let n = 0; n < warm; n += 1) await request(n);
    await sleep(300);
    const files = await walkOf(session, () => request(warm));
    const functions = [...files.values()].reduce((sum, count) => sum + count, 0);
    figure(name, `${files.size} files, ${functions} functions`);
    if (named) for (const [file, count] of files) figure(`  ${file}`, String(count));
  }
  session.disconnect();
});
