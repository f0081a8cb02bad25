import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { progress } from '@clack/prompts';
import { type ApiAddress, askGateway, CommandFailed } from './api-client.ts';

export interface IngestOptions {
  readonly project: string;
  readonly json: boolean;
  /** Withdraws what this user has ingested of the project before and is no longer below the folder. */
  readonly sync: boolean;
}

interface ReadDocument {
  readonly path: string;
  readonly content: string;
  readonly updatedAt: string;
}

const documentsPerCall = 100;
const bytesPerCall = 4 * 1_048_576;

const findMarkdown = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => {
    throw new CommandFailed(`${folder} is not a folder that can be read.`);
  });
  return entries
    .filter((entry) => entry.isFile() && /\.(md|markdown)$/i.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
};

const pathOf = (folder: string, file: string): string => relative(folder, file).split(sep).join('/');

const readDocument = async (folder: string, file: string): Promise<ReadDocument> => ({
  path: pathOf(folder, file),
  content: await readFile(file, 'utf8'),
  updatedAt: (await stat(file)).mtime.toISOString(),
});

const ingestOperation = `mutation ($input: IngestDocumentsInput!) { ingestDocuments(input: $input) { __typename
  ... on IngestDocumentsPayload { unchanged wave { id report { persisted dropped reinforced droppedByReason { reason count } } } }
  ... on UserError { code message path } } }`;

interface Report extends Record<'persisted' | 'dropped' | 'reinforced', number> {
  readonly droppedByReason: readonly { readonly reason: string; readonly count: number }[];
}

interface IngestAnswer {
  readonly ingestDocuments:
    | {
        readonly __typename: 'IngestDocumentsPayload';
        readonly unchanged: number;
        readonly wave: {
          readonly id: string;
          readonly report: Report | null;
        };
      }
    | { readonly __typename: 'NotFoundError'; readonly message: string; readonly path: readonly string[] };
}

const inForceQuery = `query ($project: String!, $user: String!, $after: String) {
  documents(filter: { project: $project, contributor: $user, inForce: true }, first: 100, after: $after) {
    pageInfo { hasNextPage endCursor } nodes { path } } }`;

interface InForceAnswer {
  readonly documents: {
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
    readonly nodes: readonly { readonly path: string }[];
  };
}

/** The paths of the project that are in force and came from the user of the token. */
const pathsInForce = async (address: ApiAddress, project: string): Promise<string[]> => {
  const { viewer } = await askGateway<{ viewer: { user: string } }>(address, '{ viewer { user } }');
  const paths = new Set<string>();
  for (let after: string | null = null; ; ) {
    const variables: object = { project, user: viewer.user, after };
    const { documents }: InForceAnswer = await askGateway<InForceAnswer>(address, inForceQuery, variables);
    for (const { path } of documents.nodes) paths.add(path);
    if (!documents.pageInfo.hasNextPage) return [...paths].sort();
    after = documents.pageInfo.endCursor;
  }
};

const withdrawOperation = `mutation ($input: WithdrawDocumentsInput!) { withdrawDocuments(input: $input) { __typename
  ... on WithdrawDocumentsPayload { withdrawn { path } affected(first: 0) { totalCount } }
  ... on UserError { code message path } } }`;

interface WithdrawAnswer {
  readonly withdrawDocuments:
    | {
        readonly __typename: 'WithdrawDocumentsPayload';
        readonly withdrawn: readonly object[];
        readonly affected: { readonly totalCount: number };
      }
    | { readonly __typename: 'NotFoundError'; readonly message: string };
}

const pathsPerCall = 500;

/** Withdraws the paths that are in force and are not among the files any more. */
const withdrawRemoved = async (
  address: ApiAddress,
  project: string,
  files: ReadonlySet<string>,
): Promise<Record<'withdrawn' | 'affected', number>> => {
  const removed = (await pathsInForce(address, project)).filter((path) => !files.has(path));
  const counts = { withdrawn: 0, affected: 0 };
  for (let at = 0; at < removed.length; at += pathsPerCall) {
    const input = { project, paths: removed.slice(at, at + pathsPerCall) };
    const { withdrawDocuments: answer } = await askGateway<WithdrawAnswer>(address, withdrawOperation, {
      input,
    });
    if (answer.__typename !== 'WithdrawDocumentsPayload') throw new CommandFailed(answer.message);
    counts.withdrawn += answer.withdrawn.length;
    counts.affected += answer.affected.totalCount;
  }
  return counts;
};

/** Counts by reason as `KNOWN 3, TOO_SHORT 1`; anything else as it is. */
const inWords = (value: Report['droppedByReason'] | string | number | null): string =>
  typeof value === 'object' && value !== null
    ? value.map(({ reason, count }) => `${reason} ${count}`).join(', ') || 'none'
    : String(value);

/** `vouch ingest DIR`: the markdown below a folder as one wave, call by call, extracted at the end. */
export const ingest = async (
  address: ApiAddress,
  folder: string,
  { project, json, sync }: IngestOptions,
): Promise<void> => {
  const files = await findMarkdown(folder);
  if (files.length === 0) throw new CommandFailed(`There is no markdown below ${folder}.`);
  const bar = json ? null : progress({ max: files.length });
  bar?.start(`Reading ${files.length} files`);

  let waveId: string | null = null;
  let unchanged = 0;
  let report: Report | null = null;
  let call: ReadDocument[] = [];
  let bytes = 0;
  const send = async (isLast: boolean) => {
    const input = { project, documents: call, extract: isLast, ...(waveId === null ? {} : { waveId }) };
    const { ingestDocuments: answer } = await askGateway<IngestAnswer>(address, ingestOperation, { input });
    if (answer.__typename !== 'IngestDocumentsPayload') {
      bar?.error('Refused');
      const [, , index] = answer.path;
      const named = call[Number(index)]?.path;
      throw new CommandFailed(`${named === undefined ? '' : `${named}: `}${answer.message}`);
    }
    waveId = answer.wave.id;
    unchanged += answer.unchanged;
    report = answer.wave.report;
    bar?.advance(call.length, `${call.at(-1)?.path ?? ''}`);
    call = [];
    bytes = 0;
  };
  for (const [index, file] of files.entries()) {
    const document = await readDocument(folder, file);
    const size = Buffer.byteLength(document.content);
    if (call.length === documentsPerCall || (call.length > 0 && bytes + size > bytesPerCall))
      await send(false);
    call.push(document);
    bytes += size;
    if (index === files.length - 1) await send(true);
  }
  const known = new Set(files.map((file) => pathOf(folder, file)));
  const removed = sync ? await withdrawRemoved(address, project, known) : {};
  const result = { waveId, files: files.length, unchanged, ...(report ?? {}), ...removed };
  bar?.stop('Done');
  process.stdout.write(
    json
      ? `${JSON.stringify(result)}\n`
      : `${Object.entries(result)
          .map(([name, value]) => `${name}: ${inWords(value)}`)
          .join('\n')}\n`,
  );
};
