import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#persistence/reading/sql.ts';
import { openWriteSession } from '#persistence/store/viewer-session.ts';
import { createTestGateway, people, viewer } from '#test/support/gateway.ts';
import { onEveryStore } from '#test/support/store.ts';
import { decisions, runStory, type Story } from '#test/support/story.ts';

/** The use case asks the rule first; these ask the database alone. */
describe('the database lets a viewer delete what was never believed, and nothing else', () => {
  onEveryStore((store) => {
    let story: Story;
    beforeAll(async () => {
      story = runStory(await createTestGateway(store()));
    });

    const tables = ['revisions', 'fingerprints', 'sightings'] as const;
    /** Deletes as a viewer, in a transaction that is rolled back; how many rows went. */
    const remove = async (who: typeof people.reviewer, from: string, where: string): Promise<number> => {
      const session = await openWriteSession(store().orm, who, 'viewer');
      try {
        const { rows } =
          await sql`delete from ${sql.table(from)} where ${sql.raw(where)} returning 1`.execute(session.db);
        return rows.length;
      } finally {
        await session.rollback();
      }
    };
    const refused = /history|violates foreign key/;

    const inEveryState = async (name: string) => {
      const [waiting, rejected, active, returned, superseded] = await story.candidates(decisions(5, name), {
        path: `${name}.md`,
      });
      await story.does(people.reviewer, 'rejectCandidate', { id: rejected, reason: 'no' });
      for (const id of [active, returned, superseded])
        await story.does(people.reviewer, 'promoteCandidate', { id });
      await story.does(people.reviewer, 'returnToCandidate', { id: returned });
      await store().asOwner(`update memories set status = 'SUPERSEDED' where id = '${superseded}'`);
      return { waiting, believed: [rejected, active, returned, superseded].map(String) };
    };

    test('what was believed, or decided about, keeps its history', async () => {
      const { waiting, believed } = await inEveryState('mooring');
      for (const id of believed) {
        for (const table of ['revisions', 'fingerprints'])
          await expect(remove(people.admin, table, `memory_id = '${id}'`)).rejects.toThrow(refused);
        await expect(remove(people.admin, 'memories', `id = '${id}'`)).rejects.toThrow(refused);
      }
      for (const table of tables) await remove(people.reviewer, table, `memory_id = '${waiting}'`);
      expect(await story.does(people.reviewer, 'deleteCandidate', { id: waiting })).toMatchObject({
        deletedId: waiting,
      });
    });

    test('an entity too', async () => {
      const { wave } = await story.ingests(people.service, [
        { path: 'parts.md', content: '## Component: Gauge\n\n## Component: Winch\n' },
      ]);
      const [kept, promoted] = wave.report.candidates.nodes.map(({ id }: { id: string }) => id);
      await story.does(people.reviewer, 'promoteCandidate', { id: promoted });
      for (const table of ['revisions', 'fingerprints'])
        await expect(remove(people.admin, table, `entity_id = '${promoted}'`)).rejects.toThrow(refused);
      await expect(remove(people.admin, 'graph_entities', `id = '${promoted}'`)).rejects.toThrow(refused);
      expect(await story.does(people.reviewer, 'deleteCandidate', { id: kept })).toMatchObject({
        deletedId: kept,
      });
    });

    test('nothing that hangs on an item that the viewer does not see', async () => {
      const hidden = await story.candidate('We will whisper among the board.', {
        path: 'whisper.md',
        audience: ['board'],
      });
      for (const table of tables)
        expect(await remove(people.reviewer, table, `memory_id = '${hidden}'`)).toBe(0);
      expect(await remove(people.reviewer, 'memories', `id = '${hidden}'`)).toBe(0);
      const member = viewer('max', ['reviewer'], { groups: ['board'] });
      expect(await remove(member, 'fingerprints', `memory_id = '${hidden}'`)).toBe(1);
    });

    test('not by the owner either', async () => {
      const { believed } = await inEveryState('anchor');
      for (const id of believed)
        await expect(store().asOwner(`delete from fingerprints where memory_id = '${id}'`)).rejects.toThrow(
          refused,
        );
    });
  });
});
