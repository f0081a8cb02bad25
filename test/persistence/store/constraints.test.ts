import { describe, expect, test } from 'vitest';
import { severities } from '#domain/contradictions/contradictions.ts';
import { dropReasons } from '#domain/ingestion/drop-reasons.ts';
import { entityTypes, memoryKinds } from '#domain/ingestion/kinds.ts';
import { itemStatuses } from '#domain/review/states.ts';
import { workflowReasons, workflowStatuses } from '#domain/routing/workflow-states.ts';
import { columnOf, provenanceColumns } from '#entities/governed-columns.ts';
import { tables } from '#entities/index.ts';
import { openWriteSession } from '#persistence/store/viewer-session.ts';
import { people } from '#test/support/gateway.ts';
import { executeIn, onEveryStore, onServerStore, type TestStore } from '#test/support/store.ts';

const tableNames = tables.map(({ meta }) => String(meta.tableName)).sort();
/** Tables without an entity: the keys of the store, and the list of its parts. */
const withoutEntity = ['installation', 'store_parts'];

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

/**
 * Takes every constraint, trigger and generating expression from a table but the named constraint and its keys, so that a bare row shows
 * what that one does.
 */
const stripTable = async (run: Run, table: string, keep: string): Promise<void> => {
  const constraints = await run<{ name: string }>(
    `select conname as name from pg_constraint where conrelid = '${table}'::regclass and contype in ('c', 'f') and conparentid = 0 and conname <> '${keep}'`,
  );
  for (const { name } of constraints) await run(`alter table ${table} drop constraint ${name}`);
  const required = await run<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = '${table}'::regclass and attnum > 0 and attnotnull and attidentity = ''
      and attnum <> all ((select conkey from pg_constraint where conrelid = '${table}'::regclass and contype = 'p')::int2[])`,
  );
  for (const { name } of required) await run(`alter table ${table} alter column ${name} drop not null`);
  const generated = await run<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = '${table}'::regclass and attgenerated <> ''`,
  );
  for (const { name } of generated) await run(`alter table ${table} alter column ${name} drop expression`);
  await run(`alter table ${table} disable trigger user`);
};

