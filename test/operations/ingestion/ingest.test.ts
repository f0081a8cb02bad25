import { describe, expect, test } from 'vitest';
import { shownNumber } from '#domain/evidence/shown-confidence.ts';
import { beginning, createTestGateway, people } from '#test/support/gateway.ts';
import { contents, expectSound, reasons } from '#test/support/reports.ts';
import { digestOf } from '#test/support/statements.ts';
import { onServerStore } from '#test/support/store.ts';
import { type Answer, decisionRecord, runStory, type SentDocument } from '#test/support/story.ts';

const day = 86_400_000;

const wholeDocument = `query ($id: ID!) { ingestionWave(id: $id) { documents(first: 100) { nodes {
  id path title content chunks(first: 100) { nodes { id ordinal text headingPath startOffset endOffset } } } } } }`;

const spans = `query ($project: String) { candidates(filter: { project: { eq: $project } }, first: 100) { nodes {
  content sourceSpan { start end text } source { ... on Chunk { text startOffset document { content } } } } } }`;

/** Offsets count UTF-16 code units, whatever stands before them. */
const awkward = [
  '\uFEFF# Ünïcödé 🌊\r\n\r\nA lead 👩‍🚀 paragraph.\r\n\r\n## Decision\r\n\r\nWe will keep 🌊 *every* reading\r\nfor `ten` years &amp; a day.\r\n',
  'Setext title\n============\n\nDecision\n--------\n\n- We will paint the buoys yellow.\n- We will paint the piers red.\n\n~~~\nWe will not be read.\n~~~\n\n> We will not be quoted.\n',
  `# Long\n\n## Decision\n\n${Array.from({ length: 90 }, (_, at) => `We will keep the reading of the day ${at} in a safe place near the sea, and inform nobody.`).join('\n\n')}\n`,
  '# Entities\n\n- [Component] The radar gauge at the pier\n- [Interface] Gauge to the modem\n\nMass = 4.8 kg\n\nI prefer tea over coffee at sea.\n',
  'no heading at all\n\n[Decision] We will live without headings for now.\n\t\n',
  '# Unclosed ``` fence [link](\n\n## Decision\n\nWe will survive <b>broken *markdown** in [this text](.\n\n| a | b\n|--\n',
];

describe('what is taken in stands character for character', () => {
  onServerStore((store) => {
    test('chunks and spans are the slices that they name', async () => {
      const { gateway, ingests } = runStory(await createTestGateway(store()));
      const documents = awkward.map((content, index) => ({ path: `adr/${index}.md`, content }));
      const { wave } = await ingests(people.service, documents, { project: 'spans' });
      expectSound(wave.report);
      expect(wave.report.persisted).toBeGreaterThan(10);

      const { data } = await gateway.ask(people.reader, wholeDocument, { id: wave.id });
      const read = data.ingestionWave.documents.nodes;
      expect(read.map(({ content }: Answer) => content)).toEqual(
        awkward.map((content) => content.replace(/^\uFEFF/, '')),
      );
      for (const { content, chunks } of read)
        for (const { text, startOffset, endOffset } of chunks.nodes)
          expect(content.slice(startOffset, endOffset)).toBe(text);

      const queue = (await gateway.ask(people.reviewer, spans, { project: 'spans' })).data.candidates.nodes;
      expect(queue).toHaveLength(Math.min(wave.report.persisted, 100));
      for (const { sourceSpan, source } of queue) {
        const { start, end, text } = sourceSpan;
        expect(source.document.content.slice(start, end)).toBe(text);
        expect(source.text).toContain(text);
      }
      expect(JSON.stringify(queue.map(({ content }: Answer) => content))).not.toMatch(
        /not be (?:read|quoted)/,
      );
    });
  });
});

