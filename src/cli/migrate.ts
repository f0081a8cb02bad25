import type { Config } from '#config/config.ts';
import { type MigrationPlan, tablesLockedBy } from '#persistence/store/migration-plan.ts';
import { isMigration, storeParts, thisRelease } from '#persistence/store/store-parts.ts';
import { migrateStore, planStore } from '#server/migrate-store.ts';
import { reportWait } from './report.ts';

/** Names each migration, which changes tables, and counts all else. */
const summaryOf = (applied: readonly string[]): string => {
  const migrations = applied.filter((name) => name.startsWith('migrations/'));
  const replaced = applied.length - migrations.length;
  return [
    ...migrations.map((name) => `Applied ${name}.\n`),
    ...(replaced > 0 ? [`Replaced ${replaced} functions and tables' triggers and policies.\n`] : []),
  ].join('');
};

/** How a store is migrated. */
export interface MigrateOptions {
  readonly json: boolean;
  /** Partitions of each table, by hash of the tenant, where the store is new; null: none. */
  readonly partitions: number | null;
}

/** `vouch migrate`: brings the store to this release's schema. */
export const migrateCommand = async (config: Config, { json, partitions }: MigrateOptions): Promise<void> => {
  const applied = await migrateStore(config, reportWait, partitions);
  if (json) process.stdout.write(`${JSON.stringify({ applied })}\n`);
  else process.stdout.write(applied.length === 0 ? 'The store is up to date.\n' : summaryOf(applied));
};

/** The first words of a statement, on one line. */
const headOf = (statement: string): string => {
  const line = statement.replaceAll(/\s+/g, ' ');
  return line.length > 100 ? `${line.slice(0, 99)}…` : line;
};

const lockOf = (statement: string, locked: readonly string[]): string => {
  const tables = tablesLockedBy(statement).filter((table) => locked.includes(table));
  return tables.length === 0 ? '' : ` [locks ${tables.join(', ')}]`;
};

const textOf = (plan: MigrationPlan): string => {
  const { migrations, replaced, removed, lockedTables, contracts } = plan;
  const isEmpty = plan.storeRelease === null && migrations.length > 0;
  return [
    isEmpty
      ? 'The store is empty.'
      : `The store is of ${plan.storeRelease ?? 'an unknown release'}, this is ${thisRelease}.`,
    ...migrations.flatMap(({ name, statements }) => [
      `Would apply ${name}: ${statements.length} statements.`,
      ...(isEmpty ? [] : statements.map((one) => `  ${headOf(one)}${lockOf(one, lockedTables)}`)),
    ]),
    ...(isEmpty ? [`Would make ${replaced.length} functions and tables' triggers and policies.`] : []),
    ...(isEmpty ? [] : replaced.map(({ name }) => `Would replace ${name}.`)),
    ...removed.map((name) => `Would remove ${name}.`),
    lockedTables.length === 0
      ? 'No table is locked.'
      : `Nobody reads or writes these until it is done: ${lockedTables.join(', ')}.`,
    contracts === null
      ? 'Gateways that run can stay up.'
      : `Stop the gateways of ${contracts} and older first: they accept nothing afterwards.`,
  ]
    .map((line) => `${line}\n`)
    .join('');
};

const emptyPlan = (): MigrationPlan => ({
  storeRelease: null,
  migrations: storeParts.filter(isMigration),
  replaced: storeParts.filter((part) => !isMigration(part)),
  removed: [],
  drops: [],
  lockedTables: [],
  contracts: null,
});

/** `vouch migrate --plan`: prints what would be run, and runs nothing. The exit code is 2 where something would be. */
export const planCommand = async (config: Config, { json, partitions }: MigrateOptions): Promise<void> => {
  const plan = (await planStore(config, reportWait, partitions)) ?? emptyPlan();
  const { migrations, replaced, removed, lockedTables, contracts, storeRelease } = plan;
  const isPending = migrations.length + replaced.length + removed.length > 0;
  if (json)
    process.stdout.write(
      `${JSON.stringify({
        release: thisRelease,
        storeRelease,
        isPending,
        migrations: migrations.map(({ name, statements }) => ({
          name,
          statements: statements.map((text) => ({ text, locks: tablesLockedBy(text) })),
        })),
        replaced: replaced.map(({ name }) => name),
        removed,
        lockedTables,
        stopsReleasesUpTo: contracts,
      })}\n`,
    );
  else process.stdout.write(isPending ? textOf(plan) : 'The store is up to date.\n');
  if (isPending) process.exitCode = 2;
};
