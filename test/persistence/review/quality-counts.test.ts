import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { decisionSteps, type ExtractionQuality, type ScoreBand } from '#domain/review/extraction-quality.ts';
import type { RejectionKind } from '#domain/review/rejection-kinds.ts';
import { sql } from '#persistence/reading/sql.ts';
import { contradictionsVisibleTo, itemsVisibleTo } from '#persistence/reading/visibility-predicate.ts';
import {
  type ExtractionQualityFilter,
  foldQualityCounts,
  readExtractionQuality,
} from '#persistence/review/extraction-quality.ts';
import type { ReadSession } from '#persistence/store/viewer-session.ts';
import { isLong } from '#test/support/property-runs.ts';
import { inSession } from '#test/support/sessions.ts';
import { onEveryStore } from '#test/support/store.ts';
import { blindRole, createBlindRole } from '#test/support/visibility/blind-role.ts';
import { placePolicies } from '#test/support/visibility/place-policies.ts';
import { placeThings } from '#test/support/visibility/place-things.ts';
import { asOwner } from '#test/support/visibility/seen-rows.ts';
import { anyStoredPolicy, anyThing, anyViewer } from '#test/support/visibility/things.ts';

/** Differs from item to item. */
const digit = `(('x' || substr(md5(id), 1, 4))::bit(16)::integer)`;
/** Within seven years of the proposal. */
const decided = `reviewed_at = created_at + interval '1 second' * ${digit} * ${digit} / 20`;

/** Changes that move items between figures or classes. */
const changes = [
  `update memories set status = 'ACTIVE', ${decided}, valid_from = created_at where status = 'CANDIDATE'`,
  `update memories set status = 'INVALID', ${decided}, rejection_kind = case when ${digit} % 3 > 0 then 'NOT_TRUE' end where status = 'CANDIDATE'`,
  `update memories set status = 'CANDIDATE', reviewed_at = null where status = 'ACTIVE' and ${digit} % 2 = 0`,
  `update memories set first_reworded_at = created_at + interval '1 hour', content = 'Reworded.' where ${digit} % 3 = 0`,
  `update memories set status = 'RETIRED', ${decided}, valid_from = created_at, valid_until = created_at + interval '1 day' * (${digit} % 180) where status = 'ACTIVE'`,
  `update memories set status = 'ERASED', content = '' where ${digit} % 7 = 0`,
  `update memories set written_confidence = (${digit} % 11) / 10.0`,
  `update memories set audience = '{board}', sensitivity_labels = '{pii.email}' where audience = '{}' and not quarantined`,
  `update memories set is_personal = not is_personal, quarantined = not quarantined where contributor = 'ann'`,
  `update graph_entities set status = 'ACTIVE', ${decided}, confidence = (${digit} % 11) / 10.0 where status = 'CANDIDATE'`,
  `update graph_entities set status = 'CANDIDATE' where status = 'ACTIVE'`,
  `delete from contradictions where id = (select max(id) from contradictions)`,
] as const;

const promoted = ['ACTIVE', 'GRADUATED', 'SUPERSEDED', 'RETIRED'];

interface Row {
  readonly id: string;
  readonly rule: string;
  readonly version: string;
  readonly status: string;
  readonly kind: RejectionKind | null;
  readonly confidence: number;
  readonly score: number;
  readonly edited: boolean;
  readonly ended: boolean;
  readonly seconds: number | null;
}

const bandsOf = (rows: readonly Row[], score: 'confidence' | 'score'): ScoreBand[] =>
  Array.from({ length: 10 }, (_, tenth) => {
    const within = rows.filter((row) => Math.min(Math.floor(row[score] * 10), 9) === tenth);
    return {
      tenth,
      decided: within.length,
      kept: within.filter(({ status }) => promoted.includes(status)).length,
      meanScore: expect.closeTo(within.reduce((sum, row) => sum + row[score], 0) / within.length, 5),
    };
  }).filter((band) => band.decided > 0);

/** A number within 10 % of the hours that half of the decisions took no longer than. */
const medianOf = (rows: readonly Row[]) => {
  const sorted = rows.flatMap(({ seconds }) => seconds ?? []).sort((one, other) => one - other);
  const seconds = sorted[Math.ceil(sorted.length / 2) - 1];
  if (seconds === undefined) return null;
  const hours = (seconds < (decisionSteps[0] ?? 0) ? 30 : seconds) / 3_600;
  return expect.toSatisfy((found: number) => Math.abs(found / hours - 1) <= 0.1, `within 10 % of ${hours}`);
};

