import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openWriteSession } from '#persistence/store/viewer-session.ts';
import { people } from '#test/support/gateway.ts';
import { executeIn, onEveryStore } from '#test/support/store.ts';

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
  memories_with_alike_words: `memories_with_alike_words('bea|con', '{beacon}'`,
  graph_entities_with_words: `graph_entities_with_words('beacon'`,
  graph_entities_with_alike_words: `graph_entities_with_alike_words('bea|con', '{beacon}'`,
} as const;

describe('a look-up by words finds the newest that hold them, wherever they stand', () => {
  onEveryStore((store) => {
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
  });
});
