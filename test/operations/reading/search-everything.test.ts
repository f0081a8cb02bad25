import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { openWriteSession } from '#persistence/store/viewer-session.ts';
import { createTestGateway, people, viewer } from '#test/support/gateway.ts';
import { pathwayOperations, run } from '#test/support/pathway-operations.ts';
import { createStore, executeIn, onServerStore, storeKinds, type TestStore } from '#test/support/store.ts';
import { type Answer, decisionRecord, runStory, type Story } from '#test/support/story.ts';

const board = viewer('mia', ['contributor', 'service'], { groups: ['board'] });

const query = `query ($query: String!, $kinds: [SearchKind!], $project: String, $first: Int, $after: String) {
  search(query: $query, kinds: $kinds, project: $project, first: $first, after: $after) { totalCount totalCountIsExact pageInfo { hasNextPage endCursor }
    nodes { kind rank section { headingPath } excerpt { text spans { start end } }
      item { __typename ... on Memory { content } ... on Entity { name } ... on Document { path } ... on Interaction { content } ... on PathwayTrace { filePath } } } } }`;

const nameOf = ({ item }: Answer): string => item.path ?? item.filePath ?? item.name ?? item.content;

/** The same things in any store: a believed memory, a document that says it, a conversation, a run. */
const seed = async (story: Story): Promise<string> => {
  const [gauge = ''] = await story.candidates(
    ['We will calibrate the tide gauge every spring.', 'We will keep the moorings clear of weed.'],
    { path: 'adr/0007-tide-gauge.md' },
  );
  await story.does(people.reviewer, 'promoteCandidate', { id: gauge });
  await story.does(people.service, 'recordInteraction', {
    project: 'tides',
    content: 'Ann: The siren buoy is heavy.\nBen: And the tide gauge is light.',
    extract: false,
  });
  await pathwayOperations(() => story.gateway).insert(run('gauge_review'));
  return gauge;
};

