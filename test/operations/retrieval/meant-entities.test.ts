import { createHash } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { embedDueItems, queueAllWithoutVector } from '#application/retrieval/embed-due-items.ts';
import { readSearch } from '#domain/input/search.ts';
import { systemRole, viewerRole } from '#entities/policies.ts';
import { readableIds } from '#persistence/reading/readable-ids.ts';
import { type SqlBool, sql } from '#persistence/reading/sql.ts';
import { meantBySearch, type SearchRequest } from '#persistence/search.ts';
import type { ReadSession } from '#persistence/store/viewer-session.ts';
import { people } from '#test/support/gateway.ts';
import { createMeantWorld } from '#test/support/meant-world.ts';
import { inSession } from '#test/support/sessions.ts';
import { onServerStore } from '#test/support/store.ts';

const { admin, reader, reviewer, service } = people;
const ofBoard = { ...reader, groups: ['board'] };
const entities = { kinds: ['ENTITY'] };

describe('entities are found by what they mean', () => {
  onServerStore((store) => {
    const begin = async () => {
      const world = await createMeantWorld(store());
      const { story, project, believed } = world;
      /** The id of a component that a document names; `promoted`: believed. */
      const component = async (
        text: string,
        { promoted = true, ...more }: { promoted?: boolean; audience?: string[] } = {},
      ): Promise<string> => {
        const path = `parts/${createHash('sha256').update(text).digest('hex').slice(0, 12)}.md`;
        const content = `# Parts\n\n- [Component] ${text}\n`;
        const { wave } = await story.does(service, 'ingestDocuments', {
          project,
          documents: [{ path, content, ...more }],
        });
        const { id } = wave.report.candidates.nodes.find((one: { id: string }) => one.id.startsWith('ent_'));
        if (promoted) await story.does(admin, 'promoteCandidate', { id });
        return id;
      };
      /** A dozen components of something else. */
      const shelves = async () => {
        for (let at = 0; at < 12; at += 1) await component(`Shelf ${at} for ropes of ${at} metres`);
      };
      /** An entity that a memory became. */
      const graduated = async (memory: string, name: string, content: string) => {
        const memoryId = await believed(memory);
        const { item } = await story.does(reviewer, 'proposeGraduation', {
          memoryId,
          entityType: 'VENDOR',
          name,
          content,
        });
        await story.does(admin, 'promoteCandidate', { id: item.id });
        return { memoryId, id: item.id as string };
      };
      /** So many believed items with these words and a number. */
      const many = async (table: 'memories' | 'graph_entities', count: number, words: string) => {
        const [prefix, own, values] =
          table === 'memories'
            ? ['mem', 'kind', `'FACT'`]
            : ['ent', 'entity_type, name', `'VENDOR', 'Number ' || g`];
        await store().asOwner(
          `insert into ${table} (id, tenant, project, contributor, hand_authored, visibility_key, status, revision, content,
            confidence, pending_since, created_at, updated_at, ${own})
          select '${prefix}_${world.turn}_' || g, 'acme', '${project}', 'carol', true, 'shared', 'ACTIVE', 1, '${words} ' || g,
            0.9, '2026-02-01', '2026-02-01', '2026-02-01', ${values} from generate_series(1, ${count}) g`,
        );
      };
      const vectors = () =>
        store().asOwner<{ id: string; model: string | null; dimension: number }>(
          `select v.item_id as id, v.model, v.dimension from item_vectors v where v.project = '${project}' and v.item_id like 'ent%' order by 1`,
        );
      return { ...world, component, shelves, graduated, many, vectors };
    };
    const idsOf = ({ nodes }: { nodes: { item: { id: string } }[] }) => nodes.map(({ item }) => item.id);

    test('in other words, with their part of the rank; without a server they are not', async () => {
      const { plain, component, shelves, embedAll, search } = await begin();
      await shelves();
      const vessel = await component('The vessel of the pilot');
      await embedAll();
      const found = await search('boat', entities);
      expect(found).toMatchObject({
        totalCount: 1,
        meaning: 'COMPARED',
        nodes: [{ kind: 'ENTITY', item: { id: vessel }, excerpt: { spans: [] } }],
      });
      expect(found.nodes[0].rank).toBe(found.nodes[0].meaning);
      expect(await search('boat')).toEqual(found);
      expect(await search('boat', { kinds: ['MEMORY'] })).toMatchObject({
        totalCount: 0,
        meaning: 'COMPARED',
      });
      expect(await search('boat', entities, { from: plain })).toMatchObject({
        totalCount: 0,
        meaning: null,
      });
    });

    test('beside memories, each by its own words', async () => {
      const { fill, component, embedAll, search } = await begin();
      const memory = await fill();
      const entity = await component('The ship of the pilot');
      await embedAll();
      const { nodes } = await search('boat');
      expect(nodes.map(({ kind }: { kind: string }) => kind).sort()).toEqual(['ENTITY', 'MEMORY']);
      expect(idsOf({ nodes }).sort()).toEqual([entity, memory].sort());
    });

    test('their type, their name and what is said of them is sent', async () => {
      const { server, graduated, embedAll } = await begin();
      await graduated('Brightwater stores our goods.', 'Leith depot', 'Brightwater stores our goods.');
      await embedAll();
      expect(server.calls.flatMap(({ texts }) => texts)).toEqual([
        'vendor: Leith depot: Brightwater stores our goods.',
        'Brightwater stores our goods.',
      ]);
    });

    test('a new name or another model makes the vector again; a status does not', async () => {
      const { server, gateway, story, component, vectors, embedAll } = await begin();
      const id = await component('The vessel of the pilot', { promoted: false });
      await embedAll();
      const { length } = server.calls;
      await story.does(admin, 'promoteCandidate', { id });
      await embedAll();
      expect(server.calls).toHaveLength(length);
      await story.does(admin, 'editItem', { id, name: 'Kettle' });
      await embedAll();
      expect(server.calls.at(-1)?.texts).toEqual([expect.stringMatching(/^component: Kettle: /)]);
      const other = { ...gateway.dependencies, embedder: await server.embedder('others') };
      expect(await vectors()).toEqual([{ id, model: 'letters', dimension: 4 }]);
      await queueAllWithoutVector(other);
      while ((await embedDueItems(other)) > 0);
      expect(await vectors()).toEqual([{ id, model: 'others', dimension: 4 }]);
    });

    test('an erased entity keeps no vector, and a deleted candidate neither vector nor place in the queue', async () => {
      const { story, component, graduated, vectors, embedAll, search, shelves } = await begin();
      await shelves();
      const { memoryId, id } = await graduated('A vessel lies here.', 'Vessel', 'A vessel lies here.');
      const proposed = await component('The doctor of the harbour', { promoted: false });
      await embedAll();
      expect(await search('boat', entities)).toMatchObject({ totalCount: 1 });
      const erased = await story.does(admin, 'eraseMemory', {
        id: memoryId,
        alsoErase: [id],
        reason: 'It was a mistake.',
      });
      expect(erased.__typename).toBe('EraseMemoryPayload');
      expect(await vectors()).toContainEqual({ id, model: null, dimension: 0 });
      expect(await search('boat', entities)).toMatchObject({ totalCount: 0 });
      await story.does(admin, 'editItem', { id: proposed, name: 'The physician' });
      await story.does(admin, 'deleteCandidate', { id: proposed });
      expect((await vectors()).map((row) => row.id)).not.toContain(proposed);
      const waiting = await store().asOwner(`select 1 from unembedded_items where item_id = '${proposed}'`);
      expect(waiting).toEqual([]);
    });

    test('an entity that is labelled, or holds what a detector finds, does not leave, and loses its vector', async () => {
      const { server, story, component, vectors, embedAll, endings } = await begin();
      const id = await component('The vessel of the pilot');
      await embedAll();
      server.calls.length = 0;
      endings.length = 0;
      await component('The post of pilot@example.com', { promoted: false });
      await story.does(admin, 'setSensitivityLabels', { id, labels: ['hr.salary'] });
      await story.does(admin, 'editItem', { id, name: 'The boat' });
      await embedAll();
      expect(server.calls).toEqual([]);
      expect(endings).toEqual(['2 withheld']);
      expect(await vectors()).toEqual([{ id, model: null, dimension: 0 }]);
    });

    test('a search is moved by no entity that is hidden or redacted', async () => {
      const { story, component, shelves, embedAll, search } = await begin();
      await shelves();
      const vessel = await component('The vessel of the pilot');
      await embedAll();
      const before = await search('boat');
      const hidden = await component('The ship of the board', { audience: ['board'] });
      await embedAll();
      expect(await search('boat')).toEqual(before);
      expect(idsOf(await search('boat', {}, { as: ofBoard })).sort()).toEqual([vessel, hidden].sort());
      await store().asOwner(
        `update graph_entities set sensitivity_labels = '{hr.salary}' where id = '${vessel}'`,
      );
      await story.does(admin, 'setLabelPolicy', {
        mode: 'ENFORCE',
        rules: [{ id: 'hr', anyLabel: ['hr'], roles: ['reader'], action: 'REDACT' }],
      });
      onTestFinished(async () => {
        await story.does(admin, 'setLabelPolicy', { mode: 'ENFORCE', rules: [] });
      });
      expect(await search('boat')).toMatchObject({ totalCount: 0, nodes: [] });
    });

    test.for([
      ['the condition of the search', systemRole, meantBySearch],
      [
        'the policy of the table',
        viewerRole,
        (session: ReadSession, _: SearchRequest, ids: readonly string[]) =>
          readableIds(session, ids, [{ table: 'graph_entities', where: sql<SqlBool>`true` }]),
      ],
    ] as const)('an entity that is hidden is left out by %s alone', async ([, role, pick]) => {
      const { project, component } = await begin();
      const ids = [
        await component('The ship of the board', { audience: ['board'] }),
        await component('The vessel of the pilot'),
      ];
      const request = { search: readSearch('boat'), kinds: ['entity'], project } as const;
      const picked = (viewer: typeof reader) =>
        inSession(store().orm, viewer, (session) => pick(session, request, ids), role);
      expect(await picked(ofBoard)).toEqual(ids);
      expect(await picked(reader)).toEqual(ids.slice(1));
      expect(await picked({ ...ofBoard, tenant: 'globex' })).toEqual([]);
    });

    test('a viewer sees the vectors of the entities whose words they see', async () => {
      const { gateway, project, component, embedAll } = await begin();
      await component('The ship of the board', { audience: ['board'] });
      await embedAll();
      const seen = (who: typeof reader) =>
        inSession(gateway.dependencies.orm, who, async (session) => {
          const { rows } = await sql`select 1 from item_vectors where project = ${project}`.execute(
            await session.db(),
          );
          return rows.length;
        });
      expect([await seen(reader), await seen(ofBoard), await seen({ ...admin, tenant: 'globex' })]).toEqual([
        0, 1, 0,
      ]);
    });

    test.for(['small', 'large'] as const)(
      'a memory that became an entity is found in a %s scope by what the entity means',
      async (size) => {
        const { many, fill, graduated, embedAll, ask } = await begin();
        if (size === 'large') await many('memories', 1_100, 'A rope');
        await fill();
        const { memoryId } = await graduated('They own a kettle.', 'Brightwater', 'Their doctor is on call.');
        await embedAll();
        const idsFor = async (task: string) =>
          (await ask(task)).items.map(({ memory }: { memory: { id: string } }) => memory.id);
        expect(await idsFor('physician')).toEqual([memoryId]);
        expect(await idsFor('teapot')).toEqual([]);
      },
    );

    test('entities that are nearer take the place of no memory in a bundle', async () => {
      const { many, believed, embedAll, ask } = await begin();
      await many('memories', 1_100, 'The boat rope');
      await many('graph_entities', 700, 'A doctor');
      const id = await believed('My physician is called Ann.');
      await embedAll();
      const { items } = await ask('the doctor of the rope');
      expect(items[0].memory.id).toBe(id);
      expect(items[0].rank.meaning).toBeGreaterThan(0);
    });
  });
});
