import { describe, expect, test } from 'vitest';
import { createTestGateway, people, viewer } from '#test/support/gateway.ts';
import { onServerStore, type TestStore } from '#test/support/store.ts';
import { type Answer, runStory } from '#test/support/story.ts';

const { reviewer, contributor } = people;

const setStage = async (store: TestStore) => {
  const gateway = await createTestGateway(store);
  const story = runStory(gateway);
  const believed = async (content: string): Promise<string> => {
    const { memory } = await story.does(contributor, 'createMemory', {
      project: 'places',
      kind: 'DECISION',
      content,
    });
    await story.does(reviewer, 'promoteCandidate', { id: memory.id });
    return memory.id;
  };
  const statusOf = async (id: string): Promise<Answer> =>
    (
      await gateway.ask(reviewer, 'query ($id: ID!) { memory(id: $id) { status supersededBy { id } } }', {
        id,
      })
    ).data.memory;
  return { story, believed, statusOf };
};

describe('what was superseded by what stood already is not left to a candidate', () => {
  onServerStore((store) => {
    test('returnToCandidate waits until the other is restored', async () => {
      const { story, believed, statusOf } = await setStage(store());
      const old = await believed('The north gate closes at noon.');
      const present = await believed('The west gate is open all night.');
      await story.does(reviewer, 'supersede', { id: old, supersededById: present });
      expect(await story.does(reviewer, 'returnToCandidate', { id: present })).toMatchObject({
        code: 'return.holds_place',
      });
      expect(await statusOf(old)).toEqual({ status: 'SUPERSEDED', supersededBy: { id: present } });
      expect(await statusOf(present)).toMatchObject({ status: 'ACTIVE' });
      await story.does(reviewer, 'restore', { id: old });
      await story.does(reviewer, 'returnToCandidate', { id: present });
      expect(await statusOf(present)).toMatchObject({ status: 'CANDIDATE' });
      expect(await statusOf(old)).toEqual({ status: 'ACTIVE', supersededBy: null });
    });

    test('what a resolution kept is returned once the contradiction is open again', async () => {
      const { story, believed, statusOf } = await setStage(store());
      const a = await believed('The tide gauge is read at noon every day.');
      const b = await believed('The tide gauge is not read at noon every day.');
      await story.does(reviewer, 'detectContradictions', { memoryId: b });
      const { contradictions } = await story.asks(reviewer, 'Contradictions', {
        filter: { project: { eq: 'places' } },
      });
      const [{ id }] = contradictions.nodes;
      await story.does(reviewer, 'resolveContradiction', { id, action: 'KEPT_B' });
      const statuses = async () => [(await statusOf(a)).status, (await statusOf(b)).status].sort();
      expect(await statuses()).toEqual(['ACTIVE', 'SUPERSEDED']);
      const kept = (await statusOf(a)).status === 'ACTIVE' ? a : b;
      expect(await story.does(reviewer, 'returnToCandidate', { id: kept })).toMatchObject({
        code: 'return.holds_place',
      });
      await story.does(reviewer, 'reopenContradiction', { id });
      await story.does(reviewer, 'returnToCandidate', { id: kept });
      expect(await statuses()).toEqual(['ACTIVE', 'CANDIDATE']);
    });
  });
});

describe('nobody has their own words believed again by an undo', () => {
  const author = viewer(contributor.user, ['reviewer']);
  const own = { code: 'promotion.reviewer_is_contributor' };

  onServerStore((store) => {
    test('the author of a displaced memory does not return what took its place', async () => {
      const { story, believed, statusOf } = await setStage(store());
      const old = await believed('The east gate closes at noon.');
      const { memory: present } = await story.does(people.admin, 'createMemory', {
        project: 'places',
        kind: 'DECISION',
        content: 'The east gate closes at one.',
      });
      await story.does(reviewer, 'supersede', { id: old, supersededById: present.id });
      expect(await story.does(author, 'returnToCandidate', { id: present.id })).toMatchObject(own);
      expect(await statusOf(old)).toEqual({ status: 'SUPERSEDED', supersededBy: { id: present.id } });
      expect(await statusOf(present.id)).toMatchObject({ status: 'ACTIVE' });
      await story.does(reviewer, 'returnToCandidate', { id: present.id });
      expect(await statusOf(old)).toEqual({ status: 'ACTIVE', supersededBy: null });
    });

    test('the author of a memory that a resolution ended does not reopen the contradiction', async () => {
      const { story, believed, statusOf } = await setStage(store());
      const ended = await believed('The flood lamp is lit at dusk every day.');
      const { memory: kept } = await story.does(people.admin, 'createMemory', {
        project: 'places',
        kind: 'DECISION',
        content: 'The flood lamp is not lit at dusk every day.',
      });
      await story.does(reviewer, 'promoteCandidate', { id: kept.id });
      await story.does(reviewer, 'detectContradictions', { memoryId: kept.id });
      const { contradictions } = await story.asks(reviewer, 'Contradictions', {
        filter: { project: { eq: 'places' }, status: { eq: 'OPEN' } },
      });
      const [{ id }] = contradictions.nodes;
      await story.does(reviewer, 'resolveContradiction', { id, action: 'KEPT_B' });
      expect(await statusOf(ended)).toMatchObject({ status: 'SUPERSEDED' });
      expect(await story.does(author, 'reopenContradiction', { id })).toMatchObject(own);
      expect(await statusOf(ended)).toMatchObject({ status: 'SUPERSEDED' });
      await story.does(reviewer, 'reopenContradiction', { id });
      expect(await statusOf(ended)).toEqual({ status: 'ACTIVE', supersededBy: null });
    });
  });
});