const qualityOf = (rows: readonly Row[], sides: readonly string[]) => {
  const [{ rule, version } = { rule: '', version: '' }] = rows;
  const kept = rows.filter(({ status }) => promoted.includes(status));
  const rejected = rows.filter(({ status }) => status === 'INVALID');
  const edited = kept.filter((row) => row.edited).length;
  const kinds = ([null, 'NOT_TRUE'] as const).map((kind) => ({
    kind,
    count: rejected.filter((row) => row.kind === kind).length,
  }));
  return {
    rule,
    extractorVersion: version,
    proposed: rows.length,
    promotedUnchanged: kept.length - edited,
    promotedEdited: edited,
    rejected: rejected.length,
    rejectedByKind: kinds.filter(({ count }) => count > 0),
    pending: rows.filter(({ status }) => status === 'CANDIDATE').length,
    endedWithin90Days: rows.filter(({ ended }) => ended).length,
    contradictions: sides.filter((side) => kept.some(({ id }) => id === side)).length,
    medianHoursToDecision: medianOf(rows),
    byConfidence: bandsOf([...kept, ...rejected], 'confidence'),
    byReviewScore: bandsOf([...kept, ...rejected], 'score'),
  };
};

/** Figures of the items that a session sees, each looked at. */
const recounted = async (
  session: ReadSession,
  { contributor = null, sourceKind = null }: ExtractionQualityFilter,
) => {
  const { viewer } = session;
  const db = await session.db();
  const rows: Row[] = [];
  for (const [table, written] of [
    ['memories', 'coalesce(written_confidence, confidence)'],
    ['graph_entities', 'confidence'],
  ] as const)
    rows.push(
      ...(
        await sql<Row>`select id, rule, extractor_version as version, status, rejection_kind as kind, ${sql.raw(written)} as confidence, review_score as score,
          coalesce(first_reworded_at <= reviewed_at, false) as edited,
          coalesce(status in ('SUPERSEDED', 'RETIRED') and valid_until < valid_from + interval '90 days', false) as ended,
          case when status <> 'CANDIDATE' then extract(epoch from reviewed_at - created_at)::float8 end as seconds
        from ${sql.table(table)} i where ${itemsVisibleTo(viewer, 'i')} and not hand_authored and extractor_version is not null
          and (${contributor}::text is null or contributor = ${contributor}::text)
          and (${sourceKind}::text is null or (interaction_id is not null) = (${sourceKind}::text = 'INTERACTION'))`.execute(
          db,
        )
      ).rows,
    );
  const { rows: pairs } = await sql<{
    a: string;
    b: string;
  }>`select c.older_id as a, c.newer_id as b from contradictions c where ${contradictionsVisibleTo(viewer, 'c')}`.execute(
    db,
  );
  return rows.length === 0
    ? []
    : [
        qualityOf(
          rows,
          pairs.flatMap(({ a, b }) => [a, b]),
        ),
      ];
};

