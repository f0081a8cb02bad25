import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openWriteSession } from '#persistence/store/viewer-session.ts';
import { people } from '#test/support/gateway.ts';
import { executeIn, onServerStore } from '#test/support/store.ts';

/** Places in the order of writing: near each other, in blocks far apart, at the borders of blocks. */
const places = fc.uniqueArray(
  fc.oneof(
    fc.integer({ min: 1, max: 60 }),
    fc.integer({ min: 1, max: 5_000_000 }),
    fc.integer({ min: 1, max: 300 }).map((block) => block * 4096),
    fc.integer({ min: 1, max: 300 }).map((block) => block * 4096 - 1),
  ),
  { minLength: 1, maxLength: 40 },
);

const lookUps = {
  memories_with_words: `memories_with_words('beacon'`,
  memories_with_alike_words: `memories_with_alike_words('{^bea,con$}', '{beacon}'`,
  graph_entities_with_words: `graph_entities_with_words('beacon'`,
  graph_entities_with_alike_words: `graph_entities_with_alike_words('{^bea,con$}', '{beacon}'`,
} as const;

describe('a look-up by words finds the newest that hold them, wherever they stand', () => {
  onServerStore((store) => {
    let stores = 0;
    test.for(Object.entries(lookUps))('%s', ([name, lookUp]) =>
      fc.assert(
        fc.asyncProperty(
          places,
          fc.array(
            fc.record({ says: fc.boolean(), project: fc.constantFrom('p', 'q'), hidden: fc.boolean() }),
            {
              minLength: 40,
              maxLength: 40,
            },
          ),
          fc.nat(4096),
          fc.integer({ min: 1, max: 45 }),
          async (orders, kinds, later, most) => {
            stores += 1;
            const tenant = `acme${stores}`;
            const table = name.startsWith('memories') ? 'memories' : 'graph_entities';
            const items = orders.map((order, index) => {
              const kind = kinds[index];
              if (!kind) throw new Error('there are as many kinds as places');
              return { ...kind, order, id: `${table === 'memories' ? 'mem' : 'ent'}_${stores}_${order}` };
            });
            const { asOwner } = store();
            await asOwner(
              `insert into ${table} (id, tenant, project, contributor, audience, is_personal, hand_authored, visibility_key, status, revision,
                  content, confidence, pending_since, created_at, updated_at, ${table === 'memories' ? 'kind' : 'entity_type, name'}, written_order)
                select i.id, '${tenant}', i.project, 'carol', '{}', i.hidden, true, 'shared', 'ACTIVE', 1,
                  case when i.says then 'The beacon is lit.' else 'The fog is thick.' end, 0.5, now(), now(), now(), ${table === 'memories' ? `'FACT'` : `'COMPONENT', 'A thing'`}, i."order"
                from jsonb_to_recordset(cast(? as jsonb)) i (id text, project text, hidden boolean, says boolean, "order" bigint)`,
              [JSON.stringify(items)],
            );
            await asOwner(`select setval('${table}_written_order_seq', ?)`, [Math.max(...orders) + later]);
            const session = await openWriteSession(store().orm, { ...people.reader, tenant }, 'viewer');
            const found = await executeIn<{ id: string }[]>(
              session,
              `select * from ${lookUp}, '{pp}', '{sACTIVE,sGRADUATED}', ${most}) found (id)`,
            );
            await session.rollback();
            const newest = items
              .filter(({ says, project, hidden }) => says && project === 'p' && !hidden)
              .sort((one, other) => other.order - one.order)
              .slice(0, most);
            expect(found.map(({ id }) => id).toSorted()).toEqual(newest.map(({ id }) => id).toSorted());
          },
        ),
        { numRuns: 40 },
      ),
    );

    test.for([
      [
        'documents',
        'visibility_key, wave_id, path, content_hash',
        `'shared', 'wav', case when says then 'beacon/' else 'fog/' end || id, id`,
      ],
      ['interactions', 'occurred_at', 'now()'],
    ] as const)('%s_with_words', ([table, columns, values]) =>
      fc.assert(
        fc.asyncProperty(
          places,
          fc.array(fc.record({ says: fc.boolean(), other: fc.boolean(), hidden: fc.boolean() }), {
            minLength: 40,
            maxLength: 40,
          }),
          fc.integer({ min: 1, max: 45 }),
          async (orders, kinds, most) => {
            stores += 1;
            const tenant = `acme${stores}`;
            const rows = orders.map((order, index) => ({
              ...kinds[index],
              order,
              id: `row_${stores}_${order}`,
            }));
            const { asOwner } = store();
            const given = `jsonb_to_recordset(cast(? as jsonb)) i (id text, says boolean, other boolean, hidden boolean, "order" bigint)`;
            await asOwner(
              `insert into waves (id, tenant, project, started_by, started_at) values ('wav', '${tenant}', 'p', 'carol', now())`,
            );
            await asOwner(
              `insert into ${table} (id, tenant, contributor, audience, project, content, created_at, written_order, ${columns})
                select id, '${tenant}', 'carol', case when hidden then '{board}' else '{}' end::text[], case when other then 'q' else 'p' end,
                  case when says then 'The beacon is lit.' else 'The fog is thick.' end, now(), "order", ${values} from ${given}`,
              [JSON.stringify(rows)],
            );
            if (table === 'documents')
              await asOwner(
                `insert into source_paths (id, tenant, project, path, visibility_key, document_id, changed_at)
                  select id, tenant, project, path, visibility_key, id, now() from documents where tenant = '${tenant}'`,
              );
            await asOwner(`select setval('${table}_written_order_seq', ?)`, [Math.max(...orders)]);
            const session = await openWriteSession(store().orm, { ...people.reviewer, tenant }, 'viewer');
            const found = await executeIn<{ id: string }[]>(
              session,
              `select * from ${table}_with_words('beacon', 'p', ${most}) found (id)`,
            );
            await session.rollback();
            const newest = rows
              .filter(({ says, other, hidden }) => says && !other && !hidden)
              .sort((one, other) => other.order - one.order)
              .slice(0, most);
            expect(found.map(({ id }) => id)).toEqual(newest.map(({ id }) => id));
          },
        ),
        { numRuns: 40 },
      ),
    );

    test('chunks_with_words: one section of each of the newest documents in force before the second of any', () =>
      fc.assert(
        fc.asyncProperty(
          places,
          fc.array(fc.record({ says: fc.nat(3), inForce: fc.boolean(), hidden: fc.boolean() }), {
            minLength: 40,
            maxLength: 40,
          }),
          fc.integer({ min: 1, max: 45 }),
          async (orders, kinds, most) => {
            stores += 1;
            const tenant = `acme${stores}`;
            const documents = orders.map((order, index) => ({
              ...kinds[index],
              id: `doc_${stores}_${index}`,
              order,
            }));
            const { asOwner } = store();
            const given = `jsonb_to_recordset(cast(? as jsonb)) d (id text, "inForce" boolean, hidden boolean, says int, "order" bigint)`;
            const sections = documents.flatMap(({ id, order, says = 0 }) =>
              Array.from({ length: says }, (_, at) => ({
                id: `chk_${stores}_${String(order * 4 + at).padStart(9, '0')}`,
                document: id,
                at,
              })),
            );
            const parameters = [JSON.stringify(documents)];
            await asOwner(
              `insert into waves (id, tenant, project, started_by, started_at) values ('wav_${stores}', '${tenant}', 'p', 'carol', now())`,
            );
            await asOwner(
              `insert into documents (id, tenant, contributor, audience, wave_id, project, path, content, content_hash, visibility_key, created_at)
                select d.id, '${tenant}', 'carol', case when d.hidden then '{board}' else '{}' end::text[], 'wav_${stores}', 'p', d.id, 'x', d.id, 'shared', now() from ${given}`,
              parameters,
            );
            await asOwner(
              `insert into source_paths (id, tenant, project, path, visibility_key, document_id, changed_at)
                select d.id, '${tenant}', 'p', d.id, 'shared', d.id, now() from ${given} where d."inForce"`,
              parameters,
            );
            await asOwner(
              `insert into chunks (id, tenant, contributor, audience, document_id, ordinal, heading_path, start_offset, end_offset, text, written_order)
                select 'chk_${stores}_' || lpad((d."order" * 4 + at)::text, 9, '0'), '${tenant}', 'carol', case when d.hidden then '{board}' else '{}' end::text[], d.id, at, '{}', 0, 1,
                  case when at < d.says then 'The beacon is lit.' else 'The fog is thick.' end, d."order" * 4 + at
                from ${given} cross join generate_series(0, 3) at`,
              parameters,
            );
            await asOwner(`select setval('chunks_written_order_seq', ?)`, [Math.max(...orders) * 4 + 3]);
            const session = await openWriteSession(store().orm, { ...people.reader, tenant }, 'viewer');
            const found = await executeIn<{ id: string }[]>(
              session,
              `select * from chunks_with_words('beacon', null, ${most}) found (id)`,
            );
            await session.rollback();
            const shown = new Set(
              documents.filter(({ inForce, hidden }) => inForce && !hidden).map(({ id }) => id),
            );
            const wanted = sections
              .filter(({ document }) => shown.has(document))
              .sort((one, other) => one.at - other.at || (one.id < other.id ? 1 : -1))
              .slice(0, most);
            const documentOf = new Map(sections.map(({ id, document }) => [id, document]));
            // The oldest document that is read may have sections in an older block.
            expect(found.map(({ id }) => documentOf.get(id))).toEqual(wanted.map(({ document }) => document));
            if (new Set(wanted.map(({ document }) => document)).size < most)
              expect(found.map(({ id }) => id)).toEqual(wanted.map(({ id }) => id));
          },
        ),
        { numRuns: 40 },
      ));
  });
});
