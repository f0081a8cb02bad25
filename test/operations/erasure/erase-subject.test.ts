import { describe, expect, test } from 'vitest';
import { createTestGateway, people } from '#test/support/gateway.ts';
import { onEveryStore } from '#test/support/store.ts';
import { runStory } from '#test/support/story.ts';
import { placesOf } from './places-of.ts';

const { admin, contributor, reviewer } = people;

describe('what is about a person', () => {
  onEveryStore((store) => {
    test('is erased whole: memories, personal ones, and interactions with what was read from them', async () => {
      const gateway = await createTestGateway(store());
      const { does } = runStory(gateway);
      const written = async (content: string, more: object) =>
        (await does(contributor, 'createMemory', { project: 'crew', kind: 'FACT', content, ...more })).memory
          .id;
      const about = await written('The skipper has a lame left knee.', { subjectId: 'skipper' });
      const other = await written('The mate has a good right knee.', { subjectId: 'mate' });
      const { interaction } = await does(contributor, 'recordInteraction', {
        project: 'crew',
        subjectId: 'skipper',
        content: 'Skipper: I prefer strong tea to weak coffee.\n\nI live in the yellow house.',
        extract: true,
      });
      const words = ['lame left', 'strong tea', 'yellow house'];
      expect(await placesOf(store(), 'acme', words)).not.toEqual([]);
      const input = { subjectId: 'skipper', reason: 'A request.' };
      const query = `mutation ($input: EraseSubjectInput!) { eraseSubject(input: $input) { __typename
        ... on EraseSubjectPayload { erasedIds interactionIds applied places { where count } } ... on UserError { code } } }`;
      const erase = async (who: typeof admin, more: object = {}) =>
        (await gateway.ask(who, query, { input: { ...input, ...more } })).data.eraseSubject;
      expect(await erase(reviewer)).toMatchObject({ code: 'forbidden' });
      expect(await erase(admin, { subjectId: 'nobody' })).toMatchObject({ code: 'not_found' });
      expect(await erase(admin, { dryRun: true })).toMatchObject({
        applied: false,
        interactionIds: [interaction.id],
      });
      expect(await placesOf(store(), 'acme', words)).not.toEqual([]);

      const erased = await erase(admin);
      expect(erased).toMatchObject({ applied: true, interactionIds: [interaction.id] });
      expect(erased.erasedIds).toContain(about);
      expect(erased.erasedIds).not.toContain(other);
      expect(await placesOf(store(), 'acme', words)).toEqual([]);
      const { data } = await gateway.ask(
        admin,
        `{ memory(id: "${other}") { content } verifyAuditChain { valid } auditEvents(filter: { action: "subject.erased" }) { totalCount } }`,
      );
      expect(data).toMatchObject({
        memory: { content: 'The mate has a good right knee.' },
        verifyAuditChain: { valid: true },
        auditEvents: { totalCount: 1 },
      });
    });
  });
});
