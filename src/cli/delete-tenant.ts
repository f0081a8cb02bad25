import { v7 } from 'uuid';
import type { Config } from '#config/config.ts';
import { type DeletedTenant, type DeletionTerms, deleteTenant } from '#persistence/store/delete-tenant.ts';
import { CommandFailed } from './api-client.ts';
import { withOwner } from './with-owner.ts';

/** `vouch delete-tenant`: everything of a tenant but its audit chain, in the store that the settings name. */
export const deleteTenantCommand = async (
  config: Config,
  tenant: string,
  { confirm, json }: { readonly confirm: string | undefined; readonly json: boolean },
): Promise<void> => {
  if (confirm !== tenant)
    throw new CommandFailed(
      `This deletes all that the tenant ${tenant} has, and there is no undo. Repeat its name: --confirm ${tenant}`,
    );
  const terms: DeletionTerms = {
    ...{ eventId: `aud_${v7()}`, deletionId: `del_${v7()}`, now: new Date(), reportDir: config.reportDir },
  };
  const deleted: DeletedTenant = await withOwner(config, (owner) => deleteTenant(owner, tenant, terms));
  if (json) {
    process.stdout.write(`${JSON.stringify(deleted)}\n`);
    return;
  }
  for (const [table, count] of Object.entries(deleted.rows))
    process.stdout.write(`${String(count).padStart(9)}  ${table}\n`);
  const rows = Object.values(deleted.rows).reduce((sum, count) => sum + count, 0);
  process.stdout.write(
    `Deleted the tenant ${tenant}: ${rows} rows. Its audit log keeps ${deleted.events} events without texts. Start the gateways again.\n`,
  );
};
