import { describe, expect, test } from 'vitest';
import { createTestGateway, people } from '#test/support/gateway.ts';
import { onServerStore } from '#test/support/store.ts';
import { runStory } from '#test/support/story.ts';

const { admin, contributor, curator, reader, reviewer, service } = people;
const secret = 'Ottoline Quarrick keeps the harbour keys at night.';
const spelled = 'It was said: OTTOLINE  quarrick keeps\nthe harbour KEYS at night.';
const hook = { url: 'https://example.com/hook', eventTypes: ['MEMORY_PROMOTED'] };
const fact = { project: 'tides', kind: 'FACT' };

describe('erased words that a person writes', () => {
  onServerStore((store) => {
    test.each(['eraseMemory', 'eraseSubject'])(
      'after %s are refused, however they are spelled',
      async (erasure) => {
        const tenant = `by-hand-${erasure.toLowerCase()}`;
        const story = runStory(await createTestGateway(store(), { fourEyes: 'off' }));
        const does = (who: typeof admin, mutation: string, input: object) =>
          story.does({ ...who, tenant }, mutation, input);
        const write = (content: string, more: object = {}) =>
          does(contributor, 'createMemory', { ...fact, content, ...more });
        const { memory: gone } = await write(secret, { subjectId: 'ottoline' });
        const { memory: left } = await write('The pier has forty lamps along its northern side.');
        await does(reviewer, 'promoteCandidate', { id: left.id });
        const erased = await does(
          admin,
          erasure,
          erasure === 'eraseMemory'
            ? { id: gone.id, reason: 'A request.' }
            : { subjectId: 'ottoline', reason: 'A request.' },
        );
        expect(erased.__typename).toMatch(/Payload$/);

        const dispute = { id: left.id, reference: 'the log' };
        for (const words of [secret, spelled])
          for (const [who, mutation, input, name] of [
            [contributor, 'createMemory', { ...fact, content: words }, 'content'],
            [
              contributor,
              'createMemory',
              { ...fact, content: 'The mast is new.', summary: words },
              'summary',
            ],
            [reader, 'disputeMemory', { ...dispute, statement: words }, 'statement'],
            [reviewer, 'editItem', { id: left.id, content: words }, 'content'],
            [
              contributor,
              'recordEvidence',
              { memoryId: left.id, detectionType: 'CONFIRMATION', userQuote: words },
              'userQuote',
            ],
            [
              reviewer,
              'proposeGraduation',
              { memoryId: left.id, entityType: 'PROCESS', name: words },
              'name',
            ],
            [reviewer, 'retire', { id: left.id, reason: words }, 'reason'],
            [reviewer, 'verify', { id: left.id, note: words }, 'note'],
            [admin, 'eraseMemory', { id: left.id, reason: words }, 'reason'],
            [admin, 'createWebhook', { ...hook, description: words }, 'description'],
            [
              curator,
              'setProjectState',
              { project: 'tides', category: 'a', key: 'b', value: words },
              'value',
            ],
            [curator, 'setProjectState', { project: 'tides', category: 'a', key: words, value: 'c' }, 'key'],
            [
              curator,
              'setProjectState',
              { project: 'tides', category: words, key: 'b', value: 'c' },
              'category',
            ],
            ...['taskClass', 'filePath', 'signalClass'].map(
              (name) =>
                [service, 'insertTrace', { taskClass: 'a', filePath: 'b', [name]: words }, name] as const,
            ),
          ] as const)
            expect([mutation, await does(who, mutation, input)]).toEqual([
              mutation,
              expect.objectContaining({
                code: 'input.invalid',
                message: `The input ${name} holds words that were erased. Say it without them.`,
                path: ['input', name],
              }),
            ]);
        const { data } = await story.gateway.ask(
          { ...reviewer, tenant },
          `mutation ($input: ReviewCandidatesInput!) { reviewCandidates(input: $input) {
            ... on ReviewCandidatesPayload { results { error { code path } } } } }`,
          {
            input: {
              decisions: [{ id: left.id, action: 'REJECT', reason: secret }],
              errorPolicy: 'SKIP_FAILED',
            },
          },
        );
        expect(data).toMatchObject({
          reviewCandidates: {
            results: [{ error: { code: 'input.invalid', path: ['input', 'decisions', '0', 'reason'] } }],
          },
        });
        expect((await write('Ottoline Quarrick is a name.')).__typename).toBe('MemoryPayload');
        expect(
          (
            await story.does({ ...contributor, tenant: `${tenant}-2` }, 'createMemory', {
              ...fact,
              content: secret,
            })
          ).__typename,
        ).toBe('MemoryPayload');
      },
    );
  });
});
