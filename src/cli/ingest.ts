import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { progress } from '@clack/prompts';
import { type ApiAddress, askGateway, CommandFailed } from './api-client.ts';

export interface IngestOptions {
  readonly project: string;
  readonly json: boolean;
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

const readDocument = async (folder: string, file: string): Promise<ReadDocument> => ({
  path: relative(folder, file).split(sep).join('/'),
  content: await readFile(file, 'utf8'),
  updatedAt: (await stat(file)).mtime.toISOString(),
});

const ingestOperation = `mutation ($input: IngestDocumentsInput!) { ingestDocuments(input: $input) { __typename
  ... on IngestDocumentsPayload { unchanged wave { id report { persisted dropped reinforced } } }
  ... on UserError { code message path } } }`;

interface IngestAnswer {
  readonly ingestDocuments:
    | {
        readonly __typename: 'IngestDocumentsPayload';
        readonly unchanged: number;
        readonly wave: {
          readonly id: string;
          readonly report: Record<'persisted' | 'dropped' | 'reinforced', number> | null;
        };
      }
    | { readonly __typename: 'NotFoundError'; readonly message: string; readonly path: readonly string[] };
}

/** `vouch ingest DIR`: the markdown below a folder as one wave, call by call, extracted at the end. */
export const ingest = async (
  address: ApiAddress,
  folder: string,
  { project, json }: IngestOptions,
): Promise<void> => {
  const files = await findMarkdown(folder);
  if (files.length === 0) throw new CommandFailed(`There is no markdown below ${folder}.`);
  const bar = json ? null : progress({ max: files.length });
  bar?.start(`Reading ${files.length} files`);

  let waveId: string | null = null;
  let unchanged = 0;
  let report: Record<string, number> | null = null;
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
  const result = { waveId, files: files.length, unchanged, ...(report ?? {}) };
  bar?.stop('Done');
  process.stdout.write(
    json
      ? `${JSON.stringify(result)}\n`
      : `${Object.entries(result)
          .map(([name, value]) => `${name}: ${String(value)}`)
          .join('\n')}\n`,
  );
};
