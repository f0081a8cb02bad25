import { beforeAll, describe, expect, test } from 'vitest';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { allMemories, readJudgingQuestion } from '#persistence/contradictions/judging-queue.ts';
import { openWriteSession } from '#persistence/store/viewer-session.ts';
import { onServerStore } from '#test/support/store.ts';

const viewer: Viewer = { tenant: 'acme', user: 'judge', roles: ['service'], groups: [] };
const stored = 4_000;
const subjects = ['gauge', 'buoy', 'crane', 'ferry', 'mooring', 'lantern', 'rudder', 'anchor'];

/** Comparisons of a statement when there are many more than the hundred that a judge is asked about. */
describe('the company of a judged memory', () => {
  onServerStore((store) => {
    beforeAll(async () => {
      const words = `(array[${subjects.map((word) => `'${word}'`)}])`;
      await store().asOwner(`insert into memories (id, tenant, project, contributor, audience, is_personal, hand_authored,
          visibility_key, status, revision, content, confidence, pending_since, created_at, updated_at, kind, tags, sensitivity_labels)
        select 'mem_' || lpad(n::text, 5, '0'), 'acme', 'harbour', 'ann', '{}', false, true, 'shared', 'CANDIDATE', 1,
          case n when 1 then 'It was decided that the north quay is swept in spring.'
            when ${stored} then 'It was decided that the north quay is swept in autumn.'
            else 'It was decided that the ' || ${words}[1 + n % 8] || ' of pier ' || n || ' is painted after season ' || n % 97 || '.' end,
          0.5, now(), now(), now(), 'FACT', '{}', '{}' from generate_series(1, ${stored}) n`);
      await store().asOwner('analyze memories');
    });

    test('is chosen by rare words: the oldest of thousands is among the hundred, though all share long ones', async () => {
      const session = await openWriteSession(store().orm, viewer, 'system');
      const question = await readJudgingQuestion(session.db, viewer, `mem_0${stored}`, {
        visible: allMemories,
        most: 100,
      });
      await session.rollback();
      expect(question?.others).toHaveLength(100);
      expect(question?.others.map(({ id }) => id)).toContain('mem_00001');
    });

    test('an index serves the choice', async () => {
      const [look] = await store().asOwner<{ body: string }>(
        `select prosrc as body from pg_proc where proname = 'memories_near'`,
      );
      const values = {
        mine: `array['4:acmea']`,
        allowed: `array['any']`,
        facets: `array['pharbour', 'vshared']`,
        any_facet: `array['sCANDIDATE']`,
        'part.blocks': `array['12:0', '12:1']`,
        any_of: `to_tsquery('english', 'gauge | pier')`,
        wanted: '100',
      };
      const query = Object.entries(values).reduce(
        (text, [name, value]) => text.replaceAll(new RegExp(`\\b${name}\\b`, 'g'), value),
        /return query\s+(?<query>[^;]*);/.exec(look?.body ?? '')?.groups?.query ?? '',
      );
      const owner = store().orm.em.fork();
      await owner.begin();
      await owner.execute('set local enable_seqscan = off');
      const plan = (await owner.execute<{ 'QUERY PLAN': string }[]>(`explain ${query}`)).map(
        (row) => row['QUERY PLAN'],
      );
      await owner.rollback();
      expect(plan.join('\n')).toMatch(/Bitmap Index Scan on memories_searched_index/);
      expect(plan.filter((line) => line.includes('Seq Scan on memories'))).toEqual([]);
    });
  });
});
