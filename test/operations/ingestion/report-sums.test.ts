import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { extractionDefaults } from '#domain/ingestion/extraction-numbers.ts';
import { createTestGateway, people } from '#test/support/gateway.ts';
import { onServerStore } from '#test/support/store.ts';
import { type Answer, runStory } from '#test/support/story.ts';

const sentences = [
  'We will moor every barge at the northern quay.',
  'Every barge must carry two anchors of steel.',
  'The quay was built long ago, and some say it was hard work.',
  'Use it.',
  'All crews are required to wear vests at night.',
  'The tide turns twice a day.',
  'We decided to keep the old crane.',
  '`code` alone',
  '- [Decision] The lamp stays lit until dawn.',
  'See [the list](https://list.example) for more.',
];
const headings = ['Decision', 'Context', 'Rules', 'Consequences', 'References', 'Lamps'];

const section = fc.record({
  heading: fc.constantFrom(...headings),
  texts: fc.array(fc.constantFrom(...sentences), { maxLength: 5 }),
});
const documents = fc.array(fc.array(section, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 });

const contentOf = (sections: readonly { readonly heading: string; readonly texts: readonly string[] }[]) =>
  sections.map(({ heading, texts }) => `## ${heading}\n\n${texts.join('\n\n')}\n`).join('\n');

describe('the sums of a report', () => {
  onServerStore((store) => {
    test('add up to what was found and to the sections with text, whatever the documents, the budget, and the slices', async () => {
      const gateway = await createTestGateway(store(), {
        extraction: { ...extractionDefaults, candidateLimit: 3 },
      });
      const { does, ingests } = runStory(gateway);
      const sum = (counts: readonly { readonly count: number }[]) =>
        counts.reduce((total, { count }) => total + count, 0);
      let world = 0;
      await fc.assert(
        fc.asyncProperty(documents, fc.integer({ min: 1, max: 5 }), async (contents, maxDocuments) => {
          world += 1;
          const { wave } = await ingests(
            people.service,
            contents.map((sections, index) => ({ path: `${index}.md`, content: contentOf(sections) })),
            { project: `sums ${world}`, extract: false },
          );
          for (let pass = 0; pass < contents.length; pass += maxDocuments)
            await does(people.service, 'extractWave', { waveId: wave.id, maxDocuments });
          const { data } = await gateway.ask(
            people.reviewer,
            `query ($id: ID!) { ingestionWave(id: $id) { extractedAt documents(first: 10) { nodes { chunks(first: 50) { nodes { text } } } }
              report { found persisted waiting dropped sections readSections droppedByReason { count } unreadByReason { count } unreadPassagesByReason { count }
                unreadPassages { reason chunk { startOffset text } start end }
                unreadSections { reason } waitingStatements { content } droppedCandidates { content } candidates(first: 100) { totalCount } } } }`,
            { id: wave.id },
          );
          const { extractedAt, report, documents: ingested } = data.ingestionWave;
          expect(extractedAt).not.toBeNull();
          expect(report.persisted).toBe(report.candidates.totalCount);
          expect(report.waiting).toBe(report.waitingStatements.length);
          expect(report.dropped).toBe(report.droppedCandidates.length);
          expect(report.dropped).toBe(sum(report.droppedByReason));
          expect(report.found).toBe(report.persisted + report.waiting + report.dropped);
          expect(report.sections - report.readSections).toBe(sum(report.unreadByReason));
          expect(report.unreadSections).toHaveLength(sum(report.unreadByReason));
          expect(report.unreadPassages).toHaveLength(sum(report.unreadPassagesByReason));
          for (const { chunk, start, end } of report.unreadPassages)
            expect(chunk.text.slice(start - chunk.startOffset, end - chunk.startOffset)).toMatch(/\S \S/);
          expect(report.persisted).toBeLessThanOrEqual(3);
          // A section under a heading is one chunk.
          const withText = ingested.nodes
            .flatMap(({ chunks }: Answer) => chunks.nodes)
            .filter(({ text }: Answer) => /\p{L}/u.test(text.replace(/^## .*/, '')));
          expect(report.sections).toBe(withText.length);
        }),
        { numRuns: 15 },
      );
    });
  });
});
