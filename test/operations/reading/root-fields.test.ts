import { describe, expect, test } from 'vitest';
import { createTestGateway, people } from '#test/support/gateway.ts';
import { onServerStore } from '#test/support/store.ts';
import { runStory } from '#test/support/story.ts';

describe('a root field that a role may not ask', () => {
  onServerStore((store) => {
    test('is null, with an error that names the role; the rest of the answer stays', async () => {
      const { ask } = await createTestGateway(store());
      expect(
        await ask(
          people.reader,
          '{ viewer { user } auditEvents { totalCount } candidates { totalCount } memories { totalCount } }',
        ),
      ).toMatchObject({
        data: { viewer: { user: 'rita' }, auditEvents: null, candidates: null, memories: { totalCount: 0 } },
        errors: [
          {
            message: 'auditEvents needs the role auditor. Ask for a token that has it.',
            path: ['auditEvents'],
            extensions: { code: 'FORBIDDEN' },
          },
          {
            message: 'candidates needs the role reviewer or contributor. Ask for a token that has it.',
            path: ['candidates'],
            extensions: { code: 'FORBIDDEN' },
          },
        ],
      });
    });

    test('an audit event shows what its records differ in', async () => {
      const gateway = await createTestGateway(store());
      const { candidate, does } = runStory(gateway);
      const id = await candidate('We will audit the gauge.');
      await does(people.reviewer, 'rejectCandidate', { id, reason: 'It is not so.' });
      const { data } = await gateway.ask(
        people.auditor,
        'query ($id: ID!) { auditEvents(last: 1, filter: { targetId: { eq: $id } }) { nodes { action before after changes { field before after } } } }',
        { id },
      );
      const [event] = data.auditEvents.nodes;
      expect(event.action).toBe('MEMORY_REJECTED');
      expect(event.changes).toEqual([
        { field: 'rejectionReason', before: null, after: 'It is not so.' },
        { field: 'revision', before: 1, after: 2 },
        { field: 'status', before: 'CANDIDATE', after: 'INVALID' },
      ]);
      expect(event.before).toMatchObject({ status: 'CANDIDATE', revision: 1 });
    });

    test.for([
      [
        'ingestDocuments',
        {
          project: 'dry',
          documents: [{ path: 'dry.md', content: '# D\n\n## Decision: We will stay dry at sea.\n' }],
        },
      ],
      ['recordInteraction', { project: 'dry', content: 'I prefer dry runs to wet ones.', extract: true }],
    ] as const)('a dry run of %s shows what would be read, and writes nothing', async ([mutation, input]) => {
      const gateway = await createTestGateway(store());
      const { does } = runStory(gateway);
      const count = async () =>
        (await store().asOwner('select id from memories union all select id from audit_events')).length;
      const before = await count();
      const answer = await does(people.service, mutation, { ...input, dryRun: true });
      const { report } = answer.wave ?? answer;
      expect(report).toMatchObject({ persisted: 1 });
      expect(report.candidates.nodes[0].id).toMatch(/~preview$/);
      expect(await count()).toBe(before);
    });
  });
});
