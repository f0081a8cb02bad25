import { v7 } from 'uuid';
import type { Config } from '#config/config.ts';
import { type ImportTerms, importTenant, inspectExport } from '#persistence/store/import-tenant.ts';
import { partInWords } from '#persistence/tenant-export-lines.ts';
import { report, sayLeftOut } from './report.ts';
import { withOwner } from './with-owner.ts';

/** `vouch import`: a tenant of an export, into the store that the settings name. */
export const importCommand = async (config: Config, file: string, json: boolean): Promise<void> => {
  const terms: ImportTerms = {
    ...{ eventId: `aud_${v7()}`, importId: `exp_${v7()}`, now: new Date() },
    progress: (rows) => report(json, `${rows} rows`),
  };
  // Before the store is opened: none is made for a file that is none of an export.
  const inspected = await inspectExport(file);
  const imported = await withOwner(config, (owner) => importTenant(owner, inspected, terms));
  if (json) {
    process.stdout.write(`${JSON.stringify(imported)}\n`);
    return;
  }
  const { tenant, part, events, rows, leftOut } = imported;
  process.stdout.write(
    `Imported ${part === null ? '' : `${partInWords(part)} of `}the tenant ${tenant}: ${rows} rows, ${events} audit events, and a whole chain. Webhooks are paused. Start the gateways again, or wait a minute.\n`,
  );
  sayLeftOut(leftOut);
};
