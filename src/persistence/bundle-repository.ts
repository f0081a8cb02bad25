import { type SqlBool, sql } from 'kysely';
import type { BundleFacts } from '#domain/bundle/bundle.ts';
import { policyMask } from '#domain/labels/policy/mask.ts';
import type { ReadSession } from './viewer-session.ts';
import { itemsVisibleTo, wordsAsShown, wordsVisibleTo } from './visibility-predicate.ts';

export interface BundleScope {
  /** Null: every project. */
  readonly project: string | null;
  /** Null: whomever it is about. */
  readonly subjectId: string | null;
}

const inScope = ({ viewer }: ReadSession, { project, subjectId }: BundleScope) =>
  sql<SqlBool>`(${itemsVisibleTo(viewer, 'i')}${project === null ? sql`` : sql` and i.project = ${project}`}${
    subjectId === null ? sql`` : sql` and i.subject_id = ${subjectId}`
  })`;

/** Believed, and no other person's own: an admin sees those, and is not given them. */
const deliverable = ({ viewer }: ReadSession) =>
  sql<SqlBool>`(i.status in ('ACTIVE', 'GRADUATED') and (not i.is_personal or i.contributor = ${viewer.user}))`;

/** What may be delivered, without its words. */
export const bundleFacts = async (session: ReadSession, scope: BundleScope): Promise<BundleFacts[]> => {
  const { rows } = await sql<
    Omit<BundleFacts, 'evidenceCount' | 'verifierCount' | 'detectionTypes'> & {
      detectionTypes: string[] | null;
      evidenceCount: string | null;
      verifierCount: string | null;
    }
  >`select i.id, i.mandatory, coalesce(i.written_confidence, i.confidence) as written, i.created_at as "createdAt", i.updated_at as "updatedAt",
      h."detectionTypes", h."evidenceCount", h."verifierCount", h."newestEvidenceAt"
    from memories i left join (select e.memory_id, array_agg(distinct e.detection_type) as "detectionTypes", count(*) as "evidenceCount",
        count(distinct e.source_user) as "verifierCount", max(e.created_at) as "newestEvidenceAt"
      from evidence e where e.tenant = ${session.viewer.tenant} group by 1) h on h.memory_id = i.id
    where ${inScope(session, scope)} and ${deliverable(session)}`.execute(await session.db());
  return rows.map((row) => ({
    ...row,
    detectionTypes: row.detectionTypes ?? [],
    evidenceCount: Number(row.evidenceCount ?? 0),
    verifierCount: Number(row.verifierCount ?? 0),
  }));
};

export const leftOutReasons = ['NOT_BELIEVED', 'SUPERSEDED', 'PERSONAL_TO_ANOTHER'] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];

/** What the viewer sees in the scope and is not given, counted by reason. */
export const countLeftOut = async (
  session: ReadSession,
  scope: BundleScope,
): Promise<{ reason: LeftOutReason; count: number }[]> => {
  const { rows } = await sql<{ reason: LeftOutReason; count: string }>`select
      case when i.status in ('CANDIDATE', 'INVALID') then 'NOT_BELIEVED' when i.status = 'SUPERSEDED' then 'SUPERSEDED' else 'PERSONAL_TO_ANOTHER' end as reason,
      count(*) as count
    from memories i where ${inScope(session, scope)} and not ${deliverable(session)} group by 1 order by 1`.execute(
    await session.db(),
  );
  return rows.map(({ reason, count }) => ({ reason, count: Number(count) }));
};

/** What memories say now, by id: a graduated one in its entity's present words, where the viewer sees the entity. */
export const wordsOf = async (
  session: ReadSession,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const { rows } = await sql<{
    id: string;
    words: string;
  }>`select i.id, case when ${wordsVisibleTo(session.viewer, 'i')} then coalesce(
      case when i.status = 'GRADUATED' then (select ${wordsAsShown('e.content', 'e')} from graph_entities e where e.tenant = i.tenant
        and e.graduated_from_id = i.id and e.status = 'ACTIVE' and ${itemsVisibleTo(session.viewer, 'e')} order by e.id limit 1) end,
      i.content) else ${sql.lit(policyMask)} end as words
    from memories i where i.id = any(${[...ids]}) and ${itemsVisibleTo(session.viewer, 'i')}`.execute(
    await session.db(),
  );
  return new Map(rows.map(({ id, words }) => [id, words]));
};
