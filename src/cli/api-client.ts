import { setTimeout as sleep } from 'node:timers/promises';

/** Address of the gateway, and the token of the command line. */
export interface ApiAddress {
  readonly url: string;
  readonly token: string;
}

/** A sentence for the person at the terminal; the command ends with status 1. */
export class CommandFailed extends Error {
  /** Code of the refusal or of the first error, as the API has it; null where there is none. */
  readonly code: string | null;

  constructor(message: string, code: string | null = null) {
    super(message);
    this.code = code;
  }
}

/** The gateway was not reached, or answered an operation with errors instead of data. */
export class RequestFailed extends CommandFailed {
  /** HTTP; null: no answer came. */
  readonly status: number | null;
  /** Milliseconds after which the gateway asks to be asked again; null where it does not say. */
  readonly retryAfter: number | null;

  constructor(
    message: string,
    { status, code, retryAfter }: Pick<RequestFailed, 'status' | 'code' | 'retryAfter'>,
  ) {
    super(message, code);
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

interface Answer<Data> {
  readonly data?: Data | null;
  readonly errors?: readonly {
    readonly message: string;
    readonly extensions?: { readonly code?: string };
  }[];
}

/** `Retry-After` in milliseconds: seconds, or a date. */
const readRetryAfter = (value: string | null): number | null => {
  if (value === null) return null;
  const seconds = Number(value);
  const wait = Number.isNaN(seconds) ? Date.parse(value) - Date.now() : seconds * 1_000;
  return Number.isNaN(wait) ? null : Math.max(0, wait);
};

/** Sends one operation; throws RequestFailed when the gateway is not there or refuses it as a whole. */
export const askGateway = async <Data>(
  { url, token }: ApiAddress,
  query: string,
  variables: object = {},
): Promise<Data> => {
  const target = URL.parse('/graphql', url);
  if (target === null || !['http:', 'https:'].includes(target.protocol))
    throw new CommandFailed(`${url} is no address of a gateway. Write it as http://127.0.0.1:4000.`);
  if (target.username !== '' || target.password !== '')
    throw new CommandFailed(
      'The address of a gateway has no user and no password in it: take them out, and give a token by --token or VOUCH_TOKEN.',
    );
  if (!/^[\x21-\x7e]*$/.test(token))
    throw new CommandFailed(
      'The token has characters that no token has, such as a line break: give it anew by --token or VOUCH_TOKEN.',
    );
  const unreached = () =>
    new RequestFailed(`No gateway answers at ${url}. Start it, or name it with --url.`, {
      status: null,
      code: null,
      retryAfter: null,
    });
  const response = await fetch(target, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query, variables }),
  }).catch(() => {
    throw unreached();
  });
  const body = await response.text().catch(() => {
    throw unreached();
  });
  const { data, errors } = readAnswer<Data>(body);
  if (data == null || errors)
    throw new RequestFailed(
      errors?.map(({ message }) => message).join(' ') ?? `The gateway answered ${response.status}.`,
      {
        status: response.status,
        code: errors?.[0]?.extensions?.code ?? null,
        retryAfter: readRetryAfter(response.headers.get('retry-after')),
      },
    );
  return data;
};

/** Reads a body; what is no JSON, as a proxy's page, is an empty answer. */
const readAnswer = <Data>(body: string): Answer<Data> => {
  try {
    return JSON.parse(body) as Answer<Data>;
  } catch {
    return {};
  }
};

/** Too many requests, and what a gateway, or what stands before it, answers while it cannot serve. */
const passing: readonly (number | null)[] = [null, 429, 502, 503, 504];
const firstPause = 250;
const longestPause = 10_000;
/** Milliseconds of nothing but failures after which the command gives up. */
const patience = 300_000;
/** An operation that takes the database too long is not quicker the next time. */
const mostTimeouts = 2;

/**
 * Sends one operation until it is answered: where the gateway cannot serve now, or the connection is lost, again after the
 * time that the gateway names, else after a pause that doubles. For operations that may be sent twice: queries, and
 * mutations with an `idempotencyKey`.
 */
export const askPatiently = async <Data>(
  address: ApiAddress,
  query: string,
  variables: object = {},
  /** False: a gateway that was never reached fails the command at once; for its first operation. */
  wasReached = true,
): Promise<Data> => {
  const until = Date.now() + patience;
  let timeouts = 0;
  let isReached = wasReached;
  for (let pause = firstPause; ; pause = Math.min(2 * pause, longestPause)) {
    try {
      return await askGateway<Data>(address, query, variables);
    } catch (error) {
      if (!(error instanceof RequestFailed) || !passing.includes(error.status)) throw error;
      isReached ||= error.status !== null;
      if (!isReached) throw error;
      timeouts += error.code === 'TIMEOUT' ? 1 : 0;
      const wait = Math.max(error.retryAfter ?? 0, pause * (0.5 + Math.random() / 2));
      if (timeouts >= mostTimeouts || Date.now() + wait > until) throw error;
      await sleep(wait);
    }
  }
};
