import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { extractWave } from '#application/ingestion/extract-wave.ts';
import { ingestDocuments } from '#application/ingestion/ingest-documents.ts';
import { extractionDefaults } from '#domain/ingestion/extraction-numbers.ts';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { contractOperation } from '../support/contract.ts';
import { createTestGateway, people } from '../support/gateway.ts';
import { isLong } from '../support/property-runs.ts';
import { withStatements } from '../support/statements.ts';
import { createStore, onServerStore, type TestStore, useCaseStores } from '../support/store.ts';
import { decisionRecord, decisions, runStory, type Story, withoutChance } from '../support/story.ts';

const document = (name: string) =>
  readFileSync(new URL(`documents/${name}.graphql`, import.meta.url), 'utf8');

/** Writes the given number of queued candidates, and as many promoted ones; each from a record of its own, and sighted twice. */
const storyOf = async (store: TestStore, story: Story, count: number): Promise<{ waveId: string }> => {
  const documents = decisions(2 * count).map((decision, index) => ({
    path: `adr/${index}.md`,
    content: decisionRecord(decision),
  }));
  const { wave } = await story.ingests(people.service, documents);
  await story.ingests(
    people.service,
    documents.map(({ path, content }) => ({ path: `again/${path}`, content })),
  );
  const ids = await store.asOwner<{ id: string }>('select id from memories order by id limit ?', [count]);
  for (const { id } of ids) await story.does(people.reviewer, 'promoteCandidate', { id });
  return { waveId: wave.id };
};

interface Measured {
  readonly name: string;
  readonly statements: number;
  readonly who: Viewer;
  readonly query: string;
  readonly variables: (world: { readonly waveId: string }) => object;
}

const measured: readonly Measured[] = [
  {
    name: 'a page of memories, each with its provenance',
    statements: 13,
    who: people.admin,
    query: document('memories-with-provenance'),
    variables: () => ({ first: 50 }),
  },
  {
    name: 'the review queue',
    statements: 9,
    who: people.reviewer,
    query: contractOperation('Candidates'),
    variables: () => ({ first: 50 }),
  },
  {
    name: 'a wave with its documents, chunks and report',
    statements: 8,
    who: people.reviewer,
    query: contractOperation('Wave'),
    variables: ({ waveId }) => ({ id: waveId }),
  },
  {
    name: 'audit events of decisions, with what they are about',
    statements: 4,
    who: people.auditor,
    query: document('audit-with-targets'),
    variables: () => ({ first: 100, filter: { action: { eq: 'MEMORY_PROMOTED' } } }),
  },
  {
    name: 'audit events of routings, with what they are about',
    statements: 4,
    who: people.auditor,
    query: document('audit-with-targets'),
    variables: () => ({ first: 100, filter: { action: { eq: 'WORKFLOW_ROUTED' } } }),
  },
];

const transactionsIn = (frame: readonly string[]): number =>
  frame.filter((text) => /^\s*(?:begin|start transaction)\b/i.test(text)).length;

const measure = async (store: TestStore, count: number): Promise<Record<string, number>> => {
  const extraction = { ...extractionDefaults, candidateLimit: 200 };
  const gateway = await createTestGateway(store, { extraction });
  const world = await storyOf(store, runStory(gateway), count);
  const counts: Record<string, number> = {};
  for (const { name, who, query, variables } of measured) {
    const { result, statements, frame } = await withStatements(store, () =>
      gateway.ask(who, query, variables(world)),
    );
    expect(result.errors, name).toBeUndefined();
    expect(transactionsIn(frame), `${name} opens one transaction`).toBe(1);
    counts[name] = statements.length;
  }
  return counts;
};

describe('what is asked costs as many statements for many rows as for one', () => {
  describe.each(useCaseStores)('on %s', (kind) => {
    test('with few rows and with many', async () => {
      const counted: Record<string, number[]> = {};
      for (const count of isLong ? [1, 10, 50] : [1, 15]) {
        const store = await createStore(kind);
        for (const [name, statements] of Object.entries(await measure(store, count)))
          counted[name] = [...(counted[name] ?? []), statements];
        await store.drop();
      }
      const growing = Object.entries(counted).filter(([, counts]) => new Set(counts).size > 1);
      expect(growing).toEqual([]);
      for (const { name, statements } of measured) expect(counted[name]?.[0], name).toBe(statements);
    });
  });
});

