import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { outageOf } from './database-errors.ts';
import { connectionOf } from './server-address.ts';
import { createClient } from './server-client.ts';
import { faultsOfLogin, readServerState } from './server-state.ts';
import { StartError } from './start-error.ts';

/** How a server is waited for that may be coming up. */
export interface Waiting {
  /** Gets a line when the server has not answered for a second. */
  readonly report: (step: string) => void;
  /** Milliseconds that it may take; absent: half a minute. */
  readonly patience?: number;
}

const pause = 500;
const silence = 1_000;
const probePatience = 2_000;
const oldestVersion = 15;

const codeOf = (error: unknown): string => String((error as { readonly code?: unknown }).code ?? '');

const mayComeUp = (error: unknown): boolean =>
  /^(ECONN|ENOTFOUND|EAI_AGAIN|EHOST|ENET|ETIMEDOUT|ENOENT|57P03|53300)/.test(codeOf(error)) ||
  (error instanceof Error && /timeout|terminated/i.test(error.message));

/** Translates a connection error for an operator; the variable's name stands for the address. */
const sentenceOf = (variable: string, error: unknown): string => {
  const code = codeOf(error);
  const message = error instanceof Error ? error.message : '';
  if (error instanceof StartError) return message;
  if (code === '28P01' || code === '28000')
    return `The database refuses the login of ${variable}: correct its user or password, or let the server accept them (pg_hba.conf).`;
  if (code === '3D000')
    return `The database that ${variable} names does not exist: create it, or correct the name.`;
  if (code === '53300')
    return `The database of ${variable} has no free connection (53300): let it have more (max_connections, or the limit of its role or database), or stop what holds them.`;
  if (/does not support SSL/i.test(message))
    return `${variable} asks for TLS, and the server has none: switch it on there (ssl = on), or write sslmode=disable.`;
  if (/CERT|SIGNATURE|SELF_SIGNED|ERR_TLS/.test(code))
    return `The certificate of the database's server is not trusted (${code}): give its authority's file as sslrootcert in ${variable}, and the host that the certificate names.`;
  if (code === 'ENOENT' && /open/.test(message))
    return `A file of a certificate that ${variable} names cannot be read: correct its path.`;
  return `The database of ${variable} does not answer (${code || 'no answer'}): start it, or correct the address.`;
};

const connect = async (
  variable: string,
  url: string,
  { report, patience = 30_000 }: Waiting,
): Promise<pg.Client> => {
  let code = '';
  const notice = setTimeout(() => {
    const why = code === '' ? '' : ` (${code})`;
    report(
      `The database of ${variable} does not answer${why}: waiting for it, up to ${patience / 1_000} seconds`,
    );
  }, silence);
  try {
    for (const deadline = AbortSignal.timeout(patience); ; ) {
      let client: pg.Client | null = null;
      try {
        client = createClient({
          connectionTimeoutMillis: 5_000,
          query_timeout: 10_000,
          ...connectionOf(url),
        });
        await client.connect();
        return client;
      } catch (error) {
        client?.end().catch(() => undefined);
        code = codeOf(error);
        const isFile = code === 'ENOENT' && /open/.test(String(error));
        if (isFile || !mayComeUp(error) || deadline.aborted)
          throw new StartError(sentenceOf(variable, error));
        await sleep(pause);
      }
    }
  } finally {
    clearTimeout(notice);
  }
};

/** The sentence for a server that is lost while something starts; any other error as it is. */
export const asStartError = (variable: string, error: unknown): unknown =>
  ['unavailable', 'login_refused', 'database_missing'].includes(outageOf(error) ?? '')
    ? new StartError(sentenceOf(variable, error))
    : error;

/** Checks that notifications arrive on a connection: behind a transaction pooler they are lost without an error. */
const hearsNotifications = async (client: pg.Client, url: string): Promise<boolean> => {
  const channel = 'vouch_probe';
  const heard = new Promise<boolean>((resolve) => {
    client.on('notification', () => resolve(true));
    setTimeout(() => resolve(false), probePatience).unref();
  });
  await client.query(`listen ${channel}`);
  const other = createClient({ ...connectionOf(url), connectionTimeoutMillis: probePatience });
  try {
    await other.connect();
    await other.query(`notify ${channel}`);
    return await heard;
  } finally {
    await other.end().catch(() => undefined);
  }
};

/**
 * Waits until a server answers, and looks whether it can be a store: its version and encoding, that it can be
 * written, and that a pooler in its place lets live updates through.
 * @throws StartError with one sentence.
 */
export const assertServer = async (
  variable: string,
  url: string,
  waiting: Waiting = { report: () => undefined },
): Promise<void> => {
  const client = await connect(variable, url, waiting);
  try {
    const { rows } = await client.query<{
      version: number;
      encoding: string;
      readOnly: boolean;
      pid: number;
    }>(
      `select current_setting('server_version_num')::int / 10000 as version, current_setting('server_encoding') as encoding, current_setting('transaction_read_only') = 'on' as "readOnly", pg_backend_pid() as pid`,
    );
    const [server] = rows;
    if (!server) return;
    if (server.version < oldestVersion)
      throw new StartError(
        `The database of ${variable} is PostgreSQL ${server.version}: version ${oldestVersion} or newer is needed.`,
      );
    if (server.encoding !== 'UTF8')
      throw new StartError(
        `The database of ${variable} has the encoding ${server.encoding}: search would find no words of scripts without spaces. Make one with \`create database vouch encoding 'UTF8' template template0\`, and move the data there.`,
      );
    if (server.readOnly)
      throw new StartError(
        `The database of ${variable} cannot be written: it is a standby, or default_transaction_read_only is on. Give the address of the primary.`,
      );
    const { processID } = client as unknown as { readonly processID: number };
    if (server.pid !== processID && !(await hearsNotifications(client, url)))
      throw new StartError(
        `${variable} leads through a pooler of transactions, in which live updates are never heard: give the address of the server itself, or a pool of sessions.`,
      );
  } catch (error) {
    throw asStartError(variable, error);
  } finally {
    await client.end().catch(() => undefined);
  }
};

/**
 * Looks whether row-level security binds the gateway's login.
 * @throws StartError with one sentence when it does not.
 */
export const assertRestrictedLogin = async (
  variable: string,
  url: string,
  clock: () => Date,
): Promise<void> => {
  const [fault] = faultsOfLogin(await readServerState(url, () => clock().getTime()), variable);
  if (fault !== undefined)
    throw new StartError(
      `${fault} \`vouch migrate\` with both addresses gives that login what it needs. VOUCH_DATABASE_LOGIN=any serves all the same.`,
    );
};
