import { describe, expect, test } from 'vitest';
import type { Settings } from '#application/app-dependencies.ts';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { contractOperation } from '#test/support/contract.ts';
import { createTestGateway, people, viewer } from '#test/support/gateway.ts';
import { isLong } from '#test/support/property-runs.ts';
import { createStore, type StoreKind, useCaseStores } from '#test/support/store.ts';
import { type Answer, runStory, withoutChance } from '#test/support/story.ts';

const everybody: readonly Viewer[] = [
  ...Object.values(people),
  viewer('eve', ['admin'], { tenant: 'globex' }),
];

/** The answers of one world to everybody, with what was written in it. */
const answersOf = async (kind: StoreKind, settings: Partial<Settings>) => {
  const store = await createStore(kind);
  try {
    const gateway = await createTestGateway(store, { fourEyes: 'off', ...settings });
    const story = runStory(gateway);
    const answers: unknown[] = [];
    const does = async (who: Viewer, mutation: string, input: object): Promise<Answer> => {
      const answer = await story.does(who, mutation, input);
      answers.push([mutation, answer]);
      return answer;
    };
    const [first, second] = await story.candidates([
      'We will write to alice@example.com about every reading.',
      'We will call +1 415 555 0199 when the gauge is dry.',
    ]);
    const { memory } = await does(people.contributor, 'createMemory', {
      project: 'tides',
      kind: 'FACT',
      content: 'The card on file is 4111 1111 1111 1111.',
      summary: 'Ask bob@example.com.',
    });
    await does(people.contributor, 'createMemory', {
      project: 'tides',
      kind: 'FACT',
      content: memory.content,
    });
    await does(people.reader, 'promoteCandidate', { id: first });
    await does(people.reviewer, 'promoteCandidate', { id: first });
    await does(people.reviewer, 'promoteCandidate', { id: memory.id, dryRun: true });
    await does(people.reviewer, 'editItem', { id: first, content: 'We will write to carl@example.com.' });
    await does(people.reviewer, 'rejectCandidate', { id: second, reason: 'Not so.' });
    await does(people.reviewer, 'proposeGraduation', {
      memoryId: first,
      entityType: 'DECISION',
      name: 'Mail',
    });
    for (const who of everybody)
      for (const [query, variables] of [
        ['Memories', {}],
        ['Candidates', {}],
        ['Provenance', { id: first }],
        ['Provenance', { id: memory.id }],
        ['AuditEvents', {}],
      ] as const)
        answers.push([who.user, query, await gateway.ask(who, contractOperation(query), variables)]);
    const suggested = await store.asOwner<{ count: number }>(
      `select count(*)::int as count from memories where suggested_labels <> '{}'`,
    );
    return { answers, suggested: suggested[0]?.count };
  } finally {
    await store.drop();
  }
};

const withoutSuggestions = (answers: unknown): unknown =>
  JSON.parse(JSON.stringify(answers, (key, value) => (key === 'suggestedLabels' ? undefined : value)));

describe('suggestions gate nothing', () => {
  test.runIf(isLong).for(useCaseStores)(
    'every answer is the same with labelling on and off, on %s',
    async (kind) => {
      const on = await answersOf(kind, { autoLabeling: true });
      const off = await answersOf(kind, { autoLabeling: false });
      expect([on.suggested, off.suggested]).toEqual([3, 0]);
      expect(withoutChance(withoutSuggestions(on.answers))).toEqual(
        withoutChance(withoutSuggestions(off.answers)),
      );
    },
  );
});
