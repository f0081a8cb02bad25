import { createHmac } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { z } from 'zod';

/** First member of a file's first line. */
export const exportFormat = 'vouch-tenant/1';

const counts = z.record(z.string(), z.number().int().min(0));

const part = z.strictObject({
  /** Null: of no project as such. */
  project: z.string().nullable(),
  /** Ids of memories and entities that were asked for. */
  chosen: z.array(z.string()),
  /** Ids of further ones, without which the others are not whole. */
  linked: z.array(z.string()),
});
/** The choice of an export that is not of a whole tenant. */
export type ExportPart = z.infer<typeof part>;

/** Null for what is no part. */
export const readPart = (value: unknown): ExportPart | null => part.safeParse(value).data ?? null;

/** A part in words: `the project tidewatch`. */
export const partInWords = ({ project, chosen }: ExportPart): string =>
  [
    ...(project === null ? [] : [`the project ${project}`]),
    ...(chosen.length === 0 ? [] : [chosen.length === 1 ? 'one item' : `${chosen.length} items`]),
  ].join(' and ');

const tenantKeys = z.strictObject({
  /** Keys the fingerprints and digests of the tenant. */
  fingerprints: z.string().min(1),
  /** Keys the secrets of its webhooks; null in a part, which has none. */
  webhooks: z.string().min(1).nullable(),
});
/** Keys that a tenant brings along to another store. */
export type TenantKeys = z.infer<typeof tenantKeys>;

const header = z.strictObject({
  format: z.literal(exportFormat),
  /** Identifies the tables and columns of the release that wrote it. */
  schema: z.string(),
  tenant: z.string().min(1),
  /** Null: the whole tenant. */
  part: part.nullable(),
  /** Number and hash of the last audit event in the file. */
  sequence: z.number().int().min(1),
  hash: z.string(),
  keys: tenantKeys,
});
export type ExportHeader = z.infer<typeof header>;

const row = z.strictObject({ table: z.string(), row: z.record(z.string(), z.unknown()) });
const mark = z.strictObject({ after: z.string() });
const end = z.strictObject({
  end: z.literal(true),
  /** Rows of the file by table. */
  rows: counts,
  /** Rows of the tenant that are not in it, by table: with those of the file they are all that the tenant has. */
  leftOut: counts,
});
export type ExportEnd = z.infer<typeof end>;

/** Counts the rows of a whole file. */
export const countRows = ({ rows }: ExportEnd): number =>
  Object.values(rows).reduce((sum, count) => sum + count, 0);

const line = z.union([row, mark, header, end]);
export type ExportLine = z.infer<typeof line>;

/** A line of a file; null for what is none. */
export const readExportLine = (text: string): ExportLine | null => {
  try {
    return line.parse(JSON.parse(text));
  } catch {
    return null;
  }
};

const place = z.strictObject({
  /** Id of the export, as the audit log has it. */
  exportId: z.string(),
  /** Number of the event that began the export, which is the last one while it is read. */
  sequence: z.number().int().min(1),
  /** Table that is read next, and the key of its last row that was read, as JSON; null: none was. */
  table: z.number().int().min(0),
  key: z.string().nullable(),
  rows: counts,
});
/** The place where an export goes on. */
export type ExportPlace = z.infer<typeof place>;

const signatureOf = (text: string, key: string): string =>
  createHmac('sha256', key).update(`export:${text}`).digest('base64url');

/** The cursor of a place, which the key signs. */
export const encodePlace = (at: ExportPlace, key: string): string => {
  const text = Buffer.from(JSON.stringify(at)).toString('base64url');
  return `${text}.${signatureOf(text, key)}`;
};

/** Null for what the key did not sign as a place. */
export const decodePlace = (cursor: string, key: string): ExportPlace | null => {
  const [text = '', signature] = cursor.split('.');
  if (signature !== signatureOf(text, key)) return null;
  return place.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
};

const rowLine = /^\{"table":"(\w+)","row":(\{.*\})\}$/s;
/** The line of a row, whose text is kept as the database wrote it. */
export const encodeRow = (table: string, row: string): string => `{"table":"${table}","row":${row}}`;
/** The table and the text of a row's line; null for another line. */
export const decodeRow = (text: string): { readonly table: string; readonly row: string } | null => {
  const [, table, row] = rowLine.exec(text) ?? [];
  return table === undefined || row === undefined ? null : { table, row };
};

/** Splits a file at its newlines alone: texts may hold other characters that end a line elsewhere. */
export async function* linesOf(file: string): AsyncGenerator<string> {
  // A line of many pieces is joined once.
  let pieces: string[] = [];
  for await (const piece of createReadStream(file, 'utf8')) {
    const [first = '', ...others] = String(piece).split('\n');
    pieces.push(first);
    for (const other of others) {
      yield pieces.join('');
      pieces = [other];
    }
  }
  const rest = pieces.join('');
  if (rest !== '') yield rest;
}
