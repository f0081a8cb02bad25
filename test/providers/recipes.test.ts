import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { parseConfig } from '#config/config.ts';
import { createLanguageModel } from '#providers/language-model.ts';
import { createStatementModel } from '#providers/statement-model.ts';
import { type Reply, startTestModel } from '../support/language-model.ts';

const document = readFileSync(new URL('../../docs/language-models.md', import.meta.url), 'utf8');
const recipes = [...document.matchAll(/^([A-Z][^\n]*):\n\n```sh\n([^`]+)```$/gm)].map(
  ([, name = '', lines = '']) => [name, parseEnv(lines)] as const,
);
const passages = [{ headingPath: ['Lamp'], text: 'The lamp is blue.' }];
const found = {
  passage: 0,
  type: 'FACT',
  name: '',
  content: 'The lamp is blue.',
  quote: 'The lamp is blue.',
};
/** Another passage, another type of value, and nothing that was asked. */
const lies = [{ ...found, passage: 7 }, 'ACTIVE', null];

test('the recipes are for Ollama, an OpenAI-compatible server and Anthropic', () => {
  expect(recipes.map(([name]) => name)).toEqual([
    'Ollama on this machine',
    "A server that speaks OpenAI's protocol",
    'Anthropic',
  ]);
});

test.for(recipes)(
  '%s: as the recipe says, against a server that answers well, badly, slowly, and lies',
  async ([, environment]) => {
    const config = parseConfig({ ...environment }).languageModel;
    if (config === null) throw new Error('The recipe names no model.');
    const read = async (reply: Reply) => {
      const { url, calls } = await startTestModel(reply, config.provider);
      const isSlow = typeof reply === 'object' && 'afterMs' in reply;
      const model = await createLanguageModel({
        ...config,
        baseUrl: url,
        timeoutMs: isSlow ? 300 : config.timeoutMs,
      });
      const answer = await createStatementModel(model).read(passages);
      expect(calls.map(({ body }) => JSON.parse(body).model)).toEqual([config.model]);
      return answer;
    };
    const whole = { outcome: 'read', misplaced: 0, isFirstCut: false };
    expect(await read(() => ({ statements: [found] }))).toEqual({ ...whole, named: [[found]] });
    expect(await read(() => 'Sure!')).toEqual({ outcome: 'failed', failure: 'malformed' });
    expect(await read({ afterMs: 1_500, answer: { statements: [found] } })).toEqual({
      outcome: 'failed',
      failure: 'timeout',
    });
    expect(await read(() => ({ statements: lies }))).toEqual({ ...whole, named: [[]], misplaced: 3 });
  },
);
