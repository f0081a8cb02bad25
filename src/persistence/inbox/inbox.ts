import { type InboxItemKey, type InboxReason, inboxPriorities } from '#domain/inbox/inbox.ts';
import {
  decodeCursor,
  encodeCursor,
  type Page,
  type PageArguments,
  pageOf,
} from '#persistence/reading/keyset.ts';
import { type RawBuilder, type SqlBool, sql } from '#persistence/reading/sql.ts';
import {
  extractionsVisibleTo,
  itemsVisibleTo,
  quarantinesVisibleTo,
  readableItems,
} from '#persistence/reading/visibility-predicate.ts';
import type { ReadSession } from '#persistence/store/viewer-session.ts';

export interface InboxFilter {
  /** Null: all of them. */
  readonly reasons: readonly InboxReason[] | null;
  readonly project: string | null;
  /** The name of the user who is responsible for the subject. */
  readonly owner: string | null;
  /** True: those that the viewer claimed or whose subject is theirs to look after. */
  readonly mine: boolean;
  /** True: those that are put off, too. */
  readonly snoozed: boolean;
  /** Only these; null: whichever there are. */
  readonly entries: readonly InboxItemKey[] | null;
  readonly now: Date;
}

/** An entry: enough to order it; its subject comes from the loaders. */
export interface InboxRow {
  readonly entryId: string;
  readonly reason: InboxReason;
  readonly priority: number;
  readonly since: Date;
  readonly subjectId: string;
  readonly claimedBy: string | null;
  readonly snoozedUntil: Date | null;
}

/** Source of inbox entries of one reason and priority: subject and time of waiting, in an order that an index serves. */
interface Source {
  readonly reason: InboxReason;
  readonly priority: number;
  readonly from: RawBuilder<unknown>;
  readonly id: RawBuilder<unknown>;
  readonly since: RawBuilder<unknown>;
  readonly where: RawBuilder<SqlBool>;
  /** The aliases of items whose project and owner the filter asks for; of several, any. */
  readonly items: readonly string[];
  /** For an entry about many items: requires that one of them meets the condition; absent: the source lists items itself. */
  readonly someItem?: (condition: RawBuilder<SqlBool>) => RawBuilder<SqlBool>;
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
  items: ['i'],
});

const onBoth = (session: ReadSession, since: string, where: RawBuilder<SqlBool>): Arm[] => [
  onItems(session, 'memories', since, where),
  onItems(session, 'graph_entities', since, where),
];

const believed = sql<SqlBool>`i.status in ('ACTIVE', 'GRADUATED')`;
/** Items that drifted, and of which nobody has decided what follows. */
const onDrifted = ({ viewer }: ReadSession, moved: boolean): Arm[] =>
  (['memory', 'entity'] as const).map((kind) => ({
    from: sql`source_drifts d join ${sql.table(kind === 'memory' ? 'memories' : 'graph_entities')} i on i.tenant = d.tenant and i.id = d.${sql.ref(`${kind}_id`)}`,
    id: sql.ref('d.id'),
    since: sql.ref('d.drifted_at'),
    where: sql<SqlBool>`d.tenant = ${viewer.tenant} and d.drifted_at is not null and d.state ${sql.raw(moved ? '=' : '<>')} 'MOVED'
      and ${itemsVisibleTo(viewer, 'i')} and not i.is_personal and ${believed}`,
    items: ['i'],
  }));
const stands = (alias: string) =>
  sql<SqlBool>`${sql.ref(`${alias}.status`)} in ('CANDIDATE', 'ACTIVE', 'GRADUATED')`;

