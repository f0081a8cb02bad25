import { describe, expect, test } from 'vitest';
import { createTestGateway, people } from '#test/support/gateway.ts';
import { onServerStore } from '#test/support/store.ts';
import { runStory } from '#test/support/story.ts';

const headings = (count: number) => '# a\n'.repeat(count);

describe('a text of very many sections', () => {
  onServerStore((store) => {
    test.for([
      [
        'ingestDocuments',
        (content: string) => ({ documents: [{ path: 'many.md', content }] }),
        ['documents', '0', 'content'],
      ],
      ['recordInteraction', (content: string) => ({ content, extract: true }), ['content']],
    ] as const)('is refused by %s, clearly, and nothing of it is kept', async ([mutation, input, path]) => {
      const { does } = runStory(await createTestGateway(store()));
      const answer = await does(people.contributor, mutation, {
        project: 'many',
        ...input(headings(10_001)),
      });
      expect(answer).toMatchObject({
        code: 'input.invalid',
        message: 'The content has 10001 headings; at most 10000 are accepted. Split it.',
        path: ['input', ...path],
      });
      const [counted] = await store().asOwner<{ count: number }>(
        `select ((select count(*) from documents where project = 'many') + (select count(*) from interactions where project = 'many'))::int as count`,
      );
      expect(counted?.count).toBe(0);
    });
  });
});
