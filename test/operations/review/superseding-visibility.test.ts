import { beforeAll, describe, expect, test } from 'vitest';
import { createTestGateway, people, viewer } from '#test/support/gateway.ts';
import { onServerStore } from '#test/support/store.ts';
import { runStory, type Story } from '#test/support/story.ts';

const { admin, reviewer, service, reader } = people;
const crewReviewer = viewer('bert', ['reviewer'], { groups: ['crew'] });

describe('what takes the place of an item, and who sees it', () => {
  onServerStore((store) => {
    let story: Story;
    let papers = 0;
    beforeAll(async () => {
      story = runStory(await createTestGateway(store()));
    });

    const candidate = (content: string, audience: readonly string[] = []) =>
      story.candidate(content, { path: `paper-${++papers}.md`, audience });
    const active = async (content: string, audience?: readonly string[]) => {
      const id = await candidate(content, audience);
      await story.does(crewReviewer, 'promoteCandidate', { id });
      return id;
    };
    const entity = async (content: string, audience?: readonly string[]) => {
      const memoryId = await active(content, audience);
      const { item: proposed } = await story.does(crewReviewer, 'proposeGraduation', {
        memoryId,
        entityType: 'DECISION',
        name: content,
      });
      await story.does(crewReviewer, 'promoteCandidate', { id: proposed.id });
      return proposed.id as string;
    };
    const supersede = (id: string, supersededById: string, who = crewReviewer) =>
      story.does(who, 'supersede', { id, supersededById });
    const memoryOf = async (id: string, who = reader) =>
      (
        await story.gateway.ask(
          who,
          'query ($id: ID!) { memory(id: $id) { status validUntil supersededBy { id } } }',
          { id },
        )
      ).data.memory;

    test('it is for everybody whom the item is for, or it is refused', async () => {
      const forFewer = { code: 'superseding.successor_for_fewer' };
      const forAll = await active('We will moor the ferry at the north pier.');
      const forCrew = await active('We will moor the ferry at the south pier.', ['crew']);
      const forOne = await active('We will moor the ferry at the east pier.');
      await story.does(service, 'setMemoryPersonal', { id: forOne, isPersonal: true });
      await story.does(admin, 'setMemoryPersonal', { id: forOne, isPersonal: true });
      const labelled = await active('We will moor the ferry at the west pier.');
      await story.does(admin, 'setSensitivityLabels', { id: labelled, labels: ['legal'] });
      const proposed = await candidate('We will moor the ferry at no pier.', ['crew']);

      expect(await supersede(forAll, forCrew)).toMatchObject(forFewer);
      expect(await supersede(forAll, proposed)).toMatchObject(forFewer);
      expect(await supersede(forAll, labelled)).toMatchObject(forFewer);
      expect(await supersede(forAll, forOne, admin)).toMatchObject(forFewer);
      expect(await memoryOf(forAll)).toEqual({ status: 'ACTIVE', validUntil: null, supersededBy: null });
      expect((await memoryOf(proposed, crewReviewer)).status).toBe('CANDIDATE');
      expect(
        await story.does(crewReviewer, 'supersede', {
          id: await entity('We will paint the ferry white.'),
          supersededById: await entity('We will paint the ferry blue.', ['crew']),
        }),
      ).toMatchObject(forFewer);

      expect(await supersede(forCrew, forAll)).toMatchObject({ __typename: 'ItemPayload' });
    });

    test('where it is hidden later, the item is shown as superseded, since when, and not by what', async () => {
      const old = await active('We will blow the horn twice in fog.');
      const { receipt } = await story.does(reader, 'deliverBundle', { project: 'tides' });
      const next = await active('We will blow the horn thrice in fog.');
      await supersede(old, next);
      const since = (await memoryOf(old)).validUntil;
      expect(await memoryOf(old)).toEqual({
        status: 'SUPERSEDED',
        validUntil: expect.any(String),
        supersededBy: { id: next },
      });
      await story.does(service, 'setMemoryPersonal', { id: next, isPersonal: true });
      await story.does(admin, 'setMemoryPersonal', { id: next, isPersonal: true });
      expect(await memoryOf(old)).toEqual({ status: 'SUPERSEDED', validUntil: since, supersededBy: null });
      const { bundleChanges } = await story.asks(reader, 'BundleChanges', { receipt: receipt.id });
      expect(bundleChanges.ended).toContainEqual({ id: old, reason: 'SUPERSEDED', replacedBy: null });
      expect(JSON.stringify(bundleChanges)).not.toContain(next);
    });

    test('one that returns to the queue gives back a place that the actor does not see any more', async () => {
      const old = await active('We will coil the ropes by the mast.');
      const next = await candidate('We will coil the ropes by the stern.');
      await supersede(old, next, reviewer);
      for (const who of [service, admin])
        await story.does(who, 'setMemoryPersonal', { id: old, isPersonal: true });
      expect(await memoryOf(old, reviewer)).toBeNull();
      const answer = await story.does(reviewer, 'returnToCandidate', { id: next });
      expect(JSON.stringify(answer)).not.toContain(old);
      expect(await memoryOf(next, reviewer)).toMatchObject({ status: 'CANDIDATE' });
      expect(await memoryOf(old, service)).toEqual({
        status: 'ACTIVE',
        validUntil: null,
        supersededBy: null,
      });
    });

    test('one that took the place of an item which the actor does not see stays where it is', async () => {
      const seen = await active('We will weigh the anchor at six.');
      const hidden = await active('We will weigh the anchor at five.', ['crew']);
      const next = await candidate('We will weigh the anchor at seven.');
      await supersede(seen, next);
      await supersede(hidden, next);
      expect(await memoryOf(hidden, reviewer)).toBeNull();
      await story.does(reviewer, 'restore', { id: seen });
      expect((await memoryOf(seen)).status).toBe('ACTIVE');
      expect((await memoryOf(next)).status).toBe('ACTIVE');
      expect(await memoryOf(hidden, crewReviewer)).toMatchObject({
        status: 'SUPERSEDED',
        supersededBy: { id: next },
      });
    });
  });
});
