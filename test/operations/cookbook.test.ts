import { describe, expect, test } from 'vitest';
import { personas } from '#server/http/local-tokens.ts';
import { ingestSampleCorpus } from '#server/sample/sample-corpus.ts';
import { writeSampleStory } from '#server/sample/sample-story.ts';
import { createTestGateway } from '#test/support/gateway.ts';
import { onServerStore } from '#test/support/store.ts';
import { withoutChance } from '#test/support/story.ts';
import { questions } from './cookbook-questions.ts';

const heading = `# Cookbook

Twenty-three questions of analysts, each with its query and what the sample of \`npm start\` answers. Ids are numbered here in the order in which they appear. A test asks every question and
compares this page: after a change that it should show, \`npx vitest run --config test/vitest.config.ts test/operations/cookbook.test.ts -u\` writes it anew.`;

const block = (language: string, text: string) => `\`\`\`${language}\n${text}\n\`\`\``;

describe('the cookbook', () => {
  onServerStore((store) => {
    test('holds what the sample answers', async () => {
      const gateway = await createTestGateway(store(), { autoLabeling: true });
      await ingestSampleCorpus(gateway.dependencies);
      const ids = await writeSampleStory(gateway.dependencies);
      const asked = [];
      for (const { question, role, query, variables, after } of questions(ids)) {
        const ask = async (by: string, text: string, given?: object) => {
          const asking = personas.find(({ roles }) => roles.includes(by as typeof role));
          if (!asking) throw new Error(`There is no ${by}.`);
          const { data, errors } = await gateway.ask(asking, text, given);
          expect([question, errors]).toEqual([question, undefined]);
          return data;
        };
        if (after)
          expect(JSON.stringify(await ask('reviewer', after.query, after.variables))).not.toContain('"code"');
        asked.push({ question, role, query, variables, after, data: await ask(role, query, variables) });
      }
      const shown = withoutChance(asked) as typeof asked;
      const sections = shown.map(({ question, role, query, variables, after, data }, index) =>
        [
          `## ${index + 1}. ${question}`,
          ...(after
            ? [
                'After this of a reviewer:',
                block('graphql', after.query),
                block('json', JSON.stringify(after.variables)),
              ]
            : []),
          `As ${role === 'auditor' ? 'an' : 'a'} ${role}:`,
          block('graphql', query),
          ...(variables ? [block('json', JSON.stringify(variables))] : []),
          block('json', JSON.stringify(data, null, 2)),
        ].join('\n\n'),
      );
      await expect(`${[heading, ...sections].join('\n\n')}\n`).toMatchFileSnapshot('../../docs/cookbook.md');
    });
  });
});
