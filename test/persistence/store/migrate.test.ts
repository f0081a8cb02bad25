import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { migrate, pendingMigrations } from '#persistence/store/migrate.ts';
import { migrations } from '#persistence/store/migrations/index.ts';
import { type Orm, openOrm } from '#persistence/store/orm.ts';
import { schemaDrift } from '#persistence/store/schema-drift.ts';
import { withDatabase } from '#test/support/databases.ts';
import { createTestGateway, people } from '#test/support/gateway.ts';
import { onEveryStore } from '#test/support/store.ts';

const names = migrations.map(({ name }) => name);

const onServer = async (...statements: readonly string[]): Promise<void> => {
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
};

/** An empty database of its own, and the stores that were opened on it closed before it goes. */
const withEmptyDatabase = async (
  work: (url: string, open: (url: string) => Promise<Orm>) => Promise<void>,
): Promise<void> => {
  const database = `vouch_${randomUUID().replaceAll('-', '')}`;
  await onServer(`create database ${database}`);
  const opened: Orm[] = [];
  try {
    await work(withDatabase(inject('postgresUrl'), database), async (url) => {
      const orm = await openOrm({ url });
      opened.push(orm);
      return orm;
    });
  } finally {
    for (const orm of opened) await orm.close();
    await onServer(`drop database ${database} with (force)`);
  }
};

describe('migrating', () => {
  onEveryStore((store) => {
    test('what is migrated is left as it is', async () => {
      const key = async () => store().asOwner('select fingerprint_key from installation');
      const before = await key();
      expect(await migrate(store().orm, store().address)).toEqual([]);
      expect(await pendingMigrations(store().orm)).toEqual([]);
      expect(await key()).toEqual(before);
    });
  });

  test('four gateways that start at once: one migrates, the others find it done', () =>
    withEmptyDatabase(async (url, open) => {
      const orms = await Promise.all([open(url), open(url), open(url), open(url)]);
      const applied = await Promise.all(orms.map((orm) => migrate(orm, { url })));
      expect(applied.filter(({ length }) => length > 0)).toEqual([names]);
      const [orm] = orms;
      if (!orm) throw new Error('four were opened');
      expect(await schemaDrift(orm)).toEqual([]);
    }));

  test('databases of one server that are migrated at once do not disturb each other', async () => {
    await Promise.all(
      Array.from({ length: 3 }, () =>
        withEmptyDatabase(async (url, open) => {
          expect(await migrate(await open(url), { url })).toEqual(names);
        }),
      ),
    );
  });
});

describe('an owner that does not pass row-level security', () => {
  const owner = `vouch_owner_${randomUUID().slice(0, 8)}`;
  beforeAll(() =>
    onServer(`create role ${owner} login password 'secret' nosuperuser nobypassrls createrole`),
  );
  afterAll(() => onServer(`drop owned by ${owner}`, `drop role ${owner}`));

  test('notes in the new table what had drifted, and beside a memory what its evidence comes to', () =>
    withEmptyDatabase(async (url, open) => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      // The roles of row-level security are the server's, and there already.
      const { rows: roles } = await client.query<{ role: string }>(
        `select rolname as role from pg_roles where rolname like 'vouch\\_%' and not rolcanlogin`,
      );
      for (const { role } of roles) await client.query(`grant ${role} to ${owner} with admin option`);
      await client.query(`grant all on schema public to ${owner}`);
      await client.query(
        `do $$ begin execute format('alter database %I owner to ${owner}', current_database()); end $$`,
      );
      const address = new URL(url);
      address.username = owner;
      address.password = 'secret';
      const orm = await open(address.href);
      await orm.migrator.up({ to: '0284-below-threshold' });
      await client.query(
        `insert into memories (id, tenant, project, contributor, audience, is_personal, hand_authored, visibility_key, status, revision, kind, content,
          confidence, pending_since, created_at, updated_at, source_state, drifted_at)
        select 'mem_' || n, 'acme', 'p', 'ada', '{}', false, true, 'shared', 'ACTIVE', 1, 'FACT', 'Gauge ' || n, 0.5, now(), now(), now(),
          (array['UNKNOWN', 'GONE', 'REWORDED'])[n], case when n = 2 then timestamptz '2026-11-01' end from generate_series(1, 3) n`,
      );
      await client.query(
        `insert into evidence (id, tenant, memory_id, detection_type, source_user, recorded_by, created_at)
        select 'evi_' || n, 'acme', 'mem_1', (array['CORRECTION', 'CONFIRMATION'])[1 + n % 2], 'user ' || n % 2, 'ada', timestamptz '2026-11-01' + n * interval '1 hour' from generate_series(1, 3) n`,
      );
      await migrate(orm, { url: address.href });
      const { rows: figures } = await client.query(
        'select evidence_count, verifier_count, detection_types, newest_evidence_at from memories order by id',
      );
      expect(figures).toEqual([
        {
          evidence_count: 3,
          verifier_count: 2,
          detection_types: ['CONFIRMATION', 'CORRECTION'],
          newest_evidence_at: new Date('2026-11-01T03:00:00Z'),
        },
        ...[2, 3].map(() => ({
          evidence_count: 0,
          verifier_count: 0,
          detection_types: [],
          newest_evidence_at: null,
        })),
      ]);
      const { rows } = await client.query(
        'select id, tenant, memory_id, state, drifted_at from source_drifts order by id',
      );
      expect(rows).toEqual([
        {
          id: 'mem_2',
          tenant: 'acme',
          memory_id: 'mem_2',
          state: 'GONE',
          drifted_at: new Date('2026-11-01'),
        },
        { id: 'mem_3', tenant: 'acme', memory_id: 'mem_3', state: 'REWORDED', drifted_at: null },
      ]);
      const { rows: unforced } = await client.query(
        `select relname from pg_class where relnamespace = 'public'::regnamespace and relrowsecurity and not relforcerowsecurity`,
      );
      expect(unforced).toEqual([]);
      await client.end();
    }));
});

