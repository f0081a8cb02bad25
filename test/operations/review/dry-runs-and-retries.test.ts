import { describe, expect, test } from 'vitest';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { createTestGateway, people, viewer } from '#test/support/gateway.ts';
import { digestOf } from '#test/support/statements.ts';
import { onServerStore } from '#test/support/store.ts';
import { type Answer, decisions, runStory, type Story } from '#test/support/story.ts';

const none = 'mem_00000000-0000-7000-8000-000000000000';

type Step = 'promoteCandidate' | 'rejectCandidate' | 'returnToCandidate';

const stepTo = (story: Story, step: Step, id: string, who: Viewer = people.reviewer): Promise<Answer> =>
  story.does(who, step, { id, ...(step === 'rejectCandidate' ? { reason: 'It is not so.' } : {}) });

describe('a dry run', () => {
  onServerStore((store) => {
    const selection =
      '__typename ... on UserError { code message path } ... on ItemPayload { applied item { id status revision content reviewedBy { name } reviewedAt rejectionReason updatedAt revisions { totalCount nodes { revision content editedBy { name } editedAt } } auditTrail { nodes { action } } } }';
    test.for([
      ['promoteCandidate', {}],
      ['rejectCandidate', { reason: 'No.' }],
      ['editItem', { content: 'Words that are tried on.' }],
    ] as const)(
      'of %s answers what the real one answers, and writes nothing',
      async ([mutation, more], { task }) => {
        const gateway = await createTestGateway(store());
        const story = runStory(gateway);
        const id = await story.candidate(`We will try ${mutation} before (${task.id}).`);
        const name = `${mutation[0]?.toUpperCase()}${mutation.slice(1)}`;
        const asked = async (dryRun: boolean) => {
          const { data, errors } = await gateway.ask(
            people.admin,
            `mutation ($input: ${name}Input!) { ${mutation}(input: $input) { ${selection} } }`,
            { input: { id, ...more, dryRun, idempotencyKey: `try ${task.id}` } },
          );
          expect(errors).toBeUndefined();
          return data[mutation];
        };
        const before = await digestOf(store());
        const tried = await asked(true);
        expect(await digestOf(store())).toEqual(before);
        const done = await asked(false);
        expect(tried).toEqual({ ...done, item: { ...done.item, id: `${id}~preview` }, applied: false });
        expect(done.applied).toBe(true);
        expect(await digestOf(store())).not.toEqual(before);
      },
    );

    test('of createMemory writes nothing, and of what a rule refuses neither an event', async () => {
      const gateway = await createTestGateway(store());
      const story = runStory(gateway);
      const id = await story.candidate('We will be refused in a dry run.');
      const before = await digestOf(store());
      expect(
        await story.does(people.contributor, 'createMemory', {
          project: 'p',
          kind: 'FACT',
          content: 'Tried only.',
          dryRun: true,
        }),
      ).toMatchObject({ memory: { status: 'CANDIDATE', content: 'Tried only.' } });
      expect(await story.does(people.reviewer, 'returnToCandidate', { id, dryRun: true })).toMatchObject({
        code: 'promotion.illegal_transition',
      });
      expect(await digestOf(store())).toEqual(before);
    });

    test('before the real one in one operation does not hold it up', async () => {
      const gateway = await createTestGateway(store());
      const id = await runStory(gateway).candidate('We will try, then do, in one go.');
      const { data } = await gateway.ask(
        people.reviewer,
        `mutation ($id: ID!) { tried: promoteCandidate(input: { id: $id, dryRun: true }) { ...P } done: promoteCandidate(input: { id: $id }) { ...P } }
         fragment P on ItemPayload { applied item { status revision } }`,
        { id },
      );
      const item = { status: 'ACTIVE', revision: 2 };
      expect(data).toEqual({ tried: { applied: false, item }, done: { applied: true, item } });
    });
  });
});

