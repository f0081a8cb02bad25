import { readFile } from 'node:fs/promises';
import { graphql } from 'graphql';
import type { AppDependencies } from '#application/app-dependencies.ts';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { schema } from '#resolvers/index.ts';
import { openGraphQLContext } from '#resolvers/schema/context.ts';
import type { TabIds } from '#server/http/graphiql-tabs.ts';
import { personas } from '#server/http/local-tokens.ts';
import { acceptedRecord, succeedingRecords } from './sample-records.ts';

const project = 'tidewatch';
const charter = new URL('./corpus/charter.md', import.meta.url);

// biome-ignore lint/suspicious/noExplicitAny: the shape of an answer is decided by what is asked
type Answer = any;

const persona = (name: string): Viewer => {
  const found = personas.find(({ user }) => user === name);
  if (!found) throw new Error(`Local mode has no persona ${name}.`);
  return found;
};
const [carol, bob, clara, alice, agent] = ['carol', 'bob', 'clara', 'alice', 'ingest-agent'].map(persona) as [
  Viewer,
  Viewer,
  Viewer,
  Viewer,
  Viewer,
];

const askIn =
  (dependencies: AppDependencies) =>
  async (viewer: Viewer, source: string, variableValues: object = {}) => {
    const operationType = source.startsWith('mutation') ? 'mutation' : 'query';
    const context = await openGraphQLContext(dependencies, {
      viewer,
      requestId: 'sample-story',
      operationType,
    });
    try {
      const { data, errors } = await graphql({
        schema,
        source,
        variableValues: variableValues as Record<string, unknown>,
        contextValue: context,
      });
      if (errors?.[0]) throw errors[0];
      return data as Answer;
    } finally {
      await context.close();
    }
  };

type Ask = ReturnType<typeof askIn>;

/** Runs a mutation, and gives what its payload has of `selection`, a fragment; throws where it is refused. */
const doIn =
  (ask: Ask) =>
  async (viewer: Viewer, mutation: string, input: object, selection = '') => {
    const name = `${mutation[0]?.toUpperCase()}${mutation.slice(1)}`;
    const answer = await ask(
      viewer,
      `mutation ($input: ${name}Input!) { ${mutation}(input: $input) { __typename ... on UserError { code message } ${selection} } }`,
      { input },
    );
    const { code, message, ...payload } = answer[mutation];
    if (code !== undefined) throw new Error(`The sample's ${mutation} was refused: ${message}`);
    return payload as Answer;
  };

