import type { Config } from '#config/config.ts';
import { migrateStore } from '#server/start.ts';

/** `vouch migrate`: brings the store to this release's schema. */
export const migrateCommand = async (config: Config, json: boolean): Promise<void> => {
  const applied = await migrateStore(config);
  if (json) process.stdout.write(`${JSON.stringify({ applied })}\n`);
  else
    process.stdout.write(
      applied.length === 0 ? 'The store is up to date.\n' : `Applied ${applied.join(', ')}.\n`,
    );
};
