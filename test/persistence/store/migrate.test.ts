import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { migrate, pendingParts } from '#persistence/store/migrate.ts';
import { type Orm, openOrm } from '#persistence/store/orm.ts';
import { schemaDrift } from '#persistence/store/schema-drift.ts';
import { StartError } from '#persistence/store/start-error.ts';
import { type StorePart, storePart, storeParts, thisRelease } from '#persistence/store/store-parts.ts';
import { withDatabase } from '#test/support/databases.ts';
import { createTestGateway, people } from '#test/support/gateway.ts';
import { isLong } from '#test/support/property-runs.ts';
import { onEveryStore, type TestStore } from '#test/support/store.ts';

const names = storeParts.map(({ name }) => name);

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
      expect(await pendingParts(store().orm)).toEqual([]);
      expect(await key()).toEqual(before);
    });
  });

  test.runIf(isLong)('four gateways that start at once: one migrates, the others find it done', () =>
    withEmptyDatabase(async (url, open) => {
      const orms = await Promise.all([open(url), open(url), open(url), open(url)]);
      const applied = await Promise.all(orms.map((orm) => migrate(orm, { url })));
      expect(applied.filter(({ length }) => length > 0)).toEqual([names]);
      const [orm] = orms;
      if (!orm) throw new Error('four were opened');
      expect(await schemaDrift(orm)).toEqual([]);
    }),
  );

  test.runIf(isLong)(
    'databases of one server that are migrated at once do not disturb each other',
    async () => {
      await Promise.all(
        Array.from({ length: 3 }, () =>
          withEmptyDatabase(async (url, open) => {
            expect(await migrate(await open(url), { url })).toEqual(names);
          }),
        ),
      );
    },
  );
});

/** The release with some of its parts replaced or added, by name, each with its kind; null takes one out. */
const withParts = (changes: Readonly<Record<string, readonly string[] | null>>): StorePart[] => {
  const changed = Object.entries(changes).flatMap(([name, statements]) => {
    const [kind = '', subject = ''] = name.split('/');
    return statements === null ? [] : [storePart(kind as StorePart['kind'], subject, statements)];
  });
  const kept = storeParts.filter(({ name }) => !(name in changes));
  const kinds = [...new Set(storeParts.map(({ kind }) => kind))];
  return kinds.flatMap((kind) => [...kept, ...changed].filter((part) => part.kind === kind));
};

const textsOf = (name: string): readonly string[] =>
  storeParts.find((part) => part.name === name)?.statements ?? [];

/** Every function, trigger and policy of a store as the database describes it. */
const definitionsOf = ({ asOwner }: TestStore) =>
  asOwner(
    `select oid::regprocedure::text as name, pg_get_functiondef(oid) || proowner::regrole || coalesce(proacl::text, '') as text from pg_proc where pronamespace = 'public'::regnamespace and prokind = 'f'
    union all select tgname, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    union all select policyname, concat_ws(' ', tablename, cmd, roles, qual, with_check) from pg_policies order by 1, 2`,
  );

describe('functions, triggers and policies', () => {
  onEveryStore((store) => {
    /** Migrates the store to a changed release, and back to this one. */
    const thereAndBack = async (
      parts: readonly StorePart[],
      look: (applied: readonly string[]) => Promise<void>,
    ): Promise<void> => {
      const { orm, address } = store();
      const before = await definitionsOf(store());
      await look(await migrate(orm, address, null, { version: thisRelease, parts }));
      await migrate(orm, address);
      expect(await pendingParts(orm)).toEqual([]);
      expect(await definitionsOf(store())).toEqual(before);
    };

    test('a function whose text changes is replaced, and nothing else is', () =>
      thereAndBack(
        withParts({
          'functions/words_by_rarity': [
            'create function words_by_rarity(other int) returns int language sql as $$ select 1 $$',
          ],
        }),
        async (applied) => {
          expect(applied).toEqual(['functions/words_by_rarity']);
          expect(
            await store().asOwner(
              `select oid::regprocedure::text as name from pg_proc where proname = 'words_by_rarity'`,
            ),
          ).toEqual([{ name: 'words_by_rarity(integer)' }]);
        },
      ));

    test('a function that policies call is replaced with the policies that call it', () =>
      thereAndBack(
        withParts({
          'functions/viewer_user': [
            `create function viewer_user() returns text language sql stable as $$ select nullif(current_setting('vouch.user', true), ' ') $$`,
          ],
        }),
        async (applied) => {
          expect(applied).toContain('functions/viewer_user');
          expect(applied).toContain('policies/votes');
          expect(applied).not.toContain('policies/entity_relations');
        },
      ));

    test('the triggers of a table are replaced whole', () =>
      thereAndBack(
        withParts({ 'triggers/evidence': textsOf('triggers/evidence').slice(1) }),
        async (applied) => {
          expect(applied).toEqual(['triggers/evidence']);
          expect(
            await store().asOwner(
              `select tgname as name from pg_trigger where tgrelid = 'evidence'::regclass and not tgisinternal`,
            ),
          ).toHaveLength(textsOf('triggers/evidence').length - 1);
        },
      ));

    test('what a release has no more is removed', () =>
      thereAndBack(
        withParts({ 'functions/holds_words': null, 'triggers/evidence': null, 'policies/votes': null }),
        async () => {
          expect(
            await store().asOwner(
              `select proname as name from pg_proc where proname = 'holds_words' union all select policyname from pg_policies where tablename = 'votes'
            union all select tgname from pg_trigger where tgrelid = 'evidence'::regclass and not tgisinternal`,
            ),
          ).toEqual([]);
        },
      ));

    test('every function is valid beside all others', async () => {
      const { orm } = store();
      const em = orm.em.fork();
      await em.begin();
      for (const { kind, statements } of storeParts)
        for (const statement of statements)
          if (kind === 'functions' && statement.startsWith('create function'))
            await em.execute(statement.replace('create', 'create or replace'));
      await em.rollback();
    });

    test('a function that a column, a check or an index is computed by is changed by a migration alone', async () => {
      const computing = await store().asOwner<{ name: string }>(
        `select distinct p.proname::text as name from pg_depend d join pg_proc p on d.refclassid = 'pg_proc'::regclass and p.oid = d.refobjid
          where p.pronamespace = 'public'::regnamespace and d.classid in ('pg_class'::regclass, 'pg_attrdef'::regclass, 'pg_constraint'::regclass)`,
      );
      expect(computing.map(({ name }) => name)).toContain('are_labels');
      expect(computing.filter(({ name }) => names.includes(`functions/${name}`))).toEqual([]);
    });
  });
});

