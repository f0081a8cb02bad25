import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from '#persistence/reading/sql.ts';
import { makeFolders } from '#persistence/store/make-folders.ts';
import type { ReadSession, WriteSession } from '#persistence/store/viewer-session.ts';

const summaryFile = 'report.json';
/** In the order in which they are written: the summary last, since it says that the others are as new as it is. */
const fileNames = ['candidates.ndjson', 'dropped.ndjson', 'errors.log', summaryFile] as const;

/** The files of one pass, by name. */
export interface ReportArtifact {
  /** The wave or interaction that the pass read: the folder's name. */
  readonly sourceId: string;
  readonly files: Readonly<Record<(typeof fileNames)[number], string>>;
}

interface ReportRow {
  readonly id: string;
  readonly sourceId: string;
  readonly extractorVersion: string;
  readonly errors: readonly string[];
  readonly createdAt: Date;
  readonly wordsErasedAt: Date | null;
}

interface WrittenRow {
  readonly rule: string | null;
  readonly [column: string]: unknown;
}

interface DroppedRow {
  readonly reason: string;
  readonly [column: string]: unknown;
}

interface Summary {
  readonly createdAt: string;
  readonly wordsErasedAt: string | null;
}

/** The summary of the artifact in a folder; null where there is none that can be read. */
const readSummary = (folder: string): Promise<Summary | null> =>
  readFile(join(folder, summaryFile), 'utf8')
    .then(JSON.parse)
    .catch(() => null);

const folderOfReports = (dir: string): string => join(dir, 'extraction-reports');

const lines = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

const countsOf = <Row>(rows: readonly Row[], name: (row: Row) => string): Record<string, number> =>
  Object.fromEntries(
    [...Map.groupBy(rows, name)]
      .map(([key, { length }]) => [key, length] as const)
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );

/**
 * The artifact of the newest pass over the source that a report is of, as the store holds it today; null when there is
 * no such report. For a session of the system role: the artifact is the operator's, and whole.
 */
export const readReportArtifact = async (
  { db, viewer: { tenant } }: WriteSession,
  reportId: string,
): Promise<ReportArtifact | null> => {
  const { rows: reports } = await sql<ReportRow>`select r.id, coalesce(r.wave_id, r.source_id) as "sourceId",
      r.extractor_version as "extractorVersion", r.errors, r.created_at as "createdAt",
      max(r.words_erased_at) over () as "wordsErasedAt"
    from extraction_reports r join extraction_reports asked on asked.tenant = r.tenant
      and (asked.wave_id = r.wave_id or asked.source_id = r.source_id)
    where asked.tenant = ${tenant} and asked.id = ${reportId} order by r.created_at desc, r.id desc limit 1`.execute(
    db,
  );
  const [report] = reports;
  if (!report) return null;
  const columns = sql`i.id, i.content, i.confidence, i.rule, i.extractor_version as "extractorVersion",
    i.source_id as "sourceId", i.extraction_id as "extractionId",
    i.span_start as "spanStart", i.span_end as "spanEnd", i.span_speaker as "speaker"`;
  const { rows: memories } = await sql<WrittenRow>`select ${columns}, i.kind from memories i
    where i.tenant = ${tenant} and i.report_id = ${report.id} order by i.id`.execute(db);
  const { rows: entities } = await sql<WrittenRow>`select ${columns}, i.entity_type as "entityType", i.name
    from graph_entities i where i.tenant = ${tenant} and i.report_id = ${report.id} order by i.id`.execute(
    db,
  );
  const { rows: dropped } =
    await sql<DroppedRow>`select d.reason, d.rule, d.kind, d.entity_type as "entityType", d.content, d.confidence
    from dropped_statements d where d.tenant = ${tenant} and d.report_id = ${report.id} order by d.id`.execute(
      db,
    );
  const { rows: sightings } = await sql<{ count: string }>`select count(*) from sightings s
    where s.tenant = ${tenant} and s.report_id = ${report.id}`.execute(db);

  const candidates = [...memories, ...entities];
  const { id, sourceId, extractorVersion, errors, createdAt, wordsErasedAt } = report;
  const summary = {
    id,
    source: sourceId,
    extractorVersion,
    createdAt: createdAt.toISOString(),
    wordsErasedAt: wordsErasedAt?.toISOString() ?? null,
    persisted: candidates.length,
    dropped: dropped.length,
    reinforced: Number(sightings[0]?.count ?? 0),
    byRule: countsOf(candidates, ({ rule }) => rule ?? ''),
    droppedByReason: countsOf(dropped, ({ reason }) => reason),
    errors: errors.length,
  };
  return {
    sourceId,
    files: {
      'candidates.ndjson': lines(candidates),
      'dropped.ndjson': lines(dropped),
      'errors.log': errors.map((error) => `${error}\n`).join(''),
      [summaryFile]: `${JSON.stringify(summary, null, 2)}\n`,
    },
  };
};

