import { describe, expect, test } from 'vitest';
import { tables } from '#entities/index.ts';
import { MemoryTable } from '#entities/memory.ts';
import { sql } from '#persistence/reading/sql.ts';
import {
  insertionOfRow,
  type NewRow,
  selectRows,
  type Table,
  updateOfRow,
} from '#persistence/store/stored-rows.ts';
import { openWriteSession, type WriteSession } from '#persistence/store/viewer-session.ts';
import { people } from '#test/support/gateway.ts';
import { onEveryStore } from '#test/support/store.ts';

type Memory = InstanceType<typeof MemoryTable.class>;

const { tenant } = people.reviewer;
const at = new Date('2026-03-01T09:00:00.123Z');
const written = {
  id: 'mem_1',
  tenant,
  project: 'tides',
  contributor: 'carol',
  audience: ['a "b"', 'NULL', '', ' c '],
  handAuthored: true,
  visibilityKey: 'shared',
  status: 'CANDIDATE',
  revision: 1,
  content: 'The gauge stands in the harbour.',
  confidence: 0.1,
  kind: 'FACT',
  pendingSince: at,
  createdAt: at,
  updatedAt: at,
} satisfies NewRow<Memory>;

const itself = sql`where tenant = ${tenant} and id = ${written.id}`;
const readBack = async ({ db }: WriteSession) => (await selectRows(db, MemoryTable, itself))[0];

describe('rows that a use case writes', () => {
  onEveryStore((store) => {
    const inSession = async (work: (session: WriteSession) => Promise<void>): Promise<void> => {
      const session = await openWriteSession(store().orm, people.reviewer, 'system');
      try {
        await work(session);
      } finally {
        await session.rollback();
      }
    };

    test('their columns are those of every table', async () => {
      const owner = store().orm.em.fork().getKysely();
      for (const table of tables)
        expect(await selectRows(owner, table as Table<object>, sql`where false`)).toEqual([]);
    });

    test('a new row is what was said, and the defaults of the table', () =>
      inSession(async (session) => {
        session.send(insertionOfRow(MemoryTable, { ...written, summary: undefined }));
        expect(await readBack(session)).toMatchObject({
          ...written,
          summary: null,
          isPersonal: false,
          mandatory: false,
          tags: [],
          validFrom: null,
        });
      }));

    test('a change sets what differs, and nothing else', () =>
      inSession(async (session) => {
        session.send(insertionOfRow(MemoryTable, written));
        const before = await readBack(session);
        if (!before) throw new Error('The row is there.');
        expect(updateOfRow(MemoryTable, before, { ...before, audience: [...before.audience] })).toBeNull();
        const change = {
          audience: ['NULL', '{}', 'x,y', '\\'],
          tags: ['t'],
          confidence: 1 / 3,
          isPersonal: true,
          validFrom: new Date(0),
          summary: 'Short.',
        };
        const update = updateOfRow(MemoryTable, before, { ...before, ...change });
        expect(update?.compile().sql).toBe(
          'update "memories" set "audience" = $1, "is_personal" = $2, "confidence" = $3, "valid_from" = $4, "summary" = $5, "tags" = $6 where tenant = $7 and id = $8',
        );
        session.send(update);
        expect(await readBack(session)).toEqual({ ...before, ...change });
        session.send(updateOfRow(MemoryTable, { ...before, ...change }, before));
        expect(await readBack(session)).toEqual(before);
      }));
  });
});