describe('a store that another version made', () => {
  onEveryStore((store) => {
    test('a contraction runs with no trigger or policy in its way', async () => {
      const { orm, address, asOwner } = store();
      const before = await definitionsOf(store());
      const shorter = storePart(
        'migrations',
        '0002-shorter-names',
        ['alter table votes alter column user_id type varchar(300)'],
        thisRelease,
      );
      const applied = await migrate(orm, address, null, {
        version: thisRelease,
        parts: [...storeParts, shorter],
      });
      expect(applied.filter((name) => name.startsWith('migrations/'))).toEqual([
        'migrations/0002-shorter-names',
      ]);
      await asOwner(`delete from store_parts where name = 'migrations/0002-shorter-names'`);
      expect(await definitionsOf(store())).toHaveLength(before.length);
    });

    test('one of a newer release is refused with what to do', async () => {
      const { orm, address, asOwner } = store();
      await asOwner(`insert into store_parts (name, checksum) values ('migrations/9999-later', '')`);
      const refusal = await migrate(orm, address).catch((error: unknown) => error);
      await asOwner(`delete from store_parts where name = 'migrations/9999-later'`);
      expect(refusal).toBeInstanceOf(StartError);
      expect(String(refusal)).toContain('start that release');
    });

    test.for([
      [
        'that kept another list',
        'create table mikro_orm_migrations (id int)',
        'drop table mikro_orm_migrations',
      ],
      [
        'with another baseline',
        `update store_parts set checksum = 'x' || checksum where name = 'migrations/0001-baseline'`,
        `update store_parts set checksum = substr(checksum, 2) where name = 'migrations/0001-baseline'`,
      ],
    ] as const)('one of an unreleased version %s is refused with what to do', async ([, change, undo]) => {
      const { orm, address, asOwner } = store();
      await asOwner(change);
      const refusal = await migrate(orm, address).catch((error: unknown) => error);
      await asOwner(undo);
      expect(refusal).toBeInstanceOf(StartError);
      expect(String(refusal)).toContain('begin with an empty store');
      expect(await pendingParts(orm)).toEqual([]);
    });
  });
});

describe('an owner that does not pass row-level security', () => {
  const owner = `vouch_owner_${randomUUID().slice(0, 8)}`;
  beforeAll(() =>
    onServer(`create role ${owner} login password 'secret' nosuperuser nobypassrls createrole`),
  );
  afterAll(() => onServer(`drop owned by ${owner}`, `drop role ${owner}`));

  test('makes a store, and makes anew what changes in it', () =>
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
      expect(await migrate(orm, { url: address.href })).toEqual(names);
      const changed = ['functions/erase_items', 'functions/similar_items', 'functions/viewer_tenant'];
      await client.query('update store_parts set checksum = $2 where name = any($1)', [changed, 'another']);
      expect(await migrate(orm, { url: address.href })).toEqual(expect.arrayContaining(changed));
      expect(await schemaDrift(orm)).toEqual([]);
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
          `mutation ($id: ID!) { promoteCandidate(input: { id: $id, idempotencyKey: "k" }) { ... on ItemPayload { item { status } } ... on UserError { code } } }`,
          { id: report.candidates.nodes[0].id },
        ),
      ).toEqual({ data: { promoteCandidate: { item: { status: 'ACTIVE' } } } });
      expect(await ask(people.auditor, '{ verifyAuditChain { valid } }')).toEqual({
        data: { verifyAuditChain: { valid: true } },
      });
    }));

  test('shows whether migrations are pending', () =>
    withEmptyDatabase(async (url, open) => {
      expect(await pendingParts(await open(loginUrl(url)))).toEqual(names);
      await migrate(await open(url), { url }, login);
      expect(await pendingParts(await open(loginUrl(url)))).toEqual([]);
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
