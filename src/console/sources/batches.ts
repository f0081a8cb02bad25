import type { VariablesOf } from '../api/graphql.ts';
import type { IngestMutation } from './operations.ts';

export type DocumentInput = VariablesOf<typeof IngestMutation>['input']['documents'][number];

/** Documents of one call, so that it is answered in seconds and a run can be stopped behind it; bytes as the API takes them. */
const most = { documents: 100, bytes: 5_500_000 };

/** A file of which nothing became a document, and why. */
export interface RefusedFile {
  readonly path: string;
  readonly reason: string;
}

const mostBytes = 6_000_000;

/** The text of a file in UTF-8, or in UTF-16 with its byte order mark; null where it is neither. */
const decode = (bytes: Uint8Array): string | null => {
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const encoding = isWide ? (bytes[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
};

/** The file as a document: its path below the folder that was chosen, else its name; or why it is none. */
export const readDocument = async (file: File): Promise<DocumentInput | RefusedFile> => {
  const path = file.webkitRelativePath === '' ? file.name : file.webkitRelativePath;
  if (file.size > mostBytes) return { path, reason: 'It is too large for one call. Split it.' };
  const content = decode(new Uint8Array(await file.arrayBuffer()));
  if (content?.includes('\0') === true) return { path, reason: 'It contains NUL bytes: it is no text.' };
  return content === null
    ? {
        path,
        reason: 'It is not UTF-8. Save it as UTF-8, or use `vouch ingest`, which knows more encodings.',
      }
    : { path, content, updatedAt: new Date(Math.min(file.lastModified, Date.now())).toISOString() };
};

/** The place in a call of the document that a refusal is about; null where it is about none. */
export const placeOf = (path: readonly string[] | null): number | null => {
  const at = path?.indexOf('documents') ?? -1;
  const place = at === -1 ? Number.NaN : Number(path?.[at + 1]);
  return Number.isInteger(place) ? place : null;
};

/** The documents in their order, cut where a call takes no more. */
export const batchesOf = (documents: readonly DocumentInput[]): DocumentInput[][] => {
  const encoder = new TextEncoder();
  const batches: DocumentInput[][] = [];
  let bytes = 0;
  for (const document of documents) {
    const size = encoder.encode(document.content).length;
    const last = batches.at(-1);
    if (last === undefined || last.length >= most.documents || bytes + size > most.bytes) {
      batches.push([document]);
      bytes = size;
    } else {
      last.push(document);
      bytes += size;
    }
  }
  return batches;
};