describe('figures of extraction by class', () => {
  onEveryStore((store) => {
    beforeAll(() => createBlindRole(store()));

    /** Figures by class and by item; `role`: undefined for both checks, else the predicate alone. */
    const compared = (viewer: Viewer, filter: ExtractionQualityFilter, role: string | undefined) =>
      inSession(
        store().orm,
        viewer,
        async (session): Promise<readonly [readonly ExtractionQuality[], unknown]> => [
          await readExtractionQuality(session, filter),
          await recounted(session, filter),
        ],
        role,
      );

    /** Counted items that a session sees by row-level security alone. */
    const proposedTo = (viewer: Viewer) =>
      inSession(store().orm, viewer, async (session) => {
        const { rows } = await sql<{ classes: number; items: number; sides: number; pairs: number }>`select
          (select coalesce(sum(times * (figures ->> 'proposed')::integer), 0)::int from quality_counts) as classes,
          (select count(*)::int from (select hand_authored, extractor_version from memories union all select hand_authored, extractor_version from graph_entities) i
            where not i.hand_authored and i.extractor_version is not null) as items,
          (select coalesce(sum(times * (figures ->> 'contradictions')::integer), 0)::int from quality_counts) as sides,
          (select count(*)::int from contradictions c join memories m on m.tenant = c.tenant and m.id in (c.older_id, c.newer_id)
            where m.status in ('ACTIVE', 'GRADUATED', 'SUPERSEDED', 'RETIRED') and not m.hand_authored) as pairs`.execute(
          await session.db(),
        );
        return rows[0];
      });

    test('are those of the items and contradictions that each viewer sees, by either check, before and after a fold', {
      timeout: 300_000,
    }, async () => {
      let [decidedSeen, opposed] = [0, 0];
      await fc.assert(
        fc.asyncProperty(
          fc.array(anyThing, { minLength: 10, maxLength: 20, size: 'max' }),
          fc.array(anyViewer, { minLength: 4, maxLength: 5 }),
          fc.record({ acme: anyStoredPolicy, "o'hara": anyStoredPolicy }),
          fc.array(fc.constantFrom(...changes), { minLength: 1, maxLength: 5 }),
          fc.boolean(),
          fc.constantFrom<ExtractionQualityFilter>(
            {},
            { contributor: 'ann' },
            { sourceKind: 'DOCUMENT', project: 'p' },
          ),
          async (things, viewers, policies, changed, folds, filter) => {
            const db = asOwner(store());
            await placePolicies(db, await placeThings(db, things), policies);
            for (const change of changed) await store().asOwner(change);
            if (folds) await foldQualityCounts(store().orm);
            for (const viewer of viewers) {
              for (const role of [undefined, blindRole]) {
                const [found, expected] = await compared(viewer, filter, role);
                expect([viewer, found]).toEqual([viewer, expected]);
                decidedSeen += (found[0]?.proposed ?? 0) - (found[0]?.pending ?? 0);
                opposed += found[0]?.contradictions ?? 0;
              }
              const { classes, items, sides, pairs } = (await proposedTo(viewer)) ?? {};
              expect([viewer, classes, sides]).toEqual([viewer, items, pairs]);
            }
          },
        ),
        { numRuns: isLong ? 12 : 5, endOnFailure: true },
      );
      expect(decidedSeen).toBeGreaterThan(50);
      expect(opposed).toBeGreaterThan(10);
    });

    test('a candidate that is deleted leaves its figures', async () => {
      const proposed = async () =>
        (
          await sql<{
            items: number;
          }>`select sum(times * (figures ->> 'proposed')::integer)::int as items from quality_counts`.execute(
            asOwner(store()),
          )
        ).rows[0]?.items ?? 0;
      const before = await proposed();
      await store().asOwner(
        `insert into memories (id, tenant, project, contributor, hand_authored, source_id, rule, extractor_version, visibility_key, status, revision, content, confidence, pending_since, created_at, updated_at, kind)
          select 'mem_deleted' || g, tenant, project, contributor, false, source_id, 'r', '3', 'shared', 'CANDIDATE', 1, 'Gauge', 0.5, now(), now(), now(), 'FACT'
          from (select * from memories where not hand_authored limit 1) m, generate_series(1, 3) g`,
      );
      expect(await proposed()).toBe(before + 3);
      await store().asOwner(`delete from memories where id like 'mem_deleted%'`);
      expect(await proposed()).toBe(before);
    });

    test('a fold leaves one row of each class that has figures, and changes none of them', async () => {
      const summed = () =>
        sql<{ figure: string }>`select f.key as figure, sum(times * f.value::bigint)::text as amount
          from quality_counts cross join lateral jsonb_each_text(figures) f group by 1 having sum(times * f.value::bigint) <> 0 order by 1`.execute(
          asOwner(store()),
        );
      await store().asOwner(changes[0]);
      const before = (await summed()).rows;
      await foldQualityCounts(store().orm);
      expect((await summed()).rows).toEqual(before);
      expect(before.length).toBeGreaterThan(5);
      const { rows } = await sql<{ rows: number; classes: number }>`select count(*)::int as rows,
        count(distinct to_jsonb(q) - '{id,figures,times}'::text[])::int as classes from quality_counts q`.execute(
        asOwner(store()),
      );
      expect(rows[0]?.rows).toBe(rows[0]?.classes);
    });
  });
});
