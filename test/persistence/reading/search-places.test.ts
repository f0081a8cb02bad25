import { beforeAll, describe, expect, test } from 'vitest';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { openWriteSession } from '#persistence/store/viewer-session.ts';
import { people, viewer } from '#test/support/gateway.ts';
import { executeIn, onServerStore } from '#test/support/store.ts';

/** Texts with each word, a hundred times; all are hidden from a reader. */
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

describe('a look-up by words or suggested labels fetches no hidden row', () => {
  onServerStore((store) => {
    beforeAll(async () => {
      const { asOwner } = store();
      const says = (word: string, { tenant, labels, personal, status, audience, quarantined }: Hiding) =>
        asOwner(
          `insert into memories (id, tenant, project, contributor, audience, is_personal, hand_authored, visibility_key, status, revision,
              content, confidence, pending_since, created_at, updated_at, kind, sensitivity_labels, quarantined, suggested_labels)
            select 'mem_${word}_' || n, '${tenant ?? 'acme'}', 'p', 'carol', '${audience ?? '{}'}', ${personal ?? false}, true, 'shared', '${status ?? 'ACTIVE'}', 1,
              'The buoy ' || n || ' is said to be ${word}coloured.', 0.5, now(), now(), now(), 'FACT', '${labels ?? '{}'}', ${quarantined ?? false}, array['is.${word}']
            from generate_series(1, 100) n`,
        );
      /** One that everybody sees says the same. */
      const asks = (word: string) =>
        asOwner(
          `insert into memories (id, tenant, project, contributor, audience, is_personal, hand_authored, visibility_key, status, revision,
              content, confidence, pending_since, created_at, updated_at, kind)
            values ('mem_asked_${word}', 'acme', 'p', 'carol', '{}', false, true, 'shared', 'ACTIVE', 1, '${word}coloured', 0.5, now(), now(), now(), 'FACT')`,
        );
      for (const word of ['plain', 'absent', ...Object.keys(hiding)]) await asks(word);
      await says('plain', {});
      for (const [word, how] of Object.entries(hiding)) await says(word, how);
      await asOwner(
        `insert into label_policies (id, tenant, revision, mode, rules, hash, set_by, set_at)
          values ('pol_1', 'acme', 1, 'ENFORCE', '[{"id": "r", "anyLabel": ["pii"], "allLabels": [], "roles": [], "notRoles": [], "users": [], "action": "DENY"}]', 'x', 'x', now())`,
      );
      await asOwner('analyze');
    });

    /** How many rows of the table are fetched for a number, and the number. */
    const readWith = async (who: Viewer, of: string) => {
      const session = await openWriteSession(store().orm, who, 'viewer');
      const read = async (what: string) =>
        Number((await executeIn<{ n: string }[]>(session, `select ${what} as n`))[0]?.n);
      const touched = `(select sum(pg_stat_get_xact_tuples_fetched(file) + pg_stat_get_xact_tuples_returned(file))
        from (select 'memories'::regclass as file union all select inhrelid from pg_inherits where inhparent = 'memories'::regclass) files)`;
      try {
        // Imitates a large store.
        await executeIn(session, 'set local enable_seqscan = off');
        const before = await read(touched);
        return { found: await read(of), touched: (await read(touched)) - before };
      } finally {
        await session.rollback();
      }
    };

    /** Like `readWith`, for a look-up by words, and by similar words. */
    const fetched = async (who: Viewer, word: string) => {
      const byWords = await readWith(
        who,
        `(select count(*) from memories_with_words('${word}coloured', '{}', '{sACTIVE,sCANDIDATE}', 500) id where id not like 'mem_asked%')`,
      );
      const byLikeWords = await readWith(
        who,
        `(select count(*) from memories_with_alike_words('{^${word.slice(0, 5)},^${word.slice(0, 3)}}', '{${word}coloured}', '{}', '{sACTIVE,sCANDIDATE}', 500) where id not like 'mem_asked%')`,
      );
      return {
        found: byWords.found,
        alike: byLikeWords.found,
        touched: byWords.touched + byLikeWords.touched,
      };
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

    test.for(['^zep,lin$', '^мая,вет$', '灯台の,台の光', '^प्रका,काश$', 'ประ,คาร'])(
      'words like those that nothing holds, in whatever script (%s), read no text',
      async (ends) => {
        const { found, touched } = await readWith(
          people.reader,
          `(select count(*) from memories_with_alike_words('{${ends}}', '{${ends.replaceAll(/[^\p{L}\p{M}]/gu, '')}}', '{}', '{sACTIVE}', 500))`,
        );
        expect([found, touched]).toEqual([0, 0]);
      },
    );

    const lookUps: Readonly<Record<string, (word: string) => string>> = {
      'possible duplicates': (word) => `(select count(*) from similar_items('{mem_asked_${word}}', 500))`,
      'the company of a judged memory': (word) =>
        `(select count(*) from memories_to_compare('mem_asked_${word}', 500) near where near <> 'mem_asked_${word}')`,
      'a page of the label queue': (word) =>
        `(select count(*) from items_with_suggested_labels('{is.${word}}', null, null, null, null, null, false, false, 500))`,
    };

    test.for(Object.entries(lookUps))('%s, of hidden ones as of none', async ([, lookUp]) => {
      const costOf = (word: string) => readWith(people.reviewer, lookUp(word));
      const [plain, absent] = [await costOf('plain'), await costOf('absent')];
      expect([plain.found, absent.found]).toEqual([100, 0]);
      expect(plain.touched).toBeGreaterThan(absent.touched + 90);
      for (const word of ['denied', 'foreign', 'personal', 'audience'])
        expect([word, await costOf(word)]).toEqual([word, absent]);
      for (const word of ['candidate', 'quarantined'])
        expect([word, (await costOf(word)).found]).toEqual([word, 100]);
    });

    test.for<[string, Viewer, number]>([
      ['a reader', people.reader, 108],
      ['a reviewer', people.reviewer, 308],
      ['another tenant', { ...people.admin, tenant: 'globex' }, 100],
      ['nobody of this project', { ...people.reader, tenant: 'initech' }, 0],
    ])('all that a viewer may see, for %s', async ([, who, count]) => {
      const { found, touched } = await readWith(who, `(select count(*) from memories_in_reach('p', 1000))`);
      expect(found).toBe(count);
      expect(touched).toBeLessThanOrEqual(count);
      const few = await readWith(who, `(select count(*) from memories_in_reach(null, 50))`);
      expect(few.found).toBe(Math.min(50, count));
      expect((await readWith(who, `(select count(*) from memories_in_reach('q', 50))`)).found).toBe(0);
    });

    test('how rare a word is shows nothing of hidden ones', async () => {
      const counted = async (word: string) =>
        readWith(people.reader, `(select memories_word_counts('{pp}', '{listed,own}') ->> '${word}colour')`);
      expect((await counted('plain')).found).toBe(101);
      for (const word of Object.keys(hiding)) expect([word, (await counted(word)).found]).toEqual([word, 1]);
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