/** Notes that words of reports were erased, so that every gateway writes its files of them anew. For a session of the system role. */
export const noteErasedWords = async (
  { db, viewer: { tenant } }: WriteSession,
  reportIds: readonly string[],
  now: Date,
): Promise<void> => {
  if (reportIds.length > 0)
    await sql`update extraction_reports set words_erased_at = ${now}
      where tenant = ${tenant} and id = any(${[...reportIds]})`.execute(db);
};

/** The newest report of a source that has lost words to an erasure. */
export interface ErasedReport {
  readonly id: string;
  readonly sourceId: string;
  readonly wordsErasedAt: Date;
}

/** Reports of the tenant that have lost words, one for each source. For a session of the system role. */
export const erasedReports = async ({ db, viewer: { tenant } }: ReadSession): Promise<ErasedReport[]> => {
  const { rows } =
    await sql<ErasedReport>`select distinct on (2) id, coalesce(wave_id, source_id) as "sourceId",
      words_erased_at as "wordsErasedAt"
    from extraction_reports where tenant = ${tenant} and words_erased_at is not null order by 2, 3 desc`.execute(
      await db(),
    );
  return rows;
};

/** Milliseconds after which a file that was not renamed to its place is one of a process that ended. */
const longestWrite = 60_000;

/** Paths of files in a folder that nobody will rename to their places any more. None where the folder cannot be listed. */
const unfinishedIn = async (folder: string, now: Date): Promise<string[]> => {
  const paths: string[] = [];
  for (const name of await readdir(folder).catch(() => [])) {
    if (!fileNames.some((file) => name.startsWith(`.${file}.`))) continue;
    const path = join(folder, name);
    const written = (await stat(path).catch(() => null))?.mtimeMs;
    if (written !== undefined && written < now.getTime() - longestWrite) paths.push(path);
  }
  return paths;
};

/**
 * True for files that were written before the last erasure of their words: another gateway erased them, or this one ended, or its
 * disk was full, before it could write them anew.
 */
export const holdsErasedWords = async (
  dir: string,
  { sourceId, wordsErasedAt }: ErasedReport,
  now: Date,
): Promise<boolean> => {
  const folder = join(folderOfReports(dir), sourceId);
  if (!existsSync(folder)) return false;
  const summary = await readSummary(folder);
  return (
    summary?.wordsErasedAt !== wordsErasedAt.toISOString() || (await unfinishedIn(folder, now)).length > 0
  );
};

/**
 * Writes an artifact to `<dir>/extraction-reports/<source id>/`, readable by this user alone. Each file appears whole:
 * it is written beside its place and renamed. An older artifact of the source is replaced.
 */
export const writeReportArtifact = async (
  dir: string,
  { sourceId, files }: ReportArtifact,
  now: Date,
): Promise<void> => {
  const folder = join(folderOfReports(dir), sourceId);
  makeFolders(folder);
  for (const path of await unfinishedIn(folder, now)) await rm(path, { force: true });
  for (const name of fileNames) {
    const beside = join(folder, `.${name}.${randomUUID()}`);
    await writeFile(beside, files[name], { mode: 0o600 });
    await rename(beside, join(folder, name));
  }
};

/** Removes the artifacts of passes before an instant. A folder without a readable report stays. */
export const eraseReportArtifacts = async (dir: string, before: Date): Promise<void> => {
  const reports = folderOfReports(dir);
  for (const sourceId of await readdir(reports).catch(() => [])) {
    const folder = join(reports, sourceId);
    const summary = await readSummary(folder);
    if (summary !== null && Date.parse(summary.createdAt) < before.getTime())
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
};
