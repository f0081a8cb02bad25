import { describe, expect, test } from 'vitest';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { createTestGateway, people, viewer } from '#test/support/gateway.ts';
import { onServerStore } from '#test/support/store.ts';
import { runStory } from '#test/support/story.ts';

const page =
  '{ memories(first: 20, filter: { project: { eq: "tags" } }) { totalCount nodes { id content status } } }';
const crewsReviewer = viewer('cleo', ['reviewer'], { groups: ['crew'] });
const crewsService = viewer('bot', ['service'], { groups: ['crew'] });

describe('a page that is asked again by its ETag', () => {
  onServerStore((store) => {
    test('is sent again when what its viewer sees has changed, and not when something hidden has', async () => {
      const gateway = await createTestGateway(store(), { fourEyes: 'off' });
      const { does, candidate } = runStory(gateway);
      const get = async (who: Viewer, tag = '') => {
        const response = await gateway.gateway.fetch(
          `http://localhost/graphql?query=${encodeURIComponent(page)}`,
          { headers: { authorization: `Bearer ${await gateway.tokenOf(who)}`, 'if-none-match': tag } },
        );
        const text = await response.text();
        const contents =
          text === ''
            ? null
            : JSON.parse(text).data.memories.nodes.map(({ content }: { content: string }) => content);
        return { status: response.status, tag: response.headers.get('etag') ?? '', contents };
      };
      const promoted = async (content: string, audience: string[] = []) => {
        const id = await candidate(content, { project: 'tags', by: crewsService, audience });
        await does(crewsReviewer, 'promoteCandidate', { id });
        return id;
      };
      const open = 'We will tag what everybody reads.';
      const hidden = 'We will tag what the crew reads.';
      const reworded = 'We will tag whatever anybody reads.';

      const id = await promoted(open);
      const first = await get(people.reader);
      expect(first).toMatchObject({ status: 200, contents: [open] });
      const unchanged = { status: 304, tag: first.tag, contents: null };
      expect(await get(people.reader, first.tag)).toEqual(unchanged);

      await promoted(hidden, ['crew']);
      expect(await get(people.reader, first.tag)).toEqual(unchanged);
      const crews = await get(crewsReviewer, first.tag);
      expect(crews.status).toBe(200);
      expect(crews.contents).toHaveLength(2);
      expect(await get(people.reader, crews.tag)).toEqual(first);

      await does(crewsReviewer, 'editItem', { id, content: reworded });
      expect(await get(people.reader, first.tag)).toMatchObject({ status: 200, contents: [reworded] });
    });
  });
});
