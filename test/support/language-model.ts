import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { createDomainModel, type DomainModel } from '#providers/domain-model.ts';
import { createLanguageModel, type LanguageModel } from '#providers/language-model.ts';
import { createStatementModel, type StatementModel } from '#providers/statement-model.ts';
import { createVerificationModel, type VerificationModel } from '#providers/verification-model.ts';

export type Protocol = 'openai' | 'anthropic';

/** A call as the endpoint got it. */
export interface ModelCall {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** Reply of the endpoint: an object is the model's answer (`refusedWith` a status), a string its raw text. */
export type Reply =
  | ((call: ModelCall) => object | string)
  | 'never'
  | { readonly status: number }
  | { readonly afterMs: number; readonly answer: object }
  | { readonly after: Promise<unknown>; readonly answer: object }
  | { readonly raw: string };

export interface TestModel {
  readonly url: string;
  readonly calls: readonly ModelCall[];
  readonly languageModel: () => Promise<LanguageModel>;
  readonly model: () => Promise<StatementModel>;
  readonly domains: () => Promise<DomainModel>;
  readonly verifications: () => Promise<VerificationModel>;
}

/** Tokens that the endpoint says a call used. */
export interface UsedTokens {
  readonly input: number;
  readonly output: number;
}

const envelope = (protocol: Protocol, text: string, { input, output }: UsedTokens): object =>
  protocol === 'openai'
    ? {
        id: 'x',
        object: 'chat.completion',
        created: 1,
        model: 'm',
        choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
        usage: { prompt_tokens: input, completion_tokens: output, total_tokens: input + output },
      }
    : {
        id: 'x',
        type: 'message',
        role: 'assistant',
        model: 'm',
        content: [{ type: 'text', text }],
        stop_reason: 'end_turn',
        usage: { input_tokens: input, output_tokens: output },
      };

/** The material that a call is about, however its protocol wraps it. */
const materialIn = ({ body }: ModelCall): unknown => {
  const { messages } = JSON.parse(body) as { messages: { role: string; content: unknown }[] };
  const user = messages.find(({ role }) => role === 'user')?.content;
  const text = typeof user === 'string' ? user : (user as { text: string }[])[0]?.text;
  return JSON.parse(text ?? '[]');
};

/** The passages that a call is about. */
export const passagesIn = (call: ModelCall) =>
  materialIn(call) as { passage: number; under: string[]; text: string }[];

/** The statements that a judge is asked about. */
export const statementsIn = (call: ModelCall) =>
  materialIn(call) as { new: { id: string; text: string }; others: { id: string; text: string }[] };

/** A local HTTP server in a model's place, gone when the test is over. */
export const startTestModel = async (
  reply: Reply,
  protocol: Protocol = 'openai',
  used: UsedTokens = { input: 1, output: 1 },
): Promise<TestModel> => {
  const calls: ModelCall[] = [];
  const answer = (response: ServerResponse, value: object | string) =>
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(
        JSON.stringify(envelope(protocol, typeof value === 'string' ? value : JSON.stringify(value), used)),
      );
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const call = {
      path: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(parts).toString('utf8'),
    };
    calls.push(call);
    if (reply === 'never') return;
    if (typeof reply === 'function') {
      const value = reply(call);
      if (typeof value === 'object' && 'refusedWith' in value)
        response
          .writeHead(Number(value.refusedWith), {
            'content-type': 'application/json',
            'retry-after': 'retryAfter' in value ? String(value.retryAfter) : '0',
            ...('date' in value ? { date: String(value.date) } : {}),
          })
          .end('{"error":{"message":"no room"}}');
      else answer(response, value);
    } else if ('status' in reply)
      response
        .writeHead(reply.status, { 'content-type': 'application/json' })
        .end('{"error":{"message":"no"}}');
    else if ('raw' in reply) response.writeHead(200, { 'content-type': 'application/json' }).end(reply.raw);
    else {
      await ('after' in reply ? reply.after : sleep(reply.afterMs));
      answer(response, reply.answer);
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  // A reply that never comes is not awaited; a late one may take its time.
  const isLate = reply === 'never' || (typeof reply === 'object' && 'afterMs' in reply);
  const languageModel = () =>
    createLanguageModel({
      provider: protocol,
      baseUrl: url,
      model: 'test-model',
      apiKey: 'test-key',
      timeoutMs: isLate ? 200 : 60_000,
    });
  return {
    url,
    calls,
    languageModel,
    model: async () => createStatementModel(await languageModel()),
    domains: async () => createDomainModel(await languageModel()),
    verifications: async () => createVerificationModel(await languageModel()),
  };
};
