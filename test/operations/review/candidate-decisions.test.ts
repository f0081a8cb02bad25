import { describe, expect, test } from 'vitest';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { createTestGateway, people, type TestGateway } from '#test/support/gateway.ts';
import { onServerStore } from '#test/support/store.ts';
import { type Answer, runStory } from '#test/support/story.ts';

const none = {
  mem: 'mem_00000000-0000-7000-8000-000000000000',
  ent: 'ent_00000000-0000-7000-8000-000000000000',
};

const decide = async (
  gateway: TestGateway,
  who: Viewer,
  mutation: string,
  input: object,
): Promise<Answer> => {
  const name = `${mutation[0]?.toUpperCase()}${mutation.slice(1)}`;
  const { data, errors } = await gateway.ask(
    who,
    `mutation ($input: ${name}Input!) { ${mutation}(input: $input) { __typename
      ... on ItemPayload { applied item { __typename id status revision content } }
      ... on UserError { code message path } } }`,
    { input },
  );
  expect(errors).toBeUndefined();
  return data[mutation];
};

/** A memory and an entity, as the queue lists them. */
const queued = async (gateway: TestGateway, part: string, audience: readonly string[] = []) => {
  await runStory(gateway).ingests(people.service, [
    {
      path: `${part}.md`,
      audience,
      content: `# Parts

## Component: ${part}, the part

## Decision: We will use the part ${part}.
`,
    },
  ]);
  const { data } = await gateway.ask(
    { ...people.reviewer, groups: audience },
    `{ candidates(filter: { search: "${part}" }) { nodes { __typename id } } }`,
  );
  return data.candidates.nodes as readonly {
    readonly __typename: 'Memory' | 'Entity';
    readonly id: string;
  }[];
};

const decisions = [
  ['promoteCandidate', {}],
  ['rejectCandidate', { reason: 'It is not so.' }],
  ['editItem', { content: 'Radar gauges are used.' }],
  ['returnToCandidate', {}],
  ['deferCandidate', {}],
  ['supersede', { supersededById: none.mem }],
  ['retire', { reason: 'It is not so.' }],
  ['restore', {}],
  ['verify', {}],
] as const;

