import { describe, expect, test } from 'vitest';
import type { Role } from '#domain/privacy/viewer.ts';
import { roles } from '#domain/privacy/viewer.ts';
import { openWriteSession } from '#persistence/store/viewer-session.ts';
import { createTestGateway, people, viewer } from '#test/support/gateway.ts';
import { digestOf, withStatements } from '#test/support/statements.ts';
import { executeIn, onServerStore } from '#test/support/store.ts';
import { runStory } from '#test/support/story.ts';

const { curator, reader, auditor } = people;
const entry = { project: 'tides', category: 'phase', key: 'survey' };

describe('trusted project state', () => {
  onServerStore((store) => {
    test('is set by a curator, value after value, and read with its history by all', async () => {
      const gateway = await createTestGateway(store());
      const story = runStory(gateway);
      const first = await story.does(curator, 'setProjectState', {
        ...entry,
        value: 'planned',
        note: 'The plan is out.',
      });
      expect(first.entry).toMatchObject({
        ...entry,
        project: { name: 'tides' },
        value: 'planned',
        version: 1,
        setBy: { name: 'clara' },
        previous: null,
      });
      gateway.pass(60_000);
      await story.does(curator, 'setProjectState', { ...entry, value: 'begun' });
      await story.does(curator, 'setProjectState', { ...entry, key: 'charts', value: 'none' });
      await story.does(curator, 'setProjectState', { ...entry, category: 'budget', value: 'spent' });

      const { projectState } = await story.asks(reader, 'ProjectState', {
        project: 'tides',
        category: 'phase',
      });
      expect(projectState).toEqual([
        expect.objectContaining({ key: 'charts', version: 1 }),
        {
          id: first.entry.id,
          category: 'phase',
          key: 'survey',
          value: 'begun',
          version: 2,
          setBy: { name: 'clara' },
          setAt: '2026-03-01T09:01:00.000Z',
          history: [
            { value: 'begun', version: 2, setBy: { name: 'clara' }, setAt: '2026-03-01T09:01:00.000Z' },
            { value: 'planned', version: 1, setBy: { name: 'clara' }, setAt: '2026-03-01T09:00:00.000Z' },
          ],
        },
      ]);
      expect((await story.asks(reader, 'ProjectState', { project: 'tides' })).projectState).toHaveLength(3);
      expect(
        (
          await story.asks(viewer('eve', ['admin'], { tenant: 'other' }), 'ProjectState', {
            project: 'tides',
          })
        ).projectState,
      ).toEqual([]);
      expect(await story.asks(reader, 'Node', { id: first.entry.id })).toEqual({
        node: { __typename: 'ProjectStateEntry', id: first.entry.id },
      });
      const { auditEvents } = await story.asks(auditor, 'AuditEvents', {
        filter: { action: { eq: 'PROJECT_STATE_SET' } },
      });
      expect(auditEvents.totalCount).toBe(4);
    });

    test('writes nothing for the same value, in a dry run, or on another version than was looked at', async () => {
      const story = runStory(await createTestGateway(store()));
      const own = { ...entry, key: 'mapping' };
      await story.does(curator, 'setProjectState', { ...own, value: 'planned', expectedRevision: 0 });
      const before = await digestOf(store());
      expect((await story.does(curator, 'setProjectState', { ...own, value: 'planned' })).entry.version).toBe(
        1,
      );
      expect(
        (await story.does(curator, 'setProjectState', { ...own, value: 'done', dryRun: true })).entry,
      ).toMatchObject({ version: 2, value: 'done', previous: { version: 1 } });
      for (const expectedRevision of [0, 2])
        expect(
          await story.does(curator, 'setProjectState', { ...own, value: 'done', expectedRevision }),
        ).toMatchObject({
          __typename: 'UserError',
          code: 'conflict.stale_revision',
        });
      for (const bad of [
        { value: '' },
        { value: 'x'.repeat(32_769) },
        { value: 'x', key: '' },
        { value: 'x', note: '' },
        { value: 'x', project: 'p'.repeat(201) },
      ])
        expect(await story.does(curator, 'setProjectState', { ...own, ...bad })).toMatchObject({
          code: 'input.invalid',
        });
      expect(await digestOf(store())).toEqual(before);
    });

    test.for(roles.filter((role) => role !== 'curator').map((role) => [role] as const))(
      'is not written by a %s',
      async ([role]) => {
        const story = runStory(await createTestGateway(store()));
        const who = viewer('mallory', [role]);
        expect(await story.does(who, 'setProjectState', { ...entry, value: 'mine' })).toMatchObject({
          code: 'forbidden',
        });
      },
    );

    const columns = `(id, tenant, project, category, key, version, value, set_by, set_at)`;
    test.for<[Role, boolean]>(roles.map((role) => [role, role === 'curator']))(
      'the database itself refuses a %s: it lets a curator alone',
      async ([role, allowed]) => {
        const session = await openWriteSession(store().orm, viewer('mallory', [role]), 'viewer');
        const written = executeIn(
          session,
          `insert into project_state ${columns} values ('pst_${role}', 'acme', 'p', 'c', '${role}', 1, 'v', 'mallory', now())`,
        ).then(
          () => true,
          (error: Error) => (/row-level security/.test(error.message) ? false : Promise.reject(error)),
        );
        expect(await written).toBe(allowed);
        await session.rollback();
        const update = await openWriteSession(store().orm, viewer('mallory', [role]), 'viewer');
        const updated = await executeIn<object[]>(
          update,
          `update project_state set value = 'mine' returning id`,
        );
        expect(updated.length > 0).toBe(allowed);
        await update.rollback();
        const system = await openWriteSession(store().orm, viewer('mallory', [role]), 'system');
        await expect(executeIn(system, `update project_state set value = 'mine'`)).rejects.toThrow(
          /permission denied/,
        );
        await system.rollback();
      },
    );

    test('no version is rewritten, by nobody', async () => {
      for (const statement of [
        `update project_state_versions set value = 'x'`,
        'delete from project_state_versions',
      ])
        await expect(store().asOwner(statement)).rejects.toThrow(/written once/);
    });

    test('costs two statements, however many entries there are', async () => {
      const gateway = await createTestGateway(store());
      const story = runStory(gateway);
      const counts = [];
      for (const round of [1, 2]) {
        for (const index of [1, 2, 3, 4])
          await story.does(curator, 'setProjectState', {
            project: 'many',
            category: 'c',
            key: `k${round * index}`,
            value: String(round),
          });
        const { statements } = await withStatements(store(), () =>
          story.asks(reader, 'ProjectState', { project: 'many' }),
        );
        counts.push(statements.length);
      }
      expect(counts).toEqual([2, 2]);
    });
  });
});
