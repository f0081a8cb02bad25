import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { tables } from '#entities/index.ts';
import { itemTables } from '#entities/item-references.ts';
import { withColumnLists } from './column-lists.ts';

/** A file of the store, or the policies of one table: `migrations/0001-baseline`, `functions/viewer_user`, `policies/votes`. */
export interface StorePart {
  readonly kind: 'migrations' | 'functions' | 'triggers' | 'policies';
  /** The migration, the function with all that share its name, or the table that the triggers and policies belong to. */
  readonly subject: string;
  readonly name: string;
  readonly statements: readonly string[];
  readonly checksum: string;
  /** The last release whose gateways cannot go on beside this migration; null: gateways of any release go on. */
  readonly contracts: string | null;
}

export const storePart = (
  kind: StorePart['kind'],
  subject: string,
  statements: readonly string[],
  contracts: string | null = null,
): StorePart => ({
  kind,
  subject,
  name: `${kind}/${subject}`,
  statements,
  checksum: createHash('sha256').update(statements.join('\n\n')).digest('hex'),
  contracts,
});

/** A migration that takes something away begins with this remark; the release is the last one that still used it. */
const contractionOf = (text: string): string | null =>
  /^-- Contraction of (\d+\.\d+\.\d+)\b/.exec(text)?.[1] ?? null;

/** One statement a paragraph, since PGlite's wire takes one at a time; a line that begins with `--` is a remark. */
const statementsOf = (text: string): string[] =>
  text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replaceAll(/^--.*\n?/gm, '').trim())
    .filter((statement) => statement !== '');

/**
 * The texts that a file stands for, by subject: one, or one for each table of items where it names `{{items}}`, which is the table.
 * `items_near` is the text of `memories_near` and of `graph_entities_near`.
 */
const textsOf = (subject: string, text: string): (readonly [subject: string, text: string])[] =>
  text.includes('{{items}}')
    ? itemTables.map((table) => [subject.replace('items', table), text.replaceAll('{{items}}', table)])
    : [[subject, text]];

const readParts = (kind: StorePart['kind']): StorePart[] => {
  const folder = new URL(`./${kind}/`, import.meta.url);
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .flatMap((file) => textsOf(file.slice(0, -'.sql'.length), readFileSync(new URL(file, folder), 'utf8')))
    .map(([subject, text]) =>
      storePart(
        kind,
        subject,
        statementsOf(withColumnLists(text)),
        kind === 'migrations' ? contractionOf(text) : null,
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

const { version } = JSON.parse(readFileSync(findPackageJSON('..', import.meta.url) ?? '', 'utf8')) as {
  readonly version: string;
};

/** The release of this process. */
export const thisRelease = version;

/** A part as the store keeps it in `store_parts`; a release of null is that of a store which kept none. */
export interface AppliedPart extends Pick<StorePart, 'name' | 'checksum' | 'contracts'> {
  /** The release that made it. */
  readonly release: string | null;
}

/** Reads `store_parts`, also one without the columns of releases. */
export const appliedPartsQuery = `select name, checksum, to_jsonb(p)->>'release' as release, to_jsonb(p)->>'contracts' as contracts from store_parts p`;

const numbersOf = (release: string): number[] => release.split(/[.-]/, 3).map(Number);

/** True when the first release came after the second. */
export const isLaterRelease = (release: string, other: string): boolean => {
  const others = numbersOf(other);
  const [difference = 0] = numbersOf(release)
    .map((number, place) => number - (others[place] ?? 0))
    .filter((one) => one !== 0);
  return difference > 0;
};

/** The difference between a release and a store: parts that the store lacks or has otherwise, and names of parts that it alone has. */
export interface StoreGap {
  readonly missing: readonly StorePart[];
  readonly unknown: readonly string[];
  /** The latest release that made a part of the store; null for an empty one. */
  readonly storeRelease: string | null;
  /** The store was made by a version that was never released: a migration that it had is not the one of this release. */
  readonly isUnreleased: boolean;
  /** A later release migrated the store, or it had a migration that this release does not know. */
  readonly isNewer: boolean;
  /** The store is newer, and has all that gateways of this release use. */
  readonly isServedBeside: boolean;
}

/** A part that runs once; all others are replaced when they change. */
export const isMigration = ({ name }: Pick<StorePart, 'name'>): boolean => name.startsWith('migrations/');

export const storeGap = (
  applied: readonly AppliedPart[],
  parts: readonly StorePart[] = storeParts,
  release: string = thisRelease,
): StoreGap => {
  const checksums = new Map(applied.map(({ name, checksum }) => [name, checksum]));
  const known = new Set(parts.map(({ name }) => name));
  const missing = parts.filter(({ name, checksum }) => checksums.get(name) !== checksum);
  const unknown = [...checksums.keys()].filter((name) => !known.has(name));
  const storeRelease = applied.reduce<string | null>(
    (latest, part) =>
      part.release !== null && (latest === null || isLaterRelease(part.release, latest))
        ? part.release
        : latest,
    null,
  );
  const isLater = storeRelease !== null && isLaterRelease(storeRelease, release);
  return {
    missing,
    unknown,
    storeRelease,
    isUnreleased: missing.some((part) => isMigration(part) && checksums.has(part.name)),
    isNewer: isLater || unknown.some((name) => isMigration({ name })),
    isServedBeside:
      isLater &&
      !missing.some(isMigration) &&
      !applied.some(({ contracts }) => contracts !== null && !isLaterRelease(release, contracts)),
  };
};
