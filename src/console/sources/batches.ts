import type { VariablesOf } from '../api/graphql.ts';
import type { IngestMutation } from './operations.ts';

export type DocumentInput = VariablesOf<typeof IngestMutation>['input']['documents'][number];

/** Limits of one API call: documents, and bytes of their texts. */
const most = { documents: 500, bytes: 5_500_000 };

/** The file as a document: its path below the folder that was chosen, else its name. */
export const readDocument = async (file: File): Promise<DocumentInput> => ({
  path: file.webkitRelativePath === '' ? file.name : file.webkitRelativePath,
  content: await file.text(),
  updatedAt: new Date(Math.min(file.lastModified, Date.now())).toISOString(),
});

/** The documents in their order, cut where a call would take no more. */
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
