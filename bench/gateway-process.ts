import { spawn } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { issueToken } from '#server/http/local-tokens.ts';

/** A gateway as `npm start` runs it, in a process of its own, and how it is asked. */

const main = new URL('../src/main.ts', import.meta.url).pathname;
const secret = 'a secret of the benchmark, which nobody else has';
const tokens = { secret, jwksUrl: null, issuer: null, audience: null };

export const tokenOf = (user: string, tenant: string, role: Viewer['roles'][number]): Promise<string> =>
  issueToken(tokens, { user, tenant, roles: [role], groups: [] }, { now: new Date(), seconds: 3_600 });

/** Resolves when it listens. `environment` says where its store is. */
export const serve = async (environment: NodeJS.ProcessEnv) => {
  const child = spawn(process.execPath, ['--max-semi-space-size=8', main, 'serve', '--json'], {
    env: { ...process.env, ...environment, VOUCH_JWT_SECRET: secret, PORT: '0', VOUCH_LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  for await (const part of child.stdout ?? []) {
    said += String(part);
    if (said.includes('\n')) break;
  }
  return { child, url: (JSON.parse(said) as { url: string }).url };
};

/** The data of an answer; what is refused for the load is asked again. Throws the message of another error. */
export const ask = async (url: string, token: string, query: string, variables: object = {}) => {
  for (;;) {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ query, variables }),
    });
    const text = await response.text();
    if (!text.startsWith('{'))
      throw new Error(`The gateway answered ${response.status}: ${text.slice(0, 500)}`);
    // biome-ignore lint/suspicious/noExplicitAny: whatever was asked
    const { data, errors } = JSON.parse(text) as { data: any; errors?: { message: string }[] };
    if (response.status === 503) await setTimeout(1_000);
    else if (errors) throw new Error(errors[0]?.message);
    else return data;
  }
};

/** The bytes of the same request over HTTP/1.1, for a client that is a bare socket. */
export const requestOf = (token: string, query: string, variables: object = {}): string => {
  const body = JSON.stringify({ query, variables });
  return `POST /graphql HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
};
