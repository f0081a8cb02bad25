import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createModelJudge } from '#providers/contradiction-judge.ts';
import { createLanguageModel } from '#providers/language-model.ts';
import { measureContradictions } from './contradictions.ts';
import { startRecordedServer } from './recorded-server.ts';

/**
 * Writes `recordings/example.ndjson`: a few development pairs with answers that a person wrote, through the same server that
 * records a model. It shows the mechanism, and measures no model. To be run again when the judge's question changes:
 * `node test/quality/record-example.ts`
 */

/** The newer statement of a pair, and in what it contradicts the older one; null: in nothing. */
const answers: Readonly<Record<string, string | null>> = {
  "The edge proxy doesn't terminate TLS.":
    'One says that the proxy terminates TLS, the other that it does not.',
  'Production deployments happen several times a day.': 'Once a week, and several times a day.',
  'All services share one database': 'A database for each service, and one for all.',
  'We no longer use Bower for frontend packages.': 'Bower was in use, and is no longer.',
  'The staging cluster is no longer in Frankfurt.': 'The cluster was in Frankfurt, and is no longer.',
  'Customers may not pay by invoice.': null,
  'The second sprint had twelve stories.': null,
  'Customer data is not encrypted at rest.': 'Encrypted at rest, and not encrypted.',
};

const file = join(import.meta.dirname, 'recordings', 'example.ndjson');
const model = 'written-by-hand';

const server = createServer(async (request, response) => {
  const { messages } = JSON.parse(await text(request)) as { messages: { role: string; content: string }[] };
  const asked = JSON.parse(messages.find(({ role }) => role === 'user')?.content ?? '{}') as {
    new: { text: string };
    others: { id: string }[];
  };
  const found = answers[asked.new.text];
  if (found === undefined) return void response.writeHead(404).end();
  const judgments =
    found === null
      ? []
      : asked.others.map(({ id }) => ({
          candidate_id: id,
          is_contradiction: true,
          severity: 'HARD',
          explanation: found,
          resolution_action: null,
          resolution_merged_content: null,
          resolution_justification: null,
        }));
  const message = { role: 'assistant', content: JSON.stringify({ judgments }) };
  response.writeHead(200, { 'content-type': 'application/json' }).end(
    JSON.stringify({
      id: 'by-hand',
      object: 'chat.completion',
      created: 0,
      model,
      choices: [{ index: 0, message, finish_reason: 'stop' }],
      usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
    }),
  );
}).listen(0, '127.0.0.1');
await once(server, 'listening');

rmSync(file, { force: true });
const recorded = await startRecordedServer(
  file,
  { answeredBy: 'hand', provider: 'openai', model, begun: '2026-11-23' },
  `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
);
const byHand = await createLanguageModel({
  provider: 'openai',
  model,
  baseUrl: recorded.url,
  apiKey: null,
  timeoutMs: 60_000,
});
const { pairs } = await measureContradictions('development', createModelJudge(byHand));
await recorded.close();
server.close();
process.stdout.write(`${pairs} answers written to ${file}\n`);
