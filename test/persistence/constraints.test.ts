import { describe, expect, test } from 'vitest';
import { dropReasons } from '#domain/extraction/drop-reasons.ts';
import { entityTypes, memoryKinds } from '#domain/extraction/kinds.ts';
import { itemStatuses } from '#domain/promotion/states.ts';
import { workflowReasons, workflowStatuses } from '#domain/routing/workflow-states.ts';
import { provenanceColumns } from '#entities/governed-columns.ts';
import { tables } from '#entities/index.ts';
import { indexRole, stewardRole, viewerRole } from '#entities/policies.ts';
import { schemaDrift } from '#persistence/schema-drift.ts';
import { openWriteSession } from '#persistence/viewer-session.ts';
import { people } from '../support/gateway.ts';
import { onEveryStore, type TestStore } from '../support/store.ts';

const tableNames = tables.map(({ meta }) => String(meta.tableName)).sort();
/** What the store holds beside the tables of the entities: its key, and the migrator's own list. */
const withoutEntity = ['installation', 'mikro_orm_migrations'];
const columnOf = (property: string) => property.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The SQLSTATE, the constraint and the message of a statement that must fail. */
const refusalOf = async (work: Promise<unknown>) => {
  const error: unknown = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error === null) return { code: null, constraint: null, message: 'nothing was refused' };
  const { code, constraint, message } = error as { code?: string; constraint?: string; message: string };
  return { code, constraint, message };
};

type Run = <Row extends object>(statement: string, params?: readonly unknown[]) => Promise<Row[]>;

/** Work as the owner in a transaction that is rolled back, DDL and all. */
const inRollback = async ({ orm }: TestStore, work: (run: Run) => Promise<void>): Promise<void> => {
  const em = orm.em.fork();
  await em.begin();
  try {
    await work((statement, params = []) => em.execute(statement, [...params]));
  } finally {
    await em.rollback();
  }
};

