import { createHmac } from 'node:crypto';
import type { UseCaseContext } from '#application/use-case.ts';
import { normalizeContent } from '#domain/ingestion/normalize-content.ts';
import { labelEffect } from '#domain/labels/policy/stored-policy.ts';
import { type ItemVisibilityFacts, isVisible } from '#domain/privacy/visibility.ts';
import { sql } from '#persistence/reading/sql.ts';

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
  const { rows } = await sql<
    ItemVisibilityFacts & { id: string }
  >`select i.id, i.tenant, i.status, i.is_personal as "isPersonal",
      i.audience, i.contributor, i.quarantined, i.sensitivity_labels as "sensitivityLabels",
      case when i.sensitivity_labels <> '{}' then (select label_policy_in_force()) end as "labelPolicy"
    from fingerprints f join memories i on i.tenant = f.tenant and i.id = f.memory_id
    where f.tenant = ${viewer.tenant} and f.project = ${project} and f.type = ${type} and f.fingerprint = ${fingerprint}
    order by i.id`.execute(session.db);
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
  { session, dependencies, viewer }: UseCaseContext,
  wording: Wording,
  of: {
    readonly memoryId: string | null;
    readonly entityId?: string | null;
    readonly revision: number;
    readonly visibilityKey: string;
    readonly claimed: boolean;
  },
): Promise<void> => {
  await sql`insert into fingerprints (id, tenant, memory_id, entity_id, revision, project, visibility_key, type, fingerprint, claimed)
    values (${dependencies.newId('fgp')}, ${viewer.tenant}, ${of.memoryId}, ${of.entityId ?? null}, ${of.revision}, ${wording.project}, ${of.visibilityKey},
      ${wording.type}, ${fingerprintOf(dependencies.fingerprintKey, wording.content)}, ${of.claimed})
    on conflict do nothing`.execute(session.db);
};
