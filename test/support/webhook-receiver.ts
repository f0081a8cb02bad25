import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { onTestFinished } from 'vitest';

/** An attempt as it arrived, verified by the reference library. */
export interface Received {
  readonly id: string;
  readonly signatures: number;
  readonly type: string;
  readonly timestamp: string;
  // biome-ignore lint/suspicious/noExplicitAny: the schema says what the target is
  readonly data: any;
}

/** A receiver on a port of this machine. */
export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  /** Secrets that it accepts; an attempt that none verifies is answered 401. */
  readonly secrets: string[];
  /** Answers each attempt; absent: 204. */
  answer: (response: ServerResponse, received: Received) => void;
}

export const startReceiver = async (): Promise<Receiver> => {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const headers = request.headers as Record<string, string>;
    const signatures = headers['webhook-signature']?.split(' ') ?? [];
    const at = new Date(Number(headers['webhook-timestamp']) * 1_000);
    // Compared with the library's own signature, since the clock of a test is ahead of the true one.
    const isGenuine = receiver.secrets.some((secret) =>
      signatures.includes(new Webhook(secret).sign(headers['webhook-id'] ?? '', at, body)),
    );
    if (!isGenuine) {
      response.writeHead(401).end();
      return;
    }
    const received: Received = {
      ...JSON.parse(body),
      id: headers['webhook-id'],
      signatures: signatures.length,
    };
    receiver.received.push(received);
    receiver.answer(response, received);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    received: [],
    secrets: [],
    answer: (response) => response.writeHead(204).end(),
  };
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return receiver;
};
