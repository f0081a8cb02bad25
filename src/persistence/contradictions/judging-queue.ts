import type { QueryExecutorProvider } from 'kysely';
import type { Finding, JudgedStatement } from '#domain/contradictions/judgments.ts';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { meaningLifts, type RetrievalNumbers } from '#domain/retrieval/meaning.ts';
import { mostRelevant } from '#domain/retrieval/relevance.ts';
import { type Expression, type SqlBool, sql } from '#persistence/reading/sql.ts';
import type { Cosines } from '#persistence/retrieval/known-vectors.ts';
import { nearestItems } from '#persistence/retrieval/nearest-items.ts';
import type { WriteSession } from '#persistence/store/viewer-session.ts';

/** A statement, and what it is to be judged against. */
export interface JudgingQuestion {
  readonly statement: JudgedStatement;
  /** Newest first; none when the statement itself stands no longer. */
  readonly others: readonly JudgedStatement[];
}

/** True for what is proposed or believed; rejected and superseded items contradict nothing. */
const stands = (alias: string) =>
  sql<SqlBool>`${sql.ref(`${alias}.status`)} in ('CANDIDATE', 'ACTIVE', 'GRADUATED')`;
const judged = sql`i.id, i.content, coalesce(i.span_speaker, i.subject_id, i.contributor) as speaker, i.project,
  coalesce(c.heading_path, '{}') as "headingPath", i.confidence,
  i.context ->> 'recordStatus' as "recordStatus",
  (select coalesce(jsonb_agg(jsonb_build_object('naming', r.naming_kind, 'record', r.record_key)), '[]') from record_names r
    where r.tenant = i.tenant and r.document_id = c.document_id) as records,
  i.verifier_count as evidence`;
const withPlace = sql`memories i left join chunks c on c.tenant = i.tenant and c.id = i.source_id`;

/** Items that share rare words and are looked at, before the best of them are chosen. */
const mostLookedAt = 300;

/** How near other memories of its project are to what a statement means. */
export interface NearInMeaning {
  readonly cosines: Cosines;
  readonly numbers: RetrievalNumbers;
}

/** The `most` that answer a statement best, by their words and by their meaning, in their order. */
const nearest = (
  others: readonly JudgedStatement[],
  { content }: JudgedStatement,
  most: number,
  near: NearInMeaning | null,
): readonly JudgedStatement[] => {
  const texts = others.map(({ id, content: words }) => ({ id, words, source: null, place: 0 }));
  const cosines = near && texts.map(({ id }) => near.cosines.of(id));
  const best = new Set(
    mostRelevant(texts, content, most, (relevance) =>
      near && cosines ? meaningLifts(relevance, cosines, near.numbers) : [],
    )
      .slice(0, most)
      .map(({ id }) => id),
  );
  return others.filter(({ id }) => best.has(id));
};

/** Reads a memory, with the condition of those that it may be judged against; null: it is not judged. Null without a memory. */
const readJudged = async (
  db: QueryExecutorProvider,
  tenant: string,
  memoryId: string,
  visible: JudgingVisibility,
): Promise<{ readonly statement: JudgedStatement; readonly isOther: JudgingVisibility | null } | null> => {
  const { rows } = await sql<
    JudgedStatement & { stands: boolean; domain: string | null; visibilityKey: string }
  >`select ${judged}, ${stands('i')} as stands, i.domain, i.visibility_key as "visibilityKey"
    from ${withPlace} where i.tenant = ${tenant} and i.id = ${memoryId} and ${visible}`.execute(db);
  const [memory] = rows;
  if (!memory) return null;
  const { stands: isStanding, domain, visibilityKey, ...statement } = memory;
  if (!isStanding) return { statement, isOther: null };
  const company = domain === null ? sql`i.project = ${statement.project}` : sql`i.domain = ${domain}`;
  const isOther = sql<SqlBool>`i.tenant = ${tenant} and ${company} and i.visibility_key = ${visibilityKey}
    and i.id <> ${memoryId} and ${stands('i')} and ${visible}`;
  return { statement, isOther };
};

