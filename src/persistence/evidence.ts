import DataLoader from 'dataloader';
import type { DetectionType } from '#domain/evidence/detection-types.ts';
import type { Vote } from '#domain/evidence/votes.ts';
import { isStated, type OptionalCondition } from '#domain/input/condition.ts';
import { readStandingId } from '#domain/input/shown-id.ts';
import { policyMask } from '#domain/labels/policy/mask.ts';
import type { Evidence } from '#entities/evidence.ts';
import { type Memory, MemoryTable } from '#entities/memory.ts';
import { spellingsOf } from './people/spellings.ts';
import { meets } from './reading/conditions.ts';
import type { MemoryRow } from './reading/item-rows.ts';
import type { ChildList, NestedList } from './reading/nested-list.ts';
import type { NewestFirst } from './reading/newest-first.ts';
import type { ReadTogether } from './reading/read-together.ts';
import { type ReadColumns, RowColumns } from './reading/row-columns.ts';
import { type SeenRows, seenAmong } from './reading/row-loader.ts';
import { hasId, rowsWithIds } from './reading/rows-with-ids.ts';
import { type SqlBool, sql } from './reading/sql.ts';
import { evidenceVisibleTo, notPersonal } from './reading/visibility-predicate.ts';
import { type Ending, keepingFormer } from './review/former-states.ts';
import { lockRows } from './store/stored-rows.ts';
import type { ReadSession, WriteSession } from './store/viewer-session.ts';

const names = ['memoryId', 'detectionType', 'userQuote', 'sourceRef', 'sourceUser', 'createdAt'] as const;

export interface EvidenceRow extends ReadColumns<Evidence, 'id' | (typeof names)[number]> {
  /** Contributor of the memory, who may read gated fields. */
  readonly contributor: string;
}

const columns = new RowColumns<EvidenceRow>('Evidence', ['id'], names);

/** A row as loaded: whole or in part. */
type EvidenceRead = Partial<EvidenceRow> & Pick<EvidenceRow, 'id'>;

const shownWith = (
  row: EvidenceRead,
  { contributor, redacted }: MemoryRow,
  session: ReadSession,
): EvidenceRow => {
  const shown = Object.assign(row, { contributor });
  return columns.guarded(session, redacted ? withoutWords(shown) : shown);
};

