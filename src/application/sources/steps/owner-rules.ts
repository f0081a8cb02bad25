import type { AppDependencies } from '#application/app-dependencies.ts';
import type { Viewer } from '#domain/privacy/viewer.ts';
import type { SourceOwnerRule } from '#domain/sources/source-owners.ts';
import { readSourceOwnerRules } from '#persistence/sources/source-owner-rules.ts';
import type { QueryExecutorProvider } from '#persistence/store/viewer-session.ts';

/** The rules that name owners: the operator's, which come first among those of one prefix, and the admins'. */
export const readOwnerRules = async (
  { settings }: Pick<AppDependencies, 'settings'>,
  db: QueryExecutorProvider,
  viewer: Viewer,
): Promise<readonly SourceOwnerRule[]> => [
  ...settings.sourceOwnerRules,
  ...(await readSourceOwnerRules(db, viewer)).rules,
];
