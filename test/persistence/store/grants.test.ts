import { describe, expect, test } from 'vitest';
import { tables } from '#entities/index.ts';
import { auditRole, erasureRole, indexRole, systemRole, viewerRole } from '#entities/policies.ts';
import { wordlessTables } from '#entities/words.ts';
import { foreignKeyDrift, schemaDrift, sourceColumnDrift } from '#persistence/store/schema-drift.ts';
import { openWriteSession } from '#persistence/store/viewer-session.ts';
import { people } from '#test/support/gateway.ts';
import { executeIn, onEveryStore } from '#test/support/store.ts';

const tableNames = tables.map(({ meta }) => String(meta.tableName)).sort();
/** Tables without an entity: the keys of the store, and the list of its parts. */
const withoutEntity = ['installation', 'store_parts'];
/** Trusted state is a curator's own: no policy lets the system role in. */
const curated = ['project_state', 'project_state_versions'];

/** Answers of models, which are the gateway's own and nobody's to look at, and what they cost. */
const ofModels = ['model_answers', 'model_spending'];

describe('every table stands under row-level security', () => {
  onEveryStore((store) => {
    test('the store has the tables of the entities and no other', async () => {
      const found = await store().asOwner<{ name: string }>(
        `select c.relname::text as name from pg_class c join pg_namespace s on s.oid = c.relnamespace
          where s.nspname not in ('pg_catalog', 'information_schema', 'pg_toast') and c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition order by 1`,
      );
      expect(found.map(({ name }) => name)).toEqual([...tableNames, ...withoutEntity].sort());
    });

    test('row-level security is on, forced, and has a policy for each session role', async () => {
      const policies = await store().asOwner<{
        name: string;
        on: boolean;
        forced: boolean;
        readers: string[];
      }>(
        `select c.relname::text as name, c.relrowsecurity as on, c.relforcerowsecurity as forced,
            array(select unnest(p.roles)::text from pg_policies p where p.tablename = c.relname and p.cmd in ('SELECT', 'ALL') order by 1) as readers
          from pg_class c join pg_namespace s on s.oid = c.relnamespace
          where s.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> all (array['${withoutEntity.join("', '")}']) order by 1`,
      );
      expect(policies.map(({ name }) => name)).toEqual(tableNames);
      for (const { name, on, forced, readers } of policies) {
        expect([name, on, forced]).toEqual([name, true, true]);
        expect([name, readers.filter((role) => ![indexRole, auditRole, erasureRole].includes(role))]).toEqual(
          [
            name,
            curated.includes(name)
              ? [viewerRole]
              : name === 'model_answers'
                ? [systemRole]
                : [systemRole, viewerRole],
          ],
        );
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

    test('each table with a source has a column for each kind of source, and a missing one is added', async () => {
      const { asOwner, orm } = store();
      expect(await sourceColumnDrift(orm)).toEqual([]);
      const definition = `select column_name, generation_expression from information_schema.columns
        where table_name = 'sightings' and column_name = 'interaction_id'`;
      const before = await asOwner(definition);
      await asOwner('alter table sightings drop column interaction_id cascade');
      for (const statement of await sourceColumnDrift(orm)) await asOwner(statement);
      expect(await asOwner(definition)).toEqual(before);
      expect(await sourceColumnDrift(orm)).toEqual([]);
      for (const statement of [...(await schemaDrift(orm)), ...(await foreignKeyDrift(orm))])
        await asOwner(statement);
      expect(await schemaDrift(orm)).toEqual([]);
    });

    test('the foreign keys are those that the entities declare, and a missing or further one is found', async () => {
      const { asOwner, orm } = store();
      expect(await foreignKeyDrift(orm)).toEqual([]);
      await asOwner('alter table evidence drop constraint evidence_memory_fkey');
      await asOwner(
        'alter table votes add constraint votes_twice_fkey foreign key (tenant, memory_id) references memories (tenant, id)',
      );
      const drift = await foreignKeyDrift(orm);
      expect(drift).toEqual([
        'alter table votes drop constraint votes_twice_fkey',
        'alter table evidence add constraint evidence_memory_fkey FOREIGN KEY (tenant, memory_id) REFERENCES memories(tenant, id) ON DELETE CASCADE',
      ]);
      for (const statement of drift) await asOwner(statement);
      expect(await foreignKeyDrift(orm)).toEqual([]);
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
        'row-level security that is not forced',
        'alter table chunks no force row level security',
        'alter table chunks force row level security',
      ],
      [
        'row-level security that is off',
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
  /** Columns that a session role may update; it may at most read and insert others. */
  const updatable: Readonly<Record<string, readonly string[]>> = {
    [viewerRole]: [
      'contradictions',
      'domain_keywords',
      'graph_entities',
      'idempotency_keys',
      'inbox_marks',
      'intake_holds',
      'memories',
      'project_state',
      'quarantined_items',
      'quarantines',
      'source_drifts',
      'source_owner_rules',
      'unembedded_items',
      'unjudged_memories',
      'webhook_deliveries',
      'webhooks',
      'withdrawn_groups',
    ],
    [systemRole]: [
      'graph_entities',
      'idempotency_keys',
      'item_vectors',
      'memories',
      ...['model_answers', 'model_spending'],
      'source_drifts',
      'source_paths',
      'unembedded_items',
      'unjudged_memories',
      'waves',
      'webhook_deliveries',
      'webhooks',
      'workflow_items',
    ],
    [indexRole]: ['inbox_entries'],
    [auditRole]: ['audit_heads'],
  };
  /** Tables from which a session role may delete: a candidate with its dependents, and a webhook. */
  const deletable: Readonly<Record<string, readonly string[]>> = {
    [viewerRole]: ['fingerprints', 'graph_entities', 'memories', 'revisions', 'sightings', 'webhooks'],
    // Its own queues: who has judged a memory, proposed a statement, or delivered an event, is done with it.
    [systemRole]: ['unembedded_items', 'unjudged_memories', 'waiting_statements', 'webhook_deliveries'],
    [indexRole]: [
      ...['contradiction_classes', 'contradiction_counts', 'inbox_counts', 'inbox_entries', 'quality_counts'],
    ],
  };
  /** Tables that the system role does not need. */
  const notForSystem = ['entity_relations', ...curated];
  /** Tables that only sources fill: the system role alone writes them. */
  const sources = [
    'waves',
    'documents',
    'chunks',
    'interactions',
    'extraction_reports',
    'extractions',
    'dropped_statements',
    'waiting_statements',
    'source_readings',
    'source_paths',
    'source_changes',
    'source_checks',
    'source_drifts',
    'record_names',
    'erased_wordings',
  ];

  onEveryStore((store) => {
    const granted = async (role: string, privilege: string) =>
      (
        await store().asOwner<{ name: string }>(
          `select table_name as name from information_schema.role_table_grants
            where grantee = '${role}' and privilege_type = '${privilege}' and table_schema = 'public' order by 1`,
        )
      ).map(({ name }) => name);

    test.for([
      [viewerRole, tableNames.filter((name) => name !== 'model_answers')],
      [systemRole, tableNames.filter((name) => !notForSystem.includes(name))],
    ] as const)('%s reads its tables, and the key of the fingerprints', async ([role, readable]) => {
      expect(await granted(role, 'SELECT')).toEqual([...readable, 'installation'].sort());
    });

    test.for([viewerRole, systemRole, indexRole, auditRole])(
      '%s deletes candidates at most',
      async (role) => {
        expect(await granted(role, 'DELETE')).toEqual(deletable[role] ?? []);
        for (const privilege of ['TRUNCATE', 'REFERENCES', 'TRIGGER'])
          expect([privilege, await granted(role, privilege)]).toEqual([privilege, []]);
      },
    );

    test.for([viewerRole, systemRole, indexRole, auditRole])(
      '%s updates decisions, never sources nor history',
      async (role) => {
        expect(await granted(role, 'UPDATE')).toEqual(updatable[role]);
      },
    );

    test('a viewer writes no source', async () => {
      expect((await granted(viewerRole, 'INSERT')).filter((name) => sources.includes(name))).toEqual([]);
      expect(await granted(systemRole, 'INSERT')).toEqual(expect.arrayContaining(sources));
    });

    test('the look-up role reads what it searches, and writes nothing but the entries of the inbox and names', async () => {
      expect(await granted(indexRole, 'INSERT')).toEqual([
        'contradiction_classes',
        'contradiction_counts',
        'inbox_counts',
        'inbox_entries',
        'item_names',
        'quality_counts',
      ]);
      expect(await granted(indexRole, 'SELECT')).toEqual([
        'audit_heads',
        'chunks',
        'contradiction_classes',
        'contradiction_counts',
        'contradictions',
        'documents',
        'erased_wordings',
        'evidence',
        'extraction_reports',
        'extractions',
        'graph_entities',
        'inbox_counts',
        'inbox_entries',
        'interactions',
        'item_counts',
        'item_names',
        'item_vectors',
        'known_users',
        'label_policies',
        'memories',
        'pathway_traces',
        'quality_counts',
        'revisions',
        'sightings',
        'source_checks',
        'source_drifts',
        'source_owner_rules',
        'source_paths',
        'source_readings',
        'unembedded_items',
        'unjudged_memories',
        'waiting_statements',
        'waves',
        'webhook_deliveries',
        'webhooks',
        'withdrawn_groups',
        'workflow_items',
      ]);
    });

    test('the audit chain is written by the role of its function alone, which reads nothing else', async () => {
      const chain = ['audit_events', 'audit_heads', 'audit_texts'];
      expect(await granted(auditRole, 'INSERT')).toEqual(chain);
      expect(await granted(auditRole, 'SELECT')).toEqual(['audit_heads']);
      for (const role of [viewerRole, systemRole, indexRole])
        expect((await granted(role, 'INSERT')).filter((name) => chain.includes(name))).toEqual([]);
    });

    test('the erasing role changes whatever holds words, deletes no item, and writes no chain', async () => {
      expect(await granted(erasureRole, 'UPDATE')).toEqual(
        tableNames.filter((name) => !wordlessTables.includes(name)),
      );
      expect(await granted(erasureRole, 'DELETE')).toEqual([
        'audit_texts',
        'bundle_receipts',
        'contradictions',
        'delivered_items',
        'dropped_statements',
        'fingerprints',
        'idempotency_keys',
        'item_counts',
        ...ofModels,
        'record_names',
        'trace_subjects',
        'unembedded_items',
        'unjudged_memories',
        'waiting_statements',
      ]);
      expect(await granted(erasureRole, 'INSERT')).toEqual([
        'item_counts',
        'quality_counts',
        'unembedded_items',
        'unjudged_memories',
      ]);
    });

    test('no table is open to everybody, and nobody logs in as a session role', async () => {
      expect(
        await store().asOwner(
          `select table_name from information_schema.role_table_grants where grantee = 'PUBLIC' and table_schema = 'public'`,
        ),
      ).toEqual([]);
      expect(
        await store().asOwner(
          `select rolname from pg_roles where rolname like 'vouch\\_%' and rolname in ('${viewerRole}', '${systemRole}', '${indexRole}', '${auditRole}', '${erasureRole}')
            and (rolcanlogin or rolsuper or rolbypassrls or rolcreaterole or rolcreatedb)`,
        ),
      ).toEqual([]);
    });

    test('a function that runs as another is owned by a role that nobody has, pins its path, and is not for everybody', async () => {
      const functions = await store().asOwner<{ name: string; owner: string; path: string[]; open: boolean }>(
        `select p.proname::text as name, r.rolname::text as owner, p.proconfig as path, has_function_privilege('public', p.oid, 'execute') as open
          from pg_proc p join pg_roles r on r.oid = p.proowner join pg_namespace s on s.oid = p.pronamespace
          where p.prosecdef and s.nspname = 'public' order by 1`,
      );
      expect(functions.map(({ name }) => name)).toContain('memories_with_words');
      for (const { name, owner, path, open } of functions)
        expect([name, owner, path, open]).toEqual([
          name,
          name === 'append_audit_events'
            ? auditRole
            : /^erase_|^texts_that_may_hold$|^fold_item_counts$/.test(name)
              ? erasureRole
              : indexRole,
          // A look-up by words is made by the index alone, however small the table.
          [
            'search_path=public, pg_temp',
            ...(/_with_(alike_)?words$|_near$|_in_reach$|_word_counts$/.test(name)
              ? ['enable_seqscan=off']
              : []),
          ],
          false,
        ]);
    });

    test('and it answers for the tenant of its session alone', async () => {
      await store().asOwner(
        `insert into memories (id, tenant, project, contributor, hand_authored, visibility_key, status, revision, content, confidence,
            pending_since, created_at, updated_at, kind)
          values ('mem_foreign', 'other', 'p', 'carol', true, 'shared', 'ACTIVE', 1, 'The harbour gauge reads in centimetres.', 0.5, now(), now(), now(), 'FACT')`,
      );
      const finds = async (tenant: string) => {
        const session = await openWriteSession(store().orm, { ...people.admin, tenant }, 'viewer');
        const rows = await executeIn<{ id: string }[]>(
          session,
          `select id from memories_with_words('harbour', '{}', '{sACTIVE}', 9) id union select id from memories_with_alike_words('{^har,our$}', '{harbor}', '{}', '{sACTIVE}', 9)`,
        );
        await session.rollback();
        return rows.map(({ id }) => id);
      };
      expect(await finds('other')).toEqual(['mem_foreign']);
      expect(await finds('acme')).toEqual([]);
    });
  });
});
