import { createHmac } from 'node:crypto';
import type { UseCaseContext } from '#application/use-case.ts';
import { normalizeContent } from '#domain/ingestion/normalize-content.ts';
import { labelEffect } from '#domain/labels/policy/stored-policy.ts';
import { type ItemVisibilityFacts, isVisible } from '#domain/privacy/visibility.ts';
import { findItemsByFingerprint, insertFingerprint } from '#persistence/review/fingerprints.ts';

/** `memory:DECISION`, `entity:COMPONENT`: statements of different types do not repeat each other. */
export type StatementTypeKey = `memory:${string}` | `entity:${string}`;

/** A wording that was, is, or is about to be an item's. */
export interface Wording {
  readonly project: string;
  readonly type: StatementTypeKey;
  readonly content: string;
}

/** Keyed hash of the normalized wording, HMAC-SHA-256, lower-case hex. */
export const fingerprintOf = (key: string, content: string): string =>
  createHmac('sha256', key).update(normalizeContent(content)).digest('hex');

/** An item that says the same, in any of its wordings, and whose words the actor sees; null when there is none. */
export const findVisibleRepetition = async (
  { session, dependencies, viewer }: UseCaseContext,
  { project, type, content }: Wording,
  except: readonly string[],
): Promise<string | null> => {
  const fingerprint = fingerprintOf(dependencies.fingerprintKey, content);
  const rows = await findItemsByFingerprint(session, { project, type, fingerprint });
  const readsWordsOf = ({ labelPolicy, sensitivityLabels }: ItemVisibilityFacts) =>
    labelEffect(labelPolicy, viewer, sensitivityLabels)?.enforced !== true;
  return (
    rows.find((row) => !except.includes(row.id) && isVisible(viewer, row) && readsWordsOf(row))?.id ?? null
  );
};

/**
 * Keeps the fingerprint of a wording. `claimed`: within its visibility nothing else is extracted with it; a wording
 * that is claimed already stays the other item's.
 */
export const keepFingerprint = async (
  { session, dependencies }: UseCaseContext,
  wording: Wording,
  of: {
    readonly memoryId: string | null;
    readonly entityId?: string | null;
    readonly revision: number;
    readonly visibilityKey: string;
    readonly claimed: boolean;
  },
): Promise<void> => {
  await insertFingerprint(session, {
    id: dependencies.newId('fgp'),
    project: wording.project,
    type: wording.type,
    fingerprint: fingerprintOf(dependencies.fingerprintKey, wording.content),
    memoryId: of.memoryId,
    entityId: of.entityId ?? null,
    revision: of.revision,
    visibilityKey: of.visibilityKey,
    claimed: of.claimed,
  });
};
