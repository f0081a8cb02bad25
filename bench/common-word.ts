import { createTestGateway, people } from '#test/support/gateway.ts';
import { runStory } from '#test/support/story.ts';
import { eachStore, figure, heading, medianOf, secondsOf } from './measure.ts';

/**
 * `node bench/common-word.ts [documents] [stores …]`: searches for words that every document holds, that one of a hundred does and that
 * none does, of all kinds and of one, with their counts, without and with a label policy. One interaction for seven documents.
 */

const [size = '2100', ...stores] = process.argv.slice(2);
const words =
  'harbour tide vessel mooring pier buoy sandbar current lantern estuary sluice dredger pilot anchor quay channel'.split(
    ' ',
  );
const word = (n: number) => `${words[n % words.length]}${Math.floor(n / 7) % 400}`;
const document = (n: number) => ({
  path: `adr/${n}-gauge-${word(n)}.md`,
  content: `# Gauge ${n} at the ${word(n)}\n\n## Context\n\nThe ${word(n * 3)} and the ${word(n * 5)} carry ${n % 100 === 0 ? 'salinity ' : ''}readings from gauge ${n}, which the ${word(n * 11)} sends ashore. ${Array.from({ length: 60 }, (_, at) => word(n * 17 + at * 13)).join(' ')}.\n\n## Decision\n\nWe will keep the gauge readings of the ${word(n * 13)} for ${n} days.\n\n## Consequences\n\nThe gauge of the ${word(n * 19)} needs ${n % 9} batteries${n % 50 === 0 ? ', says the pilot ann@example.com' : ''} a year. ${Array.from({ length: 60 }, (_, at) => word(n * 23 + at * 7)).join(' ')}.\n`,
});
const query = `query ($query: String!, $kinds: [SearchKind!]) { search(query: $query, kinds: $kinds, first: 25) { edges { node { kind rank item { __typename } } } } }`;
const counted = `query ($query: String!, $kinds: [SearchKind!]) { search(query: $query, kinds: $kinds, first: 25) { totalCount totalCountIsExact edges { node { kind rank } } } }`;

await eachStore(
  async (store) => {
    heading(`${size} documents, ${store.kind}`);
    const gateway = await createTestGateway(store);
    const story = runStory(gateway);
    const filled = await secondsOf(async () => {
      for (let from = 0; from < Number(size); from += 100)
        await story.ingests(
          people.service,
          Array.from({ length: 100 }, (_, at) => document(from + at)),
        );
      for (let from = 0; from < Number(size); from += 7)
        await story.does(people.service, 'recordInteraction', {
          project: 'tides',
          content: `Ann: ${document(from).content.slice(0, 400)}`,
          extract: false,
        });
      await store.asOwner(`update memories set status = 'ACTIVE' where status = 'CANDIDATE'`);
      await store.asOwner('analyze');
    });
    figure('ingested', `${filled.toFixed(1)} s`);
    const ask = async (what: string) => {
      heading(`Searches of a reviewer ${what}`);
      for (const [name, sought] of [
        ['all hold', 'gauge'],
        ['one of a hundred holds', 'salinity'],
        ['of three words that all hold, none in one piece', 'gauge readings batteries'],
      ] as const)
        for (const kinds of [null, ['MEMORY'], ['DOCUMENT'], ['INTERACTION']])
          for (const [asked, operation] of [
            ['a page', query],
            ['with its count', counted],
          ] as const) {
            const times: number[] = [];
            for (let round = 0; round < 9; round += 1)
              times.push(
                1_000 *
                  (await secondsOf(async () => {
                    const { errors } = await gateway.ask(people.reviewer, operation, {
                      query: sought,
                      kinds,
                    });
                    if (errors) throw new Error(JSON.stringify(errors));
                  })),
              );
            figure(`${name}, ${kinds ?? 'all kinds'}: ${asked}`, `${medianOf(times).toFixed(1)} ms`);
          }
    };
    await ask('whom the label policy withholds nothing from');
    await story.does(people.admin, 'setLabelPolicy', {
      mode: 'ENFORCE',
      rules: [{ id: 'addresses', anyLabel: ['pii.email'], roles: ['reviewer'], action: 'REDACT' }],
    });
    await ask('from whom it withholds addresses');
  },
  stores.length > 0 ? stores : undefined,
);
process.exit();
