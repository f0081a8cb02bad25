import { describe, expect, test } from 'vitest';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { createTestGateway, people } from '#test/support/gateway.ts';
import { digestOf } from '#test/support/statements.ts';
import { onServerStore, type TestStore } from '#test/support/store.ts';
import { type Answer, decisionRecord, runStory, type Story } from '#test/support/story.ts';

/**
 * Promotion rules, "Reversibility": each row of the table is done and undone, and the store is what it was but for the
 * audit, the count of changes, the time of the last one, the rows of history and of
 * numbers, who is known, and what waits for a judge.
 */

const { reviewer, contributor, service, curator } = people;
const history = [
  ...['audit_events', 'audit_texts', 'audit_heads', 'known_users', 'revisions', 'former_states'],
  ...['unjudged_memories', 'item_counts', 'item_names', 'inbox_counts', 'contradiction_counts'],
  'quality_counts',
];
/** Counters change, and so do the time of the first review, the time and turn of waiting, and the finding about a later version. */
const counters = [
  ...['revision', 'updated_at', 'opened_at', 'first_reworded_at'],
  ...['pending_since', 'since', 'turn', 'flow'],
];

/** Every row of every table but those of history and relations that ended, without what counts changes. */
const standing = async (store: TestStore): Promise<Record<string, unknown>> => {
  const state: Record<string, unknown> = {};
  for (const table of Object.keys(await digestOf(store)).filter((name) => !history.includes(name))) {
    const rows = await store.asOwner<{ row: string }>(
      `select (to_jsonb(t) - array[${counters.map((name) => `'${name}'`).join(', ')}])::text as row from "${table}" t
        where to_jsonb(t) ->> 'unrelated_at' is null order by 1`,
    );
    state[table] = rows.map(({ row }) => row);
  }
  return state;
};

const statusOf = ({ memory, item }: Answer) => (memory ?? item)?.status;

interface Stage {
  readonly store: TestStore;
  readonly story: Story;
  readonly ask: (who: Viewer, query: string, variables: object) => Promise<Answer>;
  /** The id of an active memory, and of what became of it. */
  readonly active: (content: string) => Promise<string>;
  readonly proposed: (content: string) => Promise<{ readonly memoryId: string; readonly id: string }>;
  readonly entity: (content: string) => Promise<string>;
  /** A believed item, and the candidate with its source's present words. */
  readonly reworded: (
    before: string,
    after: string,
    record?: (words: string) => string,
  ) => Promise<{ readonly replacedId: string; readonly id: string }>;
}

const setStage = async (store: TestStore): Promise<Stage> => {
  const gateway = await createTestGateway(store);
  const story = runStory(gateway);
  const active: Stage['active'] = async (content) => {
    const id = await story.candidate(content);
    await story.does(reviewer, 'promoteCandidate', { id });
    return id;
  };
  const proposed: Stage['proposed'] = async (content) => {
    const memoryId = await active(content);
    const { item: entity } = await story.does(reviewer, 'proposeGraduation', {
      memoryId,
      entityType: 'DECISION',
      name: content,
    });
    return { memoryId, id: entity.id };
  };
  return {
    store,
    story,
    ask: async (who, query, variables) => (await gateway.ask(who, query, variables)).data,
    active,
    proposed,
    entity: async (content) => {
      const { id } = await proposed(content);
      await story.does(reviewer, 'promoteCandidate', { id });
      return id;
    },
    reworded: async (before, after, record = decisionRecord) => {
      const read = async (words: string): Promise<string> => {
        const { wave } = await story.ingests(service, [{ path: `${before}.md`, content: record(words) }]);
        return wave.report.candidates.nodes[0].id;
      };
      const replacedId = await read(before);
      await story.does(reviewer, 'promoteCandidate', { id: replacedId });
      return { replacedId, id: await read(after) };
    },
  };
};

const unrelate = `mutation ($input: UnrelateEntitiesInput!) { unrelateEntities(input: $input) {
  __typename ... on UserError { code } } }`;

const retire = `mutation ($input: RetireInput!) { retire(input: $input) {
  __typename ... on ItemPayload { item { status } } } }`;

interface Row {
  readonly name: string;
  /** Sets the stage; returns the ids that the steps need. */
  readonly given: (stage: Stage) => Promise<Record<string, string>>;
  readonly does: (stage: Stage, ids: Record<string, string>) => Promise<unknown>;
  /** The status, or what else shows that it was done. */
  readonly done: unknown;
  readonly undoes: (stage: Stage, ids: Record<string, string>) => Promise<unknown>;
}

