import type { SqlEntityManager } from '@mikro-orm/sql';
import type pg from 'pg';
import { StartError } from './start-error.ts';

/** Numbers of partitions that a new store may have: more of them cost each statement locks, and each table files. */
export const partitionNumbers = { least: 2, most: 128 } as const;

/**
 * The schema of the partitions at a place. They and their indexes have the names of their tables, so that errors, triggers and plans name a
 * table wherever its rows are, and whatever lists the schema `public` finds tables alone. No role of requests may use it.
 */
const schemaAt = (place: number): string => `partition_${place}`;

const placesOf = (partitions: number): number[] => Array.from({ length: partitions }, (_, place) => place);

/** A table of tenants: `installation` is the only one without. */
const tenantTable = /^create table "?(\w+)"? \([\s\S]*\btenant"? text not null[\s\S]*\)$/;

const partitionsOfTable = (table: string, partitions: number): string[] =>
  placesOf(partitions).flatMap((place) => [
    `create table ${schemaAt(place)}.${table} partition of ${table} for values with (modulus ${partitions}, remainder ${place})`,
    // The policies are those of the table, which rows are read by; without one of its own a partition shows nobody anything.
    `alter table ${schemaAt(place)}.${table} enable row level security, force row level security`,
  ]);

/** Gives the indexes of partitions, which PostgreSQL names itself, the names of their tables' indexes. */
const renameIndexes = `do $$
  declare named record;
  begin
    for named in
      select part.oid::regclass as index, whole.relname as name
      from pg_inherits i join pg_class part on part.oid = i.inhrelid join pg_class whole on whole.oid = i.inhparent
      where whole.relkind = 'I' and whole.relnamespace = 'public'::regnamespace and part.relname <> whole.relname
    loop
      execute format('alter index %s rename to %I', named.index, named.name);
    end loop;
  end $$`;

/** The statements of a migration, with partitions by hash of the tenant for each table that they make; 0: none. */
export const withPartitions = (statements: readonly string[], partitions: number): string[] =>
  partitions === 0
    ? [...statements]
    : [
        ...statements.flatMap((statement) => {
          const table = tenantTable.exec(statement)?.[1];
          return table === undefined
            ? [statement]
            : [`${statement} partition by hash (tenant)`, ...partitionsOfTable(table, partitions)];
        }),
        renameIndexes,
      ];

/** Makes the schemas of the partitions. */
export const partitionSchemas = (partitions: number): string[] =>
  placesOf(partitions).map((place) => `create schema ${schemaAt(place)}`);

/** Partitions that each table of a store has; 0: none, as in a store that is not there yet. */
export const partitionsOf = async (em: SqlEntityManager): Promise<number> => {
  const [found] = await em.execute<{ partitions: number }[]>(
    `select count(*)::int as partitions from pg_inherits where inhparent = to_regclass('public.memories')`,
  );
  return found?.partitions ?? 0;
};

/**
 * Refuses a number of partitions that is not that of a store which has tables.
 * @throws StartError
 */
export const assertPartitions = async (em: SqlEntityManager, partitions: number): Promise<void> => {
  const found = await partitionsOf(em);
  if (found !== partitions)
    throw new StartError(
      `The store has tables, ${found === 0 ? 'without partitions' : `with ${found} partitions each`}, and keeps them: make another database, run \`vouch migrate --partitions ${partitions}\` for it, and move each tenant there with \`vouch export\` and \`vouch import\`. Nothing was changed.`,
    );
};

/** Says of a pool whether the tables of its store have partitions; absent: it was not asked, or the store had no tables then. */
const divided = new WeakMap<pg.Pool, boolean>();

/** Finds out at the first connection of a pool to a store with tables whether they have partitions: their number stays. */
export const lookForPartitions = (pool: pg.Pool): void => {
  pool.on('connect', (client) => {
    if (divided.has(pool)) return;
    client
      .query<{ isDivided: boolean }>(
        `select relkind = 'p' as "isDivided" from pg_class where oid = to_regclass('public.memories')`,
      )
      .then(({ rows }) => {
        const [table] = rows;
        if (table) divided.set(pool, table.isDivided);
      })
      // It fails only when the connection is gone.
      .catch(() => undefined);
  });
};

/** A name that is the same text between quotes, whatever the server takes a backslash for. */
const plainName = /^[\p{L}\p{N} _.:@-]+$/u;

/**
 * The tenant as statements have it in their text, so that the server plans for one partition; null: as a parameter, with which each plan is
 * for all of them, as expensive as that. Until the first answer of the store it is a parameter.
 */
export const inlinedTenant = (pool: pg.Pool | null, tenant: string): string | null =>
  pool !== null && divided.get(pool) === true && plainName.test(tenant) ? tenant : null;