/** Every source that the filter leaves; each statement about the inbox is made of them. */
const sourcesOf = (session: ReadSession, { reasons, now }: InboxFilter): Source[] => {
  const { viewer } = session;
  const due = sql<SqlBool>`i.status = 'CANDIDATE' and (i.deferred_until is null or i.deferred_until <= ${now})`;
  const contradiction = (isHard: boolean): Arm => ({
    from: sql`contradictions n join memories a on a.tenant = n.tenant and a.id = n.older_id join memories b on b.tenant = n.tenant and b.id = n.newer_id`,
    id: sql.ref('n.id'),
    since: sql.ref('n.detected_at'),
    where: sql<SqlBool>`n.tenant = ${viewer.tenant} and n.status = 'OPEN' and n.severity ${sql.raw(isHard ? '=' : 'is distinct from')} 'HARD'
      and ${stands('a')} and ${stands('b')} and not a.is_personal and not b.is_personal and ${readableItems(viewer, 'a')} and ${readableItems(viewer, 'b')}`,
    items: ['a', 'b'],
  });
  const rejected = (table: 'memories' | 'graph_entities'): Arm => ({
    from: sql`workflow_items w join ${sql.table(table)} i on i.tenant = w.tenant and i.extraction_id = w.extraction_id`,
    id: sql.ref('i.id'),
    since: sql.ref('w.updated_at'),
    where: sql<SqlBool>`w.tenant = ${viewer.tenant} and w.status = 'REJECTED' and ${believed} and not i.is_personal
      and (i.verified_at is null or i.verified_at < w.updated_at) and ${itemsVisibleTo(viewer, 'i')}
      and not exists (select 1 from workflow_items newer where newer.tenant = w.tenant and newer.extraction_id = w.extraction_id
        and (newer.created_at, newer.id) > (w.created_at, w.id))`,
    items: ['i'],
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
          items: ['m', 'g'],
          someItem: (condition) => sql<SqlBool>`exists (select 1 from quarantined_items part
            left join memories m on m.tenant = part.tenant and m.id = part.memory_id and ${itemsVisibleTo(viewer, 'm')}
            left join graph_entities g on g.tenant = part.tenant and g.id = part.entity_id and ${itemsVisibleTo(viewer, 'g')}
            where part.tenant = q.tenant and part.quarantine_id = q.id and part.released_at is null and ${condition})`,
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
      'ROUTING',
      priorities.ROUTING.usual,
      [
        {
          from: sql`workflow_items w join extractions e on e.tenant = w.tenant and e.id = w.extraction_id`,
          id: sql.ref('w.id'),
          since: sql.ref('w.created_at'),
          // An extraction of the gateway's own pass is reviewed as its candidate.
          where: sql<SqlBool>`w.tenant = ${viewer.tenant} and w.status = 'NEEDS_REVIEW' and e.recorded_by is not null and not e.is_personal
            and ${extractionsVisibleTo(viewer, 'e')} and not exists (select 1 from workflow_items newer where newer.tenant = w.tenant
              and newer.extraction_id = w.extraction_id and (newer.created_at, newer.id) > (w.created_at, w.id))`,
          items: ['e'],
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
          sql<SqlBool>`i.personal_requested_at is not null and ${believed}`,
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

/** A priority is of one reason alone, so entries of one priority are ordered by their subjects as by their own ids. */
const entryIdOf = ({ reason, id }: Source) => sql`${sql.lit(`inb_${reason}.`)} || ${id}`;

/** Conditions of the filter on a source; null when no entry of it can match. */
const filtered = (
  { viewer }: ReadSession,
  source: Source,
  filter: InboxFilter,
): RawBuilder<SqlBool> | null => {
  const { items, id, someItem } = source;
  const any = (aliases: readonly string[], condition: (alias: string) => RawBuilder<unknown>) => {
    const found = sql<SqlBool>`(${sql.join(aliases.map(condition), sql` or `)})`;
    return someItem ? someItem(found) : found;
  };
  const owned = items.filter((alias) => alias !== 'e');
  if (filter.owner !== null && owned.length === 0) return null;
  const isOwned = (name: RawBuilder<unknown>) =>
    owned.length === 0
      ? sql<SqlBool>`false`
      : any(owned, (alias) => sql`${sql.ref(`${alias}.owner_name`)} = any(${name})`);
  const { project, owner, entries, now } = filter;
  const subjects = entries
    ?.filter(({ reason }) => reason === source.reason)
    .map(({ subjectId }) => subjectId);
  if (subjects?.length === 0) return null;
  return sql<SqlBool>`${source.where}${subjects === undefined ? sql`` : sql` and ${id} = any(${subjects}::text[])`}${
    project === null
      ? sql``
      : sql` and ${any(items, (alias) => sql`${sql.ref(`${alias}.project`)} = ${project}`)}`
  }${owner === null ? sql`` : sql` and ${isOwned(sql`${[owner]}::text[]`)}`}${
    filter.snoozed ? sql`` : sql` and (k.snoozed_until is null or k.snoozed_until <= ${now})`
  }${
    filter.mine
      ? sql` and ((k.claimed_by = ${viewer.user} and k.claimed_until > ${now}) or ${isOwned(sql`${[viewer.user, ...viewer.groups]}::text[]`)})`
      : sql``
  }`;
};

/** One look into the index for the mark of each entry: 'offset 0' keeps all marks from being compared with each. */
const marked = (source: Source, { viewer }: ReadSession) =>
  sql`${source.from} left join lateral (select * from inbox_marks mark where mark.tenant = ${viewer.tenant} and mark.entry_id = ${entryIdOf(source)} offset 0) k on true`;

const order = 'inbox';
const shape = ['integer', 'instant', 'string'] as const;
export const inboxCursor = ({ priority, since, entryId }: InboxRow): string =>
  encodeCursor(order, [priority, since.getTime(), entryId]);

/** The rows of one source on the inner side of a cursor; false: none of them. */
const bound = (
  source: Source,
  page: PageArguments,
  argument: 'after' | 'before',
): RawBuilder<unknown> | false => {
  const cursor = page[argument];
  if (cursor == null) return sql``;
  const [priority = 0, since = 0, entryId = ''] = decodeCursor(order, shape, cursor, argument);
  if (source.priority === priority) {
    const comparison = sql.raw(`${argument === 'after' ? '>' : '<'}${page.inclusive ? '=' : ''}`);
    return sql` and (${source.since}, ${source.id}) ${comparison} (${new Date(since)}, ${String(entryId).replace(/^inb_[A-Z_]+\./, '')})`;
  }
  return source.priority < Number(priority) === (argument === 'after') ? sql`` : false;
};

/** A page of the inbox: by priority, then by how long it waits, then by id. One statement, each source by its own index. */
export const pageOfInbox = async (
  session: ReadSession,
  filter: InboxFilter,
  page: PageArguments,
): Promise<Page<InboxRow>> => {
  const way = sql.raw(page.fromEnd ? ' desc' : '');
  const opposite = sql.raw(page.fromEnd ? '' : ' desc');
  const limit = page.size + 1;
  const parts = sourcesOf(session, filter).flatMap((source) => {
    const after = bound(source, page, 'after');
    const before = bound(source, page, 'before');
    const where = filtered(session, source, filter);
    if (after === false || before === false || where === null) return [];
    return [
      sql`(select ${entryIdOf(source)} as "entryId", ${sql.lit(source.reason)} as reason, ${sql.lit(source.priority)}::int as priority,
        ${source.since} as since, ${source.id} as "subjectId", case when k.claimed_until > ${filter.now} then k.claimed_by end as "claimedBy",
        k.snoozed_until as "snoozedUntil" from ${marked(source, session)} where ${where}${after}${before}
        order by ${source.since}${way}, ${source.id}${way} limit ${limit})`,
    ];
  });
  if (parts.length === 0) return { rows: [], hasMore: false };
  const { rows } = await sql<InboxRow>`select * from (${sql.join(parts, sql` union all `)}) inbox
    order by priority${opposite}, since${way}, "entryId"${way} limit ${limit}`.execute(await session.db());
  return pageOf(rows, page);
};

export interface InboxCount {
  readonly reason: InboxReason;
  readonly count: number;
}

/** How many entries each reason has, in one statement; those that have none are left out. */
export const countInbox = async (session: ReadSession, filter: InboxFilter): Promise<InboxCount[]> => {
  const parts = sourcesOf(session, filter).flatMap((source) => {
    const where = filtered(session, source, filter);
    return where === null
      ? []
      : [
          sql`select ${sql.lit(source.reason)} as reason, ${sql.lit(source.priority)}::int as priority, count(*) as count
            from ${marked(source, session)} where ${where}`,
        ];
  });
  if (parts.length === 0) return [];
  const { rows } = await sql<{ reason: InboxReason; count: string }>`select reason, sum(count) as count
    from (${sql.join(parts, sql` union all `)}) counted group by reason having sum(count) > 0 order by max(priority) desc`.execute(
    await session.db(),
  );
  return rows.map(({ reason, count }) => ({ reason, count: Number(count) }));
};