/** Takes every constraint and trigger from a table but the named one and its keys, so that a bare row shows what that one does. */
const stripTable = async (run: Run, table: string, keep: string): Promise<void> => {
  const constraints = await run<{ name: string }>(
    `select conname as name from pg_constraint where conrelid = '${table}'::regclass and contype in ('c', 'f') and conname <> '${keep}'`,
  );
  for (const { name } of constraints) await run(`alter table ${table} drop constraint ${name}`);
  const required = await run<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = '${table}'::regclass and attnum > 0 and attnotnull
      and attnum <> all ((select conkey from pg_constraint where conrelid = '${table}'::regclass and contype = 'p')::int2[])`,
  );
  for (const { name } of required) await run(`alter table ${table} alter column ${name} drop not null`);
  await run(`alter table ${table} disable trigger user`);
};

interface ForeignKey {
  readonly name: string;
  readonly child: string;
  readonly parent: string;
  readonly childColumns: string[];
  readonly parentColumns: string[];
}

const foreignKeysOf = ({ asOwner }: TestStore) =>
  asOwner<ForeignKey>(`select c.conname as name, c.conrelid::regclass::text as child, c.confrelid::regclass::text as parent,
      array(select a.attname::text from unnest(c.conkey) with ordinality k (num, place)
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.num order by k.place) as "childColumns",
      array(select a.attname::text from unnest(c.confkey) with ordinality k (num, place)
        join pg_attribute a on a.attrelid = c.confrelid and a.attnum = k.num order by k.place) as "parentColumns"
    from pg_constraint c where c.contype = 'f' order by 1`);

describe('no key crosses a tenant', () => {
  onEveryStore((store) => {
    test('every foreign key carries the tenant, and refuses a row that points to another tenant', async () => {
      const keys = await foreignKeysOf(store());
      expect(keys.length).toBeGreaterThanOrEqual(25);
      for (const { name, child, parent, childColumns, parentColumns } of keys) {
        expect([name, childColumns[0], parentColumns]).toEqual([name, 'tenant', ['tenant', 'id']]);
        const reference = childColumns[1] ?? '';
        await inRollback(store(), async (run) => {
          await stripTable(run, parent, '');
          await stripTable(run, child, name);
          await run(`insert into ${parent} (id, tenant) values ('a-parent', 'acme')`);
          const insertChild = (id: string, tenant: string) =>
            reference === 'id'
              ? run(`insert into ${child} (id, tenant) values ('a-parent', '${tenant}')`)
              : run(
                  `insert into ${child} (id, tenant, ${reference}) values ('${id}', '${tenant}', 'a-parent')`,
                );
          await insertChild('of-acme', 'acme');
          if (reference === 'id') await run(`delete from ${child}`);
          expect(await refusalOf(insertChild('of-other', 'other'))).toMatchObject({
            code: '23503',
            message: expect.stringContaining(name),
          });
        });
      }
    });

    test('every column that names a row of another table has a foreign key', async () => {
      const referenced = new Set(
        (await foreignKeysOf(store())).map(({ child, childColumns }) => `${child}.${childColumns[1]}`),
      );
      const targets = tables.map(({ meta }) =>
        columnOf(meta.className.replace(/^[A-Z]/, (l) => l.toLowerCase())),
      );
      const columns = await store().asOwner<{ name: string }>(
        `select table_name || '.' || column_name as name from information_schema.columns
          where table_schema = 'public' and column_name = any(array[${targets.map((target) => `'${target}_id'`).join(', ')}, 'entity_id', 'report_id'])
            and table_name <> all (array['audit_events', 'audit_texts']) order by 1`,
      );
      expect(columns.map(({ name }) => name).filter((name) => !referenced.has(name))).toEqual([]);
    });

    test('every unique key but that of the server-made id begins with the tenant', async () => {
      const keys = await store().asOwner<{ name: string; columns: string[]; primary: boolean }>(
        `select i.indexrelid::regclass::text as name, i.indisprimary as primary,
            array(select a.attname::text from unnest(i.indkey::int2[]) with ordinality k (num, place)
              join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.num order by k.place) as columns
          from pg_index i join pg_class t on t.oid = i.indrelid join pg_namespace s on s.oid = t.relnamespace
          where i.indisunique and s.nspname = 'public' and t.relname <> all (array['${withoutEntity.join("', '")}'])`,
      );
      expect(keys.length).toBeGreaterThan(tableNames.length);
      const beginsElsewhere = keys.filter(
        ({ columns, primary }) => columns[0] !== 'tenant' && !(primary && columns.join() === 'id'),
      );
      expect(beginsElsewhere).toEqual([]);
    });
  });
});

describe('the database itself refuses to rewrite history', () => {
  const arrange = async ({ asOwner }: TestStore): Promise<void> => {
    const now = '2026-03-01T09:00:00Z';
    for (const [table, id, more] of [
      ['memories', 'mem_1', `'FACT'`],
      ['graph_entities', 'ent_1', `'COMPONENT', 'Gauge'`],
    ] as const) {
      await asOwner(
        `insert into ${table} (id, tenant, project, contributor, hand_authored, visibility_key, status, revision, content, confidence,
          pending_since, created_at, updated_at, ${table === 'memories' ? 'kind' : 'entity_type, name'})
        values ('${id}', 'acme', 'p', 'carol', true, 'shared', 'ACTIVE', 1, 'A statement of it.', 0.5, '${now}', '${now}', '${now}', ${more}) on conflict do nothing`,
      );
    }
    await asOwner(
      `insert into revisions (id, tenant, memory_id, revision, status, content, reworded, edited_by, edited_at)
        values ('rev_1', 'acme', 'mem_1', 1, 'ACTIVE', 'A statement of it.', true, 'carol', '${now}') on conflict do nothing`,
    );
    await asOwner(
      `insert into audit_events (id, tenant, sequence, at, actor, action, target_type, target_id, hash)
        values ('aud_1', 'acme', 1, '${now}', 'carol', 'memory.created', 'Memory', 'mem_1', 'h') on conflict do nothing`,
    );
  };
  const as = async (store: TestStore, role: 'viewer' | 'steward', statement: string): Promise<void> => {
    const session = await openWriteSession(store.orm, people.admin, role);
    try {
      await session.em.execute(statement);
    } finally {
      await session.rollback();
    }
  };

  onEveryStore((store) => {
    const setOnce = [
      ...Object.keys(provenanceColumns).map(columnOf),
      'id',
      'tenant',
      'project',
      'contributor',
      'created_at',
    ];
    test.for(['memories', 'graph_entities'] as const)('%s: provenance is set once', async (table) => {
      await arrange(store());
      const types = new Map(
        (
          await store().asOwner<{ name: string; type: string }>(
            `select column_name as name, data_type as type from information_schema.columns where table_schema = 'public' and table_name = '${table}'`,
          )
        ).map(({ name, type }) => [name, type]),
      );
      for (const column of setOnce) {
        const type = types.get(column) ?? 'no column';
        const value =
          { boolean: 'not hand_authored', integer: '7', 'double precision': '0.25' }[type] ??
          (type.startsWith('timestamp') ? `'2020-01-01T00:00:00Z'` : `'changed'`);
        const statement = `update ${table} set ${column} = ${value}`;
        expect([column, type, (await refusalOf(store().asOwner(statement))).message]).toEqual([
          column,
          type,
          expect.stringContaining('provenance is set once'),
        ]);
        for (const role of ['viewer', 'steward'] as const)
          expect((await refusalOf(as(store(), role, statement))).message).toContain('provenance is set once');
      }
    });

    test.for([
      `update audit_events set actor = 'eve'`,
      'delete from audit_events',
      'truncate audit_events cascade',
    ])('the owner is refused by trigger, the roles by grants: %s', async (statement) => {
      await arrange(store());
      expect((await refusalOf(store().asOwner(statement))).message).toMatch(
        /audit_events rows are written once: (update|delete|truncate) is refused/,
      );
      for (const role of ['viewer', 'steward'] as const)
        expect(await refusalOf(as(store(), role, statement))).toMatchObject({ code: '42501' });
    });

    test('a revision is never updated', async () => {
      await arrange(store());
      const statement = `update revisions set content = 'another'`;
      expect((await refusalOf(store().asOwner(statement))).message).toContain(
        'revisions rows are written once: update is refused',
      );
      for (const role of ['viewer', 'steward'] as const)
        expect(await refusalOf(as(store(), role, statement))).toMatchObject({ code: '42501' });
    });
  });
});

describe('closed sets are closed', () => {
  onEveryStore((store) => {
    test.for([
      ['memories', 'status', itemStatuses],
      ['graph_entities', 'status', itemStatuses],
      ['revisions', 'status', itemStatuses],
      ['memories', 'kind', memoryKinds],
      ['graph_entities', 'entity_type', entityTypes],
      ['dropped_statements', 'reason', dropReasons],
      ['workflow_items', 'status', workflowStatuses],
      ['workflow_items', 'reason', workflowReasons],
    ] as const)('%s.%s', async ([table, column, members]) => {
      const constraint = `${table}_${column}_check`;
      await inRollback(store(), async (run) => {
        await stripTable(run, table, constraint);
        for (const member of members)
          await run(`insert into ${table} (id, tenant, ${column}) values ('${member}', 'acme', '${member}')`);
        expect(
          await refusalOf(
            run(`insert into ${table} (id, tenant, ${column}) values ('x', 'acme', 'STRANGE')`),
          ),
        ).toMatchObject({ code: '23514', message: expect.stringContaining(constraint) });
      });
    });

    test.for(['-0.01', '1.01', `'NaN'`])('a confidence of %s is none', async (value) => {
      for (const table of ['memories', 'graph_entities'])
        await inRollback(store(), async (run) => {
          await stripTable(run, table, `${table}_confidence_check`);
          expect(
            await refusalOf(
              run(`insert into ${table} (id, tenant, confidence) values ('x', 'acme', ${value})`),
            ),
          ).toMatchObject({ code: '23514' });
        });
    });
  });
});

describe('every table stands behind the wall', () => {
  onEveryStore((store) => {
    test('the store has the tables of the entities and no other', async () => {
      const found = await store().asOwner<{ name: string }>(
        `select table_name as name from information_schema.tables where table_schema not in ('pg_catalog', 'information_schema') order by 1`,
      );
      expect(found.map(({ name }) => name)).toEqual([...tableNames, ...withoutEntity].sort());
    });

    test('row-level security is on, forced, and has a policy for each session role', async () => {
      const walls = await store().asOwner<{ name: string; on: boolean; forced: boolean; readers: string[] }>(
        `select c.relname::text as name, c.relrowsecurity as on, c.relforcerowsecurity as forced,
            array(select unnest(p.roles)::text from pg_policies p where p.tablename = c.relname and p.cmd in ('SELECT', 'ALL') order by 1) as readers
          from pg_class c join pg_namespace s on s.oid = c.relnamespace
          where s.nspname = 'public' and c.relkind = 'r' and c.relname <> all (array['${withoutEntity.join("', '")}']) order by 1`,
      );
      expect(walls.map(({ name }) => name)).toEqual(tableNames);
      for (const { name, on, forced, readers } of walls) {
        expect([name, on, forced]).toEqual([name, true, true]);
        expect([name, readers.filter((role) => role !== indexRole)]).toEqual([
          name,
          [stewardRole, viewerRole],
        ]);
      }
    });

    test('no view, no materialized view, no policy for everybody', async () => {
      expect(
        await store().asOwner(
          `select relname from pg_class c join pg_namespace s on s.oid = c.relnamespace where s.nspname = 'public' and relkind in ('v', 'm', 'f')
            and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')`,
        ),
      ).toEqual([]);
      expect(await store().asOwner(`select policyname from pg_policies where 'public' = any(roles)`)).toEqual(
        [],
      );
    });

    test('the migrations say what the entities say', async () => {
      expect(await schemaDrift(store().orm)).toEqual([]);
    });

    test.for([
      ['a column', 'alter table waves add column extra text', 'alter table waves drop column extra'],
      [
        'a policy that lets all through',
        'alter policy memories_viewer_select on memories using (true)',
        null,
      ],
      ['a policy less', 'drop policy memories_viewer_update on memories', null],
      [
        'a wall that is not forced',
        'alter table chunks no force row level security',
        'alter table chunks force row level security',
      ],
      [
        'a wall that is off',
        'alter table chunks disable row level security',
        'alter table chunks enable row level security',
      ],
      ['a closed set that is open', 'alter table memories drop constraint memories_kind_check', null],
    ] as const)('and drift is seen: %s', async ([, change, undo]) => {
      const { asOwner, orm } = store();
      await asOwner(change);
      const drift = await schemaDrift(orm);
      for (const statement of undo === null ? drift : [undo]) await asOwner(statement);
      expect(drift).not.toEqual([]);
      expect(await schemaDrift(orm)).toEqual([]);
    });
  });
});

