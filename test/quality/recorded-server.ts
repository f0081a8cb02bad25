import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Source of a recording's answers: the first line of its file. */
export interface RecordingHead {
  /** By hand, it shows the mechanism and measures nothing. */
  readonly answeredBy: 'model' | 'hand';
  readonly provider: 'openai' | 'anthropic';
  readonly model: string;
  /** `YYYY-MM-DD`: when it was begun. */
  readonly begun: string;
}

/** An answer of an endpoint, under the hash of what it was asked. */
interface Recorded {
  readonly key: string;
  readonly type: string;
  readonly body: string;
}

export interface RecordedServer {
  /** Stands in for the endpoint's base URL. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

const keyOf = (path: string, body: string): string =>
  createHash('sha256').update(`${path}\n${body}`).digest('hex');

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
};

const linesOf = (file: string): readonly string[] =>
  (existsSync(file) ? readFileSync(file, 'utf8') : '').split('\n').filter((line) => line !== '');

/** Null where there is no such file yet. */
export const readRecordingHead = (file: string): RecordingHead | null => {
  const [first] = linesOf(file);
  return first === undefined ? null : (JSON.parse(first) as { recording: RecordingHead }).recording;
};

const readRecordings = (file: string): Map<string, Recorded> =>
  new Map(
    linesOf(file)
      .slice(1)
      .map((line) => JSON.parse(line) as Recorded)
      .map((recorded) => [recorded.key, recorded]),
  );

/**
 * A local server in a model's place: answers what it was asked before from a file; forwards the rest to the base URL of a
 * real endpoint and adds its answers to the file, or refuses it with 404 where there is none. No key is written down.
 */
export const startRecordedServer = async (
  file: string,
  head: RecordingHead,
  upstream: string | null,
  port = 0,
): Promise<RecordedServer> => {
  if (readRecordingHead(file) === null) writeFileSync(file, `${JSON.stringify({ recording: head })}\n`);
  const recordings = readRecordings(file);
  const forward = async (path: string, body: string, request: IncomingMessage): Promise<Response> => {
    if (upstream === null) return new Response('{"error":{"message":"not recorded"}}', { status: 404 });
    const headers = new Headers({ 'content-type': 'application/json' });
    for (const name of ['authorization', 'x-api-key', 'anthropic-version']) {
      const value = request.headers[name];
      if (typeof value === 'string') headers.set(name, value);
    }
    return fetch(`${upstream.replace(/\/$/, '')}${path}`, { method: 'POST', headers, body });
  };
  const server = createServer(async (request, response) => {
    const path = request.url ?? '/';
    const body = await bodyOf(request);
    const key = keyOf(path, body);
    const known = recordings.get(key);
    if (known !== undefined) {
      response.writeHead(200, { 'content-type': known.type }).end(known.body);
      return;
    }
    const answer = await forward(path, body, request).catch(() => new Response(null, { status: 502 }));
    const type = answer.headers.get('content-type') ?? 'application/json';
    const text = await answer.text();
    if (answer.ok) {
      const recorded: Recorded = { key, type, body: text };
      recordings.set(key, recorded);
      appendFileSync(file, `${JSON.stringify(recorded)}\n`);
    }
    response.writeHead(answer.status, { 'content-type': type }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};
