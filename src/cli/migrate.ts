import type { Config } from '#config/config.ts';
import { migrateStore } from '#server/migrate-store.ts';

/** Names each migration, which changes tables, and counts all else. */
const summaryOf = (applied: readonly string[]): string => {
  const migrations = applied.filter((name) => name.startsWith('migrations/'));
  const replaced = applied.length - migrations.length;
  return [
    ...migrations.map((name) => `Applied ${name}.\n`),
    ...(replaced > 0 ? [`Replaced ${replaced} functions and tables' triggers and policies.\n`] : []),
  ].join('');
};

/** `vouch migrate`: brings the store to this release's schema. */
export const migrateCommand = async (config: Config, json: boolean): Promise<void> => {
  const applied = await migrateStore(config);
  if (json) process.stdout.write(`${JSON.stringify({ applied })}\n`);
  else process.stdout.write(applied.length === 0 ? 'The store is up to date.\n' : summaryOf(applied));
};
