import { randomUUID } from 'node:crypto';
import type { DocumentKind } from '#domain/ingestion/records/document-facts.ts';
import { type ApiAddress, askPatiently, CommandFailed, RequestFailed } from '../api-client.ts';
import type { ReadDocument } from './read-document.ts';

/** A refusal of a mutation. */
interface Refusal {
  readonly __typename: string;
  readonly code: string;
  readonly message: string;
  readonly path: readonly string[] | null;
}

const ingestOperation = `mutation ($input: IngestDocumentsInput!) { ingestDocuments(input: $input) { __typename
  ... on IngestDocumentsPayload { unchanged wave { id } waiting { path } } ... on UserError { code message path } } }`;

interface IngestAnswer {
  readonly ingestDocuments:
    | {
        readonly __typename: 'IngestDocumentsPayload';
        readonly unchanged: number;
        readonly wave: { readonly id: string };
        readonly waiting: readonly { readonly path: string }[];
      }
    | (Refusal & { readonly __typename: 'UserError' });
}

/** Result of sending documents. */
export interface SentDocuments {
  /** The number of documents that were new, changed, or back. */
  readonly read: number;
  readonly unchanged: number;
  /** Paths whose versions wait, since the sources belong to others. */
  readonly forOwners: readonly string[];
  readonly refused: readonly { readonly path: string; readonly reason: string }[];
}

const sumOf = (parts: readonly SentDocuments[]): SentDocuments => ({
  read: parts.reduce((sum, { read }) => sum + read, 0),
  unchanged: parts.reduce((sum, { unchanged }) => sum + unchanged, 0),
  forOwners: parts.flatMap(({ forOwners }) => forOwners),
  refused: parts.flatMap(({ refused }) => refused),
});

/** The place in the call of the document that a refusal is about; null where it is about none. */
const placeOf = ({ path }: Refusal): number | null => {
  const at = path?.indexOf('documents') ?? -1;
  const place = at === -1 ? Number.NaN : Number(path?.[at + 1] ?? Number.NaN);
  return Number.isInteger(place) ? place : null;
};

/** True where the gateway fails on a call, or finds it too large: a part of it may be to blame. */
const mayBeInPart = ({ status, code }: RequestFailed): boolean =>
  status !== null &&
  status !== 401 &&
  status !== 403 &&
  (code === 'TIMEOUT' || (status !== 429 && status !== 503));

/** Project and kind of the documents that are sent, and their wave. */
export interface Sending {
  readonly project: string;
  /** Null: judged. */
  readonly kind: DocumentKind | null;
  /** A wave that is open; null: a new one. */
  readonly waveId: string | null;
}

/** Adds documents to waves of a project: to one that is open, as long as it is, else to a new one. */
export class DocumentSender {
  readonly #address: ApiAddress;
  readonly #project: string;
  readonly #kind: DocumentKind | null;
  #waveId: string | null;

  constructor(address: ApiAddress, { project, kind, waveId }: Sending) {
    this.#address = address;
    this.#project = project;
    this.#kind = kind;
    this.#waveId = waveId;
  }

  /** The wave that was added to last; null before anything was sent. */
  get waveId(): string | null {
    return this.#waveId;
  }

  /** Sends documents in one call, without those that are refused. Throws CommandFailed where no document is to blame. */
  async send(documents: readonly ReadDocument[]): Promise<SentDocuments> {
    if (documents.length === 0) return sumOf([]);
    const input = {
      project: this.#project,
      documents:
        this.#kind === null
          ? documents
          : documents.map((document) => ({ ...document, kind: this.#kind?.toUpperCase() })),
      extract: false,
      idempotencyKey: randomUUID(),
      ...(this.#waveId === null ? {} : { waveId: this.#waveId }),
    };
    let answer: IngestAnswer['ingestDocuments'];
    try {
      ({ ingestDocuments: answer } = await askPatiently<IngestAnswer>(this.#address, ingestOperation, {
        input,
      }));
    } catch (error) {
      if (!(error instanceof RequestFailed) || !mayBeInPart(error)) throw error;
      return this.#sendInParts(documents, error.message);
    }
    if (answer.__typename === 'IngestDocumentsPayload') {
      this.#waveId = answer.wave.id;
      const { unchanged } = answer;
      const forOwners = answer.waiting.map(({ path }) => path);
      return { read: documents.length - unchanged - forOwners.length, unchanged, forOwners, refused: [] };
    }
    if (answer.path?.includes('waveId') && this.#waveId !== null) {
      // Somebody else has finished it meanwhile.
      this.#waveId = null;
      return this.send(documents);
    }
    const place = placeOf(answer);
    const bad = place === null ? undefined : documents[place];
    if (bad)
      return sumOf([
        { read: 0, unchanged: 0, forOwners: [], refused: [{ path: bad.path, reason: answer.message }] },
        await this.send(documents.toSpliced(place ?? 0, 1)),
      ]);
    if (!answer.path?.includes('documents')) throw new CommandFailed(answer.message);
    return this.#sendInParts(documents, answer.message);
  }

  async #sendInParts(documents: readonly ReadDocument[], reason: string): Promise<SentDocuments> {
    const [first] = documents;
    if (documents.length === 1 && first)
      return { read: 0, unchanged: 0, forOwners: [], refused: [{ path: first.path, reason }] };
    const middle = Math.ceil(documents.length / 2);
    return sumOf([await this.send(documents.slice(0, middle)), await this.send(documents.slice(middle))]);
  }
}
