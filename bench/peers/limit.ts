import { createServer, type IncomingMessage } from 'node:http';
import pg from 'pg';
import { askerSettings } from './asker.ts';
import { type Ask, answers, statements } from './limit-answers.ts';
import { inOneStatement, oneStatements } from './limit-one-statement.ts';
import { promote } from './limit-promotion.ts';
import { listen, reportToParent } from './served.ts';

/**
 * The limit: `node:http`, statements written by hand for each question and prepared, sent in one pipeline, the answer put
 * together in Node; of a question with nested lists a single statement. `by-hand` is the same server, which reads
 * those lists by statements of
 * their own. The policies hold for it as for Vouch; there is no visibility check, no token, no limit and no log.
 */

const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: 10,
  pipeline: true,
} as pg.PoolConfig);

const asViewer = 'set local role vouch_viewer';
const sitting = {
  name: 'sitting',
  text: `select ${Object.keys(askerSettings)
    .map((setting, index) => `set_config('${setting}', $${index + 1}, true)`)
    .join(', ')}`,
  values: Object.values(askerSettings),
};

interface Asked {
  readonly question: string;
  readonly variables: Record<string, string>;
  /** True: each list by a statement of its own. */
  readonly apart?: boolean;
}

const fail = () => undefined;
const begin = (client: pg.ClientBase, how: string): void => {
  client.query(`begin ${how}; ${asViewer}`).catch(fail);
  client.query(sitting).catch(fail);
};

const texts: Readonly<Record<string, string>> = { ...statements, ...oneStatements };

const reading = async ({ question, variables, apart }: Asked): Promise<unknown> => {
  const answer = (apart ? undefined : inOneStatement[question]) ?? answers[question];
  if (!answer) throw new Error(`Nobody wrote ${question} by hand.`);
  const client = await pool.connect();
  begin(client, 'isolation level repeatable read read only');
  const ask: Ask = async (name, values) =>
    (await client.query({ name, text: texts[name] ?? '', values: [...values] })).rows;
  try {
    return await answer(ask, variables);
  } finally {
    // The next one is served behind it.
    client.query('rollback').catch(fail);
    client.release();
  }
};

const promoting = async ({ id = '' }: Record<string, string>): Promise<unknown> => {
  const client = await pool.connect();
  begin(client, '');
  try {
    return await promote(client, id);
  } catch (error) {
    client.query('rollback').catch(fail);
    throw error;
  } finally {
    client.release();
  }
};

const textOf = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
};

const server = createServer(async (request, response) => {
  try {
    const asked = JSON.parse(await textOf(request)) as Asked;
    const data = await (asked.question === 'Promote' ? promoting(asked.variables) : reading(asked));
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data }));
  } catch (error) {
    response.writeHead(500).end(String(error));
  }
});
reportToParent(await listen(server), pg.Client);
