import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request on its way to a gateway. */
interface PassingRequest {
  /** Counted from 1. */
  readonly place: number;
  readonly body: string;
  readonly response: ServerResponse;
}

export interface Proxy {
  readonly url: string;
  /** How many requests have come. */
  readonly requests: () => number;
  readonly close: () => Promise<void>;
}

/** Called before a request goes on, and before its answer goes back; true: it goes no further, and the caller has seen to the response. */
export interface Interference {
  readonly before?: (request: PassingRequest) => boolean;
  readonly after?: (request: PassingRequest) => boolean;
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
};

/** A server before a gateway that hands on operations and answers, except where a test interferes. */
export const openProxy = async (
  target: string,
  { before = () => false, after = () => false }: Interference,
): Promise<Proxy> => {
  let count = 0;
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request).catch(() => null);
    if (body === null) return;
    count += 1;
    const passing = { place: count, body, response };
    if (before(passing)) return;
    const answer = await fetch(new URL(request.url ?? '/', target), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: request.headers.authorization ?? '',
      },
      body,
    });
    const text = await answer.text();
    if (after(passing)) return;
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(text);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: () => count,
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