describe('grants', () => {
  /** What a session role may change; whatever is not here it may at most read and insert. */
  const updatable: Readonly<Record<string, readonly string[]>> = {
    [viewerRole]: ['audit_heads', 'graph_entities', 'idempotency_keys', 'memories'],
    [stewardRole]: [
      'audit_heads',
      'graph_entities',
      'idempotency_keys',
      'memories',
      'waves',
      'workflow_items',
    ],
    [indexRole]: [],
  };
  /** What only a source gives, a steward writes alone. */
  const sources = [
    'waves',
    'documents',
    'chunks',
    'interactions',
    'extraction_reports',
    'extractions',
    'dropped_statements',
  ];

  onEveryStore((store) => {
    const granted = async (role: string, privilege: string) =>
      (
        await store().asOwner<{ name: string }>(
          `select table_name as name from information_schema.role_table_grants
            where grantee = '${role}' and privilege_type = '${privilege}' and table_schema = 'public' order by 1`,
        )
      ).map(({ name }) => name);

    test.for([viewerRole, stewardRole])(
      '%s reads every table, and the key of the fingerprints',
      async (role) => {
        expect(await granted(role, 'SELECT')).toEqual(
          expect.arrayContaining([...tableNames, 'installation']),
        );
      },
    );

    test.for([viewerRole, stewardRole, indexRole])('%s deletes nothing', async (role) => {
      for (const privilege of ['DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER'])
        expect([privilege, await granted(role, privilege)]).toEqual([privilege, []]);
    });

    test.for([viewerRole, stewardRole, indexRole])(
      '%s updates decisions, never sources nor history',
      async (role) => {
        expect(await granted(role, 'UPDATE')).toEqual(updatable[role]);
      },
    );

    test('a viewer writes no source', async () => {
      expect((await granted(viewerRole, 'INSERT')).filter((name) => sources.includes(name))).toEqual([]);
      expect(await granted(stewardRole, 'INSERT')).toEqual(expect.arrayContaining(sources));
    });

    test('the look-up role reads what it searches, and writes nothing', async () => {
      expect(await granted(indexRole, 'INSERT')).toEqual([]);
      expect(await granted(indexRole, 'SELECT')).toEqual(['graph_entities', 'memories']);
    });

    test('no table is open to everybody, and nobody logs in as a session role', async () => {
      expect(
        await store().asOwner(
          `select table_name from information_schema.role_table_grants where grantee = 'PUBLIC' and table_schema = 'public'`,
        ),
      ).toEqual([]);
      expect(
        await store().asOwner(
          `select rolname from pg_roles where rolname like 'vouch\\_%' and rolname in ('${viewerRole}', '${stewardRole}', '${indexRole}')
            and (rolcanlogin or rolsuper or rolbypassrls or rolcreaterole or rolcreatedb)`,
        ),
      ).toEqual([]);
    });

    test('a function that runs as another is owned by the look-up role, pins its path, and is not for everybody', async () => {
      const functions = await store().asOwner<{ name: string; owner: string; path: string[]; open: boolean }>(
        `select p.proname::text as name, r.rolname::text as owner, p.proconfig as path, has_function_privilege('public', p.oid, 'execute') as open
          from pg_proc p join pg_roles r on r.oid = p.proowner join pg_namespace s on s.oid = p.pronamespace
          where p.prosecdef and s.nspname = 'public' order by 1`,
      );
      expect(functions.map(({ name }) => name)).toContain('highest_similarities');
      for (const { name, owner, path, open } of functions)
        expect([name, owner, path, open]).toEqual([name, indexRole, ['search_path=public, pg_temp'], false]);
    });

    test('and it answers for the tenant of its session alone', async () => {
      await store().asOwner(
        `insert into memories (id, tenant, project, contributor, hand_authored, visibility_key, status, revision, content, confidence,
            pending_since, created_at, updated_at, kind)
          values ('mem_foreign', 'other', 'p', 'carol', true, 'shared', 'ACTIVE', 1, 'The harbour gauge reads in centimetres.', 0.5, now(), now(), now(), 'FACT')`,
      );
      const similarities = async (tenant: string, sessionTenant: string) => {
        const session = await openWriteSession(
          store().orm,
          { ...people.admin, tenant: sessionTenant },
          'steward',
        );
        const rows = await session.em.execute<{ similarity: number }[]>(
          `select similarity from highest_similarities('${tenant}', 'p', array['shared'], array['The harbour gauge reads in centimetres.'])`,
        );
        await session.rollback();
        return rows.map(({ similarity }) => similarity);
      };
      expect(await similarities('other', 'other')).toEqual([1]);
      expect(await similarities('other', 'acme')).toEqual([]);
    });
  });
});
