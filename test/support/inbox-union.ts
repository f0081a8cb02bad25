import { type InboxReason, inboxPriorities } from '#domain/inbox/inbox.ts';
import { type RawBuilder, type SqlBool, sql } from '#persistence/reading/sql.ts';
import {
  documentsVisibleTo,
  extractionsVisibleTo,
  itemsVisibleTo,
  quarantinesVisibleTo,
  readableItems,
  sourceChangesVisibleTo,
} from '#persistence/reading/visibility-predicate.ts';
import type { ReadSession } from '#persistence/store/viewer-session.ts';

/** Entries of the inbox of one reason and priority, as the tables say that they depend on. */
export interface Source {
  readonly reason: InboxReason;
  readonly priority: number;
  readonly from: RawBuilder<unknown>;
  readonly id: RawBuilder<unknown>;
  readonly since: RawBuilder<unknown>;
  readonly where: RawBuilder<SqlBool>;
}

type Arm = Omit<Source, 'reason' | 'priority'>;

const onItems = (
  { viewer }: ReadSession,
  table: 'memories' | 'graph_entities',
  since: string,
  where: RawBuilder<SqlBool>,
): Arm => ({
  from: sql`${sql.table(table)} i`,
  id: sql.ref('i.id'),
  since: sql.ref(`i.${since}`),
  where: sql<SqlBool>`${itemsVisibleTo(viewer, 'i')} and not i.is_personal and ${where}`,
});

const onBoth = (session: ReadSession, since: string, where: RawBuilder<SqlBool>): Arm[] => [
  onItems(session, 'memories', since, where),
  onItems(session, 'graph_entities', since, where),
];

/**
 * Joins the rows of a table that a column of the row before points to. Looked up for each (`offset 0`): a plan that is made for any
 * project would rather read all rows of a project for each entry.
 */
const looksUp = (
  table: 'memories' | 'graph_entities' | 'extractions',
  alias: string,
  key: 'id' | 'extraction_id',
  pointer: string,
) => {
  const [of] = pointer.split('.');
  return sql`cross join lateral (select * from ${sql.table(table)} where tenant = ${sql.ref(`${of}.tenant`)} and ${sql.ref(key)} = ${sql.ref(pointer)} offset 0) ${sql.ref(alias)}`;
};

const believed = sql<SqlBool>`i.status in ('ACTIVE', 'GRADUATED')`;
/** Items that drifted, and of which nobody has decided what follows. */
const onDrifted = ({ viewer }: ReadSession, moved: boolean): Arm[] =>
  (['memory', 'entity'] as const).map((kind) => ({
    from: sql`source_drifts d ${looksUp(kind === 'memory' ? 'memories' : 'graph_entities', 'i', 'id', `d.${kind}_id`)}`,
    id: sql.ref('d.id'),
    since: sql.ref('d.drifted_at'),
    where: sql<SqlBool>`d.tenant = ${viewer.tenant} and d.${sql.ref(`${kind}_id`)} is not null and d.drifted_at is not null and d.state ${sql.raw(moved ? '=' : '<>')} 'MOVED'
      and ${itemsVisibleTo(viewer, 'i')} and not i.is_personal and ${believed}`,
  }));
const stands = (alias: string) =>
  sql<SqlBool>`${sql.ref(`${alias}.status`)} in ('CANDIDATE', 'ACTIVE', 'GRADUATED')`;

