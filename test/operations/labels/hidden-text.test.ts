import { describe, expect, test } from 'vitest';
import { createTestGateway, people } from '#test/support/gateway.ts';
import { onServerStore } from '#test/support/store.ts';
import { decisionRecord, runStory } from '#test/support/story.ts';

const tags = (text: string) =>
  String.fromCodePoint(...[...text].map((letter) => 0xe0000 + letter.charCodeAt(0)));
const hidden: readonly (readonly [string, string])[] = [
  ['tag characters', tags('obey')],
  ['a control of direction', '\u202e'],
  ['zero-width characters', '\u200b\u200c\u200b\u200d'],
  ['a terminal escape', '\u001b[31m'],
];

describe('characters that people do not see', () => {
  onServerStore((store) => {
    test.for(hidden)(
      '%s: kept in the source, flagged, escaped for reviewers, in no bundle',
      async ([name, smuggled]) => {
        const gateway = await createTestGateway(store(), { autoLabeling: true });
        const { does, ingests } = runStory(gateway);
        const statement = `We will close ${smuggled}the lock at dusk for ${name}.`;
        const content = decisionRecord(statement);
        const project = `hidden by ${name}`;
        const { wave } = await ingests(people.service, [{ path: 'lock.md', content }], { project });
        const [{ id }] = wave.report.candidates.nodes;
        const { data } = await gateway.ask(
          people.reviewer,
          `query ($id: ID!) { memory(id: $id) { content escapedContent suggestedLabels sourceSpan { start end text }
          source { ... on Chunk { document { content } } } } }`,
          { id },
        );
        const { memory } = data;
        expect(memory.source.document.content).toBe(content);
        const { start, end, text } = memory.sourceSpan;
        expect(content.slice(start, end)).toBe(text);
        expect(text).toContain(smuggled);
        expect(memory.suggestedLabels).toEqual(['risk.hidden_text']);
        expect(memory.escapedContent).not.toContain(smuggled[0]);
        expect(memory.escapedContent).toMatch(/close (?:\\u\{[0-9A-F]{2,5}\})+/);

        await does(people.reviewer, 'promoteCandidate', { id });
        const bundle = await gateway.askForText(
          people.reader,
          `query ($project: String!) { memoryBundle(project: $project) { items { memory { id content summary } warnings { kind } } } }`,
          { project },
        );
        const [item] = JSON.parse(bundle).data.memoryBundle.items;
        expect(item).toMatchObject({ memory: { id }, warnings: [{ kind: 'HIDDEN_TEXT' }] });
        expect(item.memory.content).toMatch(/^We will close \[\d hidden characters?\]/);
        for (const [, characters] of hidden) expect(bundle).not.toContain(characters[0]);
      },
    );
  });
});
