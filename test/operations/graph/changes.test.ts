import { describe, expect, test } from 'vitest';
import { beginning, createTestGateway, people, viewer } from '#test/support/gateway.ts';
import { withStatements } from '#test/support/statements.ts';
import { onServerStore } from '#test/support/store.ts';
import { type Answer, runStory } from '#test/support/story.ts';

const { reviewer, reader, auditor, contributor, service, curator } = people;

const query = `query ($from: DateTime!, $to: DateTime, $filter: TimelineFilter, $orderBy: TimelineOrder) {
  changes(project: "moorings", from: $from, to: $to, filter: $filter, orderBy: $orderBy, first: 50) {
    totalCount
    nodes {
      __typename at actor { name } candidate { id }
      ... on RevisionEvent { revision { content } previous { content } }
      ... on DecisionEvent { from to reason }
      ... on StateEvent { entry { key } before: from after: to }
    } } }`;

describe('what changed between two instants', () => {
  onServerStore((store) => {
    test('is one list of decisions, wordings and state, with both values and the reasons', async () => {
      const gateway = await createTestGateway(store());
      const { does } = runStory(gateway);
      let clock = beginning;
      const wait = () => {
        gateway.pass(60_000);
        clock = new Date(clock.getTime() + 60_000);
      };
      const write = async (content: string, more: object = {}) =>
        (await does(contributor, 'createMemory', { project: 'moorings', content, kind: 'DECISION', ...more }))
          .memory.id;
      const kept = await write('We will moor at the north quay.');
      const dropped = await write('We will moor in the river.');
      await write('My own mooring is elsewhere.', { isPersonal: true });
      wait();
      const from = clock.toISOString();
      await does(reviewer, 'promoteCandidate', { id: kept });
      wait();
      await does(reviewer, 'rejectCandidate', { id: dropped, reason: 'The river silts up.' });
      wait();
      const to = clock.toISOString();
      await does(curator, 'setProjectState', {
        project: 'moorings',
        category: 'quays',
        key: 'north',
        value: 'open',
      });
      const changes = async (who: typeof reader, variables: object) =>
        (await gateway.ask(who, query, variables)).data.changes;

      const between = await changes(auditor, { from, to });
      expect(between).toMatchObject({
        totalCount: 2,
        nodes: [
          {
            __typename: 'DecisionEvent',
            actor: { name: reviewer.user },
            candidate: { id: kept },
            from: 'CANDIDATE',
            to: 'ACTIVE',
            reason: null,
          },
          {
            __typename: 'DecisionEvent',
            candidate: { id: dropped },
            to: 'INVALID',
            reason: 'The river silts up.',
          },
        ],
      });
      const newest = { field: 'AT', direction: 'DESC' };
      expect((await changes(auditor, { from, to, orderBy: newest })).nodes).toEqual(
        between.nodes.toReversed(),
      );
      expect((await changes(auditor, { from, filter: { kind: { eq: 'STATE' } } })).nodes).toMatchObject([
        { entry: { key: 'north' }, before: null, after: 'open' },
      ]);
      expect((await changes(auditor, { from, to, filter: { status: { eq: 'INVALID' } } })).totalCount).toBe(
        1,
      );

      // A rejected item is hidden from a reader, and so is what became of it; personal items are in nobody's list.
      expect(
        (await changes(reader, { from, to })).nodes.map(({ candidate }: Answer) => candidate.id),
      ).toEqual([kept]);
      const all = await changes(people.admin, { from: '2020-01-01T00:00:00Z' });
      expect(all.nodes.filter(({ __typename }: Answer) => __typename === 'RevisionEvent')).toHaveLength(2);
      const stranger = viewer('mallory', ['admin'], { tenant: 'other' });
      // The project stands nowhere that they see: it is refused as one that nobody has.
      expect(await changes(stranger, { from, to })).toBeNull();
    });

    test('shows why an item was returned to the queue: in the fact, in the audit and in the list', async () => {
      const gateway = await createTestGateway(store());
      const { does } = runStory(gateway);
      const from = beginning.toISOString();
      const { memory } = await does(contributor, 'createMemory', {
        project: 'east moorings',
        content: 'We will moor at the east quay.',
        kind: 'DECISION',
      });
      await does(reviewer, 'promoteCandidate', { id: memory.id });
      const reason = 'The harbour master has not agreed.';
      expect(await does(reviewer, 'returnToCandidate', { id: memory.id, reason: ' ' })).toMatchObject({
        code: 'input.invalid',
        path: ['input', 'reason'],
      });
      gateway.pass(60_000);
      await does(reviewer, 'returnToCandidate', { id: memory.id, reason });
      const returned = { action: { eq: 'MEMORY_RETURNED' } };
      const read = async (who: typeof reader) =>
        (
          await gateway.ask(
            who,
            `query ($id: ID!, $from: DateTime!, $filter: AuditFilter) {
              memory(id: $id) { returnReason }
              changes(project: "east moorings", from: $from, orderBy: { field: AT, direction: DESC }, first: 1) { nodes { ... on DecisionEvent { to reason } } }
              auditEvents(filter: $filter) { nodes { after } } }`,
            { id: memory.id, from, filter: returned },
          )
        ).data;
      expect(await read(people.admin)).toMatchObject({
        memory: { returnReason: reason },
        changes: { nodes: [{ to: 'CANDIDATE', reason }] },
        auditEvents: { nodes: [{ after: { returnReason: reason } }] },
      });
      expect(await read(contributor)).toMatchObject({ memory: { returnReason: reason } });
      gateway.pass(60_000);
      await does(reviewer, 'promoteCandidate', { id: memory.id });
      expect(await read(reader)).toMatchObject({
        memory: { returnReason: null },
        changes: { nodes: [{ to: 'ACTIVE', reason: null }] },
      });
    });

    test('is refused with an end before the start, with both instants', async () => {
      const gateway = await createTestGateway(store());
      const { data, errors } = await gateway.ask(auditor, query, {
        from: '2026-03-02T00:00:00Z',
        to: '2026-03-01T00:00:00Z',
      });
      expect(data.changes).toBeNull();
      expect(errors).toMatchObject([
        {
          message:
            'The end, 2026-03-01T00:00:00.000Z, is before the start, 2026-03-02T00:00:00.000Z. Send the earlier instant as from.',
          extensions: { code: 'BAD_USER_INPUT', argument: 'to' },
        },
      ]);
    });

    test('costs as many statements for many changes as for few', async () => {
      const gateway = await createTestGateway(store());
      const story = runStory(gateway);
      const documents = (count: number) => [
        {
          path: `moorings-${count}.md`,
          content: Array.from(
            { length: count },
            (_, at) => `## Decision: buoy ${count}-${at} stays lit at night\n\n`,
          ).join(''),
        },
      ];
      const from = '2020-01-01T00:00:00Z';
      const statements = async () =>
        (await withStatements(store(), () => gateway.ask(auditor, query, { from }))).statements.length;
      await story.ingests(service, documents(1), { project: 'moorings' });
      const few = await statements();
      await story.ingests(service, documents(8), { project: 'moorings' });
      expect(await statements()).toBe(few);
    });

    test('a cursor that begins with no instant is refused by every list of changes', async () => {
      const gateway = await createTestGateway(store());
      const { memory } = await runStory(gateway).does(contributor, 'createMemory', {
        project: 'moorings',
        kind: 'DECISION',
        content: 'We will moor in the lee.',
      });
      const from = '2020-01-01T00:00:00Z';
      const lists = {
        'changes-of-project': `changes(project: "moorings", from: "${from}", after: $after) { nodes { at } }`,
        'timeline-of-memory': `memory(id: "${memory.id}") { timeline(after: $after) { nodes { at } } }`,
      };
      for (const [list, field] of Object.entries(lists))
        for (const place of [
          'x',
          '',
          '5',
          '2026 DECISION mem_1 1',
          '99999999999999999999 DECISION mem_1 1',
          '20260301090000000000',
        ]) {
          const after = Buffer.from(JSON.stringify([list, place])).toString('base64url');
          const { errors } = await gateway.ask(reviewer, `query ($after: String) { ${field} }`, { after });
          expect(errors, `${list} ${place}`).toMatchObject([
            {
              message: 'after is not a cursor of this list. Pass the endCursor of its last page.',
              extensions: { code: 'BAD_USER_INPUT' },
            },
          ]);
        }
    });
  });
});
