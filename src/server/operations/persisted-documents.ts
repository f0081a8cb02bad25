import { createHash } from 'node:crypto';
import { usePersistedOperations } from '@graphql-yoga/plugin-persisted-operations';
import type { GraphQLParams } from 'graphql-yoga';
import { holdsWords } from '#server/http/parsed-documents.ts';
import { createRefusal } from '#server/http/public-errors.ts';
import type { GatewayPlugin, ServerContext } from '#server/http/request-context.ts';

/** Of all tenants together: beyond it the oldest of the tenant that has most gives way, so that none takes the place of others. */
const mostKept = 1_000;
const longestKept = 16_384;

/** The hash that a client names a document by; null where it names none. */
export const persistedHashOf = ({
  extensions,
}: {
  readonly extensions?: GraphQLParams['extensions'] | undefined;
}): string | null => {
  const named: unknown = extensions?.persistedQuery;
  if (typeof named !== 'object' || named === null || !('sha256Hash' in named)) return null;
  return typeof named.sha256Hash === 'string' ? named.sha256Hash.toLowerCase() : null;
};

/** The documents that are run by their hash: those of a build that are trusted, or else those that clients registered. */
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

  allows(query: string): boolean {
    return this.#trusted === null || this.#trustedTexts.has(query);
  }

  /** What one tenant registered is not shown to another. */
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

const tenantOf = ({ requestState }: ServerContext): string => requestState.viewer?.tenant ?? '';

/** Automatic persisted queries, as Apollo's clients ask them, and trusted documents. For callers who are known. */
export const usePersistedDocuments = (persisted: PersistedDocuments): GatewayPlugin[] => [
  {
    onParams({ params, context }) {
      const { query } = params;
      if (typeof query !== 'string' || query === '') return;
      const hash = persistedHashOf(params);
      if (hash !== null) persisted.register(tenantOf(context), hash, query);
      if (!persisted.allows(query))
        throw createRefusal(
          'FORBIDDEN',
          'Only the documents of the trusted manifest are run here. Send the sha256Hash of one of them.',
        );
    },
  },
  usePersistedOperations({
    allowArbitraryOperations: true,
    extractPersistedOperationId: persistedHashOf,
    getPersistedOperation: (hash, _request, context) =>
      persisted.find(tenantOf(context as unknown as ServerContext), hash),
    customErrors: {
      notFound: {
        message: 'PersistedQueryNotFound',
        extensions: { code: 'PERSISTED_QUERY_NOT_FOUND', http: { status: 200 } },
      },
    },
  }) as unknown as GatewayPlugin,
];