/** The statements of taking a wave in (500 documents a call) and of its passes: one that keeps five, one that keeps the rest. */
const countWriting = async (store: TestStore, documentCount: number): Promise<number[]> => {
  const { dependencies } = await createTestGateway(store, {
    extraction: { ...extractionDefaults, candidateLimit: 1_000 },
  });
  const documents = decisions(documentCount).map((decision, index) => ({
    path: `adr/${index}.md`,
    // Every record is said twice, so that there are sightings, and too short once, so that something is dropped.
    content: decisionRecord(
      decision,
      `We keep gauge ${index}.`,
      `[Component] Gauge ${index}`,
      decision,
      'No.',
    ),
  }));
  const counts: number[] = [];
  const count = async <Outcome>(work: () => Promise<{ readonly outcome: Outcome }>): Promise<Outcome> => {
    const { result, statements } = await withStatements(store, work);
    counts.push(statements.length);
    return result.outcome;
  };
  const half = documents.length / 2;
  const common = { viewer: people.service, requestId: 'statements' };
  const take = (part: typeof documents, waveId: string | null) =>
    count(() =>
      ingestDocuments(dependencies, {
        ...common,
        input: { project: 'tides', documents: part, extract: false, waveId },
      }),
    );
  const { waveId } = await take(documents.slice(0, half), null);
  await take(documents.slice(half), waveId);
  // Each pass finds more than it takes: what is known is compared with only then.
  for (const candidateLimit of [5, 4])
    await count(() => extractWave(dependencies, { ...common, input: { waveId, candidateLimit } }));
  return counts;
};

describe('what is written costs as many statements for many documents as for few', () => {
  onServerStore((store) => {
    test('a wave of 10, and one of 90, which a pass reads in one slice', async () => {
      const few = await countWriting(store(), 10);
      expect(
        few.every((count) => count <= 26),
        `${few}`,
      ).toBe(true);
      const other = await createStore(store().kind);
      expect(await countWriting(other, 90)).toEqual(few);
      await other.drop();
    });
  });
});

