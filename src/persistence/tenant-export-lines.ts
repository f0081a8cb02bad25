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
  /** Keys the fingerprints, digests and webhook secrets of the tenant. */
  key: z.string().min(1),
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
  /** Number of the last audit event when the first row was read; null: none was read yet. */
  sequence: z.number().int().nullable(),
  /** Table that is read next, and the key of its last row that was read, as JSON; null: none was. */
  table: z.number().int().min(0),
  key: z.string().nullable(),
  rows: counts,
});
/** The place where an export goes on. */
export type ExportPlace = z.infer<typeof place>;

export const encodePlace = (at: ExportPlace): string => Buffer.from(JSON.stringify(at)).toString('base64url');

/** Null for what is no place. */
export const decodePlace = (cursor: string): ExportPlace | null => {
  try {
    return place.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch {
    return null;
  }
};