/** Id of an interaction; it contains no words. */
const interactionId = /^int_[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const withoutWords = (row: EvidenceRead): EvidenceRead => ({
  ...row,
  ...(row.userQuote == null ? {} : { userQuote: policyMask }),
  ...(row.sourceRef == null || interactionId.test(row.sourceRef) ? {} : { sourceRef: policyMask }),
});

/** Null for an id that is missing, hidden, of another tenant or of another type. */
export const evidenceById = (session: ReadSession, memories: SeenRows<MemoryRow>) =>
  new DataLoader<string, EvidenceRow | null>(async (ids) => {
    const { rows } = await sql<
      EvidenceRead & { memoryId: string }
    >`select ${columns.of('n', session, 'memoryId')} from ${rowsWithIds(session.viewer, 'evidence', ids)} n`.execute(
      await session.byKey(),
    );
    const seen = await seenAmong(memories, [...new Set(rows.map(({ memoryId }) => memoryId))]);
    const found = new Map(
      rows.flatMap((row) => {
        const memory = seen.get(row.memoryId);
        return memory ? [[row.id, shownWith(row, memory, session)]] : [];
      }),
    );
    return ids.map((id) => found.get(id) ?? null);
  });

/** The evidence of a memory, oldest first: seen with it. */
export const evidenceOfMemory: ChildList<EvidenceRow, MemoryRow> = {
  name: 'evidence',
  columns: (session) => columns.of('n', session),
  from: sql`evidence`,
  parent: 'memory_id',
  lasts: { since: 'created_at' },
  key: 'id',
  keyOf: ({ id }) => id,
  visible: () => sql`true`,
  asShownWith: shownWith,
};

/** The verification events that name an interaction as their source, oldest first; of personal memories none is listed. */
export const evidenceOfInteraction: NestedList<Pick<EvidenceRow, 'id'>> = {
  name: 'evidence-of-interaction',
  columns: sql`n.id`,
  from: sql`evidence`,
  parent: 'source_ref',
  key: 'id',
  keyOf: ({ id }) => id,
  // The length is that of `evidence_source_index`, which only then serves the list.
  visible: (viewer) =>
    sql<SqlBool>`(length(n.source_ref) <= 100 and ${evidenceVisibleTo(viewer, 'n', notPersonal)})`,
};

export interface EvidenceFilter {
  /** The project of the memory. */
  readonly project?: OptionalCondition<string>;
  readonly memoryId?: OptionalCondition<string>;
  readonly detectionType?: OptionalCondition<DetectionType>;
  readonly createdAt?: OptionalCondition<Date>;
}

/** The verification events of the memories that lists show a viewer, newest first, by id; of personal memories none is listed. */
export const evidenceList: NewestFirst<Pick<EvidenceRow, 'id'>, EvidenceFilter> = {
  name: 'evidence:newest',
  served: ['project', 'memoryId', 'createdAt'],
  table: 'evidence',
  columns: () => sql`n.id`,
  visible: (viewer) => evidenceVisibleTo(viewer, 'n', notPersonal),
  conditions: ({ project, memoryId, detectionType, createdAt }, viewer) => [
    isStated(project) &&
      sql<SqlBool>`n.memory_id in (select m.id from memories m where m.tenant = ${viewer.tenant} and ${meets(sql.ref('m.project'), project)})`,
    meets(sql.ref('n.memory_id'), memoryId),
    meets(sql.ref('n.detection_type'), detectionType),
    meets(sql.ref('n.created_at'), createdAt),
  ],
  orders: { CREATED_AT: null },
};

export interface VoteFigures {
  readonly up: number;
  readonly down: number;
  /** The viewer's own; null when they have none. */
  readonly mine: Vote | null;
}

const noVotes: VoteFigures = { up: 0, down: 0, mine: null };

/** How a memory was voted, now or by the id of a snapshot then: counts, and the viewer's own; nothing where the memory is hidden. */
export const votesOfMemory = (session: ReadSession, memories: SeenRows<MemoryRow>, read: ReadTogether) =>
  new DataLoader<string, VoteFigures>(async (keys) => {
    const { viewer } = session;
    const wanted = keys.map(readStandingId);
    const seen = await seenAmong(memories, [...new Set(wanted.map(({ id }) => id))]);
    if (seen.size === 0) return keys.map(() => noVotes);
    const rows = await read<{ key: string; up: string; down: string; mine: Vote | null }>(sql`select
        wanted.key, count(*) filter (where n.vote = 'UP') as up, count(*) filter (where n.vote = 'DOWN') as down,
        max(n.vote) filter (where n.user_id = any(${spellingsOf(viewer)})) as mine
      from unnest(${[...keys]}::text[], ${wanted.map(({ id }) => id)}::text[], ${wanted.map(({ at }) => at?.toISOString() ?? null)}::timestamptz[])
        as wanted (key, id, instant)
      join votes n on n.tenant = ${viewer.tenant} and n.memory_id = wanted.id and n.memory_id = any(${[...seen.keys()]})
        and case when wanted.instant is null then n.ended_at is null
          else n.voted_at <= wanted.instant and (n.ended_at is null or n.ended_at > wanted.instant) end
      group by 1`);
    const figures = new Map(
      rows.map(({ key, up, down, mine }) => [key, { up: Number(up), down: Number(down), mine }]),
    );
    return keys.map((key) => figures.get(key) ?? noVotes);
  });

/** The viewer's own vote about a memory, under any spelling of their name; null when they have none. */
export const findOwnVote = async ({ db, viewer }: WriteSession, memoryId: string): Promise<Vote | null> => {
  const { rows } = await sql<{ vote: Vote }>`select vote from votes where tenant = ${viewer.tenant}
    and memory_id = ${memoryId} and user_id = any(${spellingsOf(viewer)}) and ended_at is null
    order by voted_at desc limit 1`.execute(db);
  return rows[0]?.vote ?? null;
};

/** Ends the viewer's own votes about a memory, under any spelling of their name, and stores another. Null: they have none from now on. */
export const storeOwnVote = async (
  { db, viewer }: WriteSession,
  memoryId: string,
  vote: Vote | null,
  now: Date,
): Promise<void> => {
  await sql`update votes set ended_at = ${now} where tenant = ${viewer.tenant} and memory_id = ${memoryId}
    and user_id = any(${spellingsOf(viewer)}) and ended_at is null`.execute(db);
  // A vote that lasted no millisecond is the same row.
  if (vote !== null)
    await sql`insert into votes (tenant, memory_id, user_id, vote, voted_at)
      values (${viewer.tenant}, ${memoryId}, ${viewer.user}, ${vote}, ${now})
      on conflict on constraint votes_pkey do update set vote = excluded.vote, ended_at = null`.execute(db);
};

/** The event of a locked memory that is the same in type, user, quote and reference; null when there is none. */
export const findEvidenceId = async (
  { db, viewer }: WriteSession,
  memoryId: string,
  event: Pick<EvidenceRow, 'detectionType' | 'userQuote' | 'sourceRef' | 'sourceUser'>,
): Promise<string | null> => {
  const { rows } = await sql<{ id: string }>`select id from evidence
    where tenant = ${viewer.tenant} and memory_id = ${memoryId} and detection_type = ${event.detectionType}
      and source_user = ${event.sourceUser} and user_quote is not distinct from ${event.userQuote}::text
      and source_ref is not distinct from ${event.sourceRef}::text order by id limit 1`.execute(db);
  return rows[0]?.id ?? null;
};

/** The kinds of evidence that raise belief in memories, each once a memory. */
export const readDetectionTypes = async (
  { db, viewer }: WriteSession,
  memoryIds: readonly string[],
): Promise<{ readonly id: string; readonly type: string }[]> => {
  const { rows } = await sql<{
    id: string;
    type: string;
  }>`select distinct memory_id as id, detection_type as type from evidence
    where tenant = ${viewer.tenant} and memory_id = any(${[...memoryIds]}) and verifier_key is not null`.execute(
    db,
  );
  return rows;
};

/** Everybody who wrote words of memories, said them in a source, brought that in or recorded their extraction, by memory. */
export const readAuthors = async (
  { db, viewer: { tenant } }: WriteSession,
  memoryIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const { rows } = await sql<{ id: string; authors: string[] }>`select m.id,
      array_remove(array[m.contributor, recorder_of_item(m.id), m.span_speaker, case when m.source_id is not null then m.subject_id end], null) || array(select distinct r.edited_by from revisions r
        where r.tenant = m.tenant and r.memory_id = m.id and r.reworded) as authors
    from memories m where ${hasId(tenant, memoryIds, 'm')}`.execute(db);
  return new Map(rows.map(({ id, authors }) => [id, authors]));
};

/** Stores the base confidences of memories in one statement, and keeps the former ones. It raises no revision. */
export const storeConfidences = (
  session: WriteSession,
  memories: readonly Pick<Memory, 'id' | 'confidence' | 'writtenConfidence'>[],
  ending: Ending,
): void =>
  session.send(sql`with former as (${keepingFormer(
    session,
    'memory',
    memories.map(({ id }) => id),
    ending,
  )})
    update memories m set confidence = s.confidence, written_confidence = s.written
    from unnest(${memories.map(({ id }) => id)}::text[], ${memories.map(({ confidence }) => confidence)}::float8[],
      ${memories.map(({ writtenConfidence }) => writtenConfidence)}::float8[]) as s (id, confidence, written)
    where m.tenant = ${session.viewer.tenant} and m.id = s.id`);

/** The memories of one project and one visibility. */
interface Place {
  readonly project: string;
  readonly visibilityKey: string;
}

/** Statuses of memories that evidence may be about. */
const verifiableStatuses = ['CANDIDATE', 'ACTIVE', 'GRADUATED'] as const;

/** The newest memories that an interaction may verify, newest first; none when a model has read the interaction already. */
export const readMemoriesToVerify = async (
  session: ReadSession,
  { project, visibilityKey }: Place,
  {
    interactionId,
    most,
    contentLength,
  }: { readonly interactionId: string | null; readonly most: number; readonly contentLength: number },
): Promise<{ readonly id: string; readonly content: string }[]> => {
  const { rows } = await sql<{
    id: string;
    content: string;
  }>`select m.id, left(m.content, ${contentLength}) as content
    from memories m where m.tenant = ${session.viewer.tenant} and m.project = ${project}
      and m.visibility_key = ${visibilityKey} and m.status = any(${[...verifiableStatuses]})
      and not exists (select 1 from verification_readings r where r.tenant = m.tenant and r.interaction_id = ${interactionId}::text)
    order by m.id desc limit ${most}`.execute(await session.db());
  return rows;
};

/** Locks the memories that still have this project, visibility and status, by id, until the transaction ends. */
export const lockMemoriesToVerify = (
  session: WriteSession,
  { project, visibilityKey }: Place,
  ids: readonly string[],
): Promise<Memory[]> =>
  lockRows(
    session,
    MemoryTable,
    sql`select unnest(${[...ids]}::text[])`,
    sql`stored.project = ${project} and stored.visibility_key = ${visibilityKey} and stored.status = any(${[...verifiableStatuses]})`,
  );

/** Claims the one reading that an interaction has; false when it was claimed before. */
export const claimVerificationReading = async (
  { db, viewer }: WriteSession,
  {
    interactionId,
    model,
    recorded,
    now,
  }: {
    readonly interactionId: string;
    readonly model: string;
    readonly recorded: number;
    readonly now: Date;
  },
): Promise<boolean> => {
  const { rows } =
    await sql`insert into verification_readings (tenant, interaction_id, model, recorded, read_at)
    values (${viewer.tenant}, ${interactionId}, ${model}, ${recorded}, ${now}) on conflict do nothing returning 1`.execute(
      db,
    );
  return rows.length > 0;
};

/** Reads the totals of a memory's evidence; the caller has locked the memory. */
export const evidenceTotalsOf = async ({ db, viewer }: WriteSession, memoryId: string) => {
  const { rows } = await sql<{
    types: string[] | null;
    count: string;
    verifiers: string;
    newest: Date | null;
  }>`select array_agg(distinct e.detection_type) filter (where e.verifier_key is not null) as types, count(*) as count,
      count(distinct e.verifier_key) as verifiers, max(e.created_at) filter (where e.verifier_key is not null) as newest
    from evidence e where e.tenant = ${viewer.tenant} and e.memory_id = ${memoryId}`.execute(db);
  const [found] = rows;
  return {
    detectionTypes: found?.types ?? [],
    evidenceCount: Number(found?.count ?? 0),
    verifierCount: Number(found?.verifiers ?? 0),
    newestEvidenceAt: found?.newest ?? null,
  };
};