describe('one search over all kinds', () => {
  onServerStore((store) => {
    let story: Story;
    beforeAll(async () => {
      story = runStory(await createTestGateway(store()));
      await seed(story);
    });
    const ask = async (who: Viewer, words: string, more: object = {}) => {
      const { data, errors } = await story.gateway.ask(who, query, { query: words, ...more });
      expect(errors).toBeUndefined();
      return data.search;
    };
    const found = async (who: Viewer, words: string, more: object = {}) => {
      const { nodes, totalCount, totalCountIsExact } = await ask(who, words, more);
      expect([totalCount, totalCountIsExact]).toEqual([nodes.length, true]);
      return nodes.map((hit: Answer) => `${hit.kind} ${nameOf(hit)}`).toSorted();
    };
    const memory = 'MEMORY We will calibrate the tide gauge every spring.';
    const document = 'DOCUMENT adr/0007-tide-gauge.md';
    const interaction = 'INTERACTION Ann: The siren buoy is heavy.\nBen: And the tide gauge is light.';
    const trace = 'PATHWAY_TRACE crates/queryd/src/service.rs';

    test.for([
      ['a reader finds no interaction', people.reader, 'gauge', {}, [document, memory, trace]],
      ['a reviewer finds all kinds', people.reviewer, 'gauges', {}, [document, interaction, memory, trace]],
      ['words of one kind', people.reviewer, 'gauge', { kinds: ['INTERACTION'] }, [interaction]],
      ['a document by a section', people.reader, 'moorings', {}, [document]],
      ['a document by a part of its path', people.reader, 'adr', {}, [document]],
      ['a trace by a part of its file', people.reader, 'queryd', {}, [trace]],
      [
        'of a project, in which no trace is',
        people.reader,
        'gauge',
        { project: 'tides' },
        [document, memory],
      ],
      ['nothing of another tenant', viewer('rita', ['reader'], { tenant: 'other' }), 'gauge', {}, []],
      ['a word that stands in markup', people.reader, '<a "moorings">', {}, [document]],
      ['a word that is nearly right', people.reader, 'calibraton', {}, [memory]],
    ] as const)('%s', async ([, who, words, more, wanted]) => {
      expect(await found(who, words, more)).toEqual(wanted);
    });

    test('each hit says where, and what answers best comes first', async () => {
      const { nodes } = await ask(people.reviewer, 'siren gauge');
      expect(nodes).toHaveLength(1);
      const [{ excerpt }] = nodes;
      expect(excerpt.spans.map(({ start, end }: Answer) => excerpt.text.slice(start, end))).toEqual([
        'siren',
        'gauge',
      ]);
      const all = await ask(people.reviewer, 'gauge or spring or moorings');
      const ranks = all.nodes.map(({ rank }: Answer) => rank);
      expect(ranks).toEqual(ranks.toSorted((one: number, other: number) => other - one));
      const [hit] = (await ask(people.reader, 'moorings')).nodes;
      expect(hit.section.headingPath).toEqual(['A record', 'Decision']);
    });

    test('pages hold each thing once', async () => {
      const names: string[] = [];
      let after: string | null = null;
      do {
        const page: Answer = await ask(people.reviewer, 'gauge', { first: 1, after });
        names.push(...page.nodes.map((hit: Answer) => hit.kind));
        after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
      } while (after !== null);
      expect(names.toSorted()).toEqual(['DOCUMENT', 'INTERACTION', 'MEMORY', 'PATHWAY_TRACE']);
    });

    test.for([
      ['', 'The search is empty'],
      ['?!', 'The search has neither a letter nor a digit'],
      ['-gauge', 'To look for them, ask for gauge.'],
      ['the of and', 'only words that stand in every text: the, of, and'],
    ] as const)('%j is refused, with what comes nearest', async ([words, message]) => {
      const { data, errors } = await story.gateway.ask(people.reader, query, { query: words });
      expect(data?.search ?? null).toBeNull();
      expect(errors?.[0]?.message).toContain(message);
      expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', argument: 'query' });
    });

    test('a wrong kind is refused by name, and so is an empty list', async () => {
      const { errors } = await story.gateway.ask(people.reader, query, {
        query: 'gauge',
        kinds: ['MEMORYS'],
      });
      expect(errors?.[0]?.message).toContain('Value "MEMORYS" does not exist in "SearchKind" enum.');
      const none = await story.gateway.ask(people.reader, query, { query: 'gauge', kinds: [] });
      expect(none.errors?.[0]?.message).toContain('kinds is empty');
    });
  });
});

/** The sources that something is withheld of from a viewer, looked up one by one, which is the same as together. */
const withheldOf = async ({ orm }: TestStore, who: Viewer): Promise<readonly string[]> => {
  const session = await openWriteSession(orm, who, 'viewer');
  const [row] = await executeIn<{ singly: string[]; together: string[] }[]>(
    session,
    `with sources as (
        select id, withheld_texts(id, null, null, null) from documents
        union all
        select id, withheld_texts(null, id, null, null) from interactions
      )
      select array(select id from sources where withheld_texts is not null order by 1) as singly,
        array(select id from withheld_sources(array(select id from sources)) id order by 1) as together`,
  );
  await session.rollback();
  expect(row?.together).toEqual(row?.singly);
  return row?.singly ?? [];
};

describe('a source from which something is withheld is found by its path alone', () => {
  onServerStore((store) => {
    test('documents and interactions', async () => {
      const story = runStory(await createTestGateway(store()));
      const gauge = await seed(story);
      const admin = people.admin;
      const said = decisionRecord('We will calibrate the tide gauge every spring.');
      await story.ingests(people.service, [{ path: 'adr/0008-again.md', content: said }]);
      await story.does(admin, 'setSensitivityLabels', { id: gauge, labels: ['secret.site'] });
      await story.does(admin, 'setLabelPolicy', {
        mode: 'ENFORCE',
        rules: [{ id: 'sites', anyLabel: ['secret.site'], roles: ['reader'], action: 'REDACT' }],
      });
      const find = async (words: string) => {
        const { data } = await story.gateway.ask(people.reader, query, { query: words });
        return data.search.nodes.map(nameOf);
      };
      expect(await withheldOf(store(), people.reader)).toHaveLength(2);
      expect(await find('calibrate')).toEqual([]);
      expect(await find('moorings')).toEqual([]);
      expect(await find('gauge')).toEqual(expect.arrayContaining(['adr/0007-tide-gauge.md']));
      expect(
        JSON.stringify((await story.gateway.ask(people.reader, query, { query: 'gauge' })).data),
      ).not.toContain('calibrate');
    });
  });
});