/** Actions of local mode's people on the sample corpus, by ordinary operations: every query has something to show. */
const writeStory = async (ask: Ask): Promise<void> => {
  const does = doIn(ask);
  const queue = async (): Promise<readonly { id: string; content: string }[]> =>
    (
      await ask(
        bob,
        `query { candidates(filter: { project: { eq: "${project}" } }, first: 100) { nodes { id content } } }`,
      )
    ).candidates.nodes;
  const find = async (words: string): Promise<string> => {
    const found = (await queue()).find(({ content }) => content.includes(words));
    if (!found) throw new Error(`The sample's queue holds nothing with: ${words}`);
    return found.id;
  };
  const promote = async (words: string): Promise<string> => {
    const id = await find(words);
    await does(bob, 'promoteCandidate', { id });
    return id;
  };
  const write = async (kind: string, content: string): Promise<string> =>
    (await does(carol, 'createMemory', { project, kind, content }, '... on MemoryPayload { memory { id } }'))
      .memory.id;

  // Reviewed: promoted, reworded, confirmed, rejected.
  const radar = await promote('downward-looking radar gauges');
  await does(bob, 'editItem', {
    id: radar,
    content:
      'We measure the water level with downward-looking radar gauges, mounted under piers and bridges.',
  });
  await does(carol, 'recordEvidence', {
    memoryId: radar,
    detectionType: 'CONFIRMATION',
    userQuote: 'Yes, radar it is: the January storm took both pressure sensors.',
  });
  await does(carol, 'voteMemory', { id: radar, vote: 'UP' });
  await does(alice, 'mandateMemory', { id: radar, mandatory: true, audience: [] });
  await does(bob, 'rejectCandidate', {
    id: await find('once every fifteen minutes'),
    reason: 'It is proposed only, and the charter asks for six minutes.',
  });

  // Superseded, and contradicted.
  const levelled = await promote('levelled against the harbour benchmark');
  await does(bob, 'supersede', {
    id: levelled,
    supersededById: await write(
      'DECISION',
      'Each gauge will be levelled against the harbour benchmark four times a year.',
    ),
  });
  await promote('mean spring range is 5.2 metres');
  const doubted = await write('FACT', "The estuary's mean spring range is 4.6 metres at the harbour bridge.");
  await does(bob, 'detectContradictions', { memoryId: doubted });

  // Graduated, with relations.
  const requirement = await promote('keep measuring for 14 days');
  const { item: entity } = await does(
    bob,
    'proposeGraduation',
    { memoryId: requirement, entityType: 'REQUIREMENT', name: 'Fourteen days without power' },
    '... on ItemPayload { item { id } }',
  );
  await does(bob, 'promoteCandidate', { id: entity.id });
  const gauge = await promote('Merrow radar gauge');
  const line = await promote('RS-485 line');
  await does(bob, 'relateEntities', { fromId: line, toId: gauge, relation: 'PART_OF' });
  await does(bob, 'relateEntities', { fromId: gauge, toId: entity.id, relation: 'SATISFIES' });

  // Decisions of runs: a chain of versions with replays, which was given the section of the requirement.
  const { memory } = await ask(bob, 'query ($id: ID!) { memory(id: $id) { source { id } } }', {
    id: requirement,
  });
  const run = { taskClass: 'level_check', filePath: 'gauges/merrow/level.ts', signalClass: 'CONVERGING' };
  const { trace } = await does(
    agent,
    'insertTrace',
    {
      ...run,
      finalVerdict: 'accepted',
      kbChunks: [{ sourceDoc: 'charter.md', chunkId: memory.source.id, cosineScore: 0.71, rank: 1 }],
    },
    '... on InsertTracePayload { trace { traceUid } }',
  );
  for (const succeeded of [true, true])
    await does(agent, 'recordReplay', { traceUid: trace.traceUid, succeeded });
  const { trace: revised } = await does(
    agent,
    'reviseTrace',
    { traceUid: trace.traceUid, finalVerdict: 'accepted after levelling' },
    '... on ReviseTracePayload { trace { traceUid } }',
  );
  for (const succeeded of [true, true, false, true])
    await does(agent, 'recordReplay', { traceUid: revised.traceUid, succeeded });

  // A record that another one took the place of.
  await does(agent, 'ingestDocuments', { project, documents: [acceptedRecord] });
  await promote('compressed-air horn');
  await does(agent, 'ingestDocuments', { project, documents: succeedingRecords });

  // Labels, a policy that only logs, trusted state, new words in a document from which something is believed, and a
  // bundle that was delivered.
  const contacts = await promote('duty.desk@tidewatch.example');
  await does(bob, 'promoteLabels', { id: contacts, labels: ['pii.email'] });
  await does(alice, 'setLabelPolicy', {
    mode: 'LOG_ONLY',
    rules: [{ id: 'contacts', anyLabel: ['pii'], roles: ['reader'], action: 'REDACT' }],
  });
  for (const value of ['pilot', 'building'])
    await does(clara, 'setProjectState', { project, category: 'status', key: 'phase', value });
  await promote('below 9,000 EUR');
  const content = (await readFile(charter, 'utf8')).replace('9,000 EUR', '11,000 EUR');
  await does(agent, 'ingestDocuments', { project, documents: [{ path: 'charter.md', content }] });
  await does(agent, 'deliverBundle', { project });
};

/** Makes the sample's story where it was not made yet, and gives what the ready tabs ask about. */
export const writeSampleStory = async (dependencies: AppDependencies): Promise<TabIds> => {
  const ask = askIn(dependencies);
  const known = () =>
    ask(
      alice,
      `query { memories(first: 1, filter: { project: { eq: "${project}" }, status: { eq: ACTIVE }, rule: { eq: "heading.typed" } }, orderBy: { field: CONFIDENCE, direction: DESC }) { nodes { id extraction { id } } }
        graduated: memories(first: 1, filter: { project: { eq: "${project}" }, status: { eq: GRADUATED } }) { nodes { source { ... on Chunk { document { id } } } } }
        candidates(first: 1, filter: { project: { eq: "${project}" } }, orderBy: { field: CONFIDENCE, direction: DESC }) { nodes { id } }
        contradictions(first: 1) { nodes { id } } queryForHotswap(taskClass: "level_check", filePath: "gauges/merrow/level.ts", signalClass: "CONVERGING") { id } }`,
    );
  const isWritten =
    (await ask(alice, 'query { pathways(first: 1) { nodes { id } } }')).pathways.nodes.length > 0;
  if (!isWritten) await writeStory(ask);
  const { memories, graduated, candidates, contradictions, queryForHotswap } = await known();
  const [memory] = memories.nodes;
  return {
    memory: memory?.id ?? '',
    document: graduated.nodes[0]?.source?.document.id ?? '',
    extraction: memory?.extraction?.id ?? '',
    candidate: candidates.nodes[0]?.id ?? '',
    contradiction: contradictions.nodes[0]?.id ?? '',
    trace: queryForHotswap[0]?.id ?? '',
  };
};
