import { beforeAll, describe, expect, test } from 'vitest';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { hasAnyRole } from '#domain/privacy/viewer.ts';
import type { Database } from '#entities/index.ts';
import { viewerRole } from '#entities/policies.ts';
import { countNames, nameCursor, pageOfNames } from '#persistence/people/names.ts';
import { projects } from '#persistence/people/projects.ts';
import { users } from '#persistence/people/users.ts';
import type { Page } from '#persistence/reading/keyset.ts';
import { createLoaders } from '#persistence/reading/loaders.ts';
import { openReadSession } from '#persistence/store/viewer-session.ts';
import { placePolicies, worldPolicies } from '#test/support/visibility/place-policies.ts';
import { placeThings } from '#test/support/visibility/place-things.ts';
import type { GovernedTable, PlacedThing } from '#test/support/visibility/thing-rows.ts';
import { everyThing, everyViewer } from '#test/support/visibility/things.ts';
import { verdicts } from '#test/support/visibility/verdicts.ts';
import { sampleOf } from '../support/property-runs.ts';
import { onServerStore } from '../support/store.ts';

// A few of each role, user, group and tenant.
const viewers = sampleOf(
  everyViewer.filter((_, index) => index % 7 === 0),
  3,
);

describe('a user or a project exists for whom anything shows that names it', () => {
  onServerStore((store) => {
    /** Triggers refuse to change rows that are written once; those that count items stay. */
    const asArranged = async (table: string, statement: string): Promise<void> => {
      const triggers = await store().asOwner<{ name: string }>(
        `select tgname as name from pg_trigger where tgrelid = '${table}'::regclass and not tgisinternal and tgname not like '%_counted_%'`,
      );
      for (const { name } of triggers) await store().asOwner(`alter table ${table} disable trigger ${name}`);
      await store().asOwner(statement);
    };
    let things: PlacedThing[] = [];
    beforeAll(async () => {
      const db = store().orm.em.fork().getKysely<Database>();
      things = await placePolicies(db, await placeThings(db, everyThing), worldPolicies);
      // Settings of the tenant name who set them, to everybody: they are no part of this question.
      for (const table of ['project_state_versions', 'project_state'])
        await asArranged(table, `delete from ${table}`);
      for (const table of ['memories', 'graph_entities', 'documents', 'interactions', 'extractions'])
        await asArranged(table, `update ${table} set project = 'of ' || contributor where true`);
      // A class of items that is empty names its project until it is folded.
      await store().asOwner('select fold_item_counts()');
    });

    const seen = (viewer: Viewer, table: GovernedTable, name: (thing: PlacedThing) => string) =>
      things.filter((thing) => verdicts[table](viewer, thing)).map(name);
    const ofItem = ({ item }: PlacedThing) => item.contributor;
    const ofSource = ({ source }: PlacedThing) => source.contributor;

    test('by name, in the list and in its count', async () => {
      for (const viewer of viewers) {
        const named = [
          ...seen(viewer, 'memories', ofItem),
          ...seen(viewer, 'graph_entities', ofItem),
          ...seen(viewer, 'documents', ofSource),
          ...seen(viewer, 'interactions', ofSource),
        ];
        const expected = {
          projects: new Set([...named, ...seen(viewer, 'extractions', ofSource)].map((name) => `of ${name}`)),
        };
        const session = openReadSession(store().orm, viewer, viewerRole);
        try {
          const everybody = new Set(
            everyThing.flatMap((thing) => [thing.item.contributor, thing.source.contributor]),
          );
          const loaders = createLoaders(session);
          const projectNames = [...everybody].map((name) => `of ${name}`);
          const found = await loaders.projects.loadMany(projectNames);
          expect([viewer, found.filter((name) => name !== null).sort()]).toEqual([
            viewer,
            [...expected.projects].sort(),
          ]);
          const listed: string[] = [];
          for (let after: string | null = null; ; ) {
            const { rows, hasMore }: Page<string> = await pageOfNames(
              session,
              projects,
              {},
              { size: 2, after },
            );
            listed.push(...rows);
            const last = rows.at(-1);
            if (!hasMore || last === undefined) break;
            after = nameCursor(projects, last);
          }
          expect([viewer, listed.sort()]).toEqual([viewer, [...expected.projects].sort()]);
          expect((await countNames(session, projects, {})).value).toBe(expected.projects.size);

          const { rows: back } = await pageOfNames(
            session,
            projects,
            {},
            {
              size: 100,
              after: null,
              fromEnd: true,
            },
          );
          expect(back.toSorted()).toEqual(listed);

          const people = (await pageOfNames(session, users, {}, { size: 100, after: null })).rows;
          expect((await countNames(session, users, {})).value).toBe(people.length);
          for (const name of everybody)
            expect([viewer, name, people.includes(name)]).toEqual([
              viewer,
              name,
              (await loaders.users.load(name)) !== null,
            ]);
          // Receipts and reviews that a viewer sees may name more people; never fewer.
          for (const name of named) expect(people).toContain(name);
          expect(people).toContain(viewer.user);
          if (!hasAnyRole(viewer, ['auditor'])) continue;
          expect(people.length).toBeGreaterThan(1);
        } finally {
          await session.close();
        }
      }
    });
  });
});
