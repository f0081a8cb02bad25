import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { tables } from '#entities/index.ts';
import { withColumnLists } from './column-lists.ts';

/** A file of the store, or the policies of one table: `migrations/0001-baseline`, `functions/viewer_user`, `policies/votes`. */
export interface StorePart {
  readonly kind: 'migrations' | 'functions' | 'triggers' | 'policies';
  /** The migration, the function with all that share its name, or the table that the triggers and policies belong to. */
  readonly subject: string;
  readonly name: string;
  readonly statements: readonly string[];
  readonly checksum: string;
}

export const storePart = (
  kind: StorePart['kind'],
  subject: string,
  statements: readonly string[],
): StorePart => ({
  kind,
  subject,
  name: `${kind}/${subject}`,
  statements,
  checksum: createHash('sha256').update(statements.join('\n\n')).digest('hex'),
});

/** One statement a paragraph, since PGlite's wire takes one at a time; a line that begins with `--` is a remark. */
const statementsOf = (text: string): string[] =>
  text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replaceAll(/^--.*\n?/gm, '').trim())
    .filter((statement) => statement !== '');

const readParts = (kind: StorePart['kind']): StorePart[] => {
  const folder = new URL(`./${kind}/`, import.meta.url);
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) =>
      storePart(
        kind,
        file.slice(0, -'.sql'.length),
        statementsOf(withColumnLists(readFileSync(new URL(file, folder), 'utf8'))),
      ),
    );
};

const tablePolicies = (): StorePart[] =>
  tables.map(({ meta }) => {
    const table = String(meta.tableName);
    return storePart(
      'policies',
      table,
      (meta.policies ?? []).map(
        ({ name, command, roles, using, check }) =>
          `create policy ${name} on ${table} for ${command} to ${roles?.join(', ')}${using ? ` using (${using})` : ''}${check ? ` with check (${check})` : ''}`,
      ),
    );
  });

/**
 * The store of this release, in the order in which its parts are made. A migration runs once. Functions, triggers and policies
 * are replaced whole when their text changes; the policies are those that `entities/` declares.
 */
export const storeParts: readonly StorePart[] = [
  ...readParts('migrations'),
  ...readParts('functions'),
  ...readParts('triggers'),
  ...tablePolicies(),
];

/** A part as the store keeps it in `store_parts`. */
export type AppliedPart = Pick<StorePart, 'name' | 'checksum'>;

/** The difference between a release and a store: parts that the store lacks or has otherwise, and names of parts that it alone has. */
export interface StoreGap {
  readonly missing: readonly StorePart[];
  readonly unknown: readonly string[];
  /** The store was made by a version that was never released: a migration that it had is not the one of this release. */
  readonly isUnreleased: boolean;
  /** The store had a migration that this release does not know. */
  readonly isNewer: boolean;
}

/** A part that runs once; all others are replaced when they change. */
export const isMigration = ({ name }: Pick<StorePart, 'name'>): boolean => name.startsWith('migrations/');

export const storeGap = (
  applied: readonly AppliedPart[],
  parts: readonly StorePart[] = storeParts,
): StoreGap => {
  const checksums = new Map(applied.map(({ name, checksum }) => [name, checksum]));
  const known = new Set(parts.map(({ name }) => name));
  const missing = parts.filter(({ name, checksum }) => checksums.get(name) !== checksum);
  const unknown = [...checksums.keys()].filter((name) => !known.has(name));
  return {
    missing,
    unknown,
    isUnreleased: missing.some((part) => isMigration(part) && checksums.has(part.name)),
    isNewer: unknown.some((name) => isMigration({ name })),
  };
};
