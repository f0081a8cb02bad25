import { beforeAll, describe, expect, test } from 'vitest';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { openWriteSession } from '#persistence/store/viewer-session.ts';
import { people, viewer } from '#test/support/gateway.ts';
import { executeIn, onEveryStore } from '#test/support/store.ts';

/** What each word is said in, a hundred times; to a reader all are hidden. */
const hiding = {
  denied: { labels: '{pii.email}' },
  foreign: { tenant: 'globex' },
  personal: { personal: true },
  candidate: { status: 'CANDIDATE' },
  audience: { audience: '{board}' },
  quarantined: { quarantined: true },
} as const;
type Hiding = {
  tenant?: string;
  labels?: string;
  personal?: boolean;
  status?: string;
  audience?: string;
  quarantined?: boolean;
};

describe('a search fetches no hidden row', () => {
  onEveryStore((store) => {
    beforeAll(async () => {
      const { asOwner } = store();
      const says = (word: string, { tenant, labels, personal, status, audience, quarantined }: Hiding) =>
        asOwner(
          `insert into memories (id, tenant, project, contributor, audience, is_personal, hand_authored, visibility_key, status, revision,
              content, confidence, pending_since, created_at, updated_at, kind, sensitivity_labels, quarantined)
            select 'mem_${word}_' || n, '${tenant ?? 'acme'}', 'p', 'carol', '${audience ?? '{}'}', ${personal ?? false}, true, 'shared', '${status ?? 'ACTIVE'}', 1,
              'The buoy ' || n || ' is said to be ${word}coloured.', 0.5, now(), now(), now(), 'FACT', '${labels ?? '{}'}', ${quarantined ?? false}
            from generate_series(1, 100) n`,
        );
      await says('plain', {});
      for (const [word, how] of Object.entries(hiding)) await says(word, how);
      await asOwner(
        `insert into label_policies (id, tenant, revision, mode, rules, hash, set_by, set_at)
          values ('pol_1', 'acme', 1, 'ENFORCE', '[{"id": "r", "anyLabel": ["pii"], "allLabels": [], "roles": [], "notRoles": [], "users": [], "action": "DENY"}]', 'x', 'x', now())`,
      );
      await asOwner('analyze');
    });

    /** How many rows of the table are fetched for a look-up by words, and by words like them; and how many are found. */
    const fetched = async (who: Viewer, word: string) => {
      const session = await openWriteSession(store().orm, who, 'viewer');
      const read = async (of: string) => {
        const [row] = await executeIn<{ n: number }[]>(session, `select ${of}::int as n`);
        return row?.n ?? 0;
      };
      const touched = `pg_stat_get_xact_tuples_fetched('memories'::regclass) + pg_stat_get_xact_tuples_returned('memories'::regclass)`;
      try {
        // As in a store that is large enough for it.
        await executeIn(session, 'set local enable_seqscan = off');
        const before = await read(touched);
        const found = await read(`(select count(*) from items_with_words('{memory}', '${word}coloured'))`);
        const alike = await read(
          `(select count(*) from items_with_alike_words('{memory}', '%${word.slice(0, 6)}%', '%${word.slice(-4)}coloured%', '{${word}coloured}'))`,
        );
        return { found, alike, touched: (await read(touched)) - before };
      } finally {
        await session.rollback();
      }
    };

    test('but what is seen', async () => {
      const { found, alike, touched } = await fetched(people.reader, 'plain');
      expect([found, alike]).toEqual([100, 100]);
      expect(touched).toBeGreaterThanOrEqual(200);
    });

    test.for(Object.keys(hiding))('a word that only hidden ones hold: %s', async (word) => {
      const absent = await fetched(people.reader, 'absent');
      expect(absent).toMatchObject({ found: 0, alike: 0 });
      expect(await fetched(people.reader, word)).toEqual(absent);
    });

    test.for<[string, Viewer, number]>([
      ['personal', people.contributor, 100],
      ['candidate', people.contributor, 100],
      ['candidate', people.reviewer, 100],
      ['audience', people.reviewer, 0],
      ['audience', viewer('rita', ['reader'], { groups: ['board'] }), 100],
      ['audience', people.admin, 100],
      ['quarantined', people.contributor, 0],
      ['quarantined', people.auditor, 100],
      ['quarantined', viewer('carol', ['reviewer']), 100],
      ['denied', people.admin, 0],
      ['foreign', people.admin, 0],
      ['foreign', { ...people.admin, tenant: 'globex' }, 100],
      ['personal', people.admin, 100],
      ['personal', people.auditor, 0],
    ])('%s ones are found by who sees them', async ([word, who, count]) => {
      expect(await fetched(who, word)).toMatchObject({ found: count, alike: count });
    });
  });
});