describe('the query that the product exists for', () => {
  onServerStore((store) => {
    test('Provenance answers a fact down to its exact text in at most ten statements', async () => {
      const gateway = await createTestGateway(store(), { fourEyes: 'off' });
      const story = runStory(gateway);
      const id = await story.candidate('We will keep every reading for ten years.');
      gateway.pass(60_000);
      await story.does(people.reviewer, 'promoteCandidate', { id });
      await story.does(people.reviewer, 'editItem', {
        id,
        content: 'Every reading is kept for ten years.',
      });

      for (const [name, who] of [
        ['reader', people.reader],
        ['auditor', people.auditor],
      ] as const) {
        const { result, statements, frame } = await withStatements(store(), () =>
          gateway.ask(who, contractOperation('Provenance'), { id }),
        );
        expect(statements.length).toBeLessThanOrEqual(10);
        expect(transactionsIn(frame)).toBe(1);
        // Both stores are compared with one file: a run of one of them leaves nothing obsolete.
        await expect({
          ...(withoutChance(result) as object),
          statements: statements.length,
        }).toMatchFileSnapshot(`answers/provenance-of-${name}.txt`);
      }
    });

    test('decisions of many users cost as many statements as those of one', async () => {
      const gateway = await createTestGateway(store());
      const story = runStory(gateway);
      for (const user of ['dora', 'emil', 'flora']) {
        const id = await story.candidate(`We will keep the buoy of ${user}.`);
        await story.does({ ...people.reviewer, user }, 'rejectCandidate', { id, reason: 'It is gone.' });
      }
      const ask = async (count: number) => {
        const { result, statements } = await withStatements(store(), () =>
          gateway.ask(
            people.reviewer,
            `{ users(first: ${count}, filter: { name: { in: ["dora", "emil", "flora"] } }) { nodes { decisions(first: 2) { nodes { __typename } } } } }`,
          ),
        );
        expect(result.data.users.nodes).toEqual(
          Array.from({ length: count }, () => ({ decisions: { nodes: [{ __typename: 'DecisionEvent' }] } })),
        );
        return statements.length;
      };
      expect(await ask(3)).toBe(await ask(1));
    });

    test('a page of audit events costs one statement a type of target, and one for all its texts', async () => {
      const gateway = await createTestGateway(store(), { fourEyes: 'off' });
      const story = runStory(gateway);
      await story.ingests(people.service, [
        {
          path: 'pier.md',
          content: decisionRecord('We will keep the pier.', '- [Component] The gauge at the pier'),
        },
      ]);
      const { result, statements } = await withStatements(store(), () =>
        gateway.ask(people.auditor, document('audit-with-targets'), { first: 100 }),
      );
      const targets = new Set(
        result.data.auditEvents.nodes.map(
          ({ target }: { target: { __typename: string } }) => target.__typename,
        ),
      );
      expect([...targets].sort()).toEqual(['Document', 'Entity', 'IngestionWave', 'Memory', 'WorkflowItem']);
      expect(statements).toHaveLength(2 + targets.size + 1);
    });

    test('what a prepared operation selects is primed: documents with their chunks, other sides with contradictions', async () => {
      const gateway = await createTestGateway(store(), { fourEyes: 'off' });
      const story = runStory(gateway);
      const [one, other] = await story.candidates(
        ['The buoy mass is 4.8 kg.', 'The mass of the buoy is 5.6 kg.'],
        { project: 'buoys', path: 'adr/buoys.md' },
      );
      for (const memoryId of [one, other])
        await story.does(people.reviewer, 'promoteCandidate', { id: memoryId });
      await story.does(people.reviewer, 'detectContradictions', { memoryId: other });
      const ask = (sides: string) =>
        gateway.ask(
          people.reader,
          `query ($id: ID!) { memory(id: $id) { id content source { ... on Chunk { id document { id path } } }
            contradictions { nodes { id ${sides} } } } }`,
          { id: one },
        );
      for (const sides of [
        'itemA { id content } itemB { id content }',
        'itemA { id content }',
        'itemB { id content }',
        'status',
      ]) {
        const first = await ask(sides);
        expect(first.data.memory.contradictions.nodes).toHaveLength(1);
        expect(first.data.memory.source.document.path).toBe('adr/buoys.md');
        const again = await withStatements(store(), () => ask(sides));
        expect(again.result).toEqual(first);
        expect(again.statements, sides).toHaveLength(3);
      }
    });

    test('an operation that reads nothing opens no transaction', async () => {
      const gateway = await createTestGateway(store(), { fourEyes: 'off' });
      const { statements, frame } = await withStatements(store(), () =>
        gateway.ask(people.reader, contractOperation('Viewer')),
      );
      expect([statements, frame]).toEqual([[], []]);
    });

    test('and so is one that was contradicted and superseded: the largest answer there is', async () => {
      const gateway = await createTestGateway(store(), { fourEyes: 'off' });
      const story = runStory(gateway);
      const write = async (content: string) =>
        (await story.does(people.contributor, 'createMemory', { project: 'tides', kind: 'FACT', content }))
          .memory.id;
      const [kept, lost, open] = [
        await write('The reading lamp burns 8 hours.'),
        await write('The reading lamp burns 9 hours.'),
        await write('The reading lamp burns 10 hours.'),
      ];
      for (const memoryId of [kept, lost, open])
        await story.does(people.reviewer, 'promoteCandidate', { id: memoryId });
      await story.does(people.reviewer, 'detectContradictions', { memoryId: open });
      const { contradictions } = await story.does(people.reviewer, 'detectContradictions', {
        memoryId: lost,
      });
      const between = async () =>
        (await story.asks(people.reviewer, 'Contradictions', {})).contradictions.nodes.find(
          ({ itemA, itemB }: { itemA: { id: string }; itemB: { id: string } }) =>
            itemA.id === kept && itemB.id === lost,
        ).id;
      expect(contradictions).toHaveLength(2);
      await story.does(people.reviewer, 'resolveContradiction', { id: await between(), action: 'KEPT_A' });
      for (const who of [people.reader, people.auditor])
        for (const memoryId of [kept, lost]) {
          const { result, statements } = await withStatements(store(), () =>
            gateway.ask(who, contractOperation('Provenance'), { id: memoryId }),
          );
          expect(result.data.memory.contradictions.nodes).toHaveLength(2);
          expect(result.data.memory.supersedes).toHaveLength(memoryId === kept ? 1 : 0);
          expect(statements.length).toBeLessThanOrEqual(10);
        }
    });
  });
});

describe('a decision', () => {
  test('leaves for a server in two packets: what it is decided by; what it writes, the commit, and what its answer reads', async () => {
    const store = await createStore('postgres');
    try {
      const gateway = await createTestGateway(store);
      const story = runStory(gateway);
      const ids = await story.candidates(['We will keep the pier.', 'We will keep the buoy.']);
      const promote = (id: string | undefined) => story.does(people.reviewer, 'promoteCandidate', { id });
      await promote(ids[0]);
      const { packets } = await withStatements(store, () => promote(ids[1]));
      // The end of a snapshot leaves with what comes next on its connection, or alone.
      const begun = packets
        .map((texts) => texts.filter((text) => text !== 'rollback'))
        .filter((texts) => texts.length > 0);
      expect(begun.slice(0, 2).map((texts) => texts.map((text) => /^\w+( \w+)?/.exec(text)?.[0]))).toEqual([
        ['begin', 'select set_config', 'select', 'select exists'],
        [
          'with history',
          'select append_audit_events',
          'commit',
          'begin isolation',
          'select set_config',
          'select',
        ],
      ]);
    } finally {
      await store.drop();
    }
  });
});