describe('a new version of a source from which something is withheld', () => {
  onServerStore((store) => {
    test('withholds it before it is read, and by its own words afterwards', async () => {
      const story = runStory(await createTestGateway(store()));
      const [path, secret] = ['adr/0009-key.md', 'We will hide the spare key below the bollard.'];
      const [id = ''] = await story.candidates([secret], { path });
      await story.does(people.admin, 'setSensitivityLabels', { id, labels: ['secret.site'] });
      await story.does(people.admin, 'setLabelPolicy', {
        mode: 'ENFORCE',
        rules: [{ id: 'sites', anyLabel: ['secret.site'], roles: ['reader'], action: 'REDACT' }],
      });
      const shown = async () =>
        await story.gateway.askForText(
          people.reader,
          `{ documents { nodes { content chunks { nodes { text } } } } search(query: "bollard or moorings") { nodes { excerpt { text } } } }`,
          {},
        );
      const ingests = (content: string, extract: boolean) =>
        story.does(people.service, 'ingestDocuments', {
          project: 'tides',
          documents: [{ path, content }],
          extract,
        });
      expect(await shown()).toContain('REDACTED');
      for (const extract of [false, true]) {
        await ingests(`${decisionRecord(secret)}\nThe moorings are new: ${extract}.\n`, extract);
        expect(await shown()).toContain('moorings are new');
        expect(await shown()).not.toContain('bollard');
        expect((await withheldOf(store(), people.reader)).length).toBeGreaterThan(1);
      }
      await ingests('# Keys\n\nThe moorings are old.\n', true);
      expect(
        (await story.gateway.ask(people.reader, query, { query: 'moorings' })).data.search.totalCount,
      ).toBe(1);
    });
  });
});

describe('a search of documents with many sections', () => {
  onServerStore((store) => {
    test('finds one section of each before the second of any, and counts nothing that is withheld or superseded', async () => {
      const story = runStory(await createTestGateway(store()));
      const [site = ''] = await story.candidates(['We will calibrate the tide gauge every spring.'], {
        path: 'adr/0007-tide-gauge.md',
      });
      const sections = (says: string) =>
        Array.from({ length: 1_001 }, (_, at) => `# Part ${at}\n\nThe ${says} gull ${at}.\n`).join('\n');
      const ingests = (path: string, content: string) =>
        story.does(people.service, 'ingestDocuments', {
          project: 'tides',
          documents: [{ path, content }],
        });
      const find = async (words: string) => {
        const { data } = await story.gateway.ask(people.reader, query, { query: words, kinds: ['DOCUMENT'] });
        return [data.search.nodes.map(nameOf).toSorted(), data.search.totalCountIsExact];
      };
      await ingests('gull.md', '# Gulls\n\nThe grey gull nests here.\n');
      await ingests('many.md', sections('grey'));
      expect((await find('grey'))[0]).toEqual(['gull.md', 'many.md']);

      await ingests('many.md', '# Gulls\n\nThe white gull nests here.\n');
      expect(await find('grey')).toEqual([['gull.md'], true]);

      await ingests(
        'adr/0007-tide-gauge.md',
        `${decisionRecord('We will calibrate the tide gauge every spring.')}\n${sections('black')}`,
      );
      await story.does(people.admin, 'setSensitivityLabels', { id: site, labels: ['secret.site'] });
      await story.does(people.admin, 'setLabelPolicy', {
        mode: 'ENFORCE',
        rules: [{ id: 'sites', anyLabel: ['secret.site'], roles: ['reader'], action: 'REDACT' }],
      });
      expect(await find('black')).toEqual([[], true]);
    });
  });
});

