import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { parseConfig } from '#config/config.ts';
import { viewerRole } from '#entities/policies.ts';
import { sql } from '#persistence/reading/sql.ts';
import { migrate, pendingParts } from '#persistence/store/migrate.ts';
import { currentRelease } from '#persistence/store/migration-plan.ts';
import { openOrm } from '#persistence/store/orm.ts';
import { assertPartitions, partitionsOf, withPartitions } from '#persistence/store/partitions.ts';
import { readSurface } from '#persistence/store/release-surface.ts';
import { foreignKeyDrift, schemaDrift } from '#persistence/store/schema-drift.ts';
import { StartError } from '#persistence/store/start-error.ts';
import { storePart, storeParts, thisRelease } from '#persistence/store/store-parts.ts';
import { asOwnerOf, writeUnguarded } from '#persistence/store/unguarded-tables.ts';
import { openReadSession } from '#persistence/store/viewer-session.ts';
import { migrateStore, planStore } from '#server/migrate-store.ts';
import { withDatabase } from '#test/support/databases.ts';
import { createTestGateway, people, type TestGateway, viewer } from '#test/support/gateway.ts';
import type { TestStore } from '#test/support/store.ts';

describe('the statements of a migration', () => {
  const table = 'create table "notes" ("id" text not null, "tenant" text not null)';

  test('a table of tenants is divided; other statements, and tables of nobody, stay as they are', () => {
    const index = 'create index notes_index on notes (tenant, id)';
    const whole = 'create table installation (id text not null)';
    expect(withPartitions([table, index, whole], 2)).toEqual([
      `${table} partition by hash (tenant)`,
      'create table partition_0.notes partition of notes for values with (modulus 2, remainder 0)',
      'alter table partition_0.notes enable row level security, force row level security',
      'create table partition_1.notes partition of notes for values with (modulus 2, remainder 1)',
      'alter table partition_1.notes enable row level security, force row level security',
      index,
      whole,
      expect.stringMatching(/^do .*alter index .* rename to/s),
    ]);
    expect(withPartitions([table, index], 0)).toEqual([table, index]);
  });
});

test('an embedded store has no partitions: they are refused before anything is made', async () => {
  const folder = join(tmpdir(), `vouch-${randomUUID()}`);
  const config = parseConfig({ VOUCH_DATA_DIR: folder });
  const refusal = 'The embedded store has no partitions: name a server in DATABASE_URL';
  await expect(migrateStore(config, undefined, 4)).rejects.toThrow(refusal);
  await expect(planStore(config, () => undefined, 4)).rejects.toThrow(refusal);
  expect(existsSync(folder)).toBe(false);
});

