import { describe, expect, test } from 'vitest';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { contractOperation } from '../support/contract.ts';
import { createTestGateway, people, type TestGateway, viewer } from '../support/gateway.ts';
import { onServerStore } from '../support/store.ts';
import { decisionRecord, runStory } from '../support/story.ts';

const board = viewer('mia', ['reviewer'], { groups: ['board'] });

describe('attack 4: a cursor is a place, and nothing that it came from', () => {
  onServerStore((store) => {
    test('a cursor of another tenant is a place in one’s own list', async () => {
      const gateway = await createTestGateway(store());
      const story = runStory(gateway);
      const elsewhere = viewer('bob', ['admin', 'service'], { tenant: 'initech' });
      await story.candidates(['We will give a cursor away.'], { by: elsewhere });
      const given = (await gateway.ask(elsewhere, '{ memories { pageInfo { endCursor } } }')).data.memories
        .pageInfo.endCursor;
      const { data, errors } = await gateway.ask(people.admin, contractOperation('Memories'), {
        after: given,
      });
      expect(errors).toBeUndefined();
      const own = (
        await store().asOwner<{ id: string }>("select id from memories where tenant = 'acme'")
      ).map(({ id }) => id);
      for (const { node } of data.memories.edges) expect(own).toContain(node.id);
    });
  });
});

describe('attack 2, 4: a report counts what its reader may see', () => {
  onServerStore((store) => {
    test('who extracts a wave reads what they see of it', async () => {
      const story = runStory(await createTestGateway(store()));
      const document = (path: string, what: string, audience: readonly string[] = []) => ({
        path,
        content: decisionRecord(`We will extract this for ${what}.`),
        audience,
      });
      const { wave } = await story.ingests(
        people.service,
        [document('open.md', 'everybody'), document('closed.md', 'the board', ['board'])],
        { project: 'extracted', extract: false },
      );
      const extract = async (who: Viewer) =>
        (await story.does(who, 'extractWave', { waveId: wave.id })).report.candidates.nodes.map(
          ({ content }: { content: string }) => content,
        );
      expect(await extract(people.reviewer)).toEqual(['We will extract this for everybody.']);
      const count = async () =>
        (
          await store().asOwner<{ count: number }>(
            `select count(*)::int as count from memories where project = 'extracted'`,
          )
        )[0]?.count;
      expect(await count()).toBe(1);
      expect(await extract(people.service)).toEqual(['We will extract this for the board.']);
    });

    test('in a wave of several audiences each sees their own part', async () => {
      const gateway = await createTestGateway(store());
      const story = runStory(gateway);
      const { wave } = await story.ingests(people.service, [
        { path: 'all.md', content: decisionRecord('We will announce this to everybody.', 'We sail.') },
        {
          path: 'board.md',
          content: decisionRecord(
            'We will announce this to the board.',
            'We will announce that to the board.',
            'We dive.',
            'We swim.',
          ),
          audience: ['board'],
        },
      ]);
      const figures = async (who: Viewer) => {
        const { ingestionWave } = await story.asks(who, 'Wave', { id: wave.id });
        const { documents, report } = ingestionWave;
        const { persisted, dropped, droppedCandidates, candidates, byRule } = report;
        return [
          documents.nodes.length,
          persisted,
          dropped,
          droppedCandidates.length,
          candidates.nodes.length,
          byRule[0]?.count ?? 0,
        ];
      };
      expect(await figures(people.service)).toEqual([2, 3, 3, 3, 3, 3]);
      expect(await figures(people.admin)).toEqual([2, 3, 3, 3, 3, 3]);
      expect(await figures(board)).toEqual([2, 3, 3, 3, 3, 3]);
      expect(await figures(people.reviewer)).toEqual([1, 1, 1, 1, 1, 1]);
      expect(await figures(people.reader)).toEqual([1, 0, 0, 0, 0, 0]);
      await story.does(people.admin, 'promoteCandidate', { id: wave.report.candidates.nodes[0].id });
      const shown = await gateway.askForText(people.reader, contractOperation('Wave'), { id: wave.id });
      expect(shown).not.toContain('board');
    });

    test('a second pass shows nobody that the same was said among others', async () => {
      const story = runStory(await createTestGateway(store()));
      await story.candidate('We will say this in the secrecy of the board.', { audience: ['board'] });
      const { wave } = await story.ingests(people.contributor, [
        { path: 'mine.md', content: decisionRecord('We will say this in the secrecy of the board.') },
      ]);
      expect(wave.report).toMatchObject({ persisted: 1, dropped: 0, reinforced: 0 });
    });
  });
});

describe('attack 11: excludePersonal', () => {
  onServerStore((store) => {
    test('false changes no byte for anyone but an admin', async () => {
      const gateway = await createTestGateway(store());
      const { does } = runStory(gateway);
      for (const isPersonal of [true, false])
        await does(people.contributor, 'createMemory', {
          project: 'tides',
          kind: 'PREFERENCE',
          content: `Carol likes tea, ${isPersonal ? 'she' : 'all'} said.`,
          isPersonal,
        });
      for (const who of Object.values(people)) {
        const [without, asked, declined] = await Promise.all(
          [{}, { excludePersonal: true }, { excludePersonal: false }].map((variables) =>
            gateway.askForText(who, contractOperation('Memories'), variables),
          ),
        );
        expect(asked, who.user).toBe(without);
        if (who === people.admin) expect(declined).not.toBe(without);
        else expect(declined, who.user).toBe(without);
      }
    });
  });
});

