import { join } from 'node:path';
import { v7 } from 'uuid';
import type { Config } from '#config/config.ts';
import { lockDataFolder } from '#persistence/store/data-folder-lock.ts';
import { type ImportedTenant, type ImportTerms, importTenant } from '#persistence/store/import-tenant.ts';
import { openOrm, pgliteOf } from '#persistence/store/orm.ts';
import { asOwnerOf } from '#persistence/store/unguarded-tables.ts';
import { migrateStore } from '#server/start.ts';
import { report } from './report.ts';

const intoFolder = async (dataDir: string, file: string, terms: ImportTerms): Promise<ImportedTenant> => {
  const orm = await openOrm({ dataDir: join(dataDir, 'store') });
  try {
    return await importTenant(pgliteOf(orm), file, terms);
  } finally {
    await orm.close();
  }
};

/** `vouch import`: a tenant of an export, into the store that the settings name. */
export const importCommand = async (config: Config, file: string, json: boolean): Promise<void> => {
  const owner = config.databaseMigrationUrl ?? config.databaseUrl;
  const unlock = owner === null ? lockDataFolder(config.dataDir) : () => undefined;
  try {
    await migrateStore(config);
    const terms: ImportTerms = {
      ...{ eventId: `aud_${v7()}`, importId: `exp_${v7()}`, now: new Date() },
      progress: (rows) => report(json, `${rows} rows`),
    };
    const imported = await (owner === null
      ? intoFolder(config.dataDir, file, terms)
      : asOwnerOf(owner, (client) => importTenant(client, file, terms)));
    const { tenant, events, rows, leftOut } = imported;
    if (json) process.stdout.write(`${JSON.stringify(imported)}\n`);
    else {
      process.stdout.write(
        `Imported the tenant ${tenant}: ${rows} rows, ${events} audit events, and a whole chain. Webhooks are paused. Start the gateways again, or wait a minute.\n`,
      );
      for (const [table, count] of Object.entries(leftOut))
        process.stdout.write(`The export left out ${count} rows of ${table}.\n`);
    }
  } finally {
    unlock();
  }
};