const readOthers = async (
  db: QueryExecutorProvider,
  isOther: JudgingVisibility,
  chosen: Expression<unknown>,
): Promise<readonly JudgedStatement[]> => {
  const { rows } = await sql<JudgedStatement>`select ${judged} from ${withPlace}
    where ${isOther} and ${chosen} order by i.id desc`.execute(db);
  return rows;
};

/** Choice of the memories that a memory is judged against. */
interface JudgingChoice {
  /** Narrows both sides to what the actor sees, as `i`. */
  readonly visible: JudgingVisibility;
  /** Memories that it is judged against at most. */
  readonly most: number;
  /** Called for a memory that is judged; null or absent: words alone choose. */
  readonly nearOf?: () => Promise<NearInMeaning | null>;
}

/**
 * Builds the question to a judge about a memory: memories in its domain (else its project) that share its visibility, so
 * that nobody's words reach another's contradiction; those that share its rarest words or are near in meaning, then the
 * newest. Null when the memory does not exist.
 */
export const readJudgingQuestion = async (
  db: QueryExecutorProvider,
  { tenant }: Pick<Viewer, 'tenant'>,
  memoryId: string,
  { visible, most, nearOf = async () => null }: JudgingChoice,
): Promise<JudgingQuestion | null> => {
  const read = await readJudged(db, tenant, memoryId, visible);
  if (read === null) return null;
  const { statement, isOther } = read;
  if (isOther === null) return { statement, others: [] };
  const othersAmong = async (ids: readonly string[]): Promise<readonly string[]> => {
    const { rows } = await sql<{
      id: string;
    }>`select i.id from unnest(${[...ids]}::text[]) with ordinality n (id, place)
      join memories i on i.tenant = ${tenant} and i.id = n.id where ${isOther} order by n.place`.execute(db);
    return rows.map(({ id }) => id);
  };
  const near = await nearOf();
  const meant = near ? await nearestItems(near.cosines, othersAmong) : [];
  const chosen = sql`i.id in (select memories_to_compare(${memoryId}, ${sql.lit(mostLookedAt)}) union all
          select unnest(${[...meant]}::text[]) union all
          (select i.id from memories i where ${isOther} order by i.id desc limit ${most}))`;
  return { statement, others: nearest(await readOthers(db, isOther, chosen), statement, most, near) };
};

/** Like `readJudgingQuestion`, after the judge was asked: of these memories, those that it may still be judged against. */
export const readQuestionAgain = async (
  db: QueryExecutorProvider,
  { tenant }: Pick<Viewer, 'tenant'>,
  memoryId: string,
  visible: JudgingVisibility,
  ids: readonly string[],
): Promise<JudgingQuestion | null> => {
  const read = await readJudged(db, tenant, memoryId, visible);
  if (read === null) return null;
  const { statement, isOther } = read;
  const others = isOther === null ? [] : await readOthers(db, isOther, sql`i.id = any(${[...ids]})`);
  return { statement, others };
};

/** Condition for the memories that a judgment may read. */
export type JudgingVisibility = Expression<SqlBool>;

/** No narrower visibility than the system role's own. */
export const allMemories: JudgingVisibility = sql<SqlBool>`true`;

/** A finding with the name of its judge. */
export type JudgedFinding = Finding & { readonly judge: string };

export interface WrittenFinding {
  /** The id of the pair's contradiction, which may have been there before. */
  readonly id: string;
  readonly isNew: boolean;
  readonly finding: Finding;
}

