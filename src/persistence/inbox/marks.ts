import { foldedName } from '#domain/privacy/folded-name.ts';
import { sql } from '#persistence/reading/sql.ts';
import type { WriteSession } from '#persistence/store/viewer-session.ts';

export interface InboxMark {
  readonly claimedBy: string | null;
  readonly claimedUntil: Date | null;
  readonly snoozedUntil: Date | null;
  readonly snoozedBy: string | null;
}

/** The mark of an entry, locked; a new one where it has none. */
export const lockMark = async (
  { db, viewer: { tenant } }: WriteSession,
  entryId: string,
): Promise<InboxMark> => {
  await sql`insert into inbox_marks (tenant, entry_id) values (${tenant}, ${entryId}) on conflict do nothing`.execute(
    db,
  );
  const { rows } = await sql<InboxMark>`select claimed_by as "claimedBy", claimed_until as "claimedUntil",
      snoozed_until as "snoozedUntil", snoozed_by as "snoozedBy" from inbox_marks where tenant = ${tenant} and entry_id = ${entryId} for update`.execute(
    db,
  );
  return rows[0] ?? { claimedBy: null, claimedUntil: null, snoozedUntil: null, snoozedBy: null };
};

export const storeMark = (
  { send, viewer: { tenant } }: WriteSession,
  entryId: string,
  { claimedBy, claimedUntil, snoozedUntil, snoozedBy }: InboxMark,
): void =>
  send(sql`update inbox_marks set claimed_by = ${claimedBy}, claimed_key = ${claimedBy === null ? null : foldedName(claimedBy)},
      claimed_until = ${claimedUntil}, snoozed_until = ${snoozedUntil}, snoozed_by = ${snoozedBy}
    where tenant = ${tenant} and entry_id = ${entryId}`);
