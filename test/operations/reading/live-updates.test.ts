import { beforeEach, describe, expect, test } from 'vitest';
import { createTestGateway, people, type TestGateway, viewer } from '#test/support/gateway.ts';
import { onServerStore } from '#test/support/store.ts';
import { decisions, runStory, type Story } from '#test/support/story.ts';
import {
  codesOf,
  contents,
  type LiveEvent,
  type Subscription,
  subscriber,
} from '#test/support/subscription.ts';

const { reader, contributor, reviewer, auditor, admin, service } = people;

const queueAfter = `subscription ($after: String) {
  candidateQueued(after: $after) { cursor candidate { id content } }
}`;

const cursorOf = (event: LiveEvent): string => event.data.candidateQueued.cursor;

/** A moment in which whatever was to come would have come. */
const aMoment = 400;

onServerStore((store) => {
  let gateway: TestGateway;
  let url: string;
  let story: Story;
  let live: ReturnType<typeof subscriber>;
  let tenant = 0;
  /** Each test has a tenant of its own. */
  const as = (who: (typeof people)[keyof typeof people]) => ({ ...who, tenant: `tenant-${tenant}` });
  const candidates: Story['candidates'] = (what, more = {}) =>
    story.candidates(what, { by: as(service), ...more });

  beforeEach(async () => {
    tenant += 1;
    gateway = await createTestGateway(store());
    url = (await gateway.gateway.listen()).url;
    story = runStory(gateway);
    live = subscriber(gateway, url);
    return () => gateway.gateway.close();
  });

  describe('what is committed is delivered', () => {
    test('each candidate of a pass, in the order of the queue, and no other project', async () => {
      const bob = await live.queue(as(reviewer));
      const tides = await live.queue(as(reviewer), { project: 'tides' });
      const [first, second] = decisions(2);
      const [firstId, secondId] = await candidates([String(first), String(second)]);
      await candidates(decisions(1, 'crane'), { project: 'harbour', path: 'cranes.md' });
      const events = await bob.take(3);
      expect(events[0]).toEqual({
        data: {
          candidateQueued: { cursor: expect.any(String), candidate: { id: firstId, content: first } },
        },
      });
      expect(events[1].data.candidateQueued.candidate.id).toBe(secondId);
      expect(contents(await tides.take(2))).toEqual([first, second]);
      expect(await tides.within(aMoment)).toEqual([]);
    });

    test('what was written by hand, proposed, or given back; not what is decided', async () => {
      const [id] = await candidates(decisions(1));
      const bob = await live.queue(as(reviewer));
      await story.does(as(reviewer), 'promoteCandidate', { id });
      await story.does(as(reviewer), 'proposeGraduation', {
        memoryId: id,
        entityType: 'DECISION',
        name: 'G',
      });
      const [proposed] = await bob.take(1);
      expect(proposed.data.candidateQueued.candidate.id).toMatch(/^ent_/);
      await story.does(as(reviewer), 'deleteCandidate', { id: proposed.data.candidateQueued.candidate.id });
      await story.does(as(reviewer), 'returnToCandidate', { id });
      expect((await bob.next()).data.candidateQueued.candidate.id).toBe(id);
      await story.does(as(contributor), 'createMemory', {
        project: 'tides',
        kind: 'FACT',
        content: 'The mole is long.',
      });
      expect(contents([await bob.next()])).toEqual(['The mole is long.']);
      expect(await bob.within(aMoment)).toEqual([]);
    });

    test('a routing and its decisions, to reviewers, auditors and the service that recorded it', async () => {
      const streams = await Promise.all(
        [as(reviewer), as(auditor), as(service)].map((who) => live.workflow(who)),
      );
      const { extraction } = await story.does(as(service), 'recordExtraction', {
        extractorVersion: 'reader-1',
        schemaName: 'invoice',
        payload: { total: 4 },
        fieldConfidence: [{ field: 'total', confidence: 0.5 }],
        route: true,
      });
      const events = await Promise.all(streams.map((stream) => stream.next()));
      for (const { data } of events)
        expect(data.workflowItemChanged).toEqual({
          cursor: expect.any(String),
          workflowItem: { id: expect.stringMatching(/^wfi_/), status: 'NEEDS_REVIEW' },
        });
      await story.does(as(reviewer), 'decideWorkflowItem', {
        id: events[0].data.workflowItemChanged.workflowItem.id,
        decision: 'APPROVE',
      });
      for (const stream of streams)
        expect((await stream.next()).data.workflowItemChanged.workflowItem.status).toBe('APPROVED');
      expect(extraction).toBeDefined();
    });

    test('a dry run and a refusal are not delivered', async () => {
      const bob = await live.queue(as(reviewer));
      const memory = { project: 'tides', kind: 'FACT', content: 'The mole is short.' };
      await story.does(as(contributor), 'createMemory', memory);
      await bob.next();
      expect(await story.does(as(contributor), 'createMemory', memory)).toMatchObject({
        code: 'memory.duplicate',
      });
      expect(await bob.within(aMoment)).toEqual([]);
    });
  });

  describe('who may listen', () => {
    test.for([
      ['candidateQueued', [reader, auditor, service], [contributor, reviewer, admin]],
      ['workflowItemChanged', [reader, contributor], [reviewer, auditor, service, admin]],
    ] as const)('%s', async ([field, forbidden, allowed]) => {
      const query = `subscription { ${field} { cursor } }`;
      for (const who of forbidden) {
        const stream = await live.to(as(who), query);
        expect(codesOf(await stream.next())).toEqual(['FORBIDDEN']);
        expect(await stream.next()).toBeNull();
      }
      for (const who of allowed) expect(await (await live.to(as(who), query)).within(100)).toEqual([]);
    });

    test('nobody without a token, and nothing that costs too much', async () => {
      const response = await fetch(`${url}/graphql`, {
        method: 'POST',
        headers: { accept: 'text/event-stream', 'content-type': 'application/json' },
        body: JSON.stringify({ query: 'subscription { candidateQueued { cursor } }' }),
      });
      expect(await response.text()).toContain('UNAUTHENTICATED');
      const deep = `subscription { candidateQueued { candidate { revisions(first: 100) { nodes { revision } } ${'possibleDuplicates { candidate { '.repeat(5)} id ${'} }'.repeat(5)} } } }`;
      expect(codesOf(await (await live.to(as(reviewer), deep)).next())).toEqual(['OPERATION_LIMIT_EXCEEDED']);
      const skipped = 'subscription { candidateQueued @skip(if: true) { cursor } }';
      expect(codesOf(await (await live.to(as(reviewer), skipped)).next())).toEqual(['BAD_USER_INPUT']);
    });

    test('a client that takes no stream is refused, and nothing is kept for it', async () => {
      const response = await fetch(`${url}/graphql`, {
        method: 'POST',
        headers: {
          accept: 'application/json',
          authorization: `Bearer ${await gateway.tokenOf(as(reviewer))}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ query: 'subscription { candidateQueued { cursor } }' }),
      });
      expect(response.status).toBe(406);
    });
  });

  describe('each sees what they may see at that moment', () => {
    test('another tenant, an audience, somebody else’s candidate', async () => {
      const mia = viewer('max', ['reviewer'], { tenant: `tenant-${tenant}`, groups: ['board'] });
      const streams = {
        bob: await live.queue(as(reviewer)),
        board: await live.queue(mia),
        carol: await live.queue(as(contributor)),
        alice: await live.queue(as(admin)),
        globex: await live.queue({ ...reviewer, tenant: 'globex' }),
      };
      const [forAll, forBoard] = decisions(2);
      await candidates([String(forAll)]);
      await candidates([String(forBoard)], { audience: ['board'], path: 'board.md' });
      await story.does(as(contributor), 'createMemory', {
        project: 'tides',
        kind: 'FACT',
        content: 'Carol wrote this.',
      });
      const seen = Object.fromEntries(
        await Promise.all(
          Object.entries(streams).map(async ([name, stream]: [string, Subscription]) => [
            name,
            contents(await stream.within(900)),
          ]),
        ),
      );
      expect(seen).toEqual({
        bob: [forAll, 'Carol wrote this.'],
        board: [forAll, forBoard, 'Carol wrote this.'],
        carol: ['Carol wrote this.'],
        alice: [forAll, forBoard, 'Carol wrote this.'],
        globex: [],
      });
    });

    test('a personal item is delivered to nobody, until it is shared', async () => {
      const streams = await Promise.all(
        [as(reviewer), as(admin), as(contributor)].map((who) => live.queue(who)),
      );
      const { memory } = await story.does(as(contributor), 'createMemory', {
        project: 'tides',
        kind: 'PREFERENCE',
        content: 'I like tea on the quay.',
        isPersonal: true,
      });
      for (const stream of streams) expect(await stream.within(150)).toEqual([]);
      await story.does(as(contributor), 'setMemoryPersonal', { id: memory.id, isPersonal: false });
      for (const stream of streams)
        expect(contents([await stream.next()])).toEqual(['I like tea on the quay.']);
    });

    test('what goes hidden, or leaves the queue, between its commit and its delivery is not delivered', async () => {
      const bob = await live.to(as(reviewer), queueAfter);
      const [marker] = decisions(1, 'marker');
      await candidates([String(marker)], { path: 'marker.md' });
      const after = cursorOf(await bob.next());
      bob.drop();
      const { memory } = await story.does(as(contributor), 'createMemory', {
        project: 'tides',
        kind: 'FACT',
        content: 'This goes hidden.',
      });
      const [promoted, kept] = await candidates(decisions(2, 'buoy'), { path: 'buoys.md' });
      await story.does(as(contributor), 'setMemoryPersonal', { id: memory.id, isPersonal: true });
      await story.does(as(reviewer), 'promoteCandidate', { id: promoted });
      const again = await live.to(as(reviewer), queueAfter, { after });
      expect((await again.next()).data.candidateQueued.candidate.id).toBe(kept);
      expect(await again.within(aMoment)).toEqual([]);
    });

    test('a role-gated field is null in an event as in a query', async () => {
      const carol = await live.to(
        as(contributor),
        'subscription { candidateQueued { candidate { auditTrail { totalCount } possibleDuplicates { similarity } } } }',
      );
      await story.does(as(contributor), 'createMemory', {
        project: 'tides',
        kind: 'FACT',
        content: 'Carol may not read all.',
      });
      expect((await carol.next()).data.candidateQueued.candidate).toEqual({
        auditTrail: null,
        possibleDuplicates: null,
      });
    });
  });

  describe('a cursor takes up where its client left', () => {
    test('what was committed meanwhile is delivered, once, in order, by a process that starts anew', async () => {
      const bob = await live.to(as(reviewer), queueAfter);
      const wordings = decisions(12);
      const ids = await candidates(wordings.slice(0, 4));
      const events = await bob.take(4);
      bob.drop();
      ids.push(...(await candidates(wordings.slice(4), { path: 'more.md' })));
      const again = await live.to(as(reviewer), queueAfter, { after: cursorOf(events[1]) });
      const rest = await again.take(10);
      const seen = [...events.slice(0, 2), ...rest].map(({ data }) => data.candidateQueued.candidate.id);
      expect(seen.slice(0, 4)).toEqual(ids.slice(0, 4));
      // A pass ranks what it writes.
      expect(seen.toSorted()).toEqual(ids.toSorted());
      expect(await again.within(aMoment)).toEqual([]);
    });

    test('changes that are committed at the same time are all delivered', async () => {
      const bob = await live.queue(as(reviewer));
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          story.does(as(contributor), 'createMemory', {
            project: 'tides',
            kind: 'FACT',
            content: `The pile of number ${index} is sound.`,
          }),
        ),
      );
      const events = await bob.take(20);
      expect(events.map(({ data }) => data.candidateQueued.candidate.id).sort()).toEqual(
        answers.map(({ memory }) => memory.id).sort(),
      );
      expect(new Set(events.map(cursorOf)).size).toBe(20);
    });

    test('a cursor that this stream cannot have given is refused, another tenant’s and a forged one alike', async () => {
      const theirs = await live.to({ ...reviewer, tenant: 'globex' }, queueAfter);
      await story.candidates(decisions(1, `crane ${tenant}`), {
        by: { ...service, tenant: 'globex' },
        path: `crane-${tenant}.md`,
      });
      const foreign = cursorOf(await theirs.next());
      const forged = Buffer.from(JSON.stringify(['changes', 'aud_0'])).toString('base64url');
      const answers = await Promise.all(
        [foreign, forged, 'x', ''].map(async (after) =>
          (await live.to(as(reviewer), queueAfter, { after })).next(),
        ),
      );
      for (const answer of answers) expect(answer).toEqual(answers[0]);
      expect(codesOf(answers[0])).toEqual(['BAD_USER_INPUT']);
    });

    test('a cursor counts nothing: between two of them others may have been hidden, or not', async () => {
      const bob = await live.queue(as(reviewer));
      await candidates(decisions(1));
      const { name, id } = Object.fromEntries(
        JSON.parse(Buffer.from(cursorOf(await bob.next()), 'base64url').toString()).map(
          (part: string, place: number) => [['name', 'id'][place], part],
        ),
      );
      expect({ name, id }).toEqual({ name: 'changes', id: expect.stringMatching(/^aud_[0-9a-f-]{36}$/) });
    });
  });
});
