import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { isDeepStrictEqual } from 'node:util';
import { issueToken } from '#server/http/local-tokens.ts';
import { asker } from './asker.ts';
import { inOneStatement } from './limit-one-statement.ts';
import type { Question, Tree } from './questions.ts';
import type { Figures } from './served.ts';
import { unpromote, type World } from './world.ts';

/** A compared server, each a process of its own. */
export interface Peer {
  readonly name: string;
  readonly file: string;
  readonly path: string;
  /** Null: it does not answer this question. */
  readonly body: (question: Question, variables: object) => string | null;
  /** Its `data` in the form of Vouch's. */
  readonly read: (question: Question, data: Tree) => unknown;
}

const operation = (query: string | null, variables: object) =>
  query === null ? null : JSON.stringify({ query, variables });
const nameOf = (text: string): string => /(?:query|mutation) (\w+)/.exec(text)?.[1] ?? '';
const asIs = (_question: Question, data: Tree) => data;

export const everyPeer: readonly Peer[] = [
  {
    name: 'vouch',
    file: 'vouch.ts',
    path: '/graphql',
    body: ({ vouch }, variables) => operation(vouch, variables),
    read: asIs,
  },
  {
    name: 'postgraphile',
    file: 'postgraphile/server.mjs',
    path: '/graphql',
    body: ({ postgraphile }, variables) => operation(postgraphile, variables),
    read: ({ read }, data) => read(data),
  },
  {
    name: 'limit',
    file: 'limit.ts',
    path: '/',
    body: ({ vouch }, variables) => JSON.stringify({ question: nameOf(vouch), variables }),
    read: asIs,
  },
  {
    name: 'by-hand',
    file: 'limit.ts',
    path: '/',
    body: ({ vouch }, variables) =>
      nameOf(vouch) in inOneStatement
        ? JSON.stringify({ question: nameOf(vouch), variables, apart: true })
        : null,
    read: asIs,
  },
  {
    name: 'populate',
    file: 'populate.ts',
    path: '/graphql',
    body: ({ vouch, populate }, variables) => operation(populate ? vouch : null, variables),
    read: asIs,
  },
];

export interface Running extends Peer {
  readonly world: World;
  readonly url: string;
  readonly child: ChildProcess;
}

const secret = 'a secret of at least thirty-two bytes';
const token = await issueToken({ secret, jwksUrl: null, issuer: null, audience: null }, asker, {
  now: new Date(),
  seconds: 86_400,
});
export const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };

/** `profiled`: it writes a CPU profile into `.bench/` when it is stopped. */
export const startPeer = async (peer: Peer, world: World, profiled: boolean): Promise<Running> => {
  const child = fork(new URL(peer.file, import.meta.url).pathname, [], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      GRAPHILE_ENV: 'production',
      DATABASE_URL: world.url,
      VOUCH_JWT_SECRET: secret,
    },
    execArgv: profiled ? ['--cpu-prof', '--cpu-prof-dir=.bench'] : [],
    // Vouch writes its log, and nobody reads it.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  child.once('exit', (code) => {
    if (code) throw new Error(`${peer.name} ended with ${code}.`);
  });
  const [{ url }] = (await once(child, 'message')) as [{ url: string }];
  return { ...peer, world, child, url: `${url}${peer.path}` };
};

export const stopPeer = async ({ child }: Running): Promise<void> => {
  child.disconnect();
  await once(child, 'exit');
};

export const figuresOf = async ({ child }: Running): Promise<Figures> => {
  child.send('figures');
  const [figures] = (await once(child, 'message')) as [Figures];
  return figures;
};

const askOnce = async (peer: Running, question: Question, variables: object): Promise<unknown> => {
  const response = await fetch(peer.url, { method: 'POST', headers, body: peer.body(question, variables) });
  const text = await response.text();
  try {
    const answer = JSON.parse(text) as Tree;
    if (answer.errors) throw new Error('errors');
    return inOneSpelling(peer.read(question, answer.data));
  } catch {
    throw new Error(`${peer.name} does not answer ${question.name}: ${text.slice(0, 2_000)}`);
  }
};

/** Normalises spelling as JSON: instants (PostGraphile gives PostgreSQL's), and users, which are names to all but Vouch. */
const inOneSpelling = (answer: unknown): Tree =>
  JSON.parse(JSON.stringify(answer), (_name, value) => {
    if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)) return new Date(value).toISOString();
    return typeof value === 'object' && Object.keys(value ?? {}).join() === 'name' ? value.name : value;
  });

/** Throws unless the peers of a world answer alike, for three requests; what they write is taken back after each. */
export const compareAnswers = async (peers: readonly Running[], question: Question): Promise<void> => {
  for (const n of [1, 2, 3]) {
    let first: unknown;
    for (const peer of peers) {
      const variables = question.variables(n, peer.world.memories);
      const answer = await askOnce(peer, question, variables);
      if (question.writes) await unpromote(peer.world, [String(variables.id)]);
      first ??= answer;
      if (!isDeepStrictEqual(answer, first))
        throw new Error(
          `${peer.name} answers ${question.name} otherwise:\n${JSON.stringify(answer).slice(0, 1_500)}\n${JSON.stringify(first).slice(0, 1_500)}`,
        );
    }
  }
};