describe('the queue lists what its mutations take', () => {
  onServerStore((store) => {
    test('each of the two kinds is edited, promoted, returned and rejected under the id that the queue gave', async () => {
      const gateway = await createTestGateway(store());
      const candidates = await queued(gateway, 'gauge');
      expect(new Set(candidates.map(({ __typename }) => __typename))).toEqual(new Set(['Memory', 'Entity']));
      for (const { __typename, id } of candidates) {
        const by = (mutation: string, more: object = {}) =>
          decide(gateway, people.reviewer, mutation, { id, ...more });
        const reviewed = (status: string, revision: number) => ({
          applied: true,
          item: { __typename, id, status, revision },
        });
        expect(await by('editItem', { content: 'Radar gauges it is.' })).toMatchObject({
          item: { content: 'Radar gauges it is.', revision: 2 },
        });
        expect(await by('promoteCandidate', { expectedRevision: 1 })).toMatchObject({
          code: 'conflict.stale_revision',
        });
        expect(await by('promoteCandidate', { expectedRevision: 2 })).toMatchObject(reviewed('ACTIVE', 3));
        expect(await by('promoteCandidate')).toMatchObject({ code: 'promotion.illegal_transition' });
        expect(await by('returnToCandidate')).toMatchObject(reviewed('CANDIDATE', 4));
        expect(await by('rejectCandidate', { reason: 'It is not so.' })).toMatchObject(
          reviewed('INVALID', 5),
        );
      }
    });

    test.for(decisions)(
      '%s answers a missing, a hidden and a malformed id alike, and a role first',
      async ([mutation, more]) => {
        const gateway = await createTestGateway(store());
        const [shown] = await queued(gateway, mutation);
        const hidden = await queued(gateway, `${mutation}-hidden`, ['board']);
        expect(hidden).toHaveLength(2);
        const ids = [none.mem, none.ent, 'nonsense', 'doc_00000000-0000-7000-8000-000000000000'];
        const answers = await Promise.all(
          [...ids, ...hidden.map(({ id }) => id)].map((id) =>
            decide(gateway, people.reviewer, mutation, { id, ...more }),
          ),
        );
        expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toHaveLength(1);
        expect(answers[0]).toMatchObject({ __typename: 'UserError', code: 'not_found' });
        // Owners verify whatever their roles: a reader is refused by the item, and sees no candidate.
        const code = mutation === 'verify' ? 'not_found' : 'forbidden';
        for (const id of [shown?.id, none.mem])
          expect(await decide(gateway, people.reader, mutation, { id, ...more })).toMatchObject({ code });
      },
    );

    test('an id of the other kind is refused where one kind is taken, to who sees the item alone', async () => {
      const gateway = await createTestGateway(store());
      const { does } = runStory(gateway);
      const candidates = await queued(gateway, 'buoy');
      const idOf = (kind: string) => candidates.find(({ __typename }) => __typename === kind)?.id ?? '';
      expect(
        await does(people.admin, 'mandateMemory', { id: idOf('Entity'), mandatory: true }),
      ).toMatchObject({
        code: 'input.invalid',
        message:
          'This is the id of an entity, which mandateMemory does not take here. Send the id of a memory.',
        path: ['input', 'id'],
      });
      const superseding = { id: idOf('Entity'), supersededById: idOf('Memory') };
      expect(await decide(gateway, people.reviewer, 'supersede', superseding)).toMatchObject({
        code: 'input.invalid',
        message: 'This is the id of a memory, which supersede does not take here. Send the id of an entity.',
        path: ['input', 'supersededById'],
      });
      const [hidden] = await queued(gateway, 'beacon', ['board']);
      const superseded = {
        id: idOf(hidden?.__typename === 'Memory' ? 'Entity' : 'Memory'),
        supersededById: hidden?.id,
      };
      expect(await decide(gateway, people.reviewer, 'supersede', superseded)).toMatchObject({
        code: 'not_found',
        path: ['input', 'supersededById'],
      });
      const evidence = { memoryId: idOf('Entity'), detectionType: 'CONFIRMATION', sourceRef: 'call 1' };
      const asked = async (who: Viewer) => (await does(who, 'recordEvidence', evidence)).code;
      expect(await asked(people.admin)).toBe('input.invalid');
      expect(await asked(people.contributor)).toBe('not_found');
    });

    test.for([
      ['Memory', { name: 'Gauge' }, 'name', 'A memory has no name. Send content, summary, or both.'],
      [
        'Entity',
        { summary: 'In short.' },
        'summary',
        'An entity has no summary. Send content, name, or both.',
      ],
      ['Memory', {}, 'content', 'The edit names no change. Send content, summary, or both.'],
      ['Entity', {}, 'content', 'The edit names no change. Send content, name, or both.'],
    ] as const)('of a %s the edit %j is refused, whether or not there is one', async (row, { task }) => {
      const [kind, edit, field, message] = row;
      const gateway = await createTestGateway(store());
      const part = `hawser-${task.id}`;
      const hidden = await queued(gateway, part, ['board']);
      const ids = hidden.filter(({ __typename }) => __typename === kind).map(({ id }) => id);
      for (const id of [...ids, kind === 'Memory' ? none.mem : none.ent])
        expect(await decide(gateway, people.reviewer, 'editItem', { id, ...edit })).toEqual({
          __typename: 'UserError',
          code: 'input.invalid',
          message,
          path: ['input', field],
        });
      expect(ids).toHaveLength(1);
    });

    test('the memory that an entity came from follows it', async () => {
      const gateway = await createTestGateway(store());
      const { does, candidate } = runStory(gateway);
      const memoryId = await candidate('We will use downward-looking radar gauges.');
      await decide(gateway, people.reviewer, 'promoteCandidate', { id: memoryId });
      const { item: entity } = await does(people.reviewer, 'proposeGraduation', {
        memoryId,
        entityType: 'DECISION',
        name: 'Radar gauges',
      });
      const statusOfMemory = async () =>
        (await gateway.ask(people.reviewer, `{ memory(id: "${memoryId}") { status } }`)).data.memory.status;
      await decide(gateway, people.reviewer, 'promoteCandidate', { id: entity.id });
      expect(await statusOfMemory()).toBe('GRADUATED');
      await decide(gateway, people.reviewer, 'returnToCandidate', { id: entity.id });
      expect(await statusOfMemory()).toBe('ACTIVE');
    });
  });
});