describe('the same files again', () => {
  onServerStore((store) => {
    const documents: SentDocument[] = [
      {
        path: 'a.md',
        content: decisionRecord('We will ingest this file twice.', '- [Component] The twice read gauge'),
      },
      {
        path: 'b.md',
        content: decisionRecord('We will ingest that file twice.'),
        updatedAt: '2026-02-20T00:00:00Z',
      },
    ];

    test('add nothing but the record that they came: a wave, its report, its events', async () => {
      const { ingests } = runStory(await createTestGateway(store()));
      await ingests(people.service, documents);
      const before = await digestOf(store());
      const { wave, unchanged } = await ingests(people.service, documents);
      const after = await digestOf(store());
      expect(unchanged).toBe(2);
      expect(wave.documents.totalCount).toBe(0);
      expect(wave.report).toMatchObject({ persisted: 0, dropped: 0, reinforced: 0, droppedByReason: [] });
      const changed = Object.keys(after).filter((table) => after[table] !== before[table]);
      expect(changed).toEqual(['audit_events', 'audit_heads', 'audit_texts', 'extraction_reports', 'waves']);
    });

    test('by another person, or twice in one call, are the same files', async () => {
      const { ingests } = runStory(await createTestGateway(store()));
      const { unchanged } = await ingests(people.contributor, [
        ...documents,
        ...documents,
        { path: 'c.md', content: '# C' },
        { path: 'c.md', content: '# C' },
      ]);
      expect(unchanged).toBe(5);
    });

    test('with another content are a version of their own, and only what is new in it is proposed', async () => {
      const { gateway, ingests } = runStory(await createTestGateway(store()));
      const { wave, unchanged } = await ingests(people.service, [
        {
          path: 'a.md',
          content: decisionRecord('We will ingest this file twice.', 'We will add a line to it.'),
        },
      ]);
      expect(unchanged).toBe(0);
      expect(contents(wave.report)).toEqual(['We will add a line to it.']);
      expect(reasons(wave.report)).toEqual({ KNOWN: 1 });
      expect(wave.report.reinforced).toBe(1);
      expectSound(wave.report);
      const versions = await store().asOwner(
        "select 1 from documents where path = 'a.md' and project = 'tides'",
      );
      expect(versions).toHaveLength(2);
      const { data } = await gateway.ask(people.reader, wholeDocument, { id: wave.id });
      expect(data.ingestionWave.documents.nodes).toHaveLength(1);
    });

    test('raise the count of an item that another file states again, with its date', async () => {
      const gateway = await createTestGateway(store());
      const { candidate, ingests } = runStory(gateway);
      const content = 'We will state this in two files.';
      const id = await candidate(content, { path: 'one.md' });
      const read = async () =>
        (
          await gateway.ask(
            people.reviewer,
            'query ($id: ID!) { memory(id: $id) { reExtractionCount lastReExtractedAt revision } }',
            { id },
          )
        ).data.memory;
      expect(await read()).toEqual({ reExtractionCount: 0, lastReExtractedAt: null, revision: 1 });
      gateway.pass(day);
      const { wave } = await ingests(people.service, [
        { path: 'two.md', content: `${decisionRecord(content)}\nMore.` },
      ]);
      expect(wave.report).toMatchObject({ persisted: 0, reinforced: 1 });
      expect(await read()).toEqual({
        reExtractionCount: 1,
        lastReExtractedAt: '2026-03-02T09:00:00.000Z',
        revision: 1,
      });
    });
  });
});

describe('confidence', () => {
  onServerStore((store) => {
    test.for([
      ['adr/x.md', 29, 0.7, 1.1, 1.05],
      ['adr/x.md', 30, 0.7, 1.1, 1.05],
      ['adr/x.md', 31, 0.7, 1.1, 1],
      ['adr/x.md', null, 0.7, 1.1, 1],
      ['adr/x.md', -1, 0.7, 1.1, 1.05],
      ['adr/_archive/x.md', 29, 0.7, 0.9, 1.05],
    ] as const)(
      'of %s, %s days old, is %s × %s × %s',
      async ([path, age, prior, signal, freshness], { task }) => {
        const { gateway, ingests } = runStory(await createTestGateway(store()));
        const updatedAt =
          age === null ? {} : { updatedAt: new Date(beginning.getTime() - age * day).toISOString() };
        const project = `confidence ${task.id}`;
        await ingests(
          people.service,
          [{ path, content: decisionRecord('We will be sure of this.'), ...updatedAt }],
          { project },
        );
        const { data } = await gateway.ask(
          people.reviewer,
          'query ($project: String) { candidates(filter: { project: { eq: $project } }) { nodes { confidence confidenceBreakdown { prior structuralSignalMultiplier freshnessBonus final } } } }',
          { project },
        );
        const final = shownNumber(prior * signal * freshness);
        expect(data.candidates.nodes).toEqual([
          {
            confidence: final,
            confidenceBreakdown: {
              prior,
              structuralSignalMultiplier: signal,
              freshnessBonus: freshness,
              final,
            },
          },
        ]);
      },
    );
  });
});
