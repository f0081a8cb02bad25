import { parseArgs } from 'node:util';
import { readBundle } from '#application/bundle/read-bundle.ts';
import { readSearch } from '#domain/input/search.ts';
import type { Viewer } from '#domain/privacy/viewer.ts';
import type { Database } from '#entities/index.ts';
import { systemRole, viewerRole } from '#entities/policies.ts';
import { allMemories, readJudgingQuestion } from '#persistence/contradictions/judging-queue.ts';
import { pageOfMemories } from '#persistence/review/items.ts';
import { similarItems } from '#persistence/review/similar-items.ts';
import { bulkInsert } from '#persistence/store/bulk-insert.ts';
import { openReadSession, type ReadSession } from '#persistence/store/viewer-session.ts';
import { createTestGateway } from '#test/support/gateway.ts';
import { seededChance } from '#test/support/seeded-chance.ts';
import { eachStore, figure, heading, medianOf, secondsOf } from './measure.ts';

/**
 * `node bench/near-items.ts [sizes …] [--stores pglite,postgres]`: milliseconds a memory to find whom it is judged
 * against, its possible duplicates, what a search of its words finds, and a bundle for a task, at 5,000 and at 50,000
 * memories of one project. Every text has some long words that all have, as decision records do.
 */

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { stores: { type: 'string', default: 'pglite,postgres' } },
});
const sizes = positionals.length > 0 ? positionals.map(Number) : [5_000, 50_000];
const vocabulary = 20_000;
const wordsOfText = 14;
const asked = 25;
const rounds = 3;

const reviewer: Viewer = { tenant: 'bench', user: 'bob', roles: ['reviewer'], groups: [] };
const id = (at: number) => `mem_${String(at).padStart(12, '0')}`;
const syllables = 'ba ce di fo gu la me ni po ru sa te vi zo'.split(' ');
const word = (place: number): string => {
  let text = '';
  for (let rest = place + syllables.length; rest > 0; rest = Math.floor(rest / syllables.length))
    text += syllables[rest % syllables.length];
  return text;
};

await eachStore(async (store) => {
  const chance = seededChance(7);
  /** Words as often as in a language: the second half as often as the first. */
  const drawn = () => word(Math.floor(vocabulary ** chance()) - 1);
  const textOf = () =>
    `Decision: it was decided that the configuration of ${Array.from({ length: wordsOfText }, drawn).join(' ')} is documented.`;
  const { dependencies } = await createTestGateway(store);
  const db = store.orm.em.fork().getKysely<Database>();
  const first = new Map<string, number>();
  let filled = 0;
  for (const size of sizes) {
    const begun = performance.now();
    for (; filled < size; filled += 500)
      await bulkInsert(
        db,
        'memories',
        Array.from({ length: 500 }, (_, at) => ({
          id: id(filled + at),
          tenant: 'bench',
          project: 'p',
          contributor: `u${at % 50}`,
          audience: [],
          is_personal: false,
          hand_authored: true,
          visibility_key: 'shared',
          status: at % 3 === 0 ? 'CANDIDATE' : 'ACTIVE',
          revision: 1,
          content: textOf(),
          confidence: 0.7,
          pending_since: new Date('2026-01-01T00:00:00Z'),
          created_at: new Date('2026-01-01T00:00:00Z'),
          updated_at: new Date('2026-01-01T00:00:00Z'),
          kind: 'DECISION',
        })),
      );
    await store.asOwner(store.kind === 'postgres' ? 'vacuum analyze memories' : 'analyze memories');
    heading(
      `${store.kind}: ${size} memories, written in ${((performance.now() - begun) / 1_000).toFixed(0)} s`,
    );
    const some = Array.from({ length: asked }, (_, at) => id(size - 1 - at * Math.floor(size / asked)));
    const texts = new Map(
      (
        await store.asOwner<{ id: string; content: string }>(
          `select id, content from memories where id in (${some.map((one) => `'${one}'`)})`,
        )
      ).map((row) => [row.id, row.content]),
    );
    const timed = async (
      name: string,
      work: (session: ReadSession, of: string) => Promise<unknown>,
      role: string = viewerRole,
    ) => {
      const times: number[] = [];
      for (let round = 0; round < rounds; round += 1)
        for (const of of some) {
          const session = openReadSession(store.orm, reviewer, role);
          await session.db();
          times.push(1_000 * (await secondsOf(() => work(session, of))));
          await session.close();
        }
      const time = medianOf(times);
      const before = first.get(name) ?? time;
      first.set(name, before);
      figure(name, `${time.toFixed(1)} ms, × ${(time / before).toFixed(2)}`);
    };
    const words = (of: string) => (texts.get(of) ?? '').split(' ').slice(8, 8 + wordsOfText);
    await timed(
      'whom to judge against',
      async (session, of) =>
        readJudgingQuestion(await session.db(), reviewer, of, { visible: allMemories, most: 100 }),
      systemRole,
    );
    await timed('possible duplicates', (session, of) => similarItems(session).load({ id: of, meant: [] }));
    const searchOf = (text: string) => (session: ReadSession) =>
      pageOfMemories(
        session,
        {
          filter: { search: readSearch(text) },
          orderBy: { field: 'RANK', direction: 'DESC' },
          excludePersonal: null,
          asOf: null,
        },
        { size: 25, after: null },
      );
    await timed('a search of a word that all have', searchOf('decided'));
    await timed('a search of one of its words', (session, of) => searchOf(words(of)[5] ?? '')(session));
    await timed('a bundle for a task of its words', (session, of) =>
      readBundle(dependencies, session, {
        project: 'p',
        subjectId: null,
        task: words(of).slice(0, 5).join(' '),
      }),
    );
  }
}, flags.stores.split(','));
process.exit();
