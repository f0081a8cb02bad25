import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWriteSession } from '#persistence/store/viewer-session.ts';
import { createTestGateway, people } from '#test/support/gateway.ts';
import { createStore, executeIn, type TestStore } from '#test/support/store.ts';
import { type Answer, runStory } from '#test/support/story.ts';
import { placesOf } from './places-of.ts';

const { admin, contributor, reviewer, service } = people;
const secret = 'We will hand the harbour keys to Ottoline Quarrick in the evening.';
const statements = (content: string) => ({
  schemaName: 'vouch.statements',
  payload: { statements: [{ kind: 'DECISION', content }] },
  fieldConfidence: [{ field: 'content', confidence: 0.9 }],
  extractorVersion: 'roster-1',
});

let store: TestStore;
beforeAll(async () => {
  store = await createStore('postgres');
});
afterAll(() => store.drop());

/** Waits until so many transactions of the store wait for an advisory lock. */
const whenWaiting = async (count: number): Promise<void> => {
  for (;;) {
    const [row] = await store.asOwner<{ waiting: number }>(
      `select count(*)::int as waiting from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`,
    );
    if (row?.waiting === count) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

describe('what is written while an erasure commits holds none of its words', () => {
  interface Standing {
    readonly interactionId: string;
    readonly candidateId: string;
  }
  const taken = 'Payload';
  const refused = 'UserError';
  const calls: readonly [string, string, typeof admin, (standing: Standing) => object, string][] = [
    [
      'an interaction that is recorded and read',
      'recordInteraction',
      contributor,
      () => ({ project: 'tides', content: `Emil: ${secret}`, extract: true }),
      taken,
    ],
    [
      'an extraction that is recorded',
      'recordExtraction',
      service,
      () => ({ ...statements(secret), project: 'tides' }),
      taken,
    ],
    [
      'an interaction that is read',
      'extractInteraction',
      reviewer,
      ({ interactionId }) => ({ interactionId }),
      taken,
    ],
    [
      'a document',
      'ingestDocuments',
      service,
      () => ({
        project: 'tides',
        documents: [{ path: 'a.md', content: `# A\n\n## Decision\n\n${secret}\n` }],
      }),
      taken,
    ],
    [
      'a memory',
      'createMemory',
      contributor,
      () => ({ project: 'tides', kind: 'DECISION', content: secret }),
      refused,
    ],
    ['an edit', 'editItem', reviewer, ({ candidateId }) => ({ id: candidateId, content: secret }), refused],
    [
      'the reason of a rejection',
      'rejectCandidate',
      reviewer,
      ({ candidateId }) => ({ id: candidateId, reason: `Not so: ${secret}` }),
      refused,
    ],
  ];
  test.for(calls)('%s', async ([, mutation, who, inputOf, outcome]) => {
    const tenant = mutation.toLowerCase();
    const as = (person: typeof admin) => ({ ...person, tenant });
    const { does } = runStory(await createTestGateway(store));
    const { memory } = await does(as(contributor), 'createMemory', {
      project: 'tides',
      kind: 'DECISION',
      content: secret,
    });
    const { interaction } = await does(as(contributor), 'recordInteraction', {
      project: 'tides',
      content: `Dora: ${secret}`,
    });
    const { memory: candidate } = await does(as(contributor), 'createMemory', {
      project: 'tides',
      kind: 'FACT',
      content: 'The pier has forty lamps along its northern side.',
    });
    // The erasure waits for the passes and the other for it: it commits before the other writes.
    const pass = await openWriteSession(store.orm, as(admin), 'system');
    await executeIn(pass, `select pg_advisory_xact_lock(hashtextextended('vouch.extraction:${tenant}', 0))`);
    const erasing = does(as(admin), 'eraseMemory', { id: memory.id, reason: 'A request.' });
    await whenWaiting(1);
    const writing = does(
      as(who),
      mutation,
      inputOf({ interactionId: interaction.id, candidateId: candidate.id }),
    );
    await whenWaiting(2);
    await pass.rollback();
    const [erased, written]: Answer[] = await Promise.all([erasing, writing]);
    expect([erased, written]).toMatchObject([
      { __typename: 'EraseMemoryPayload' },
      { __typename: expect.stringMatching(`${outcome}$`) },
    ]);
    expect(await placesOf(store, tenant, ['Quarrick'])).toEqual([]);
  });
});