describe('a gateway whose login owns nothing', () => {
  const login = `vouch_login_${randomUUID().slice(0, 8)}`;
  beforeAll(() =>
    onServer(`create role ${login} login password 'secret' nosuperuser nobypassrls nocreatedb nocreaterole`),
  );
  afterAll(() => onServer(`drop role ${login}`));

  const loginUrl = (url: string): string => {
    const address = new URL(url);
    address.username = login;
    address.password = 'secret';
    return address.href;
  };

  test('runs the whole pipeline', () =>
    withEmptyDatabase(async (url, open) => {
      await migrate(await open(url), { url }, login);
      const orm = await open(loginUrl(url));
      const { ask } = await createTestGateway({
        kind: 'postgres',
        address: { url: loginUrl(url) },
        orm,
        asOwner: async () => [],
        drop: async () => undefined,
      });
      const ingested = await ask(
        people.service,
        `mutation ($input: IngestDocumentsInput!) { ingestDocuments(input: $input) {
          ... on IngestDocumentsPayload { wave { report { persisted candidates { nodes { id } } } } } ... on UserError { code } } }`,
        {
          input: {
            project: 'p',
            documents: [
              { path: 'adr/1.md', content: '## Decision\n\nWe will keep every reading for ten years.\n' },
            ],
          },
        },
      );
      expect(ingested.errors).toBeUndefined();
      const { report } = ingested.data.ingestDocuments.wave;
      expect(report.persisted).toBe(1);
      expect(
        await ask(
          people.reviewer,
          `mutation ($id: ID!) { promoteMemory(input: { id: $id, idempotencyKey: "k" }) { ... on PromoteMemoryPayload { memory { status } } ... on UserError { code } } }`,
          { id: report.candidates.nodes[0].id },
        ),
      ).toEqual({ data: { promoteMemory: { memory: { status: 'ACTIVE' } } } });
      expect(await ask(people.auditor, '{ verifyAuditChain { valid } }')).toEqual({
        data: { verifyAuditChain: { valid: true } },
      });
    }));

  test('shows whether migrations are pending', () =>
    withEmptyDatabase(async (url, open) => {
      expect(await pendingMigrations(await open(loginUrl(url)))).toEqual(names);
      await migrate(await open(url), { url }, login);
      expect(await pendingMigrations(await open(loginUrl(url)))).toEqual([]);
    }));

  test('has no right of its own, sees nothing without a viewer, and cannot pass row-level security', () =>
    withEmptyDatabase(async (url, open) => {
      await migrate(await open(url), { url }, login);
      const client = new pg.Client({ connectionString: loginUrl(url) });
      await client.connect();
      for (const statement of [
        'alter table memories disable row level security',
        'drop policy memories_viewer_select on memories',
        'alter table audit_events disable trigger user',
        'truncate audit_events',
        'create table public.shadow (id text)',
        'set role vouch_index',
        'set role postgres',
        'select count(*) from memories',
        'select memories_with_words(null, null, null, 1)',
      ])
        await expect([
          statement,
          await client.query(statement).then(
            () => 'done',
            (error: { code: string }) => error.code,
          ),
        ]).toEqual([statement, '42501']);
      await client.query('set role vouch_viewer');
      const { rows } = await client.query('select count(*)::int as count from memories');
      expect(rows).toEqual([{ count: 0 }]);
      await client.end();
    }));
});
