import { beforeAll, describe, expect, test } from 'vitest';
import { bundleDefaults } from '#domain/bundle/bundle.ts';
import { confidenceDefaults } from '#domain/evidence/confidence-numbers.ts';
import { readSearch } from '#domain/input/search.ts';
import { labelEffect } from '#domain/labels/policy/stored-policy.ts';
import { mayReadField } from '#domain/privacy/field-access.ts';
import { hasRole, type Viewer } from '#domain/privacy/viewer.ts';
import type { Database } from '#entities/index.ts';
import { viewerRole } from '#entities/policies.ts';
import { bundleCandidates, countInScope } from '#persistence/bundle/bundle.ts';
import { presentWords } from '#persistence/bundle/present-words.ts';
import { receipts } from '#persistence/bundle/receipts.ts';
import { readDomainKeywords } from '#persistence/classification.ts';
import { commentList } from '#persistence/comments.ts';
import {
  contradictionCursor,
  countContradictions,
  pageOfContradictions,
} from '#persistence/contradictions/contradictions.ts';
import { evidenceList } from '#persistence/evidence.ts';
import { countEntities, entityCursor, pageOfEntities } from '#persistence/graph.ts';
import { reports } from '#persistence/ingestion/report-list.ts';
import { traces } from '#persistence/pathways/trace-list.ts';
import { projectStateOf } from '#persistence/project-state.ts';
import { quarantines } from '#persistence/quarantines.ts';
import type { Page, PageArguments } from '#persistence/reading/keyset.ts';
import { createLoaders } from '#persistence/reading/loaders.ts';
import {
  countOfNewest,
  type NewestFirst,
  newestFirstCursor,
  pageOfNewest,
} from '#persistence/reading/newest-first.ts';
import { sql } from '#persistence/reading/sql.ts';
import {
  contributionCursor,
  countContributions,
  pageOfContributions,
  readMemoryStats,
} from '#persistence/review/contributions.ts';
import {
  countMemories,
  type MemoryListQuery,
  memoryCursor,
  pageOfMemories,
} from '#persistence/review/items.ts';
import { namesOfItems } from '#persistence/review/known-names.ts';
import { countQueue, itemCursor, pageOfQueue } from '#persistence/review/queue.ts';
import { readSourceOwnerRules } from '#persistence/sources/source-owner-rules.ts';
import { auditCursor, countAuditEvents, pageOfAuditEvents } from '#persistence/store/audit-log.ts';
import type { ReadSession } from '#persistence/store/viewer-session.ts';
import { findUnknownGroups } from '#persistence/tenants.ts';
import { beginning } from '#test/support/gateway.ts';
import { sampleOf } from '#test/support/property-runs.ts';
import { inSession as inSessionOf } from '#test/support/sessions.ts';
import { onServerStore } from '#test/support/store.ts';
import { blindRole, createBlindRole } from '#test/support/visibility/blind-role.ts';
import { looks } from '#test/support/visibility/loader-looks.ts';
import { placePolicies, worldPolicies } from '#test/support/visibility/place-policies.ts';
import { placeThings } from '#test/support/visibility/place-things.ts';
import {
  type GovernedTable,
  idIn,
  isOfMemory,
  type PlacedThing,
} from '#test/support/visibility/thing-rows.ts';
import { everyThing, everyViewer } from '#test/support/visibility/things.ts';
import { verdicts } from '#test/support/visibility/verdicts.ts';

const pagesOf = async <Row>(
  page: (args: PageArguments) => Promise<Page<Row>>,
  cursorOf: (row: Row) => string,
): Promise<Row[]> => {
  const all: Row[] = [];
  for (let after: string | null = null; ; ) {
    const { rows, hasMore }: Page<Row> = await page({ size: 50, after });
    all.push(...rows);
    const last = rows.at(-1);
    if (!hasMore || last === undefined) return all;
    after = cursorOf(last);
  }
};

// A few of each role, user, group and tenant; fewer on the embedded database, where the same statements run.
const some = sampleOf(
  everyViewer.filter((_, index) => index % 7 === 0),
  2,
);
const viewersOn = { postgres: some, pglite: sampleOf(some, 4) };

