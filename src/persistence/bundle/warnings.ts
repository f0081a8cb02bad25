import DataLoader from 'dataloader';
import type { WarningFacts } from '#domain/bundle/warnings.ts';
import { rowsWithIds } from '#persistence/reading/rows-with-ids.ts';
import { sql } from '#persistence/reading/sql.ts';
import { contradictionsVisibleTo, itemsVisibleTo } from '#persistence/reading/visibility-predicate.ts';
import type { ReadSession } from '#persistence/store/viewer-session.ts';

/** Loads warnings about delivered memories; open hard contradictions count only while both sides stand and the viewer sees both. */
export const warningFactsOf = (session: ReadSession) =>
  new DataLoader<string, Omit<WarningFacts, 'words'> | null>(async (ids) => {
    const { rows } = await sql<
      Omit<WarningFacts, 'words' | 'contradictions' | 'disputes'> & {
        id: string;
        contradictions: string;
        disputes: string;
      }
    >`select i.id,
        coalesce(d.state, 'UNKNOWN') as "sourceState", d.drifted_at as "driftedAt", i.verify_by as "verifyBy", i.holds_until as "holdsUntil",
        coalesce(i.routing_status = 'REJECTED' and (i.verified_at is null or i.verified_at < routing_decided_at(i.extraction_id)), false) as "isRejectedSince",
        case i.status when 'GRADUATED' then exists (select 1 from graph_entities e where e.tenant = i.tenant and e.graduated_from_id = i.id
          and e.status = 'ACTIVE' and e.wording_by is not null) else i.wording_by is not null end as "isInReviewersWords",
        (select count(*) from disputes p where p.tenant = i.tenant and p.memory_id = i.id and p.verdict is null) as disputes,
        (select count(*) from contradictions c where c.tenant = i.tenant and (c.older_id = i.id or c.newer_id = i.id)
          and c.status = 'OPEN' and c.severity = 'HARD' and ${contradictionsVisibleTo(session.viewer, 'c')}
          and not exists (select 1 from memories side where side.tenant = c.tenant and side.id in (c.older_id, c.newer_id)
            and side.status not in ('CANDIDATE', 'ACTIVE', 'GRADUATED'))) as contradictions
      from ${rowsWithIds(session.viewer, 'memories', ids)} i left join source_drifts d on d.tenant = i.tenant and d.id = i.id
      where ${itemsVisibleTo(session.viewer, 'i')}`.execute(await session.byKey());
    const found = new Map(
      rows.map(({ id, contradictions, disputes, ...row }) => [
        id,
        { ...row, contradictions: Number(contradictions), disputes: Number(disputes) },
      ]),
    );
    return ids.map((id) => found.get(id) ?? null);
  });