/** Answers to searches of a viewer, without what a cursor says of ids. */
const answersTo = async (
  { gateway }: Story,
  who: Viewer,
  searches: readonly string[],
  project: string | null = null,
): Promise<string> => {
  const answers = [];
  for (const words of searches)
    answers.push((await gateway.ask(who, query, { query: words, project })).data.search);
  return JSON.stringify(answers).replaceAll(/"endCursor":"[^"]*"/g, '');
};

describe('the search of two worlds', () => {
  let worlds: { readonly store: TestStore; readonly story: Story }[] = [];
  beforeAll(async () => {
    const kind = storeKinds[0] ?? 'pglite';
    const stores = await Promise.all([createStore(kind), createStore(kind)]);
    worlds = await Promise.all(
      stores.map(async (store) => ({ store, story: runStory(await createTestGateway(store)) })),
    );
  });
  afterAll(() => Promise.all(worlds.map(({ store }) => store.drop())));
  /** Runs a story in both worlds that differs in what is hidden, and expects the same answers. */
  const inBoth = async (answer: (story: Story, place: number, store: TestStore) => Promise<string>) => {
    const answers: string[] = [];
    for (const [place, { story, store }] of worlds.entries()) answers.push(await answer(story, place, store));
    expect(answers[1]).toBe(answers[0]);
    expect(answers[0]).toContain('gauge');
  };

  test('is the same with and without hidden rows', () =>
    inBoth(async (story, place) => {
      await seed(story);
      if (place === 1) {
        const hidden = ['The hidden gauge of gauges is at the spring, by the moorings of the buoy.'];
        await story.ingests(
          board,
          [{ path: 'gauge/hidden.md', content: decisionRecord(...hidden), audience: ['board'] }],
          { project: 'tides' },
        );
        await story.does(board, 'recordInteraction', {
          project: 'tides',
          content: hidden[0],
          extract: true,
          isPersonal: true,
        });
        await story.does(people.admin, 'recordInteraction', {
          project: 'tides',
          content: hidden[0],
          extract: false,
        });
      }
      const searches = ['gauge', 'spring or gauge', 'moorings', 'hidden', 'calibraton', 'gauge -weed'];
      return answersTo(story, people.reader, searches);
    }));

  test('is the same whatever the words are that the label policy withholds', () =>
    inBoth(async (story, place, store) => {
      const project = 'lamps';
      const secret = `We will dim the lamp of the gauge every ${['winter', 'autumn'][place]}.`;
      const [id = ''] = await story.candidates([secret], { path: 'adr/0010-gauge-lamp.md', project });
      await story.ingests(people.service, [{ path: 'again.md', content: decisionRecord(secret) }], {
        project,
      });
      const { interaction, report } = await story.does(people.service, 'recordInteraction', {
        project,
        content: `Ann: ${secret}\n\nAnn: ${secret.replace('dim', 'not clean')}`,
        extract: true,
      });
      for (const item of [id, ...report.candidates.nodes.map((node: Answer) => node.id)])
        await story.does(people.admin, 'setSensitivityLabels', { id: item, labels: ['secret.site'] });
      await story.does(people.admin, 'setLabelPolicy', {
        mode: 'ENFORCE',
        rules: [{ id: 'sites', anyLabel: ['secret.site'], roles: ['reader', 'reviewer'], action: 'REDACT' }],
      });
      const withheld = await withheldOf(store, people.reviewer);
      expect([withheld.length, withheld.includes(interaction.id)]).toEqual([3, true]);
      const searches = [
        'gauge',
        'lamp',
        'winter',
        'autumn',
        'lamp -winter',
        '"every autumn"',
        'gauge or ann',
      ];
      return `${await answersTo(story, people.reader, searches, project)}${await answersTo(story, people.reviewer, searches, project)}`;
    }));
});