const rows: readonly Row[] = [
  {
    name: 'a memory candidate is promoted, and returned',
    given: async ({ story }) => ({ id: await story.candidate('We will keep the pier.') }),
    does: async ({ story }, ids) => statusOf(await story.does(reviewer, 'promoteCandidate', ids)),
    done: 'ACTIVE',
    undoes: ({ story }, ids) => story.does(reviewer, 'returnToCandidate', ids),
  },
  {
    name: 'a memory candidate is rejected, and returned',
    given: async ({ story }) => ({ id: await story.candidate('We will sell the pier.') }),
    does: async ({ story }, ids) =>
      statusOf(await story.does(reviewer, 'rejectCandidate', { ...ids, reason: 'No.' })),
    done: 'INVALID',
    undoes: ({ story }, ids) => story.does(reviewer, 'returnToCandidate', ids),
  },
  {
    name: 'a memory that is promoted while it is deferred is deferred again when it is returned',
    given: async ({ story }) => {
      const id = await story.candidate('We will paint the pier.');
      await story.does(reviewer, 'deferCandidate', { id, until: '2027-01-01T00:00:00.000Z' });
      return { id };
    },
    does: async ({ story }, ids) => statusOf(await story.does(reviewer, 'promoteCandidate', ids)),
    done: 'ACTIVE',
    undoes: ({ story }, ids) => story.does(reviewer, 'returnToCandidate', ids),
  },
  {
    name: 'a candidate is deferred, and due again',
    given: async ({ story }) => ({ id: await story.candidate('We will light the pier.') }),
    does: async ({ story }, ids) =>
      statusOf(await story.does(reviewer, 'deferCandidate', { ...ids, until: '2027-01-01T00:00:00.000Z' })),
    done: 'CANDIDATE',
    undoes: ({ story }, ids) => story.does(reviewer, 'deferCandidate', { ...ids, until: null }),
  },
  {
    name: 'a graduation is proposed, and its entity deleted',
    given: async ({ active }) => ({ memoryId: await active('We will measure at the pier.') }),
    does: async ({ story }, ids) => {
      const { item: entity } = await story.does(reviewer, 'proposeGraduation', {
        ...ids,
        entityType: 'DECISION',
        name: 'Measuring',
      });
      ids.id = entity.id;
      return entity.graduatedFrom;
    },
    done: { id: expect.stringMatching(/^mem_/), status: 'ACTIVE' },
    undoes: ({ story }, { id }) => story.does(reviewer, 'deleteCandidate', { id }),
  },
  {
    name: 'an entity candidate is rejected, and returned',
    given: async ({ proposed }) => proposed('We will measure at the lock.'),
    does: async ({ story }, { id }) =>
      statusOf(await story.does(reviewer, 'rejectCandidate', { id, reason: 'No.' })),
    done: 'INVALID',
    undoes: ({ story }, { id }) => story.does(reviewer, 'returnToCandidate', { id }),
  },
  {
    name: 'a memory has graduated, and its entity is returned to the queue',
    given: async ({ proposed }) => proposed('We will measure at the weir.'),
    does: async ({ story }, { id }) => statusOf(await story.does(reviewer, 'promoteCandidate', { id })),
    done: 'ACTIVE',
    undoes: ({ story }, { id }) => story.does(reviewer, 'returnToCandidate', { id }),
  },
  {
    name: 'an entity of the short path is promoted, and returned',
    given: async ({ story, store }) => {
      await story.ingests(service, [
        { path: 'parts.md', content: '# Parts\n\n- [Component] The radar gauge at the pier\n' },
      ]);
      const [row] = await store.asOwner<{ id: string }>(
        `select id from graph_entities where graduated_from_id is null`,
      );
      return { id: row?.id ?? '' };
    },
    does: async ({ story }, ids) => statusOf(await story.does(reviewer, 'promoteCandidate', ids)),
    done: 'ACTIVE',
    undoes: ({ story }, ids) => story.does(reviewer, 'returnToCandidate', ids),
  },
  {
    name: 'an active entity is superseded, and restored',
    given: async ({ entity }) => ({
      id: await entity('We will measure by radar.'),
      supersededById: await entity('We will measure by laser.'),
    }),
    does: async ({ story }, ids) => statusOf(await story.does(reviewer, 'supersede', ids)),
    done: 'SUPERSEDED',
    undoes: ({ story }, { id }) => story.does(reviewer, 'restore', { id }),
  },
  {
    name: 'an active entity is retired, and restored',
    given: async ({ entity }) => ({ id: await entity('We will measure by ear.') }),
    does: async ({ ask }, ids) =>
      (await ask(reviewer, retire, { input: { ...ids, reason: 'Nobody does.' } })).retire.item.status,
    done: 'RETIRED',
    undoes: ({ story }, { id }) => story.does(reviewer, 'restore', { id }),
  },
  {
    name: 'an active memory is retired, and restored',
    given: async ({ active }) => ({ id: await active('We will measure by hand.') }),
    does: async ({ story }, ids) =>
      statusOf(await story.does(reviewer, 'retire', { ...ids, reason: 'Nobody does.' })),
    done: 'RETIRED',
    undoes: ({ story }, { id }) => story.does(reviewer, 'restore', { id }),
  },
  {
    name: 'an active memory is superseded by one that was promoted at the same instant, and restored',
    given: async ({ active }) => ({
      id: await active('We will measure by eye.'),
      supersededById: await active('We will measure by sonar.'),
    }),
    does: async ({ story }, ids) => statusOf(await story.does(reviewer, 'supersede', ids)),
    done: 'SUPERSEDED',
    undoes: ({ story }, { id }) => story.does(reviewer, 'restore', { id }),
  },
  {
    name: 'an active memory is superseded by a candidate, which is promoted with it, and restored',
    given: async ({ active, story }) => ({
      id: await active('We will measure by rope.'),
      supersededById: await story.candidate('We will measure by lead line.', { path: 'b.md' }),
    }),
    does: async ({ story }, ids) => {
      const answer = await story.does(reviewer, 'supersede', ids);
      return [answer.item.status, answer.successor.status];
    },
    done: ['SUPERSEDED', 'ACTIVE'],
    undoes: ({ story }, { id }) => story.does(reviewer, 'restore', { id }),
  },
  {
    name: 'a candidate that its source says in the place of a memory is promoted, and returned',
    given: ({ reworded }) =>
      reworded('We will moor the boats at the north pier.', 'We will moor the boats at the south pier.'),
    does: async ({ story }, { id }) => {
      const { item: memory } = await story.does(reviewer, 'promoteCandidate', { id });
      return memory.status;
    },
    done: 'ACTIVE',
    undoes: ({ story }, { id }) => story.does(reviewer, 'returnToCandidate', { id }),
  },
  {
    name: 'a candidate that its source says in the place of a memory is promoted, and the memory restored',
    given: ({ reworded }) =>
      reworded('We will land the mail at the old quay.', 'We will land the mail at the new quay.'),
    does: async ({ story }, { id }) => {
      const { item: memory } = await story.does(reviewer, 'promoteCandidate', { id });
      return memory.status;
    },
    done: 'ACTIVE',
    undoes: ({ story }, { replacedId }) => story.does(reviewer, 'restore', { id: replacedId }),
  },
  {
    name: 'an entity that its source says in the place of another is promoted, and the other restored',
    given: ({ reworded }) =>
      reworded(
        'The radar gauge at the outer pier',
        'The radar gauge at the inner pier',
        (words) => `# Parts\n\n- [Component] ${words}\n`,
      ),
    does: async ({ story }, { id }) => statusOf(await story.does(reviewer, 'promoteCandidate', { id })),
    done: 'ACTIVE',
    undoes: ({ story }, { replacedId }) => story.does(reviewer, 'restore', { id: replacedId }),
  },
  {
    name: 'two entities are related, and unrelated',
    given: async ({ entity }) => ({
      fromId: await entity('We will buy a gauge.'),
      toId: await entity('We will buy a mast.'),
    }),
    does: async ({ story }, ids) =>
      (await story.does(reviewer, 'relateEntities', { ...ids, relation: 'PART_OF' })).from.relations.nodes
        .length,
    done: 1,
    undoes: ({ ask }, ids) => ask(reviewer, unrelate, { input: { ...ids, relation: 'PART_OF' } }),
  },
  {
    name: 'a contradiction is resolved, and reopened',
    given: async ({ story, active }) => {
      await active('We will close the lock at 8 bar.');
      const memoryId = await active('We will close the lock at 9 bar.');
      const { contradictions } = await story.does(reviewer, 'detectContradictions', { memoryId });
      return { id: contradictions[0]?.id };
    },
    does: async ({ story }, { id }) =>
      (await story.does(reviewer, 'resolveContradiction', { id, action: 'KEPT_B' })).superseded[0]?.status,
    done: 'SUPERSEDED',
    undoes: ({ story }, { id }) => story.does(reviewer, 'reopenContradiction', { id }),
  },
];

