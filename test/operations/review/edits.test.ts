import { describe, expect, test } from 'vitest';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { createTestGateway, people } from '#test/support/gateway.ts';
import { digestOf } from '#test/support/statements.ts';
import { onServerStore } from '#test/support/store.ts';
import { type Answer, runStory, type Story } from '#test/support/story.ts';

type Step = 'promoteCandidate' | 'rejectCandidate' | 'returnToCandidate';

const stepTo = (story: Story, step: Step, id: string, who: Viewer = people.reviewer): Promise<Answer> =>
  story.does(who, step, { id, ...(step === 'rejectCandidate' ? { reason: 'It is not so.' } : {}) });

describe('an edit', () => {
  onServerStore((store) => {
    test('keeps every wording with its editor and time', async () => {
      const gateway = await createTestGateway(store(), { fourEyes: 'off' });
      const story = runStory(gateway);
      const id = await story.candidate('We will word this once.');
      gateway.pass(1_000);
      await story.does(people.reviewer, 'editItem', { id, content: 'It is worded twice.' });
      await stepTo(story, 'promoteCandidate', id);
      gateway.pass(1_000);
      const { item: memory } = await story.does(people.admin, 'editItem', {
        id,
        content: 'It is worded thrice.',
      });
      expect(memory.revisions.nodes).toEqual([
        {
          revision: 1,
          content: 'We will word this once.',
          editedBy: { name: 'agent' },
          editedAt: '2026-03-01T09:00:00.000Z',
        },
        {
          revision: 2,
          content: 'It is worded twice.',
          editedBy: { name: 'bob' },
          editedAt: '2026-03-01T09:00:01.000Z',
        },
        {
          revision: 4,
          content: 'It is worded thrice.',
          editedBy: { name: 'alice' },
          editedAt: '2026-03-01T09:00:02.000Z',
        },
      ]);
      expect(memory).toMatchObject({
        revision: 4,
        status: 'ACTIVE',
        rule: 'heading.typed',
        confidence: 0.77,
      });
    });

    test('that changes nothing writes nothing', async () => {
      const story = runStory(await createTestGateway(store(), { fourEyes: 'off' }));
      const content = 'We will leave the north pier as it is.';
      const id = await story.candidate(content);
      const before = await digestOf(store());
      expect(await story.does(people.reviewer, 'editItem', { id, content })).toMatchObject({
        item: { revision: 1, content },
      });
      expect(await digestOf(store())).toEqual(before);
    });

    test('sets a summary, and takes it away', async () => {
      const gateway = await createTestGateway(store(), { fourEyes: 'off' });
      const story = runStory(gateway);
      const id = await story.candidate('We will sum the report up shortly.');
      const summary = async (summary: string | null) => {
        const answer = await gateway.ask(
          people.reviewer,
          'mutation ($input: EditItemInput!) { editItem(input: $input) { ... on ItemPayload { item { revision revisions { totalCount } ... on Memory { summary } } } } }',
          { input: { id, summary } },
        );
        return answer.data.editItem.item;
      };
      expect(await summary('In short.')).toEqual({
        summary: 'In short.',
        revision: 2,
        revisions: { totalCount: 2 },
      });
      expect(await summary(null)).toEqual({ summary: null, revision: 3, revisions: { totalCount: 3 } });
    });

    test.for([['INVALID', 'rejectCandidate', 'Return it to the queue first.']] as const)(
      'of what is %s is refused with the way out',
      async ([status, step, remedy]) => {
        const story = runStory(await createTestGateway(store(), { fourEyes: 'off' }));
        const id = await story.candidate('We will not edit what was rejected.');
        await stepTo(story, step, id);
        expect(
          await story.does(people.reviewer, 'editItem', { id, content: 'Something else.' }),
        ).toMatchObject({
          code: 'edit.not_editable',
          message: `An item that is ${status} is not edited: only CANDIDATE and ACTIVE items are. ${remedy}`,
        });
      },
    );
  });
});

