import type { UseCaseContext } from '#application/use-case.ts';
import type { DocumentKind } from '#domain/ingestion/records/document-facts.ts';
import type { SourceChangeKind } from '#domain/sources/source-changes.ts';
import type { SourceOwners } from '#domain/sources/source-owners.ts';
import {
  ownWaitingChanges,
  settleSourceChanges,
  storeSourceChanges,
} from '#persistence/sources/source-changes.ts';
import { findSources, type SourceKey, sourceOf } from '#persistence/sources/source-paths.ts';
import { lastOf } from './check-versions.ts';
import type { OthersVersion } from './divide-by-owner.ts';

/** A version or a withdrawal of a source that belongs to others. */
interface SentChange extends SourceKey {
  readonly kind: SourceChangeKind;
  readonly audience: readonly string[];
  readonly owners: SourceOwners;
  /** Null for a withdrawal, as those below. */
  readonly content: string | null;
  readonly contentHash: string | null;
  readonly updatedAt: Date | null;
  readonly documentKind: DocumentKind | null;
}

/**
 * Write and record: keeps changes for the owners of their sources, and answers with the ids of what waits now. Another change of the
 * same source by the same sender takes the place of the one that waits; the same change again waits as it did.
 */
const sendChanges = async (
  { dependencies, session, viewer: { tenant, user }, now, record }: UseCaseContext,
  changes: readonly SentChange[],
): Promise<readonly string[]> => {
  if (changes.length === 0) return [];
  const waiting = await ownWaitingChanges(session, changes);
  const sent = changes.map((change) => {
    const former = waiting.get(sourceOf(change)) ?? null;
    const isSame = former !== null && former.contentHash === change.contentHash;
    return { change, former, isSame, id: isSame ? former.id : dependencies.newId('sch') };
  });
  const isNew = sent.filter(({ isSame }) => !isSame);
  const replaced = isNew.flatMap(({ former }) => former ?? []);
  settleSourceChanges(
    session,
    replaced.map(({ id }) => id),
    { verdict: 'REPLACED', now },
  );
  storeSourceChanges(
    session,
    isNew.map(({ id, change }) => ({
      id,
      tenant,
      contributor: user,
      audience: change.audience,
      owner_users: change.owners.users,
      owner_groups: change.owners.groups,
      kind: change.kind,
      project: change.project,
      path: change.path,
      visibility_key: change.visibilityKey,
      content: change.content,
      content_hash: change.contentHash,
      updated_at: change.updatedAt,
      document_kind: change.documentKind,
      sent_at: now,
    })),
  );
  record([
    ...replaced.map(
      ({ id, path }) =>
        ({
          action: 'source.change_replaced',
          targetType: 'SourceChange',
          targetId: id,
          before: null,
          after: { path },
        }) as const,
    ),
    ...isNew.map(
      ({ id, change: { kind, path, contentHash } }) =>
        ({
          action: 'source.change_requested',
          targetType: 'SourceChange',
          targetId: id,
          before: null,
          after: { kind, path, contentHash },
        }) as const,
    ),
  ]);
  return sent.map(({ id }) => id);
};

/** Keeps versions of other people's sources for the owners; those that are in force already are counted. */
export const sendVersions = async (
  useCase: UseCaseContext,
  others: readonly OthersVersion[],
): Promise<{ readonly waitingIds: readonly string[]; readonly unchanged: number }> => {
  if (others.length === 0) return { waitingIds: [], unchanged: 0 };
  const owners = new Map(others.map((one) => [sourceOf(one.version), one.owners]));
  const versions = lastOf(others.map(({ version }) => version));
  const inForce = new Set(
    (await findSources(useCase.session, versions)).filter(({ isInForce }) => isInForce).map(sourceOf),
  );
  const changed = versions.filter((version) => !inForce.has(sourceOf(version)));
  const waitingIds = await sendChanges(
    useCase,
    changed.map(({ updatedAt = null, kind = null, ...version }) => ({
      ...version,
      kind: 'VERSION',
      owners: owners.get(sourceOf(version)) ?? { users: [], groups: [] },
      updatedAt,
      documentKind: kind,
    })),
  );
  return { waitingIds, unchanged: others.length - changed.length };
};

/** Keeps withdrawals of other people's sources for the owners. */
export const sendWithdrawals = (
  useCase: UseCaseContext,
  sources: readonly (SourceKey & Pick<SentChange, 'audience' | 'owners'>)[],
): Promise<readonly string[]> =>
  sendChanges(
    useCase,
    sources.map((source) => ({
      ...source,
      kind: 'WITHDRAWAL',
      content: null,
      contentHash: null,
      updatedAt: null,
      documentKind: null,
    })),
  );