/** Writes findings about a memory, one row a pair: a pair that has one keeps it as it is, resolved or not. */
export const writeFindings = async (
  { db, viewer: { tenant } }: WriteSession,
  findings: readonly {
    readonly id: string;
    readonly olderId: string;
    readonly newerId: string;
    readonly finding: JudgedFinding;
  }[],
  now: Date,
): Promise<WrittenFinding[]> => {
  if (findings.length === 0) return [];
  const rows = findings.map(({ id, olderId, newerId, finding }) => ({
    id,
    tenant,
    older_id: olderId,
    newer_id: newerId,
    severity: finding.severity,
    status: 'OPEN',
    explanation: finding.explanation,
    judge: finding.judge,
    suggested_action: finding.suggestion?.action ?? null,
    suggested_content: finding.suggestion?.mergedContent ?? null,
    suggested_justification: finding.suggestion?.justification ?? null,
    loser_ids: [],
    revision: 1,
    detected_at: now,
  }));
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((column) => sql.ref(column)));
  await sql`insert into contradictions (${columns}) select ${columns}
    from jsonb_populate_recordset(null::contradictions, ${JSON.stringify(rows)}::jsonb)
    on conflict (tenant, older_id, newer_id) do nothing`.execute(db);
  const { rows: kept } = await sql<{
    id: string;
    olderId: string;
    newerId: string;
  }>`select id, older_id as "olderId",
      newer_id as "newerId" from contradictions where tenant = ${tenant}
    and (older_id, newer_id) in (${sql.join(findings.map(({ olderId, newerId }) => sql`(${olderId}, ${newerId})`))})`.execute(
    db,
  );
  return findings.flatMap(({ id, olderId, newerId, finding }) => {
    const pair = kept.find((row) => row.olderId === olderId && row.newerId === newerId);
    return pair ? [{ id: pair.id, isNew: pair.id === id, finding }] : [];
  });
};

/** A memory that waits for a judge. */
export interface UnjudgedMemory {
  readonly tenant: string;
  readonly memoryId: string;
}

/**
 * The memories that are due, of every tenant, longest first; `withVectors`: those that wait for a vector a few minutes later.
 * For a session that has no tenant; any other is given none.
 */
export const dueUnjudgedMemories = async (
  db: QueryExecutorProvider,
  now: Date,
  most: number,
  withVectors: boolean,
): Promise<UnjudgedMemory[]> => {
  const { rows } = await sql<UnjudgedMemory>`select tenant, memory_id as "memoryId"
    from due_unjudged_memories(${now}::timestamptz, ${most}::int, ${withVectors}::boolean)`.execute(db);
  return rows;
};

/** Takes a memory until `until`, when it is due again unless it is done. Returns how often it was taken; null when somebody else has it. */
export const takeUnjudgedMemory = async (
  { db, viewer: { tenant } }: WriteSession,
  memoryId: string,
  now: Date,
  until: Date,
): Promise<number | null> => {
  const { rows } = await sql<{
    attempts: number;
  }>`update unjudged_memories set attempts = attempts + 1, due_at = ${until}
    where tenant = ${tenant} and memory_id = (select memory_id from unjudged_memories where tenant = ${tenant}
      and memory_id = ${memoryId} and due_at <= ${now} for update skip locked) returning attempts`.execute(
    db,
  );
  return rows[0]?.attempts ?? null;
};

/** Done with a memory that was taken until `until`; one that has been queued anew meanwhile stays. */
export const dropUnjudgedMemory = async (
  { db, viewer: { tenant } }: WriteSession,
  memoryId: string,
  until: Date,
): Promise<void> => {
  await sql`delete from unjudged_memories where tenant = ${tenant} and memory_id = ${memoryId} and due_at = ${until}`.execute(
    db,
  );
};

/** A memory that was taken until `until` is due earlier than that; one that has been queued anew meanwhile stays. */
export const postponeUnjudgedMemory = async (
  { db, viewer: { tenant } }: WriteSession,
  memoryId: string,
  until: Date,
  dueAt: Date,
): Promise<void> => {
  await sql`update unjudged_memories set due_at = ${dueAt}
    where tenant = ${tenant} and memory_id = ${memoryId} and due_at = ${until}`.execute(db);
};
