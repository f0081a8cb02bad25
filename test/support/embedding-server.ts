import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createEmbedder, type Embedder } from '#providers/embedder.ts';

/** Numbers of a vector. */
const dimension = 256;

const hashOf = (text: string): number => {
  let hash = 2_166_136_261;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 16_777_619);
  return hash >>> 0;
};

/** The sum of signed hashes of the runs of three to five letters in a text's words: the same text has the same vector everywhere. */
export const letterVector = (text: string): number[] => {
  const vector = new Array<number>(dimension).fill(0);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
    for (let length = 3; length <= 5; length += 1)
      for (let at = 0; at + length <= word.length + 2; at += 1) {
        const hash = hashOf(`<${word}>`.slice(at, at + length));
        vector[hash % dimension] = (vector[hash % dimension] ?? 0) + (hash & 65_536 ? 1 : -1);
      }
  return vector;
};

/** A call as the server got it. */
interface EmbeddingCall {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly model: string;
  readonly texts: readonly string[];
}

/** A fault of the server in an answer's place. */
type Fault = { readonly status: number } | { readonly raw: string } | 'silent';

export interface EmbeddingServer {
  readonly url: string;
  readonly calls: EmbeddingCall[];
  /** Names the fault that a call meets; null: it is answered. */
  fault: (call: EmbeddingCall) => Fault | null;
  readonly embedder: (model?: string, timeoutMs?: number) => Promise<Embedder>;
  readonly close: () => void;
}

/** A local HTTP server that speaks OpenAI's protocol of embeddings. */
export const startEmbeddingServer = async (
  vectorOf: (text: string) => readonly number[] = letterVector,
): Promise<EmbeddingServer> => {
  const calls: EmbeddingCall[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const { model, input } = JSON.parse(Buffer.concat(parts).toString('utf8'));
    const { authorization } = request.headers;
    const call = { path: request.url ?? '', authorization, model, texts: input };
    calls.push(call);
    const fault = started.fault(call);
    if (fault === 'silent') return;
    const json = { 'content-type': 'application/json' };
    if (fault !== null) {
      response.writeHead('status' in fault ? fault.status : 200, json).end('raw' in fault ? fault.raw : '{}');
      return;
    }
    const tokens = call.texts.length;
    response.writeHead(200, json).end(
      JSON.stringify({
        object: 'list',
        model,
        data: call.texts.map((text: string, index: number) => ({
          object: 'embedding',
          index,
          embedding: vectorOf(text),
        })),
        usage: { prompt_tokens: tokens, total_tokens: tokens },
      }),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const started: EmbeddingServer = {
    url,
    calls,
    fault: () => null,
    embedder: (model = 'letters', timeoutMs = 10_000) =>
      createEmbedder({ baseUrl: url, model, apiKey: 'test-key', timeoutMs }),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return started;
};
