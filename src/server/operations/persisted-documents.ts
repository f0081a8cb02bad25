import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { GraphQLError } from 'graphql';
import { z } from 'zod';
import { StartError } from '#persistence/store/start-error.ts';
import { holdsWords } from './documents.ts';
import { createRefusal } from './public-errors.ts';
import type { OperationParams } from './run-operation.ts';

/** Documents of all tenants: beyond it the oldest of the tenant that has most gives way, so that none takes the place of others. */
const mostKept = 1_000;
const longestKept = 16_384;

/** The hash that a client names a document by; null where it names none. */
export const persistedHashOf = ({ extensions }: Pick<OperationParams, 'extensions'>): string | null => {
  const named: unknown = extensions?.persistedQuery;
  if (typeof named !== 'object' || named === null || !('sha256Hash' in named)) return null;
  return typeof named.sha256Hash === 'string' ? named.sha256Hash.toLowerCase() : null;
};

/** Documents that are run by their hash: those of a build that are trusted, or else those that clients registered. */
export class PersistedDocuments {
  readonly #trusted: ReadonlyMap<string, string> | null;
  readonly #trustedTexts: ReadonlySet<string>;
  /** By tenant, texts by their hash. */
  readonly #registered = new Map<string, Map<string, string>>();
  #kept = 0;

  /** Null: any document is run, and clients may register theirs. */
  constructor(trusted: ReadonlyMap<string, string> | null) {
    this.#trusted = trusted;
    this.#trustedTexts = new Set(trusted?.values());
  }

  /**
   * The text of a document that is sent, named by its hash, or sent to be registered under its hash (automatic persisted queries).
   * @throws GraphQLError for an unknown hash, for one that is of another document, and for a document that is not trusted.
   */
  textOf(params: OperationParams, tenant: string): string {
    const { query } = params;
    const hash = persistedHashOf(params);
    if (!query) {
      const known = hash === null ? (query ?? null) : this.find(tenant, hash);
      if (known === null) throw notFound();
      return known;
    }
    if (hash !== null) this.register(tenant, hash, query);
    if (this.#trusted !== null && !this.#trustedTexts.has(query)) throw notTrusted();
    return query;
  }

  /** Finds a trusted document, or one that the same tenant registered. */
  find(tenant: string, hash: string): string | null {
    return this.#trusted?.get(hash) ?? this.#registered.get(tenant)?.get(hash) ?? null;
  }

  /** @throws GraphQLError for a hash that is of another document. */
  register(tenant: string, hash: string, query: string): void {
    if (createHash('sha256').update(query).digest('hex') !== hash)
      throw createRefusal(
        'BAD_REQUEST',
        'The sha256Hash is not that of the query. Send the SHA-256 of the very text, in lower-case hex.',
      );
    if (this.#trusted !== null || query.length > longestKept || holdsWords(query)) return;
    const own = this.#registered.get(tenant) ?? new Map<string, string>();
    if (own.has(hash)) return;
    this.#registered.set(tenant, own.set(hash, query));
    this.#kept += 1;
    if (this.#kept > mostKept) this.#dropOne();
  }

  #dropOne(): void {
    const [first, ...others] = this.#registered;
    if (first === undefined) return;
    const [tenant, documents] = others.reduce(
      (most, next) => (next[1].size > most[1].size ? next : most),
      first,
    );
    const [oldest] = documents.keys();
    if (oldest !== undefined) documents.delete(oldest);
    if (documents.size === 0) this.#registered.delete(tenant);
    this.#kept -= 1;
  }
}

const notFound = () =>
  new GraphQLError('PersistedQueryNotFound', {
    extensions: { code: 'PERSISTED_QUERY_NOT_FOUND', http: { status: 200 } },
  });

const notTrusted = () =>
  createRefusal(
    'FORBIDDEN',
    'Only the documents of the trusted manifest are run here. Send the sha256Hash of one of them.',
  );

/** Names and texts: of Relay's texts by their hash, or of Apollo's manifest. */
const manifests = z.union([
  z
    .object({ operations: z.array(z.object({ id: z.string(), body: z.string() })) })
    .transform(({ operations }) => operations.map(({ id, body }): [string, string] => [id, body])),
  z.record(z.string(), z.string()).transform((texts) => Object.entries(texts)),
]);

const entriesOf = (file: string): z.infer<typeof manifests> => {
  try {
    return manifests.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    const { code = 'it is neither' } = error as NodeJS.ErrnoException;
    throw new StartError(
      `VOUCH_TRUSTED_DOCUMENTS names ${file}, which cannot be taken (${code}): name a file of Relay's texts by their hash, or Apollo's manifest.`,
    );
  }
};

/**
 * Reads the documents of a build by the names that its clients send: Relay's file of texts by their hash, or Apollo's manifest. Each
 * is known by the SHA-256 of its text, too.
 * @throws StartError for a file that cannot be read, or is neither.
 */
export const readTrustedDocuments = (file: string): ReadonlyMap<string, string> =>
  new Map(
    entriesOf(file).flatMap(([id, text]) => [
      [id.toLowerCase(), text],
      [createHash('sha256').update(text).digest('hex'), text],
    ]),
  );