describe('a store with partitions', () => {
  const partitions = 2;
  const database = `vouch_${randomUUID().replaceAll('-', '')}`;
  const url = () => withDatabase(inject('postgresUrl'), database);
  let store: TestStore;
  let gateway: TestGateway;
  const onServer = async (statement: string) => {
    const client = new pg.Client({ connectionString: inject('postgresUrl') });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };

  beforeAll(async () => {
    await onServer(`create database ${database}`);
    const making = await openOrm({ url: url() });
    await migrate(making, { url: url() }, null, { ...currentRelease, partitions });
    await making.close();
    const orm = await openOrm({ url: url() });
    store = {
      kind: 'postgres',
      address: { url: url() },
      orm,
      asOwner: (statement, params = []) => orm.em.fork().execute(statement, [...params]),
      drop: () => orm.close(),
    };
    gateway = await createTestGateway(store);
  });
  afterAll(async () => {
    await store.drop();
    await onServer(`drop database ${database} with (force)`);
  });

  /** How many partitions each table of the schema has. */
  const partitionsByTable = async (where: string) =>
    Object.fromEntries(
      (
        await store.asOwner<{ name: string; count: number }>(
          `select relname as name, (select count(*)::int from pg_inherits where inhparent = c.oid) as count
            from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and ${where}`,
        )
      ).map(({ name, count }) => [name, count]),
    );

  test('every table with a tenant has them, and the schema is that of the entities', async () => {
    const whole = ['installation', 'store_parts'];
    const counts = await partitionsByTable(`relname <> all ('{${whole.join(',')}}')`);
    expect(Object.keys(counts)).toContain('memories');
    expect(new Set(Object.values(counts))).toEqual(new Set([partitions]));
    expect(await partitionsByTable(`relname = any ('{${whole.join(',')}}')`)).toEqual({
      installation: 0,
      store_parts: 0,
    });
    expect(await schemaDrift(store.orm)).toEqual([]);
    expect(await foreignKeyDrift(store.orm)).toEqual([]);
    const surface = await readSurface(store.orm.em.fork());
    expect(surface.filter((line) => line.startsWith('column memories.id '))).toHaveLength(1);
    expect(surface.filter((line) => line.includes('partition'))).toEqual([]);
  });

  test('a migration by the same number does nothing, and by another is refused with what to do', async () => {
    const again = (number: number) =>
      migrate(store.orm, { url: url() }, null, { ...currentRelease, partitions: number });
    expect(await again(partitions)).toEqual([]);
    await expect(again(16)).rejects.toThrow(StartError);
    await expect(again(16)).rejects.toThrow(
      /^The store has tables, with 2 partitions each, .* `vouch migrate --partitions 16` .* Nothing was changed\.$/,
    );
    expect(await pendingParts(store.orm)).toEqual([]);
    expect(await partitionsOf(store.orm.em.fork())).toBe(partitions);
    await expect(assertPartitions(store.orm.em.fork(), partitions)).resolves.toBeUndefined();
  });

  test('a memory is promoted and read, and its tenant alone decides in which partition it is', async () => {
    const homes = new Map<string, string>();
    for (const tenant of ['acme', 'globex', 'initech', 'umbrella', 'hooli']) {
      const of = (who: typeof people.reviewer) => viewer(who.user, who.roles, { tenant });
      const created = await gateway.ask(
        of(people.contributor),
        'mutation { createMemory(input: { project: "p", kind: FACT, content: "The harbour closes at noon." }) { ... on MemoryPayload { memory { id } } ... on UserError { code message } } }',
      );
      const { id } = created.data.createMemory.memory;
      const promoted = await gateway.ask(
        of(people.reviewer),
        `mutation { promoteCandidate(input: { id: "${id}" }) { ... on ItemPayload { item { status } } ... on UserError { code message } } }`,
      );
      expect(promoted.data.promoteCandidate.item.status).toBe('ACTIVE');
      const read = await gateway.ask(
        of(people.reader),
        '{ memories(first: 5) { totalCount nodes { id content revisions(first: 5) { totalCount } } } }',
      );
      expect(read.data.memories).toEqual({
        totalCount: 1,
        nodes: [{ id, content: 'The harbour closes at noon.', revisions: { totalCount: 1 } }],
      });
      const [found] = await store.asOwner<{ home: string }>(
        `select tableoid::regclass::text as home from memories where id = ?`,
        [id],
      );
      homes.set(tenant, found?.home ?? '');
    }
    expect(new Set(homes.values())).toEqual(new Set(['partition_0.memories', 'partition_1.memories']));
  });

  test('a session of requests reaches no partition, even with every grant', async () => {
    const as = async (statement: string) => {
      const client = new pg.Client({ connectionString: url() });
      await client.connect();
      try {
        await client.query(
          `begin; select set_config('vouch.tenant', 'acme', true), set_config('vouch.user', 'alice', true), set_config('vouch.roles', '{admin}', true); set local role ${viewerRole}`,
        );
        return (await client.query<{ count: number }>(statement)).rows;
      } finally {
        await client.end();
      }
    };
    const readAll = [0, 1].map((place) => `select count(*)::int as count from partition_${place}.memories`);
    for (const read of readAll) await expect(as(read)).rejects.toMatchObject({ code: '42501' });
    for (const place of [0, 1]) {
      await store.asOwner(`grant usage on schema partition_${place} to ${viewerRole}`);
      await store.asOwner(`grant all on all tables in schema partition_${place} to ${viewerRole}`);
    }
    for (const read of readAll) expect(await as(read)).toEqual([{ count: 0 }]);
    await expect(
      as(`insert into partition_0.audit_heads (tenant, sequence) values ('acme', 1)`),
    ).rejects.toMatchObject({ code: '42501' });
    expect((await as('select count(*)::int as count from memories'))[0]?.count).toBeGreaterThan(0);
  });

  test('statements have the tenant in their text where its name is plain, and no other value', async () => {
    const textFor = async (tenant: string) => {
      const session = openReadSession(store.orm, viewer('rita', ['reader'], { tenant }));
      try {
        const db = await session.db();
        const asked = sql<{
          tenant: string;
        }>`select ${tenant}::text as tenant, ${'other'}::text as looked_up`;
        expect((await asked.execute(db)).rows).toEqual([{ tenant, looked_up: 'other' }]);
        const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements
          where statement like '%as looked_up' order by prepare_time desc limit 1`.execute(db);
        return rows[0]?.statement;
      } finally {
        await session.close();
      }
    };
    expect(await textFor('acme')).toBe(`select 'acme'::text as tenant, $1::text as looked_up`);
    expect(await textFor(`o'brien\\`)).toBe('select $1::text as tenant, $2::text as looked_up');
  });

  test('a refused change names the table, and indexes have its names', async () => {
    expect(
      await store.asOwner(
        `select part.relname from pg_inherits i join pg_class part on part.oid = i.inhrelid join pg_class whole on whole.oid = i.inhparent
          where part.relname <> whole.relname`,
      ),
    ).toEqual([]);
    await expect(store.asOwner(`update memories set contributor = 'mallory'`)).rejects.toThrow(
      /^memories provenance is set once and never changes$/,
    );
  });

  test('the owner writes unguarded by tables, and the foreign keys are back afterwards', async () => {
    const written: string[] = [];
    await asOwnerOf(url(), (owner) =>
      writeUnguarded(owner, async (tables) => {
        written.push(...tables.map(({ name }) => name));
      }),
    );
    expect(written).toContain('memories');
    expect(new Set(written).size).toBe(written.length);
    expect(await foreignKeyDrift(store.orm)).toEqual([]);
  });

  test('a table that a later migration adds is divided likewise', async () => {
    const later = storePart('migrations', '9999-notes', [
      'create table "notes" ("id" text not null, "tenant" text not null, primary key ("tenant", "id"))',
    ]);
    await migrate(store.orm, { url: url() }, null, { version: thisRelease, parts: [...storeParts, later] });
    expect(await partitionsByTable(`relname = 'notes'`)).toEqual({ notes: partitions });
  });
});