describe('what a viewer may not see stays hidden', () => {
  onServerStore((store) => {
    let things: PlacedThing[] = [];
    beforeAll(async () => {
      await createBlindRole(store());
      const db = store().orm.em.fork().getKysely<Database>();
      things = await placePolicies(db, await placeThings(db, everyThing), worldPolicies);
      for (const tenant of ['acme', "o'hara"]) {
        await store().asOwner(
          `insert into known_groups (tenant, name, noted_by, noted_at) values (?, ?, 'ann', now())`,
          [tenant, `of ${tenant}`],
        );
        await store().asOwner(
          `insert into domain_keywords (tenant, revision, entries, set_by, set_at) values (?, 1, '[]', ?, now())`,
          [tenant, `of ${tenant}`],
        );
        await store().asOwner(
          `insert into source_owner_rules (tenant, revision, rules, set_by, set_at) values (?, 1, '[]', ?, now())`,
          [tenant, `of ${tenant}`],
        );
      }
    });

    const inSession = <Result>(
      viewer: Viewer,
      role: string,
      read: (session: ReadSession) => Promise<Result>,
    ) => inSessionOf(store().orm, viewer, read, role);
    const serials = (of: readonly PlacedThing[], table: GovernedTable) =>
      of.map((thing) => idIn(table, thing)).sort();

    test('the role is blind indeed: no policy hides a row from it', async () => {
      const [viewer] = everyViewer;
      if (!viewer) throw new Error('there are viewers');
      const count = await inSession(viewer, blindRole, async (session) =>
        sql<{ count: string }>`select count(*) from memories`.execute(await session.db()),
      );
      expect(Number(count.rows[0]?.count)).toBe(things.length);
    });

    test.for([
      ['behind the policies', viewerRole],
      ['without them', blindRole],
    ] as const)('by every loader, %s', async ([, role]) => {
      for (const viewer of sampleOf(viewersOn[store().kind], 4, store().kind === 'pglite' ? 0 : 2)) {
        const wrong = await inSession(viewer, role, async (session) => {
          const loaders = createLoaders(session);
          const found = [];
          for (const [name, look] of Object.entries(looks)) {
            const shown = await Promise.all(things.map((thing) => look(loaders, thing)));
            for (const [index, thing] of things.entries())
              for (const [table, isShown] of Object.entries(shown[index] ?? {}))
                if (isShown !== verdicts[table as GovernedTable](viewer, thing))
                  found.push({ name, table, viewer, thing, isShown });
          }
          return found;
        });
        expect(wrong).toEqual([]);
      }
    });

    test.for([
      ['behind the policies', viewerRole],
      ['without them', blindRole],
    ] as const)('in every list and count, %s', async ([, role]) => {
      for (const [place, viewer] of viewersOn[store().kind].entries())
        await inSession(viewer, role, async (session) => {
          const search = readSearch('secret');
          const isFound = ({ item }: PlacedThing) =>
            labelEffect(item.labelPolicy, viewer, item.sensitivityLabels)?.enforced !== true;
          for (const [excludePersonal, asOf, filter] of [
            [null, null, {}],
            // Searches bypass the policies: some viewers are enough.
            ...(place % 4 === 0 ? ([[null, null, { search }]] as const) : []),
            [false, null, {}],
            [false, null, { status: { eq: 'SUPERSEDED' } }],
            [false, beginning, {}],
          ] as const) {
            const query: MemoryListQuery = {
              filter,
              orderBy: { field: 'CONFIDENCE', direction: 'DESC' },
              excludePersonal,
              asOf,
            };
            const expected = things.filter(
              (thing) =>
                verdicts.memories(viewer, thing) &&
                ('status' in filter
                  ? thing.item.status === filter.status.eq
                  : !['SUPERSEDED', 'RETIRED', 'ERASED'].includes(thing.item.status)) &&
                (!thing.item.isPersonal || (excludePersonal === false && hasRole(viewer, 'admin'))) &&
                (asOf === null || isOfMemory(thing)) &&
                (!('search' in filter) || isFound(thing)),
            );
            const listed = await pagesOf(
              (page) => pageOfMemories(session, query, page),
              (row) => memoryCursor(query, row),
            );
            expect([viewer, listed.map(({ id }) => id).sort()]).toEqual([
              viewer,
              serials(expected, 'memories'),
            ]);
            expect((await countMemories(session, query)).value).toBe(expected.length);
          }

          const shared = things.filter(
            (thing) =>
              !thing.item.isPersonal &&
              !['SUPERSEDED', 'RETIRED', 'ERASED'].includes(thing.item.status) &&
              verdicts.graph_entities(viewer, thing),
          );
          const opposed = things.filter(
            (thing) =>
              !thing.item.isPersonal &&
              thing.neighbour?.item.isPersonal === false &&
              verdicts.contradictions(viewer, thing),
          );
          const contradictions = await pagesOf(
            (page) => pageOfContradictions(session, { filter: {} }, page),
            (row) => contradictionCursor(row),
          );
          expect([viewer, contradictions.map(({ id }) => id).sort()]).toEqual([
            viewer,
            serials(opposed, 'contradictions'),
          ]);
          expect((await countContradictions(session, {})).value).toBe(opposed.length);

          const entities = await pagesOf(
            (page) => pageOfEntities(session, { filter: {}, asOf: null }, page),
            entityCursor,
          );
          expect(entities.map(({ id }) => id).sort()).toEqual(serials(shared, 'graph_entities'));
          expect((await countEntities(session, { filter: {}, asOf: null })).value).toBe(shared.length);
          if (place % 4 === 0)
            expect((await countEntities(session, { filter: { search }, asOf: null })).value).toBe(
              shared.filter(isFound).length,
            );

          const stated = await projectStateOf(session, 'p', null);
          expect(stated.map(({ id }) => id).sort()).toEqual(
            serials(
              things.filter((thing) => verdicts.project_state(viewer, thing)),
              'project_state',
            ),
          );

          const queued = things.filter(
            (thing) =>
              thing.item.status === 'CANDIDATE' && !thing.item.isPersonal && verdicts.memories(viewer, thing),
          );
          const queue = await pagesOf((page) => pageOfQueue(session, {}, page), itemCursor);
          expect(queue.map(({ id }) => id).sort()).toEqual(
            [...serials(queued, 'memories'), ...serials(queued, 'graph_entities')].sort(),
          );
          expect((await countQueue(session, {})).value).toBe(2 * queued.length);
          if (place % 4 === 0)
            expect((await countQueue(session, { search })).value).toBe(2 * queued.filter(isFound).length);

          const audited = things.filter((thing) => verdicts.audit_events(viewer, thing));
          const events = await pagesOf((page) => pageOfAuditEvents(session, {}, page), auditCursor);
          expect(events.map(({ id }) => id).sort()).toEqual(serials(audited, 'audit_events'));
          expect((await countAuditEvents(session, {})).value).toBe(audited.length);
        });
    });

    // biome-ignore lint/suspicious/noExplicitAny: lists of any rows, of which the ids alone are read
    const recordLists: readonly (readonly [GovernedTable, NewestFirst<any, any>])[] = [
      ['bundle_receipts', receipts],
      ['evidence', evidenceList],
      ['comments', commentList],
      ['quarantines', quarantines],
      ['extraction_reports', reports],
      ['pathway_traces', traces],
    ];
    test.for([
      ['behind the policies', viewerRole],
      ['without them', blindRole],
    ] as const)('in every list of what was recorded, %s', async ([, role]) => {
      for (const viewer of viewersOn[store().kind])
        await inSession(viewer, role, async (session) => {
          for (const [table, list] of recordLists) {
            const listed = await pagesOf(
              (page) => pageOfNewest(session, list, { filter: {} }, page),
              (row) => newestFirstCursor(list, row),
            );
            const expected = things.filter(
              (thing) =>
                verdicts[table](viewer, thing) &&
                !(table === 'evidence' && thing.item.isPersonal) &&
                (table !== 'comments' || mayReadField(viewer, 'comments', thing.item)),
            );
            expect([table, viewer, listed.map(({ id }) => id).sort()]).toEqual([
              table,
              viewer,
              serials(expected, table),
            ]);
            expect((await countOfNewest(session, list, {})).value).toBe(expected.length);
          }
        });
    });

    test.for([
      ['behind the policies', viewerRole],
      ['without them', blindRole],
    ] as const)('in bundles, statistics, contributions and settings, %s', async ([, role]) => {
      const terms = { now: beginning, bundle: bundleDefaults, confidence: confidenceDefaults };
      const scope = { project: null, subjectId: null, now: beginning };
      for (const viewer of viewersOn[store().kind])
        await inSession(viewer, role, async (session) => {
          const seen = things.filter((thing) => verdicts.memories(viewer, thing));
          const believed = seen.filter(
            ({ item }) =>
              (item.status === 'ACTIVE' || item.status === 'GRADUATED') &&
              !item.quarantined &&
              (!item.isPersonal || item.contributor === viewer.user),
          );
          const candidates = await bundleCandidates(session, scope, terms, { limit: 1_000, offset: 0 });
          expect(candidates.map(({ id }) => id).sort()).toEqual(serials(believed, 'memories'));
          // Each memory of this world has one piece of evidence, and says its own serial.
          for (const { evidenceCount, verifierCount } of candidates)
            expect([evidenceCount, verifierCount]).toEqual([1, 1]);
          const { deliverable, leftOut } = await countInScope(session, scope);
          expect(deliverable).toBe(believed.length);
          expect(leftOut.reduce((sum, { count }) => sum + count, 0)).toBe(seen.length - believed.length);
          const words = await presentWords(
            session,
            things.map((thing) => idIn('memories', thing)),
          );
          expect([...words.keys()].sort()).toEqual(serials(seen, 'memories'));

          const own = seen.filter(({ item }) => item.contributor === viewer.user);
          const contributions = await pagesOf(
            (page) => pageOfContributions(session, {}, page),
            contributionCursor,
          );
          expect(contributions.map(({ id }) => id).sort()).toEqual(serials(own, 'memories'));
          expect((await countContributions(session)).value).toBe(own.length);
          expect((await readMemoryStats(session, null)).total).toBe(seen.length);
          const named = (names: readonly string[]) => [...new Set(names)].sort();
          expect(await namesOfItems(session, 'audience')).toEqual(
            named(seen.flatMap(({ item }) => item.audience)),
          );
          expect(await namesOfItems(session, 'label')).toEqual(
            named(seen.flatMap(({ item }) => item.sensitivityLabels)),
          );

          const db = await session.db();
          expect(await findUnknownGroups(db, viewer, ['of acme', "of o'hara"])).toEqual([
            viewer.tenant === 'acme' ? "of o'hara" : 'of acme',
          ]);
          expect((await readDomainKeywords(db, viewer)).setBy).toBe(`of ${viewer.tenant}`);
          expect((await readSourceOwnerRules(db, viewer)).setBy).toBe(`of ${viewer.tenant}`);
        });
    });
  });
});
