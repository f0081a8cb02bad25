import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '#persistence/reading/sql.ts';
import { beginSnapshot } from '#pg-pipeline/snapshot.ts';
import { AnswerTooLong, keepOrder } from '#pg-pipeline/statement-batch.ts';
import { beginWriteTransaction } from '#pg-pipeline/write-transaction.ts';
import { createStore, type TestStore } from '#test/support/store.ts';

let store: TestStore;
let pool: pg.Pool;
beforeAll(async () => {
  store = await createStore('postgres');
  if (!('url' in store.address)) throw new Error('a store on a server has an address');
  pool = new pg.Pool({ connectionString: store.address.url, max: 2, pipeline: true } as pg.PoolConfig);
  keepOrder(pool as never);
  pool.on('error', () => undefined);
  await pool.query('create table pipeline_rows (n int primary key)');
});
beforeEach(async () => {
  await pool.query('truncate pipeline_rows');
});
afterAll(async () => {
  await pool.end();
  await store.drop();
});

const settings = { application_name: 'pipeline test' };
const insert = (n: number) => sql`insert into pipeline_rows values (${n})`;
const stored = async () =>
  (await pool.query('select n from pipeline_rows order by n')).rows.map(({ n }) => n);

describe('a snapshot', () => {
  test('reads one state of the store under its settings, whatever others commit', async () => {
    const snapshot = beginSnapshot(await pool.connect(), settings);
    const count = sql<{ count: number; name: string }>`select count(*)::int as count,
      current_setting('application_name') as name from pipeline_rows`;
    expect((await count.execute(snapshot.planned)).rows).toEqual([{ count: 0, name: 'pipeline test' }]);
    await pool.query('insert into pipeline_rows values (1)');
    expect((await count.execute(snapshot.genericPlan)).rows[0]?.count).toBe(0);
    snapshot.end();
    expect(await stored()).toEqual([1]);
  });

  test('refuses to write', async () => {
    const snapshot = beginSnapshot(await pool.connect(), settings);
    await expect(insert(1).execute(snapshot.planned)).rejects.toMatchObject({ code: '25006' });
    snapshot.end();
  });

  test('is over when it has ended', async () => {
    const snapshot = beginSnapshot(await pool.connect(), settings);
    snapshot.end();
    await expect(sql`select 1`.execute(snapshot.planned)).rejects.toThrow('The snapshot is over');
  });

  test('a statement after one that failed is rejected for the same reason', async () => {
    const snapshot = beginSnapshot(await pool.connect(), settings);
    const answers = await Promise.allSettled([
      sql`select 1 / 0`.execute(snapshot.planned),
      sql`select 1`.execute(snapshot.planned),
    ]);
    expect(answers.map((answer) => answer.status === 'rejected' && answer.reason.code)).toEqual([
      '22012',
      '22012',
    ]);
    snapshot.end();
  });
});

describe('an answer that is longer than its caller takes', () => {
  test('is not kept: its statement and those beside it are rejected, and the next connection answers', async () => {
    const client = await pool.connect();
    client.on('error', () => undefined);
    const { stream } = (client as unknown as { connection: { stream: { bytesRead: number } } }).connection;
    const snapshot = beginSnapshot(client, settings, { most: 5_000_000 });
    const gigabyte = sql`select repeat('a', 1000000) as text from generate_series(1, 1000)`;
    const [within] = (await sql`select repeat('a', 4000000) as text`.execute(snapshot.planned)).rows;
    expect(within).toEqual({ text: 'a'.repeat(4_000_000) });
    const answers = await Promise.allSettled([
      gigabyte.execute(snapshot.planned),
      sql`select 1`.execute(snapshot.planned),
    ]);
    for (const answer of answers)
      expect(answer.status === 'rejected' && answer.reason).toBeInstanceOf(AnswerTooLong);
    expect(stream.bytesRead).toBeLessThan(20_000_000);
    snapshot.end();
    const next = beginSnapshot(await pool.connect(), settings, { most: 5_000_000 });
    expect((await sql`select 1 as one`.execute(next.planned)).rows).toEqual([{ one: 1 }]);
    next.end();
  });
});

describe('a write transaction', () => {
  test('commits what was sent, answered or not', async () => {
    const transaction = beginWriteTransaction(await pool.connect(), settings);
    transaction.send(insert(1));
    transaction.send(insert(2));
    await transaction.commit();
    expect(await stored()).toEqual([1, 2]);
  });

  test('a commit after a statement that failed rejects with its error, and nothing is stored', async () => {
    const transaction = beginWriteTransaction(await pool.connect(), settings);
    transaction.send(insert(1));
    transaction.send(insert(1));
    transaction.send(insert(2));
    await expect(transaction.commit()).rejects.toMatchObject({ code: '23505' });
    expect(await stored()).toEqual([]);
  });

  test('hands its connection over with the commit', async () => {
    const transaction = beginWriteTransaction(await pool.connect(), settings);
    transaction.send(insert(1));
    let read: Promise<unknown> | undefined;
    await transaction.commit((client) => {
      const snapshot = beginSnapshot(client, settings);
      read = sql`select n from pipeline_rows`.execute(snapshot.planned).finally(snapshot.end);
    });
    expect(await read).toMatchObject({ rows: [{ n: 1 }] });
  });

  test('stores nothing when it is rolled back, and a second end does nothing', async () => {
    const transaction = beginWriteTransaction(await pool.connect(), settings);
    await insert(1).execute(transaction.db);
    await transaction.rollback();
    await transaction.rollback();
    await expect(insert(2).execute(transaction.db)).rejects.toThrow('The transaction is over');
    expect(await stored()).toEqual([]);
  });
});
