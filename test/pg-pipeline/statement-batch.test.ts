import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { keepOrder, type Statement, sendTogether } from '#pg-pipeline/statement-batch.ts';
import { createStore, type TestStore } from '#test/support/store.ts';

const select = (sql: string, ...parameters: unknown[]): Statement<Record<string, unknown>> => ({
  sql,
  parameters,
});

describe('statements that leave together', () => {
  let store: TestStore;
  let pool: pg.Pool;
  let client: pg.PoolClient;
  beforeAll(async () => {
    store = await createStore('postgres');
    if (!('url' in store.address)) throw new Error('a store on a server has an address');
    pool = new pg.Pool({ connectionString: store.address.url, max: 1, pipeline: true } as pg.PoolConfig);
    keepOrder(pool as never);
    pool.on('error', () => undefined);
  });
  beforeEach(async () => {
    client = await pool.connect();
    return () => client.release();
  });
  afterAll(async () => {
    await pool.end();
    await store.drop();
  });

  const rowsOf = async (sql: string, ...parameters: unknown[]) =>
    (await sendTogether(client, select(sql, ...parameters))).rows;
  const preparedCount = async (): Promise<number> => {
    const [row] = await rowsOf(
      `select count(*)::int as count from pg_prepared_statements where name like 'batched%'`,
    );
    return row?.count as number;
  };

  test('are one transaction, where nothing else frames them, and each has its own answer', async () => {
    const ids = await Promise.all([1, 2, 3].map(() => rowsOf('select txid_current()::text as id')));
    expect(new Set(ids.map(([row]) => row?.id)).size).toBe(1);
    expect(await Promise.all([rowsOf('select 1 as a'), rowsOf('select 2 as b, 3 as c')])).toEqual([
      [{ a: 1 }],
      [{ b: 2, c: 3 }],
    ]);
  });

  test('read and write values as pg does', async () => {
    const text = `select $1::text as text, $2::int as int, $3::bool as bool, $4::timestamptz as at, $5::text[] as list, $6::jsonb as json,
      $7::bytea as bytes, $8::text as nothing, $9::int8 as large, 1.5::float8 as float, null::jsonb as none`;
    const values = [
      'ä "quoted" \\ 🙂',
      -7,
      true,
      new Date('2026-01-02T03:04:05.678Z'),
      ['a', 'b,c', '"', '\\', ''],
      { a: [1, null] },
      Buffer.from([0, 255]),
      null,
      '9007199254740993',
    ];
    const { rows } = await client.query(text, values);
    expect(await rowsOf(text, ...values)).toEqual(rows);
    // By then the server is not asked again what the rows look like.
    expect(await rowsOf(text, ...values)).toEqual(rows);
  });

  test('a statement without rows answers none', async () => {
    expect(await rowsOf('select 1 where false')).toEqual([]);
    expect(await rowsOf(`set local statement_timeout = '5s'`)).toEqual([]);
    expect(await rowsOf('')).toEqual([]);
  });

  test('one that fails is reported, with those behind it; those before it are answered, and so is what comes later', async () => {
    const answers = await Promise.allSettled([
      rowsOf('select 1 as one'),
      rowsOf('select 1 / $1::int as zero', 0),
      rowsOf('select 2 as two'),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    for (const answer of answers.slice(1)) expect(answer).toMatchObject({ reason: { code: '22012' } });
    expect(await rowsOf('select 2 as two')).toEqual([{ two: 2 }]);
    expect(await rowsOf('select 1 / $1::int as zero', 1)).toEqual([{ zero: 1 }]);
  });

  test('one that the server did not understand is read anew when it is asked again', async () => {
    await expect(rowsOf('select * from not_yet')).rejects.toMatchObject({ code: '42P01' });
    await client.query('create temporary table not_yet as select 7 as seven');
    expect(await rowsOf('select * from not_yet')).toEqual([{ seven: 7 }]);
  });

  test('what fails again and again leaves nothing on the server', async () => {
    const before = await preparedCount();
    for (let time = 0; time < 20; time += 1) {
      await expect(rowsOf('select $1::int as number', 'no number')).rejects.toMatchObject({ code: '22P02' });
      await expect(rowsOf('drop table not_there')).rejects.toMatchObject({ code: '42P01' });
    }
    expect(await preparedCount()).toBeLessThanOrEqual(before + 3);
  });

  test('what is let go beside a statement that fails leaves nothing on the server', async () => {
    await rowsOf('select 1');
    const before = await preparedCount();
    for (let time = 0; time < 20; time += 1) {
      await expect(rowsOf('drop table not_there')).rejects.toMatchObject({ code: '42P01' });
      await Promise.allSettled([rowsOf('select 1 / 0'), rowsOf(`select 'never read'`)]);
    }
    expect(await preparedCount()).toBeLessThanOrEqual(before + 3);
  });

  test('a table that has other columns is read as it is now, from the second time on', async () => {
    await rowsOf('create temporary table widened as select 1 as a');
    expect(await rowsOf('select * from widened')).toEqual([{ a: 1 }]);
    await rowsOf('alter table widened add b text');
    await expect(rowsOf('select * from widened')).rejects.toMatchObject({ code: '0A000' });
    expect(await rowsOf('select * from widened')).toEqual([{ a: 1, b: null }]);
  });

  test('a statement that the server has forgotten is read anew from the second time on', async () => {
    expect(await rowsOf('select 5 as five')).toEqual([{ five: 5 }]);
    await client.query('deallocate all');
    await expect(rowsOf('select 5 as five')).rejects.toMatchObject({ code: '26000' });
    expect(await rowsOf('select 5 as five')).toEqual([{ five: 5 }]);
  });

  test('of statements without end the oldest are let go', async () => {
    await Promise.all(Array.from({ length: 1_100 }, (_, n) => rowsOf(`select ${n} as n`)));
    // A batch closes the statements that the previous one dropped.
    await preparedCount();
    expect(await preparedCount()).toBeLessThanOrEqual(250);
    expect(await rowsOf('select 0 as n')).toEqual([{ n: 0 }]);
    expect(await rowsOf('select 1099 as n')).toEqual([{ n: 1099 }]);
  });

  test('keep their place among what is sent otherwise', async () => {
    const queued = rowsOf('create temporary table noted (at int)');
    const plain = client.query('insert into noted values (1)');
    const counted = rowsOf('select count(*)::int as count from noted');
    const dropped = client.query('drop table noted');
    await Promise.all([queued, plain, dropped]);
    expect(await counted).toEqual([{ count: 1 }]);
  });

  test('a value that no statement can carry is refused, and a row that cannot be read', async () => {
    const circle: Record<string, unknown> = {};
    circle.itself = circle;
    const point = 600;
    (client as unknown as { setTypeParser(oid: number, parse: () => never): void }).setTypeParser(
      point,
      () => {
        throw new Error('no point');
      },
    );
    const answers = await Promise.allSettled([
      rowsOf('select $1::jsonb', circle),
      rowsOf('select point(1, 2)'),
      rowsOf('select 1 as one'),
    ]);
    expect(answers[0]).toMatchObject({ reason: expect.any(TypeError) });
    expect(answers[1]).toMatchObject({ reason: new Error('no point') });
    expect(answers[2]).toMatchObject({ value: [{ one: 1 }] });
  });

  test('a connection that is lost fails all of them', async () => {
    client.on('error', () => undefined);
    const [{ pid } = {}] = await rowsOf('select pg_backend_pid() as pid');
    const waiting = [rowsOf('select pg_sleep(5)'), rowsOf('select 1')];
    setTimeout(() => store.asOwner(`select pg_terminate_backend(${Number(pid)})`), 100);
    for (const answer of await Promise.allSettled(waiting)) expect(answer.status).toBe('rejected');
    await expect(rowsOf('select 1')).rejects.toThrow();
  });
});
