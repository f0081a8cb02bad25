import { describe, expect, test } from 'vitest';
import { createTestGateway, people } from '../support/gateway.ts';
import { onServerStore } from '../support/store.ts';
import { runStory } from '../support/story.ts';

describe('names that look the same as another', () => {
  onServerStore((store) => {
    test.for([
      ['recordInteraction', people.contributor, { content: 'We will use it.' }],
      ['createMemory', people.contributor, { kind: 'FACT', content: 'The pier is of oak.' }],
      ['setProjectState', people.curator, { category: 'c', key: 'k', value: 'v' }],
      [
        'recordExtraction',
        people.service,
        {
          schemaName: 's',
          extractorVersion: '1',
          fieldConfidence: [{ field: 'f', confidence: 0.5 }],
          payload: {},
        },
      ],
    ] as const)(
      '%s writes nothing to a project whose name looks the same as another',
      async ([mutation, who, input]) => {
        const gateway = await createTestGateway(store());
        const type = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input`;
        const { data } = await gateway.ask(
          who,
          `mutation ($input: ${type}!) { ${mutation}(input: $input) { ... on UserError { code message path } } }`,
          { input: { ...input, project: 'buoys\u200B' } },
        );
        expect(data[mutation]).toEqual({
          code: 'input.invalid',
          message: 'The project has characters that nobody sees. Name it without them.',
          path: ['input', 'project'],
        });
      },
    );

    test.for([
      ['createMemory', people.contributor, { domain: 'piers\u200B' }, 'The domain', ['domain']],
      ['createMemory', people.contributor, { tags: ['oak', 'pi\u2060er'] }, 'The tag', ['tags', '1']],
      ['setProjectState', people.curator, { category: 'c\u00AD' }, 'The category', ['category']],
      ['setProjectState', people.curator, { key: '\u200Dk' }, 'The key', ['key']],
      [
        'setDomainKeywords',
        people.admin,
        { domain: 'piers\u200B' },
        'The domain',
        ['entries', '0', 'domain'],
      ],
      [
        'setDomainKeywords',
        people.admin,
        { keywords: ['\uFEFFpier'] },
        'The keyword',
        ['entries', '0', 'keywords', '0'],
      ],
      ['setDomainKeywords', people.admin, { tags: ['pi\u2060er'] }, 'The tag', ['entries', '0', 'tags', '0']],
    ] as const)(
      '%#: %s refuses a name that looks the same as another',
      async ([mutation, who, given, name, path]) => {
        const { does } = runStory(await createTestGateway(store()));
        const whole = {
          createMemory: { project: 'tides', kind: 'FACT', content: 'The pier is of oak.', ...given },
          setProjectState: { project: 'tides', category: 'c', key: 'k', value: 'v', ...given },
          setDomainKeywords: { entries: [{ domain: 'piers', keywords: ['pier'], ...given }] },
        };
        expect(await does(who, mutation, whole[mutation])).toMatchObject({
          code: 'input.invalid',
          message: `${name} has characters that nobody sees. Name it without them.`,
          path: ['input', ...path],
        });
      },
    );
  });
});
