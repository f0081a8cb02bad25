import DataLoader from 'dataloader';
import type { DetectionType } from '#domain/evidence/detection-types.ts';
import type { MemoryConfidenceFacts } from '#domain/evidence/effective-confidence.ts';
import type { Vote } from '#domain/evidence/votes.ts';
import { policyMask } from '#domain/labels/policy/mask.ts';
import type { MemoryRow } from './reading/item-rows.ts';
import type { HangingList } from './reading/nested-list.ts';
import type { ReadTogether } from './reading/read-together.ts';
import { RowColumns } from './reading/row-columns.ts';
import { type SeenRows, seenAmong } from './reading/row-loader.ts';
import { sql } from './reading/sql.ts';
import type { ReadSession } from './store/viewer-session.ts';

export interface EvidenceRow {
  readonly id: string;
  readonly detectionType: DetectionType;
  readonly userQuote: string | null;
  readonly sourceRef: string | null;
  readonly sourceUser: string;
  readonly createdAt: Date;
  /** Of the memory: they read what is gated. */
  readonly contributor: string;
}

const columns = new RowColumns<EvidenceRow>(
  'Evidence',
  ['id'],
  ['detectionType', 'userQuote', 'sourceRef', 'sourceUser', 'createdAt'],
);

/** As it is read: in whole or in part. */
type EvidenceRead = Partial<EvidenceRow> & Pick<EvidenceRow, 'id'>;

const shownWith = (
  row: EvidenceRead,
  { contributor, redacted }: MemoryRow,
  session: ReadSession,
): EvidenceRow => {
  const shown = Object.assign(row, { contributor });
  return columns.guarded(session, redacted ? withoutQuote(shown) : shown);
};

const withoutQuote = (row: EvidenceRead): EvidenceRead =>
  row.userQuote == null ? row : { ...row, userQuote: policyMask };

/** Null for an id that is missing, hidden, of another tenant or of another type. */
export const evidenceById = (session: ReadSession, memories: SeenRows<MemoryRow>) =>
  new DataLoader<string, EvidenceRow | null>(async (ids) => {
    const { rows } = await sql<
      EvidenceRead & { memoryId: string }
    >`select ${columns.of('n', session)}, n.memory_id as "memoryId" from evidence n
      where n.tenant = ${session.viewer.tenant} and n.id = any(${[...ids]})`.execute(await session.byKey());
    const seen = await seenAmong(memories, [...new Set(rows.map(({ memoryId }) => memoryId))]);
    const found = new Map(
      rows.flatMap(({ memoryId, ...row }) => {
        const memory = seen.get(memoryId);
        return memory ? [[row.id, shownWith(row, memory, session)]] : [];
      }),
    );
    return ids.map((id) => found.get(id) ?? null);
  });

/** The evidence of a memory, oldest first: seen with it. */
export const evidenceOfMemory: HangingList<EvidenceRow, MemoryRow> = {
  name: 'evidence',
  columns: (session) => columns.of('n', session),
  from: sql`evidence`,
  parent: 'memory_id',
  key: 'id',
  keyOf: ({ id }) => id,
  visible: () => sql`true`,
  asShownWith: shownWith,
};

export type EvidenceFigures = Pick<
  MemoryConfidenceFacts,
  'detectionTypes' | 'evidenceCount' | 'verifierCount' | 'newestEvidenceAt'
>;

const noEvidence: EvidenceFigures = {
  detectionTypes: [],
  evidenceCount: 0,
  verifierCount: 0,
  newestEvidenceAt: null,
};

/** What a memory's evidence comes to, without its texts; nothing where the memory is hidden. */
export const evidenceFigures = (session: ReadSession, memories: SeenRows<MemoryRow>, read: ReadTogether) =>
  new DataLoader<string, EvidenceFigures>(async (memoryIds) => {
    const seen = await seenAmong(memories, memoryIds);
    if (seen.size === 0) return memoryIds.map(() => noEvidence);
    const rows = await read<{
      memoryId: string;
      detectionTypes: string[];
      evidenceCount: string;
      verifierCount: string;
      newestEvidenceAt: Date;
    }>(sql`select n.memory_id as "memoryId", array_agg(distinct n.detection_type) as "detectionTypes", count(*) as "evidenceCount",
        count(distinct n.source_user) as "verifierCount", max(n.created_at) as "newestEvidenceAt"
      from evidence n where n.tenant = ${session.viewer.tenant} and n.memory_id = any(${[...seen.keys()]}) group by 1`);
    const figures = new Map(
      rows.map(({ memoryId, evidenceCount, verifierCount, ...rest }) => [
        memoryId,
        { ...rest, evidenceCount: Number(evidenceCount), verifierCount: Number(verifierCount) },
      ]),
    );
    return memoryIds.map((id) => figures.get(id) ?? noEvidence);
  });

export interface VoteFigures {
  readonly up: number;
  readonly down: number;
  /** The viewer's own; null when they have none. */
  readonly mine: Vote | null;
}

const noVotes: VoteFigures = { up: 0, down: 0, mine: null };

/** How a memory was voted, by count, and the viewer's own vote; nothing where the memory is hidden. */
export const votesOfMemory = (session: ReadSession, memories: SeenRows<MemoryRow>, read: ReadTogether) =>
  new DataLoader<string, VoteFigures>(async (memoryIds) => {
    const { viewer } = session;
    const seen = await seenAmong(memories, memoryIds);
    if (seen.size === 0) return memoryIds.map(() => noVotes);
    const rows = await read<{ memoryId: string; up: string; down: string; mine: Vote | null }>(sql`select
        n.memory_id as "memoryId", count(*) filter (where n.vote = 'UP') as up, count(*) filter (where n.vote = 'DOWN') as down,
        max(n.vote) filter (where n.user_id = ${viewer.user}) as mine
      from votes n where n.tenant = ${viewer.tenant} and n.memory_id = any(${[...seen.keys()]}) group by 1`);
    const figures = new Map(
      rows.map(({ memoryId, up, down, mine }) => [memoryId, { up: Number(up), down: Number(down), mine }]),
    );
    return memoryIds.map((id) => figures.get(id) ?? noVotes);
  });
