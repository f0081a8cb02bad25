import type { AppDependencies } from '#application/app-dependencies.ts';
import type { DocumentVersion } from '#application/ingestion/steps/document-versions.ts';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { mayChangeSource, ownersUnder, type SourceOwners } from '#domain/sources/source-owners.ts';
import { findSourceOwners, sourceOf } from '#persistence/sources/source-paths.ts';
import type { QueryExecutorProvider } from '#persistence/store/viewer-session.ts';
import { readOwnerRules } from './owner-rules.ts';

/** A version of a source that belongs to others. */
export interface OthersVersion {
  readonly version: DocumentVersion;
  readonly owners: SourceOwners;
}

export interface DividedVersions {
  /** Versions that take effect at once. */
  readonly own: readonly DocumentVersion[];
  readonly others: readonly OthersVersion[];
}

/** Distinguishes the versions that the viewer may put in force from those of sources that belong to others. */
export const divideByOwner = async (
  dependencies: Pick<AppDependencies, 'settings'>,
  db: QueryExecutorProvider,
  viewer: Viewer,
  versions: readonly DocumentVersion[],
): Promise<DividedVersions> => {
  const [known, rules] = await Promise.all([
    findSourceOwners(db, viewer.tenant, versions),
    readOwnerRules(dependencies, db, viewer),
  ]);
  const own: DocumentVersion[] = [];
  const others: OthersVersion[] = [];
  for (const version of versions) {
    const path = known.get(sourceOf(version)) ?? null;
    const { owners } = ownersUnder(rules, version, path);
    if (owners === null || mayChangeSource(viewer, owners)) own.push(version);
    else others.push({ version, owners });
  }
  return { own, others };
};