describe('every step can be undone', () => {
  onServerStore((store) => {
    test.for(rows)('$name', async ({ given, does, done, undoes }) => {
      const stage = await setStage(store());
      const ids = await given(stage);
      stage.story.gateway.pass(60_000);
      const before = await standing(store());
      expect(await does(stage, ids)).toEqual(done);
      expect(await standing(store())).not.toEqual(before);
      stage.story.gateway.pass(60_000);
      expect(JSON.stringify(await undoes(stage, ids))).not.toContain('"code"');
      expect(await standing(store())).toEqual(before);
    });

    test('a successor that stands for itself since stays where it is', async () => {
      const { story, active } = await setStage(store());
      const a = await active('We will measure by plumb bob.');
      const b = await story.candidate('We will measure by echo.', { path: 'b.md' });
      const c = await story.candidate('We will measure by satellite.', { path: 'c.md' });
      const supersede = (id: string, supersededById: string) =>
        story.does(reviewer, 'supersede', { id, supersededById });
      const restore = (id: string) => story.does(reviewer, 'restore', { id });
      await supersede(a, b);
      await supersede(b, c);
      await restore(a);
      await restore(b);
      await supersede(a, b);
      await restore(a);
      const { data } = await story.gateway.ask(reviewer, 'query ($id: ID!) { memory(id: $id) { status } }', {
        id: b,
      });
      expect(data.memory.status).toBe('ACTIVE');
    });

    test('a memory candidate is written by hand, and deleted: nothing but its audit is left', async () => {
      const { story } = await setStage(store());
      const before = await standing(store());
      const revisions = await store().asOwner('select id from revisions order by id');
      const { memory } = await story.does(contributor, 'createMemory', {
        project: 'tides',
        kind: 'FACT',
        content: 'The pier is closed on Mondays.',
      });
      expect(await standing(store())).not.toEqual(before);
      expect(await story.does(reviewer, 'deleteCandidate', { id: memory.id })).toEqual({
        __typename: 'DeleteCandidatePayload',
        deletedId: memory.id,
      });
      expect(await standing(store())).toEqual(before);
      expect(await store().asOwner('select id from revisions order by id')).toEqual(revisions);
    });

    test('a memory candidate is extracted, met again and deleted: its source stays, and may give it anew', async () => {
      const { story } = await setStage(store());
      const content = decisionRecord('We will close the pier on Sundays.');
      const tables = ['memories', 'graph_entities', 'fingerprints', 'sightings'];
      const items = async () => {
        const state = await standing(store());
        return tables.map((table) => state[table]);
      };
      const before = await items();
      const id = await story.candidate('We will close the pier on Sundays.', { path: 'a.md' });
      await story.ingests(service, [{ path: 'b.md', content }]);
      await story.does(reviewer, 'deleteCandidate', { id });
      expect(await items()).toEqual(before);
      expect(await story.asks(reviewer, 'Node', { id })).toEqual({ node: null });

      const { wave } = await story.ingests(service, [{ path: 'c.md', content }]);
      expect(wave.report.candidates.nodes).toMatchObject([{ content: 'We will close the pier on Sundays.' }]);
    });

    test('what was believed once is not deleted, also when it is a candidate again', async () => {
      const { story, active } = await setStage(store());
      const id = await active('We will keep the lighthouse.');
      await story.does(reviewer, 'returnToCandidate', { id });
      expect(await story.does(reviewer, 'deleteCandidate', { id })).toMatchObject({
        code: 'deletion.was_promoted',
      });
    });

    test('trusted state alone has no undo: the next value supersedes it, and the former stays readable', async () => {
      const { story } = await setStage(store());
      const entry = { project: 'tides', category: 'phase', key: 'survey' };
      await story.does(curator, 'setProjectState', { ...entry, value: 'planned' });
      const { entry: second } = await story.does(curator, 'setProjectState', { ...entry, value: 'begun' });
      expect(second).toMatchObject({ version: 2, previous: { value: 'planned', version: 1 } });
      const mutations = await story.gateway.ask(
        reviewer,
        '{ __schema { mutationType { fields { name } } } }',
      );
      expect(
        mutations.data.__schema.mutationType.fields.filter(({ name }: { name: string }) =>
          /ProjectState/.test(name),
        ),
      ).toEqual([{ name: 'setProjectState' }]);
    });
  });
});
