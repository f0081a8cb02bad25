import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sql } from '#persistence/reading/sql.ts';
import { readInstant } from '#persistence/store/instant.ts';
import { openOrm } from '#persistence/store/orm.ts';
import { openReadSession } from '#persistence/store/viewer-session.ts';
import { people } from '#test/support/gateway.ts';
import { createStore, onEveryStore } from '#test/support/store.ts';

const instants = fc.date({
  min: new Date('0001-01-01T00:00:00Z'),
  max: new Date('9999-12-31T23:59:59.999Z'),
  noInvalidDate: true,
});

/** PostgreSQL's text of an instant in UTC: without zeros at the end of its fraction. */
const inPostgres = (at: Date): string => {
  const [seconds = '', fraction = ''] = at.toISOString().slice(0, -1).replace('T', ' ').split('.');
  const digits = fraction.replace(/0+$/, '');
  return `${seconds}${digits === '' ? '' : `.${digits}`}+00`;
};

describe('an instant that is read', () => {
  test('is the one that was written, and spelled as any other', () => {
    fc.assert(
      fc.property(instants, (at) => {
        const read = readInstant(inPostgres(at));
        expect(read.getTime()).toBe(at.getTime());
        expect(read.toISOString()).toBe(at.toISOString());
        expect(JSON.stringify({ read })).toBe(JSON.stringify({ read: at }));
      }),
    );
  });

  test.for([
    ['2026-01-02 03:04:05.678901+00', '2026-01-02T03:04:05.678Z'],
    ['2026-01-02 03:04:05+00', '2026-01-02T03:04:05.000Z'],
    ['2026-01-02 03:04:05.5+02', '2026-01-02T01:04:05.500Z'],
    ['2026-01-02 03:04:05.5-03:30', '2026-01-02T06:34:05.500Z'],
    ['0044-03-15 12:00:00.25+00', '0044-03-15T12:00:00.250Z'],
  ])('%s is %s', ([text, spelled]) => {
    expect(readInstant(text as string).toISOString()).toBe(spelled);
  });

  test.for(['America/St_Johns', 'Asia/Kolkata'])('is the same from a server in %s', async (zone) => {
    const store = await createStore('postgres');
    if (!('url' in store.address)) throw new Error('a server has an address');
    const settings = { timezone: zone, datestyle: 'German' };
    for (const [name, value] of Object.entries(settings))
      await store.asOwner(
        `do $$ begin execute format('alter database %I set ${name} to %L', current_database(), '${value}'); end $$`,
      );
    const orm = await openOrm(store.address);
    try {
      const spelled = ['0001-01-01T00:00:00.000Z', '1850-06-01T00:00:00.001Z', '9999-12-31T23:59:59.999Z'];
      const session = openReadSession(orm, people.reader);
      const { rows } = await sql<{ at: Date }>`select unnest(${spelled}::timestamptz[]) as at`.execute(
        await session.db(),
      );
      await session.close();
      expect(rows.map(({ at }) => at.toISOString())).toEqual(spelled);
    } finally {
      await orm.close();
      await store.drop();
    }
  });

  onEveryStore((store) => {
    test('is printed in UTC', async () => {
      const session = openReadSession(store().orm, people.reader);
      const { rows } =
        await sql`select current_setting('timezone') as zone, current_setting('datestyle') as style`.execute(
          await session.db(),
        );
      await session.close();
      expect(rows).toEqual([{ zone: 'UTC', style: 'ISO, MDY' }]);
    });

    test('is printed so by the database', async () => {
      await fc.assert(
        fc.asyncProperty(instants, async (at) => {
          const [row] = await store().asOwner<{ at: Date }>('select ?::timestamptz as at', [
            at.toISOString(),
          ]);
          expect(row?.at.toISOString()).toBe(at.toISOString());
        }),
        { numRuns: 50 },
      );
    });
  });
});
