import { isObjectType } from 'graphql';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { schema } from '#resolvers/index.ts';
import { personas } from '#server/http/local-tokens.ts';
import { ingestSampleCorpus } from '#server/sample/sample-corpus.ts';
import { writeSampleStory } from '#server/sample/sample-story.ts';
import { createTestGateway, type TestGateway } from '#test/support/gateway.ts';
import { sampleOf } from '#test/support/property-runs.ts';
import { onServerStore } from '#test/support/store.ts';
import { runStory } from '#test/support/story.ts';

/** The lists below each type. */
const nestedLists = Object.values(schema.getTypeMap())
  .filter((type) => isObjectType(type))
  .filter((type) => type !== schema.getQueryType())
  .map((type) => ({
    type: type.name,
    names: Object.values(type.getFields())
      .filter(({ args }) => args.some(({ name }) => name === 'first'))
      .map(({ name }) => name),
  }))
  .filter(({ names }) => names.length > 0);

/** Roots of an admin in which the sample has one of each type that has lists. */
const rootsOf = (ids: Readonly<Record<string, string>>): Readonly<Record<string, string>> => ({
  BundleReceipt: 'bundleReceipts(first: 1) { nodes',
  Chunk: `memory(id: "${ids.memory}") { source { ... on Chunk`,
  Contradiction: 'contradictions(first: 1) { nodes',
  Document: 'documents(first: 1) { nodes',
  Entity: 'entities(first: 1) { nodes',
  Extraction: 'extractions(first: 1) { nodes',
  ExtractionReport: 'extractionReports(first: 1) { nodes',
  Interaction: 'interactions(first: 1) { nodes',
  Impact: `impact(of: { documentId: "${ids.document}" }) {...`,
  IngestionWave: 'ingestionWaves(first: 1) { nodes',
  LabelPolicy: 'labelPolicy {...',
  Memory: `memory(id: "${ids.memory}") {...`,
  Pathway: 'pathways(first: 1) { nodes',
  PathwayTrace: 'pathwayTraces(first: 1) { nodes',
  Project: 'projects(first: 1) { nodes',
  ProjectStateEntry: 'projectState(project: "tidewatch") {...',
  Quarantine: 'quarantines(first: 1) { nodes',
  User: 'users(first: 1) { nodes',
  WorkflowItem: 'workflowItems(first: 1) { nodes',
});
/** Types of which nothing stands, and answers of mutations, which refuse a page before they write. */
const absent = ['SourceChange', 'SubjectReportPayload', 'Webhook', 'WithdrawDocumentsPayload'];

/** An error as it is sent. */
type Answered = { readonly path?: readonly unknown[] } | undefined;

describe('a page of a nested list that cannot be meant', () => {
  onServerStore((store) => {
    const admin = personas.find(({ roles }) => roles.includes('admin')) as Viewer;
    let gateway: TestGateway;
    let roots: ReturnType<typeof rootsOf>;
    beforeAll(async () => {
      gateway = await createTestGateway(store(), { autoLabeling: true });
      await ingestSampleCorpus(gateway.dependencies);
      const ids = await writeSampleStory(gateway.dependencies);
      roots = rootsOf({ ...ids });
      const { does } = runStory(gateway);
      await does(admin, 'recordInteraction', {
        project: 'tidewatch',
        content: 'Ann: It rains.',
        extract: false,
      });
      await does(admin, 'quarantine', { of: { documentId: ids.document }, reason: 'Looked at.' });
    });

    test('is asked of every type that has such lists', () => {
      expect(nestedLists.map(({ type }) => type).sort()).toEqual([...Object.keys(roots), ...absent].sort());
    });

    test.for([
      ['first: 101', 'first', 0],
      ['last: -1', 'last', 1],
      ['first: 1, last: 1', 'last', 2],
      ['after: "nonsense"', 'after', 3],
      ['before: "nonsense"', 'before', 4],
    ] as const)('is refused at its own field in every list: %s', async ([page, argument, at]) => {
      const present = nestedLists.filter((one) => !absent.includes(one.type));
      // Each page is asked of another fifth of the types.
      for (const { type, names } of sampleOf(present, 5, at)) {
        for (const name of names) {
          const { data, errors } = await gateway.ask(
            admin,
            `{ found: ${roots[type]} { ${name}(${page}) { pageInfo { hasNextPage } } } }${type === 'Chunk' ? ' }' : ''} viewer { user } }`,
          );
          const [error, ...more] = errors ?? [];
          expect([type, name, more, data.viewer.user]).toEqual([type, name, [], admin.user]);
          expect([type, name, (error as Answered)?.path?.at(-1), error?.extensions]).toEqual([
            ...[type, name, name],
            { code: 'BAD_USER_INPUT', argument },
          ]);
          expect(error?.message).toContain(argument);
        }
      }
    });
  });
});
