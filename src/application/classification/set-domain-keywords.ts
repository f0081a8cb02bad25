import { assertSeenName, assertSeenNames, sortedSet } from '#application/input-shape.ts';
import { type CommonInput, defineUseCase } from '#application/use-case.ts';
import { canonicalJson } from '#domain/audit/canonical-json.ts';
import type { DomainEntry } from '#domain/classification/classification.ts';
import { DomainError } from '#domain/domain-error.ts';
import { DomainKeywordsTable } from '#entities/domain-keywords.ts';
import { insertionOfRow, lockTenantRow, updateOfRow } from '#persistence/store/stored-rows.ts';

export interface SetDomainKeywordsInput extends CommonInput {
  readonly entries: readonly {
    readonly domain: string;
    readonly keywords: readonly string[];
    readonly tags?: readonly string[] | null | undefined;
  }[];
  /** The revision that the caller looked at; 0: there must be no table yet. */
  readonly expectedRevision?: number | null | undefined;
}

const maxEntries = 100;
const maxKeywords = 1_000;

const assertShape = ({ entries }: SetDomainKeywordsInput): void => {
  const refuse = (message: string, path: readonly string[]) =>
    new DomainError('input.invalid', message, path);
  const keywords = entries.reduce((sum, entry) => sum + entry.keywords.length, 0);
  if (entries.length > maxEntries || keywords > maxKeywords)
    throw refuse(
      `The table has ${entries.length} entries and ${keywords} keywords; at most ${maxEntries} and ${maxKeywords} are accepted.`,
      ['entries'],
    );
  for (const [index, entry] of entries.entries()) {
    const at = ['entries', String(index)];
    assertSeenName(entry.domain, 'The domain', [...at, 'domain']);
    assertSeenNames(entry.keywords, 'keyword', [...at, 'keywords']);
    assertSeenNames(entry.tags ?? [], 'tag', [...at, 'tags']);
    if (entry.keywords.length === 0)
      throw refuse('An entry is recognised by its keywords: give at least one.', [...at, 'keywords']);
  }
};

/**
 * An admin replaces the keyword table, by which the tenant's domains are recognised. It applies to what is written or
 * reworded from then on. The same table again writes nothing.
 */
export const setDomainKeywords = defineUseCase<SetDomainKeywordsInput, object>(
  { mutation: 'setDomainKeywords', roles: ['admin'], as: 'viewer' },
  async ({ session, viewer, now, record }, command) => {
    const { input } = command;
    assertShape(input);
    const entries = input.entries.map(
      ({ domain, keywords, tags }): DomainEntry => ({
        domain,
        keywords: [...new Set(keywords)],
        tags: sortedSet(tags),
      }),
    );
    const table = await lockTenantRow(session, DomainKeywordsTable);
    const revision = table?.revision ?? 0;
    if (input.expectedRevision != null && input.expectedRevision !== revision)
      throw new DomainError(
        'conflict.stale_revision',
        `The table is at revision ${revision}; it was meant for revision ${input.expectedRevision}. Read it again.`,
        ['expectedRevision'],
      );
    const done = { verdict: 'done', outcome: {} } as const;
    const before = table?.entries ?? [];
    if (canonicalJson(before) === canonicalJson(entries)) return done;
    const stated = { tenant: viewer.tenant, revision: revision + 1, entries, setBy: viewer.user, setAt: now };
    session.send(
      table ? updateOfRow(DomainKeywordsTable, table, stated) : insertionOfRow(DomainKeywordsTable, stated),
    );
    record([
      {
        action: 'domain_keywords.set',
        targetType: 'DomainKeywords',
        targetId: 'domain_keywords',
        before: table ? { revision, entries: before } : null,
        after: { revision: stated.revision, entries },
      },
    ]);
    return done;
  },
);