/** A row of these values; what else the primary key asks for is `id`, or one instant. */
const insertBare = async (
  run: Run,
  table: string,
  values: Readonly<Record<string, string>>,
  id: string,
): Promise<void> => {
  const key = await run<{ name: string; isInstant: boolean }>(
    `select a.attname::text as name, a.atttypid = 'timestamptz'::regtype as "isInstant" from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
      where c.conrelid = '${table}'::regclass and c.contype = 'p'`,
  );
  const row = {
    ...Object.fromEntries(key.map(({ name, isInstant }) => [name, isInstant ? '2026-01-01' : id])),
    ...values,
  };
  await run(
    `insert into ${table} (${Object.keys(row).join(', ')}) values (${Object.values(row)
      .map((value) => `'${value}'`)
      .join(', ')})`,
  );
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
    from pg_constraint c where c.contype = 'f' and c.conparentid = 0 order by 1`);

describe('no key crosses a tenant', () => {
  onServerStore((store) => {
    test('every foreign key carries the tenant, and refuses a row that points to another tenant', async () => {
      const keys = await foreignKeysOf(store());
      expect(keys.length).toBeGreaterThanOrEqual(25);
      for (const { name, child, parent, childColumns, parentColumns } of keys) {
        const [reference = '', key = ''] = [childColumns[1], parentColumns[1]];
        expect([name, childColumns, parentColumns]).toEqual([name, ['tenant', reference], ['tenant', key]]);
        await inRollback(store(), async (run) => {
          if (parent !== child) await stripTable(run, parent, '');
          await stripTable(run, child, name);
          await insertBare(run, parent, { tenant: 'acme', [key]: 'a-parent' }, 'a-parent');
          const insertChild = (id: string, tenant: string) =>
            insertBare(run, child, { tenant, [reference]: 'a-parent' }, id);
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
      // A pathway's own identity, as the specification writes it.
      const naturalKey = 'pathways.pathway_id';
      const referenced = new Set(
        (await foreignKeysOf(store())).map(({ child, childColumns }) => `${child}.${childColumns[1]}`),
      );
      const targets = tables.map(({ meta }) =>
        columnOf(meta.className.replace(/^[A-Z]/, (l) => l.toLowerCase())),
      );
      const columns = await store().asOwner<{ name: string }>(
        `select table_name || '.' || column_name as name from information_schema.columns
          where table_schema = 'public' and column_name = any(array[${targets.map((target) => `'${target}_id'`).join(', ')}, 'entity_id', 'report_id'])
            and table_name <> all (array['audit_events', 'audit_texts'])
            and table_name || '.' || column_name <> '${naturalKey}' order by 1`,
      );
      // Filled by triggers of the rows that they index, which carry the tenant; and what a trigger looks up once a statement.
      const derived = [
        ...['delivered_items.memory_id', 'trace_chunks.chunk_id'],
        ...['source_checks.document_id', 'source_checks.chunk_id'],
      ];
      expect(
        columns.map(({ name }) => name).filter((name) => !referenced.has(name) && !derived.includes(name)),
      ).toEqual([]);
    });

    test.for(['document', 'chunk'])(
      'a check that names the %s of another tenant is refused',
      async (other) => {
        await inRollback(store(), async (run) => {
          for (const table of ['documents', 'chunks', 'memories']) {
            await stripTable(run, table, '');
            for (const tenant of ['acme', 'other']) await insertBare(run, table, { tenant }, `its-${tenant}`);
          }
          const checked = (id: string, names: { readonly document: string; readonly chunk: string }) =>
            run(
              `insert into source_checks (id, tenant, memory_id, state, document_id, chunk_id, checked_at)
              values ('${id}', 'acme', 'its-acme', 'UNCHANGED', '${names.document}', '${names.chunk}', now())`,
            );
          const own = { document: 'its-acme', chunk: 'its-acme' };
          await checked('of-acme', own);
          expect(await refusalOf(checked('of-other', { ...own, [other]: 'its-other' }))).toMatchObject({
            code: '23503',
          });
        });
      },
    );

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
  const as = async (store: TestStore, role: 'viewer' | 'system', statement: string): Promise<void> => {
    const session = await openWriteSession(store.orm, people.admin, role);
    try {
      await executeIn(session, statement);
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
      // Checks and foreign keys refuse some of the columns before the trigger does.
      const checks = await store().asOwner<{ name: string }>(
        `select conname as name from pg_constraint where conrelid = '${table}'::regclass and contype = 'c'`,
      );
      for (const { name } of checks) await store().asOwner(`alter table ${table} drop constraint ${name}`);
      await store().asOwner(`alter table ${table} disable trigger all`);
      await store().asOwner(`alter table ${table} enable trigger ${table}_provenance`);
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
          (type.startsWith('timestamp')
            ? `'2020-01-01T00:00:00Z'`
            : type === 'jsonb'
              ? `'"changed"'`
              : `'changed'`);
        const statement = `update ${table} set ${column} = ${value}`;
        const isMoved = column === 'tenant';
        if (isMoved) await store().asOwner(`alter table ${table} enable trigger ${table}_tenant`);
        expect([column, type, (await refusalOf(store().asOwner(statement))).message]).toEqual([
          column,
          type,
          expect.stringContaining('provenance is set once'),
        ]);
        if (isMoved) await store().asOwner(`alter table ${table} disable trigger ${table}_tenant`);
        for (const role of ['viewer', 'system'] as const)
          expect((await refusalOf(as(store(), role, statement))).message).toMatch(
            isMoved ? 'violates row-level security' : 'provenance is set once',
          );
      }
      await store().asOwner(`alter table ${table} enable trigger all`);
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
      for (const role of ['viewer', 'system'] as const)
        expect(await refusalOf(as(store(), role, statement))).toMatchObject({ code: '42501' });
    });

    test('a revision is never updated', async () => {
      await arrange(store());
      const statement = `update revisions set content = 'another'`;
      expect((await refusalOf(store().asOwner(statement))).message).toContain(
        'revisions rows are written once: update is refused',
      );
      for (const role of ['viewer', 'system'] as const)
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
      ['contradictions', 'severity', severities],
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
