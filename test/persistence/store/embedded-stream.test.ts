import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { EmbeddedStream } from '#persistence/store/embedded-stream.ts';
import { sendTogether } from '#pg-pipeline/statement-batch.ts';

describe('the embedded database answers as a server does', () => {
  let pglite: PGlite;
  const connected = async (): Promise<pg.Client> => {
    const client = new pg.Client({
      stream: () => new EmbeddedStream(pglite),
      user: 'postgres',
    } as pg.ClientConfig);
    await client.connect();
    return client;
  };
  const within = async (work: (client: pg.Client) => Promise<void>): Promise<void> => {
    const client = await connected();
    await work(client).finally(() => client.end());
  };

  beforeAll(async () => {
    pglite = await PGlite.create({ dataDir: 'memory://' });
    await pglite.exec('create table said (word text primary key)');
  });
  beforeEach(() => pglite.exec('delete from said'));
  afterAll(() => pglite.close());

  const say = (client: pg.Client, word: string) =>
    sendTogether(client, { sql: 'insert into said values ($1)', parameters: [word] });
  const saidIn = async (client: pg.Client) =>
    (await client.query('select word from said order by word')).rows.map(({ word }) => word);

  test('statements of a batch that follow one that fails are not executed, and those of the next are', () =>
    within(async (client) => {
      const batch = await Promise.allSettled(['a', 'a', 'b'].map((word) => say(client, word)));
      expect(batch.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
      expect(batch[2]).toMatchObject({ reason: { code: '23505' } });
      const next = await Promise.allSettled(['c', 'd'].map((word) => say(client, word)));
      expect(next.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
      // A batch without a transaction is one: nothing of the first is there.
      expect(await saidIn(client)).toEqual(['c', 'd']);
    }));

  test('an error of each kind of query is one, and the connection goes on', () =>
    within(async (client) => {
      for (let round = 0; round < 3; round += 1) {
        await expect(client.query('select 1/0')).rejects.toMatchObject({ code: '22012' });
        await expect(client.query('select $1::int/0', [3])).rejects.toMatchObject({ code: '22012' });
        await expect(client.query('select nothing')).rejects.toMatchObject({ code: '42703' });
        expect((await client.query('select $1::int as one', [round])).rows).toEqual([{ one: round }]);
      }
    }));

  test('a connection that was lost within a transaction leaves nothing to the next one', async () => {
    const lost = await connected();
    await lost.query(`set time zone 'Asia/Tokyo'`);
    await lost.query({ name: 'known', text: 'select 1' });
    await lost.query('begin');
    await say(lost, 'lost');
    const ended = new Promise((resolve) => lost.once('end', resolve));
    lost.on('error', () => undefined);
    (lost as unknown as { connection: { stream: EmbeddedStream } }).connection.stream.destroy();
    await ended;
    await within(async (client) => {
      expect(await saidIn(client)).toEqual([]);
      const { rows } = await client.query(
        `select current_setting('timezone') as zone, (select count(*)::int from pg_prepared_statements) as prepared`,
      );
      expect(rows).toEqual([{ zone: expect.not.stringContaining('Tokyo'), prepared: 0 }]);
    });
  });

  test('texts of all lengths come back as they are, those too that look like the end of an answer', () =>
    within(async (client) => {
      for (const text of ['', 'Z', '\u0005Z', 'Z\u0005I', 'ä'.repeat(70_000), 'Z'.repeat(100_000)])
        expect((await client.query('select $1::text as text', [text])).rows).toEqual([{ text }]);
    }));

  test('others are served between the statements of a batch', () =>
    within(async (client) => {
      let served = 0;
      let isOver = false;
      const serve = () => {
        served += 1;
        if (!isOver) setImmediate(serve);
      };
      setImmediate(serve);
      const slow = { sql: 'select count(*) from generate_series(1, 200000)', parameters: [] };
      await Promise.all(Array.from({ length: 5 }, () => sendTogether(client, slow)));
      isOver = true;
      expect(served).toBeGreaterThanOrEqual(4);
    }));
});