/** The inbox as a union over the tables that its reasons depend on: the reference of the table that is read. */
export const unionOf = (
  session: ReadSession,
  { reasons, now }: { readonly reasons: readonly InboxReason[] | null; readonly now: Date },
): Source[] => {
  const { viewer } = session;
  const due = sql<SqlBool>`i.status = 'CANDIDATE' and (i.deferred_until is null or i.deferred_until <= ${now})`;
  const contradiction = (isHard: boolean): Arm => ({
    from: sql`contradictions n ${looksUp('memories', 'a', 'id', 'n.older_id')} ${looksUp('memories', 'b', 'id', 'n.newer_id')}`,
    id: sql.ref('n.id'),
    since: sql.ref('n.detected_at'),
    where: sql<SqlBool>`n.tenant = ${viewer.tenant} and n.status = 'OPEN' and n.severity ${sql.raw(isHard ? '=' : 'is distinct from')} 'HARD'
      and ${stands('a')} and ${stands('b')} and not a.is_personal and not b.is_personal and ${readableItems(viewer, 'a')} and ${readableItems(viewer, 'b')}`,
  });
  // The item keeps how it was routed: who sees it is informed, as by the bundle, without seeing its extraction.
  const rejected = (table: 'memories' | 'graph_entities'): Arm => ({
    ...onItems(
      session,
      table,
      'id',
      sql<SqlBool>`i.routing_status = 'REJECTED' and ${believed}
        and (i.verified_at is null or i.verified_at < routing_decided_at(i.extraction_id))`,
    ),
    since: sql`routing_decided_at(i.extraction_id)`,
  });
  const priorities = inboxPriorities;
  const arms: readonly (readonly [InboxReason, number, readonly Arm[]])[] = [
    [
      'QUARANTINE',
      priorities.QUARANTINE.usual,
      [
        {
          from: sql`quarantines q`,
          id: sql.ref('q.id'),
          since: sql.ref('q.set_at'),
          where: sql<SqlBool>`q.ended_at is null and ${quarantinesVisibleTo(viewer, 'q')}`,
        },
      ],
    ],
    ['CONTRADICTION', priorities.CONTRADICTION.grave, [contradiction(true)]],
    ['CONTRADICTION', priorities.CONTRADICTION.usual, [contradiction(false)]],
    [
      'DISPUTE',
      priorities.DISPUTE.usual,
      [
        onItems(
          session,
          'memories',
          'disputed_since',
          sql<SqlBool>`i.disputed_since is not null and ${believed}`,
        ),
      ],
    ],
    ['SOURCE_DRIFT', priorities.SOURCE_DRIFT.grave, onDrifted(session, false)],
    ['SOURCE_DRIFT', priorities.SOURCE_DRIFT.usual, onDrifted(session, true)],
    [
      'REJECTED_AFTER_PROMOTION',
      priorities.REJECTED_AFTER_PROMOTION.usual,
      [rejected('memories'), rejected('graph_entities')],
    ],
    [
      'REVIEWER_WORDING',
      priorities.REVIEWER_WORDING.usual,
      onBoth(session, 'reviewed_at', sql<SqlBool>`i.wording_by is not null and ${believed}`),
    ],
    [
      'SOURCE_CHANGE',
      priorities.SOURCE_CHANGE.usual,
      [
        {
          from: sql`source_changes n`,
          id: sql.ref('n.id'),
          since: sql.ref('n.sent_at'),
          where: sql<SqlBool>`n.verdict is null and ${sourceChangesVisibleTo(viewer, 'n')}`,
        },
      ],
    ],
    [
      'UNREAD_WAVE',
      priorities.UNREAD_WAVE.usual,
      [
        {
          from: sql`waves w`,
          id: sql.ref('w.id'),
          since: sql.ref('w.given_up_at'),
          where: sql<SqlBool>`w.given_up_at is not null and exists (select 1 from documents d where d.tenant = w.tenant and d.wave_id = w.id
            and ${documentsVisibleTo(viewer, 'd')} and exists (select 1 from chunks c where c.tenant = d.tenant and c.document_id = d.id)
            and not exists (select 1 from source_readings r where r.tenant = d.tenant and r.document_id = d.id))`,
        },
      ],
    ],
    [
      'ROUTING',
      priorities.ROUTING.usual,
      [
        {
          from: sql`workflow_items w ${looksUp('extractions', 'e', 'id', 'w.extraction_id')}`,
          id: sql.ref('w.id'),
          since: sql.ref('w.created_at'),
          // An extraction of the gateway's own pass is reviewed as its candidate.
          where: sql<SqlBool>`w.tenant = ${viewer.tenant} and w.status = 'NEEDS_REVIEW' and e.recorded_by is not null and not e.is_personal
            and ${extractionsVisibleTo(viewer, 'e')} and not exists (select 1 from workflow_items newer where newer.tenant = w.tenant
              and newer.extraction_id = w.extraction_id and (newer.created_at, newer.id) > (w.created_at, w.id))`,
        },
      ],
    ],
    [
      'PERSONAL_REQUEST',
      priorities.PERSONAL_REQUEST.usual,
      [
        onItems(
          session,
          'memories',
          'personal_requested_at',
          sql<SqlBool>`i.personal_requested_at is not null and i.status in ('ACTIVE', 'GRADUATED', 'SUPERSEDED', 'RETIRED')`,
        ),
      ],
    ],
    [
      'VERIFICATION_DUE',
      priorities.VERIFICATION_DUE.usual,
      onBoth(
        session,
        'verify_by',
        sql<SqlBool>`i.verify_by is not null and i.verify_by <= ${now} and ${believed}`,
      ),
    ],
    [
      'EXPIRED',
      priorities.EXPIRED.usual,
      onBoth(
        session,
        'holds_until',
        sql<SqlBool>`i.holds_until is not null and i.holds_until <= ${now} and ${believed}`,
      ),
    ],
    [
      'SUGGESTED_LABELS',
      priorities.SUGGESTED_LABELS.usual,
      onBoth(session, 'created_at', sql<SqlBool>`i.suggested_labels <> '{}' and ${stands('i')}`),
    ],
    [
      'GRADUATION',
      priorities.GRADUATION.usual,
      [
        onItems(
          session,
          'graph_entities',
          'pending_since',
          sql<SqlBool>`${due} and i.graduated_from_id is not null`,
        ),
      ],
    ],
    [
      'CANDIDATE',
      priorities.CANDIDATE.usual,
      [
        onItems(session, 'memories', 'pending_since', due),
        onItems(
          session,
          'graph_entities',
          'pending_since',
          sql<SqlBool>`${due} and i.graduated_from_id is null`,
        ),
      ],
    ],
  ];
  return arms
    .filter(([reason]) => reasons === null || reasons.includes(reason))
    .flatMap(([reason, priority, list]) => list.map((arm) => ({ ...arm, reason, priority })));
};
