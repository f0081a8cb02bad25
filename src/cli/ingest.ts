import type { DocumentKind } from '#domain/ingestion/records/document-facts.ts';
import { type ApiAddress, askPatiently, CommandFailed } from './api-client.ts';
import { type FoundFiles, findFiles } from './ingestion/find-files.ts';
import { countUnread, findOpenWaves, finishWave, type Report } from './ingestion/finish-waves.ts';
import { startProgressLine } from './ingestion/progress-line.ts';
import { type ReadDocument, readDocument } from './ingestion/read-document.ts';
import { normalizeExtension, readableExtensions } from './ingestion/readable-kinds.ts';
import { type RunResult, runAsJson, runAsText } from './ingestion/run-table.ts';
import { DocumentSender } from './ingestion/send-documents.ts';
import { withdrawRemoved } from './ingestion/withdraw-removed.ts';

export interface IngestOptions {
  readonly project: string;
  readonly json: boolean;
  /** Withdraws what this user has ingested of the project before and is no longer read below the folder. */
  readonly sync: boolean;
  /** Endings that are read beside the usual ones. */
  readonly extensions?: readonly string[];
  /** The kind that every file is read as; absent: judged file by file. */
  readonly kind?: DocumentKind | null;
  /** Reads files and folders whose names begin with a point. */
  readonly hidden?: boolean;
  /** Ends the run behind the call that is under way. */
  readonly stop?: AbortSignal;
}

interface Viewer {
  readonly viewer: { readonly user: string };
}

const documentsPerCall = 100;
const bytesPerCall = 4 * 1_048_576;

/** Documents that are sent in one call, with what was refused before it. */
interface Batch {
  readonly documents: ReadDocument[];
  readonly refused: RunResult['refused'][number][];
  readonly decoded: RunResult['decoded'][number][];
  /** How many files it stands for. */
  readonly files: number;
}

/** Reads files in their order, a call's worth at a time. */
async function* readInBatches(folder: string, files: readonly string[]): AsyncGenerator<Batch> {
  const begin = () => ({ documents: [] as ReadDocument[], refused: [], decoded: [], files: 0, bytes: 0 });
  let batch: ReturnType<typeof begin> & Batch = begin();
  for (const path of files) {
    const read = await readDocument(folder, path);
    const size = 'document' in read ? Buffer.byteLength(read.document.content) : 0;
    const isFull = batch.documents.length === documentsPerCall || batch.bytes + size > bytesPerCall;
    if (isFull && batch.documents.length > 0) {
      yield batch;
      batch = begin();
    }
    batch.files += 1;
    batch.bytes += size;
    if ('refusal' in read) batch.refused.push({ path, reason: read.refusal });
    else {
      batch.documents.push(read.document);
      if (read.encoding !== 'UTF-8') batch.decoded.push({ path, encoding: read.encoding });
    }
  }
  if (batch.files > 0) yield batch;
}

/** True for a path that is among the files, or lies in a folder that could not be opened. */
const standsBelow = ({ files, skipped }: FoundFiles): ((path: string) => boolean) => {
  const known = new Set(files);
  const closed = skipped.filter(({ reason }) => reason === 'UNREADABLE_FOLDER').map(({ path }) => path);
  return (path) => known.has(path) || closed.some((folder) => path.startsWith(folder));
};

/**
 * `vouch ingest DIR`: sends what can be read below a folder, call by call, into one wave, which is extracted at the end. A
 * run that was cut is taken up by the next: the wave that it left is added to and extracted. Prints what became of every
 * file. Sets the exit status to 1 where a file was refused or left.
 */
export const ingest = async (
  address: ApiAddress,
  folder: string,
  { project, json, sync, kind = null, extensions = [], hidden = false, stop }: IngestOptions,
): Promise<void> => {
  const endings = new Set([...readableExtensions, ...extensions.map(normalizeExtension)]);
  const found = await findFiles(folder, { extensions: endings, hidden });
  const { viewer } = await askPatiently<Viewer>(address, '{ viewer { user } }', {}, false);
  const ingester = { project, user: viewer.user };
  const open = await findOpenWaves(address, ingester);
  if (found.files.length === 0 && open.length === 0 && !sync)
    throw new CommandFailed(`There is nothing to read below ${folder}.`);

  const bar = json ? null : startProgressLine(found.files.length, process.stdout);
  const sender = new DocumentSender(address, { project, kind, waveId: open[0] ?? null });
  const waves = new Set(open);
  const refused: RunResult['refused'][number][] = [];
  const decoded: RunResult['decoded'][number][] = [];
  const forOwners: string[] = [];
  const reports: Report[] = [];
  let [read, unchanged] = [0, 0];
  let withdrawn: RunResult['withdrawn'] = null;
  let stopped: string | null = null;

  const send = async (batch: Batch): Promise<void> => {
    const sent = await sender.send(batch.documents);
    if (sender.waveId !== null) waves.add(sender.waveId);
    read += sent.read;
    unchanged += sent.unchanged;
    forOwners.push(...sent.forOwners);
    refused.push(...batch.refused, ...sent.refused);
    decoded.push(...batch.decoded);
    bar?.advance(batch.files, batch.documents.at(-1)?.path ?? '');
  };
  try {
    let sending: Promise<void> = Promise.resolve();
    for await (const batch of readInBatches(folder, found.files)) {
      // While a call is under way the files of the next are read.
      await sending;
      if (stop?.aborted === true) break;
      sending = send(batch);
      sending.catch(() => undefined);
    }
    await sending;
    for (const wave of waves) {
      const report = await finishWave(address, wave, {
        advance: (left) => bar?.advance(0, `Reading statements: ${left} documents left`),
        stop,
      });
      if (report) reports.push(report);
    }
    if (stop?.aborted === true) stopped = 'The run was stopped.';
    else if (sync) withdrawn = await withdrawRemoved(address, ingester, standsBelow(found));
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error;
    stopped = error.message;
  }

  const unreadDocuments = stopped === null ? 0 : await countUnread(address, waves);
  const all = found.files.length;
  const result: RunResult = {
    project,
    waves: [...waves],
    resumed: open.length,
    files: {
      found: all,
      read,
      unchanged,
      forOwners: forOwners.length,
      refused: refused.length,
      left: all - read - unchanged - forOwners.length - refused.length,
    },
    forOwners,
    refused,
    decoded,
    skipped: found.skipped,
    reports,
    unreadDocuments,
    withdrawn,
    stopped,
  };
  bar?.end();
  process.stdout.write(json ? `${JSON.stringify(runAsJson(result))}\n` : runAsText(result));
  if (stopped !== null) throw new CommandFailed(`${stopped} Run it again: it goes on where it stopped.`);
  if (refused.length > 0) process.exitCode = 1;
};
