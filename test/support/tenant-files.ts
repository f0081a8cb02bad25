import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { v7 } from 'uuid';
import { onTestFinished, vi } from 'vitest';
import { type ExportChoice, exportTenant } from '#cli/export.ts';
import { tables } from '#entities/index.ts';
import { importTenant, inspectExport } from '#persistence/store/import-tenant.ts';
import { pgliteOf } from '#persistence/store/orm.ts';
import { connectionOf } from '#persistence/store/server-address.ts';
import { readImportedKeys } from '#persistence/store/viewer-session.ts';
import { createTestGateway, viewer } from './gateway.ts';
import { createStore, type StoreKind, type TestStore } from './store.ts';

/** The tenant of local mode, as the sample story has it. */
export const tenant = 'local';
export const admin = viewer('alice', ['admin'], { tenant, groups: ['engineering', 'leads'] });

/** A store of this test alone. */
export const newStore = async (kind: StoreKind): Promise<TestStore> => {
  const store = await createStore(kind);
  onTestFinished(store.drop);
  return store;
};

/** The name of a file that is not there yet. */
export const newFile = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-export-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'tenant.ndjson');
};

/** A gateway over a store, as it is after a restart. */
export const serve = async (store: TestStore) => {
  const gateway = await createTestGateway(
    store,
    {},
    { clock: () => new Date(), importedKeys: await readImportedKeys(store.orm) },
  );
  const { url } = await gateway.gateway.listen();
  onTestFinished(() => gateway.gateway.close());
  return { ...gateway, url };
};
export type Served = Awaited<ReturnType<typeof serve>>;

/** Runs `vouch export --json` in this process; answers what it printed. */
export const exportTo = async (
  file: string,
  { url, tokenOf }: Served,
  who = admin,
  choice: ExportChoice = {},
) => {
  const printed: string[] = [];
  const write = vi
    .spyOn(process.stdout, 'write')
    .mockImplementation((text) => printed.push(String(text)) > 0);
  try {
    await exportTenant({ url, token: await tokenOf(who) }, file, { ...choice, json: true });
  } finally {
    write.mockRestore();
  }
  return JSON.parse(printed.join(''));
};

const terms = () => ({
  ...{ eventId: `aud_${v7()}`, importId: `exp_${v7()}`, now: new Date() },
  progress: () => undefined,
});

/** Runs `vouch import` in this process. */
export const importFrom = async (file: string, { orm, address }: TestStore) => {
  const inspected = await inspectExport(file);
  if (!('url' in address)) return importTenant(pgliteOf(orm), inspected, terms());
  const client = new pg.Client(connectionOf(address.url));
  await client.connect();
  return importTenant(client, inspected, terms()).finally(() => client.end());
};

/** Tables that an import makes anew, or that living gateways write. */
const madeAnew = [
  'audit_heads',
  'contradiction_classes',
  'contradiction_counts',
  'idempotency_keys',
  'inbox_counts',
  'item_counts',
  'item_names',
  'known_users',
  'quality_counts',
];

/** Tables whose rows are numbered in the order of writing, for all tenants of the store: they are numbered anew. */
const numbered = ['chunks', 'documents', 'graph_entities', 'interactions', 'memories'];

/** Every row of the tenant as text, by table; without what an import adds to the chain. */
export const rowsOf = async ({ asOwner }: TestStore, events: number) => {
  const found: Record<string, string[]> = {};
  for (const { meta } of tables) {
    const name = String(meta.tableName);
    const where = ['audit_events', 'audit_texts'].includes(name)
      ? ` and id in (select e.id from audit_events e where e.tenant = t.tenant and e.sequence <= ${events})`
      : '';
    const rows = await asOwner<{ row: string }>(
      `select (to_jsonb(t) - 'state'${numbered.includes(name) ? " - 'written_order'" : ''})::text as row from ${name} t where tenant = '${tenant}'${where}`,
    );
    if (!madeAnew.includes(name)) found[name] = rows.map(({ row }) => row).sort();
  }
  return found;
};