describe('the same call twice', () => {
  onServerStore((store) => {
    test('under one key is done once, with one answer', async () => {
      const story = runStory(await createTestGateway(store()));
      const id = await story.candidate('We will send this call twice.');
      const input = { id, idempotencyKey: 'send it twice' };
      const first = await story.does(people.reviewer, 'promoteCandidate', input);
      const before = await digestOf(store());
      expect(await story.does(people.reviewer, 'promoteCandidate', input)).toEqual(first);
      expect(await digestOf(store())).toEqual(before);
    });

    test('under one key with null in place of an absent argument is done once, unless null means another thing', async () => {
      const story = runStory(await createTestGateway(store()));
      const id = await story.candidate('We will send this call with nulls.');
      const first = { id, idempotencyKey: 'nulls' };
      const promoted = await story.does(people.reviewer, 'promoteCandidate', first);
      const nulls = { ...first, expectedRevision: null, dryRun: null, takeOver: null };
      expect(await story.does(people.reviewer, 'promoteCandidate', nulls)).toEqual(promoted);
      const edit = { id, content: 'We will send this edit with null.', idempotencyKey: 'null summary' };
      await story.does(people.reviewer, 'editItem', { ...edit, expectedRevision: null });
      expect(await story.does(people.reviewer, 'editItem', { ...edit, summary: null })).toMatchObject({
        code: 'idempotency.mismatch',
      });
    });

    test('under one key with another input, or as another mutation, is refused', async () => {
      const story = runStory(await createTestGateway(store()));
      const [one, other] = await story.candidates([
        'We will mismatch the one.',
        'We will mismatch the other.',
      ]);
      await story.does(people.reviewer, 'promoteCandidate', { id: one, idempotencyKey: 'mismatch' });
      const mismatch = {
        __typename: 'UserError',
        code: 'idempotency.mismatch',
        message:
          'This idempotencyKey was already used with another input. Send a new key, or the input of the first call.',
        path: ['input', 'idempotencyKey'],
      };
      expect(
        await story.does(people.reviewer, 'promoteCandidate', { id: other, idempotencyKey: 'mismatch' }),
      ).toEqual(mismatch);
      expect(
        await story.does(people.reviewer, 'returnToCandidate', { id: one, idempotencyKey: 'mismatch' }),
      ).toEqual(mismatch);
    });

    test('under the key of another user, or tenant, is a call of its own', async () => {
      const story = runStory(await createTestGateway(store()));
      const id = await story.candidate('We will share the name of a key.');
      const input = { id, idempotencyKey: 'shared name' };
      await story.does(people.reviewer, 'promoteCandidate', input);
      expect(await story.does(people.admin, 'promoteCandidate', input)).toMatchObject({
        code: 'promotion.illegal_transition',
      });
      expect(
        await story.does(viewer('bob', ['reviewer'], { tenant: 'globex' }), 'promoteCandidate', input),
      ).toMatchObject({ code: 'not_found' });
    });

    test('gives a refusal by a rule again, recorded once; what was not found may be tried again', async () => {
      const story = runStory(await createTestGateway(store()));
      const id = await story.candidate('We will be refused under a key.');
      const input = { id, idempotencyKey: 'refused twice' };
      const first = await story.does(people.reviewer, 'returnToCandidate', input);
      expect(first.code).toBe('promotion.illegal_transition');
      await stepTo(story, 'promoteCandidate', id);
      const before = await digestOf(store());
      expect(await story.does(people.reviewer, 'returnToCandidate', input)).toEqual(first);
      expect(await digestOf(store())).toEqual(before);

      const missed = { id: none, idempotencyKey: 'missed' };
      expect(await story.does(people.reviewer, 'promoteCandidate', missed)).toMatchObject({
        code: 'not_found',
      });
      expect(
        await story.does(people.reviewer, 'promoteCandidate', { ...missed, id: 'mem_other' }),
      ).toMatchObject({ code: 'not_found' });
    });

    test('reads its item again under the visibility of today', async () => {
      const story = runStory(await createTestGateway(store()));
      const member = viewer('mia', ['reviewer'], { groups: ['board'] });
      const id = await story.candidate('We will keep this in the board.', { audience: ['board'] });
      const input = { id, idempotencyKey: 'visibility of today' };
      expect((await story.does(member, 'promoteCandidate', input)).item.id).toBe(id);
      expect(await story.does({ ...member, groups: [] }, 'promoteCandidate', input)).toEqual({
        __typename: 'ItemPayload',
        item: null,
        applied: true,
      });
    });

    test('at the same moment is done once', async () => {
      const story = runStory(await createTestGateway(store()));
      const input = {
        project: 'tides',
        kind: 'FACT',
        content: 'Ten calls at once are one.',
        idempotencyKey: 'at once',
      };
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => story.does(people.contributor, 'createMemory', input)),
      );
      expect(new Set(answers.map(({ memory }) => memory.id)).size).toBe(1);
      const rows = await store().asOwner('select 1 from memories where content = ?', [input.content]);
      expect(rows).toHaveLength(1);
    });

    test('of an ingest takes the documents in once', async () => {
      const story = runStory(await createTestGateway(store()));
      const documents = [
        { path: 'twice.md', content: `# A\n\n## Decision\n\n${decisions(1, 'ingest')[0]}\n` },
      ];
      const first = await story.ingests(people.service, documents, { idempotencyKey: 'ingest twice' });
      const before = await digestOf(store());
      expect(await story.ingests(people.service, documents, { idempotencyKey: 'ingest twice' })).toEqual(
        first,
      );
      expect(await digestOf(store())).toEqual(before);
    });
  });
});
