import { lookup } from 'node:dns';
import { type ClientRequest, type RequestOptions, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { hostOf, isPrivateAddress } from '#application/webhooks/steps/receiver-address.ts';
import type { DeliveryFailure } from '#domain/webhooks/webhook.ts';

/** Milliseconds that a receiver has to answer. */
export const answerTimeout = 15_000;

export type Outcome =
  | { readonly outcome: 'accepted' }
  | { readonly outcome: 'gone' }
  | {
      readonly outcome: 'failed';
      readonly failure: DeliveryFailure;
      readonly httpStatus: number | null;
      /** Milliseconds that the receiver asked for by `Retry-After`; null: it asked for none. */
      readonly askedPause: number | null;
    };

class PrivateAddress extends Error {}

/** Looks a name up, and refuses what leads into a private network: the connection goes to the very address that was checked. */
const lookupPublic: LookupFunction = (hostname, options, callback) =>
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const found = addresses ?? [];
    const refused =
      error ?? (found.some(({ address }) => isPrivateAddress(address)) ? new PrivateAddress() : null);
    const [first] = found;
    if (refused || first === undefined) callback(refused ?? new Error('The name has no address.'), '');
    else if (options.all === true) callback(null, found);
    else callback(null, first.address, first.family);
  });

const failed = (
  failure: DeliveryFailure,
  httpStatus: number | null = null,
  askedPause: number | null = null,
): Outcome => ({ outcome: 'failed', failure, httpStatus, askedPause });

/** `Retry-After` in its form of seconds. */
const pauseOf = (header: string | undefined): number | null =>
  header !== undefined && /^\d{1,6}$/.test(header) ? Number(header) * 1_000 : null;

const outcomeOf = (status: number, retryAfter: string | undefined): Outcome => {
  if (status >= 200 && status < 300) return { outcome: 'accepted' };
  if (status === 410) return { outcome: 'gone' };
  return failed('STATUS', status, pauseOf(retryAfter));
};

/**
 * Sends a body once. The status alone is read of the answer; a redirection is a failure, since it leads to where nobody
 * agreed to. Never throws. `mayBePrivate`: addresses of private networks are called, too.
 */
export const post = (
  address: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  { mayBePrivate, signal }: { readonly mayBePrivate: boolean; readonly signal: AbortSignal },
): Promise<Outcome> => {
  const url = new URL(address);
  const host = hostOf(url);
  if (!mayBePrivate && (url.protocol !== 'https:' || (isIP(host) !== 0 && isPrivateAddress(host))))
    return Promise.resolve(failed('PRIVATE_ADDRESS'));
  const timeout = AbortSignal.timeout(answerTimeout);
  const options: RequestOptions = {
    method: 'POST',
    agent: false,
    headers: {
      ...headers,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'user-agent': 'Vouch-Webhooks',
    },
    signal: AbortSignal.any([timeout, signal]),
    ...(mayBePrivate ? {} : { lookup: lookupPublic }),
  };
  return new Promise((resolve) => {
    const send = url.protocol === 'https:' ? requestHttps : requestHttp;
    const request: ClientRequest = send(url, options, (response) => {
      resolve(outcomeOf(response.statusCode ?? 0, response.headers['retry-after']));
      response.destroy();
    });
    request.on('error', (error) => {
      if (error instanceof PrivateAddress) resolve(failed('PRIVATE_ADDRESS'));
      else if (signal.aborted) resolve(failed('INTERRUPTED'));
      else resolve(failed(timeout.aborted ? 'TIMEOUT' : 'UNREACHABLE'));
    });
    request.end(body);
  });
};