describe('a statement that is there already', () => {
  onServerStore((store) => {
    const writes = (story: Story, who: Viewer, content: string, more: object = {}) =>
      story.does(who, 'createMemory', { project: 'tides', kind: 'DECISION', content, ...more });

    test('is refused when its author sees it, in any wording it has had', async () => {
      const story = runStory(await createTestGateway(store(), { fourEyes: 'off' }));
      const id = await story.candidate('We will repeat this in vain.');
      await story.does(people.reviewer, 'editItem', { id, content: 'Repeating this is vain.' });
      await stepTo(story, 'promoteCandidate', id);
      const before = await digestOf(store());
      for (const content of ['We will repeat this in vain.', '  REPEATING this   is vain!'])
        expect(await writes(story, people.contributor, content)).toEqual({
          __typename: 'UserError',
          code: 'memory.duplicate',
          message:
            'An item that you can see says the same already. Look for it and record evidence there, or word this one differently.',
          path: ['input', 'content'],
        });
      expect((await digestOf(store())).memories).toBe(before.memories);
      // Another kind, or another project, is another statement.
      expect(
        (await writes(story, people.contributor, 'Repeating this is vain.', { kind: 'FACT' })).memory,
      ).toBeTruthy();
      expect(
        (await writes(story, people.contributor, 'Repeating this is vain.', { project: 'other' })).memory,
      ).toBeTruthy();
    });

    test('is written as if it were not there when its author does not see it', async () => {
      const story = runStory(await createTestGateway(store(), { fourEyes: 'off' }));
      await story.candidate('We will hide this among the board.', { audience: ['board'] });
      const hidden = await writes(story, people.contributor, 'We will hide this among the board.');
      const fresh = await writes(story, people.contributor, 'We will hide nothing at all here.');
      expect({ ...hidden.memory, id: '', content: '' }).toEqual({ ...fresh.memory, id: '', content: '' });
    });

    test('refuses an edit towards it likewise', async () => {
      const story = runStory(await createTestGateway(store(), { fourEyes: 'off' }));
      const [one = '', other = ''] = await story.candidates([
        'We will say this thing.',
        'We will say that thing.',
      ]);
      expect(
        await story.does(people.reviewer, 'editItem', { id: one, content: 'we will say THAT thing' }),
      ).toMatchObject({
        code: 'memory.duplicate',
      });
      // Back to a wording of its own it may go.
      await story.does(people.reviewer, 'editItem', { id: other, content: 'That thing is said.' });
      expect(
        (await story.does(people.reviewer, 'editItem', { id: other, content: 'We will say that thing.' }))
          .item.revision,
      ).toBe(3);
    });

    test('once written by hand stands as its author wrote it, flagged', async () => {
      const gateway = await createTestGateway(store(), { fourEyes: 'off' });
      const { data } = await gateway.ask(
        { ...people.contributor, groups: ['board', 'crew'] },
        `mutation ($input: CreateMemoryInput!) { createMemory(input: $input) { ... on MemoryPayload { applied memory {
          kind content summary subjectId domain tags isPersonal audience sensitivityLabels project { name } contributor { name } handAuthored confidence
          status layer trust revision rule extractorVersion sourceSpan { text } source { id } extraction { id } confidenceBreakdown { final }
          revisions { nodes { revision content editedBy { name } } } } } } }`,
        {
          input: {
            project: 'tides',
            kind: 'PREFERENCE',
            content: 'Carol prefers the early tide.',
            summary: 'Early tides.',
            subjectId: 'carol',
            domain: 'planning',
            tags: ['tide', 'early', 'tide'],
            isPersonal: true,
            audience: ['crew', 'board'],
            sensitivityLabels: ['pii.email'],
          },
        },
      );
      expect(data.createMemory).toEqual({
        applied: true,
        memory: {
          kind: 'PREFERENCE',
          content: 'Carol prefers the early tide.',
          summary: 'Early tides.',
          subjectId: 'carol',
          domain: 'planning',
          tags: ['early', 'tide'],
          isPersonal: true,
          audience: ['board', 'crew'],
          sensitivityLabels: ['pii.email'],
          project: { name: 'tides' },
          contributor: { name: 'carol' },
          handAuthored: true,
          confidence: 0.5,
          status: 'CANDIDATE',
          layer: 'L1_CANDIDATE',
          trust: 'LOW',
          revision: 1,
          rule: null,
          extractorVersion: null,
          sourceSpan: null,
          source: null,
          extraction: null,
          confidenceBreakdown: null,
          revisions: {
            nodes: [{ revision: 1, content: 'Carol prefers the early tide.', editedBy: { name: 'carol' } }],
          },
        },
      });
    });
  });
});