describe('attack 2: an event about what an auditor sees names nothing that it does not', () => {
  onServerStore((store) => {
    test('the other end of an edge', async () => {
      const gateway = await createTestGateway(store());
      const story = runStory(gateway);
      const component = async (name: string, audience: readonly string[]) => {
        const { wave } = await story.ingests(people.service, [
          { path: `${name}.md`, content: `# Parts\n\n- [Component] The ${name} of the pier\n`, audience },
        ]);
        const [{ id }] = wave.report.candidates.nodes;
        await story.does(people.admin, 'promoteCandidate', { id });
        return id;
      };
      const fromId = await component('gauge', []);
      const toId = await component('vault', ['board']);
      for (const mutation of ['relateEntities', 'unrelateEntities'])
        await story.does(people.admin, mutation, { fromId, toId, relation: 'PART_OF' });
      const events = async (who: Viewer) =>
        (
          await story.asks(who, 'AuditEvents', { filter: { targetId: { eq: fromId } } })
        ).auditEvents.nodes.slice(-2);
      expect(await events(people.admin)).toMatchObject([{ after: { toId } }, { before: { toId } }]);
      const seen = await events(people.auditor);
      expect(seen).toMatchObject([
        { after: { relation: 'PART_OF', toId: null } },
        { before: { toId: null } },
      ]);
    });

    test('the id of something hidden finds no event', async () => {
      const story = runStory(await createTestGateway(store()));
      const { wave } = await story.ingests(people.service, [
        { path: 'secret.md', content: decisionRecord('We will guess this id.'), audience: ['board'] },
      ]);
      const [{ id }] = wave.report.candidates.nodes;
      const found = async (who: Viewer) =>
        (await story.asks(who, 'AuditEvents', { filter: { targetId: { eq: id } } })).auditEvents;
      expect((await found(people.admin)).totalCount).toBeGreaterThan(0);
      expect(await found(people.auditor)).toMatchObject({ totalCount: 0, nodes: [] });
    });
  });
});

describe('attack 14: the tenant is the token’s', () => {
  onServerStore((store) => {
    test('no header and no address says otherwise', async () => {
      const gateway = await createTestGateway(store());
      const answer = (request: TestGateway, extra: Record<string, string>, address = '') =>
        request.askForText(people.reader, contractOperation('Viewer'), {}, { headers: extra, address });
      const plain = await answer(gateway, {});
      for (const name of [
        'x-tenant',
        'x-tenant-id',
        'tenant',
        'x-vouch-tenant',
        'x-user',
        'x-roles',
        'x-forwarded-user',
      ])
        expect(await answer(gateway, { [name]: 'globex' }), name).toBe(plain);
      expect(await answer(gateway, {}, '?tenant=globex&user=alice')).toBe(plain);
    });
  });
});

describe('attack 17: nothing is shared between those who ask', () => {
  onServerStore((store) => {
    test('the same ids at the same moment are answered to each by their own visibility', async () => {
      const gateway = await createTestGateway(store());
      const id = await runStory(gateway).candidate('We will be asked for by all at once.');
      const asked = [
        people.reader,
        people.reviewer,
        people.auditor,
        people.curator,
        people.admin,
        { ...people.admin, tenant: 'globex' },
      ];
      const answers = await Promise.all(
        Array.from({ length: 48 }, async (_, at) => {
          const who = asked[at % asked.length] ?? people.reader;
          const { data } = await gateway.ask(
            who,
            'query ($id: ID!) { memory(id: $id) { id } viewer { user tenant roles } }',
            { id },
          );
          return [at % asked.length, data.memory?.id ?? null, data.viewer];
        }),
      );
      for (const [at, found, who] of answers) {
        expect(found).toBe([1, 2, 4].includes(at) ? id : null);
        expect([who.user, who.tenant, who.roles]).toEqual([
          asked[at]?.user,
          asked[at]?.tenant,
          asked[at]?.roles,
        ]);
      }
    });

    test('no session is left on a connection, after an answer, a refusal, a dry run, or a fault', async () => {
      const gateway = await createTestGateway(store());
      const { does, candidate } = runStory(gateway);
      const id = await candidate('We will leave no session behind us.');
      await does(people.reviewer, 'promoteCandidate', { id, dryRun: true });
      await does(people.reviewer, 'returnToCandidate', { id });
      await gateway.ask(people.admin, '{ memories(after: "x") { totalCount } }');
      const left = await Promise.all(
        Array.from({ length: 20 }, () =>
          store().asOwner<{ tenant: string | null; role: string; own: string }>(
            "select nullif(current_setting('vouch.tenant', true), '') as tenant, current_user as role, session_user as own",
          ),
        ),
      );
      for (const [row] of left) {
        expect(row?.tenant).toBeNull();
        expect(row?.role).toBe(row?.own);
      }
    });
  });
});
