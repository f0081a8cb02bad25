import { describe, expect, test } from 'vitest';
import { onEveryStore } from '#test/support/store.ts';

/** Tables that belong to no tenant. */
const ofNobody = ['installation', 'store_parts'];

/** Indexes of queues that one process works off for all tenants; none of them is unique. */
const acrossTenants = [
  'idempotency_keys_created_index',
  'model_answers_answered_index',
  'unembedded_items_due_index',
  'unjudged_memories_due_index',
  'waiting_statements_due_index',
  'webhook_deliveries_due_index',
  'webhooks_due_index',
];

describe('a store can be divided by tenant', () => {
  onEveryStore((store) => {
    interface StoredIndex {
      readonly table: string;
      readonly index: string;
      readonly isUnique: boolean;
      readonly method: string;
      /** Its first column, or the expression in its place. */
      readonly first: string;
    }
    const indexes = () =>
      store().asOwner<StoredIndex>(
        `select i.indrelid::regclass::text as table, c.relname::text as index, i.indisunique as "isUnique", a.amname::text as method,
            pg_get_indexdef(i.indexrelid, 1, true) as first
          from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
          where c.relnamespace = 'public'::regnamespace order by 2`,
      );
    const ofTenants = async () => (await indexes()).filter(({ table }) => !ofNobody.includes(table));

    test('the tenant is the first column of every key and unique index', async () => {
      const unique = (await ofTenants()).filter(({ isUnique }) => isUnique);
      expect(unique.length).toBeGreaterThan(50);
      expect(unique.filter(({ first }) => first !== 'tenant')).toEqual([]);
    });

    test('the tenant is the first column of every other index, or in the keys of its words', async () => {
      const others = (await ofTenants()).filter(
        ({ index, isUnique }) => !isUnique && !acrossTenants.includes(index),
      );
      expect(others.length).toBeGreaterThan(50);
      const isLed = ({ method, first }: StoredIndex) =>
        first === 'tenant' || (method === 'gin' && /^\w+_places\(tenant\b|^\w+\(tenant\b/.test(first));
      expect(others.filter((one) => !isLed(one))).toEqual([]);
    });

    test('no function decides by the place of a row, or by the table of a row trigger: a partition has others', async () => {
      const texts = await store().asOwner<{ name: string; text: string }>(
        `select p.proname::text as name, p.prosrc as text from pg_proc p where p.pronamespace = 'public'::regnamespace
          and (p.prosrc ~ '\\mctid\\M' or p.prosrc ~ 'tg_table_name\\s*=' and exists (select 1 from pg_trigger t where t.tgfoid = p.oid and t.tgtype & 1 = 1))`,
      );
      expect(texts).toEqual([]);
    });

    test('no row holds the id of a transaction, which means another one in a store that was moved', async () => {
      const texts = await store().asOwner<{ text: string }>(
        `select pg_get_expr(adbin, adrelid) as text from pg_attrdef union all
          select prosrc from pg_proc where pronamespace = 'public'::regnamespace`,
      );
      expect(texts.length).toBeGreaterThan(100);
      expect(texts.filter(({ text }) => /\bxmin\b|xact_id|txid_/.test(text))).toEqual([]);
    });

    test('the tenant is the first column on both sides of every foreign key', async () => {
      const keys = await store().asOwner<{ name: string; from: string; to: string }>(
        `select k.conname::text as name, f.attname::text as from, t.attname::text as to from pg_constraint k
          join pg_attribute f on f.attrelid = k.conrelid and f.attnum = k.conkey[1]
          join pg_attribute t on t.attrelid = k.confrelid and t.attnum = k.confkey[1]
          where k.contype = 'f' and k.connamespace = 'public'::regnamespace order by 1`,
      );
      expect(keys.length).toBeGreaterThan(50);
      expect(keys.filter(({ from, to }) => from !== 'tenant' || to !== 'tenant')).toEqual([]);
    });

    test('no index hashes a value, of which a table may hold a million that are equal', async () => {
      expect((await indexes()).filter(({ method }) => method === 'hash')).toEqual([]);
    });
  });
});
