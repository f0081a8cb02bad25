import { onTestFinished } from 'vitest';
import { embedDueItems } from '#application/retrieval/embed-due-items.ts';
import { setEmbeddingModel } from '#persistence/retrieval/embedding-queue.ts';
import { startEmbeddingServer } from './embedding-server.ts';
import { createTestGateway, people } from './gateway.ts';
import type { TestStore } from './store.ts';
import { type Answer, runStory } from './story.ts';

const { admin, contributor, reader } = people;

/** Words that mean the same, each group a direction of its own. */
const concepts = [
  ['boat', 'vessel', 'ship'],
  ['physician', 'doctor'],
  ['kettle', 'teapot'],
];
const vectorOf = (text: string): number[] => {
  const lower = text.toLowerCase();
  return [0.1, ...concepts.map((words) => (words.some((word) => lower.includes(word)) ? 1 : 0))];
};

const bundleQuery = `query ($task: String!, $project: String) { memoryBundle(task: $task, project: $project) {
  items { memory { id content } rank { score relevance words neighbours meaning confidence } } excluded { reason count } answersTask meaning } }`;

const searchQuery = `query ($query: String!, $project: String, $kinds: [SearchKind!], $first: Int, $after: String) {
  search(query: $query, project: $project, kinds: $kinds, first: $first, after: $after) { totalCount totalCountIsExact meaning
    pageInfo { hasNextPage endCursor } nodes { kind rank meaning excerpt { text spans { start } } item { ... on Node { id } } } } }`;

let turn = 0;

/** A gateway with an embedding server that knows three concepts, and a project of its own. Both end with the test. */
export const createMeantWorld = async (store: TestStore, dimension = concepts.length + 1) => {
  turn += 1;
  const project = `meant ${turn}`;
  const server = await startEmbeddingServer((text) => {
    const vector = vectorOf(text);
    return [...vector, ...new Array<number>(dimension - vector.length).fill(0)];
  });
  onTestFinished(async () => {
    server.close();
    await setEmbeddingModel(store.orm, null);
  });
  const endings: string[] = [];
  const parts = {
    embedder: await server.embedder(),
    logEmbedding: (ending: string, times: number) => endings.push(`${times} ${ending}`),
  };
  const gateway = await createTestGateway(store, { fourEyes: 'off' }, parts);
  const plain = await createTestGateway(store, { fourEyes: 'off' });
  await setEmbeddingModel(store.orm, 'letters');
  const story = runStory(gateway);
  const believed = async (content: string, more: object = {}): Promise<string> => {
    const input = { project, kind: 'FACT', content, ...more };
    const author = { ...contributor, groups: ['board'] };
    const { memory }: Answer = await story.does(author, 'createMemory', input);
    await story.does(admin, 'promoteCandidate', { id: memory.id });
    return memory.id;
  };
  const embedAll = async () => {
    while ((await embedDueItems(gateway.dependencies)) > 0);
  };
  /** A dozen memories of something else, and one about a vessel. */
  const fill = async () => {
    for (let at = 0; at < 12; at += 1) await believed(`Shelf ${at} holds ropes of ${at} metres.`);
    return await believed(`The vessel lies at quay ${turn}.`);
  };
  const asked = async (from: typeof gateway, as: typeof reader, query: string, variables: object) => {
    const { data, errors } = await from.ask(as, query, { project, ...variables });
    if (errors) throw new Error(JSON.stringify(errors));
    return data;
  };
  const ask = async (task: string, { from = gateway, as = reader } = {}) =>
    (await asked(from, as, bundleQuery, { task })).memoryBundle;
  const search = async (query: string, more: object = {}, { from = gateway, as = reader } = {}) =>
    (await asked(from, as, searchQuery, { query, ...more })).search;
  return { turn, server, gateway, plain, story, project, believed, embedAll, fill, ask, search, endings };
};
