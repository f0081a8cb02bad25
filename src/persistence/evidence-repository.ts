import DataLoader from 'dataloader';
import type { DetectionType } from '#domain/confidence/detection-types.ts';
import type { MemoryConfidenceFacts } from '#domain/confidence/effective-confidence.ts';
import type { Vote } from '#domain/confidence/votes.ts';
import type { NestedList } from './nested-list.ts';
import type { ReadTogether } from './read-together.ts';
import { sql } from './sql.ts';
import type { ReadSession } from './viewer-session.ts';
import { itemsVisibleTo, wordsAsShown } from './visibility-predicate.ts';

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

const columns = sql`n.id, n.detection_type as "detectionType", ${wordsAsShown('n.user_quote', 'n')} as "userQuote", n.source_ref as "sourceRef",
  n.source_user as "sourceUser", n.created_at as "createdAt", n.contributor`;

/** Rows that hang on a memory, with the marks that say who sees it: they are seen with it. */
const withMemory = (table: 'evidence' | 'votes') =>
  sql`(select h.*, m.contributor, m.audience, m.is_personal, m.status, m.sensitivity_labels
    from ${sql.table(table)} h join memories m on m.tenant = h.tenant and m.id = h.memory_id)`;

/** Null for an id that is missing, hidden, of another tenant or of another type. */
export const evidenceById = (session: ReadSession) =>
  new DataLoader<string, EvidenceRow | null>(async (ids) => {
    const { rows } = await sql<EvidenceRow>`select ${columns} from ${withMemory('evidence')} n
      where n.tenant = ${session.viewer.tenant} and n.id = any(${[...ids]}) and ${itemsVisibleTo(session.viewer, 'n')}`.execute(
      await session.byKey(),
    );
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => byId.get(id) ?? null);
  });

/** The evidence of a memory, oldest first. */
export const evidenceOfMemory: NestedList<EvidenceRow> = {
  name: 'evidence',
  columns,
  from: withMemory('evidence'),
  parent: 'memory_id',
  key: 'id',
  keyOf: ({ id }) => id,
  visible: (viewer) => itemsVisibleTo(viewer, 'n'),
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

/** What a memory's evidence comes to, without its texts. */
export const evidenceFigures = (session: ReadSession, read: ReadTogether) =>
  new DataLoader<string, EvidenceFigures>(async (memoryIds) => {
    const rows = await read<{
      memoryId: string;
      detectionTypes: string[];
      evidenceCount: string;
      verifierCount: string;
      newestEvidenceAt: Date;
    }>(sql`select n.memory_id as "memoryId", array_agg(distinct n.detection_type) as "detectionTypes", count(*) as "evidenceCount",
        count(distinct n.source_user) as "verifierCount", max(n.created_at) as "newestEvidenceAt"
      from ${withMemory('evidence')} n
      where n.tenant = ${session.viewer.tenant} and n.memory_id = any(${[...memoryIds]}) and ${itemsVisibleTo(session.viewer, 'n')}
      group by 1`);
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

/** How a memory was voted, by count, and the viewer's own vote. */
export const votesOfMemory = (session: ReadSession, read: ReadTogether) =>
  new DataLoader<string, VoteFigures>(async (memoryIds) => {
    const { viewer } = session;
    const rows = await read<{ memoryId: string; up: string; down: string; mine: Vote | null }>(sql`select
        n.memory_id as "memoryId", count(*) filter (where n.vote = 'UP') as up, count(*) filter (where n.vote = 'DOWN') as down,
        max(n.vote) filter (where n.user_id = ${viewer.user}) as mine
      from ${withMemory('votes')} n
      where n.tenant = ${viewer.tenant} and n.memory_id = any(${[...memoryIds]}) and ${itemsVisibleTo(viewer, 'n')}
      group by 1`);
    const figures = new Map(
      rows.map(({ memoryId, up, down, mine }) => [memoryId, { up: Number(up), down: Number(down), mine }]),
    );
    return memoryIds.map((id) => figures.get(id) ?? { up: 0, down: 0, mine: null });
  });
