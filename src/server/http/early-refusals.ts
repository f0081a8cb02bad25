import type { IncomingMessage, ServerResponse } from 'node:http';
import { Gauge } from 'prom-client';
import type { Admission, Caller } from '#server/operations/admission.ts';
import { overloaded } from '#server/operations/public-errors.ts';
import type { Logger } from '#server/telemetry/logger.ts';
import type { Metrics } from '#server/telemetry/metrics.ts';
import type { Authenticator } from './authentication.ts';
import { deadlineOf } from './prefer-wait.ts';
import { answerHeaders, requestIdOf } from './request-context.ts';

interface EarlyRefusalOptions {
  readonly admission: Admission;
  readonly authenticator: Authenticator;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** What a body may have. */
  readonly maxBodyBytes: number;
}

/** Bytes of all bodies in memory at once: at least so many, and at least four of the largest. */
const leastBytes = 128 * 1_048_576;
/** The share of these bytes that bodies of one tenant take at most, so that no tenant blocks others by bodies that it never ends. */
const shareOfTenant = 1 / 2;
/** The same for all callers without a valid token together: one of the largest bodies at least. */
const shareOfUnknown = 1 / 4;
/** Milliseconds between two lines of the log about refusals. */
const logEvery = 1_000;

const { code, message, status } = overloaded;
// Bytes: Node writes them faster than a string.
const body = Buffer.from(JSON.stringify({ errors: [{ message, extensions: { code } }] }));

const withoutToken: Caller = { tenant: '', user: '' };

/** POSTs, and GETs of an operation that expect JSON; pages and streams of events by GET are refused behind their checks. */
const isOperation = ({ method, url = '', headers }: IncomingMessage): boolean =>
  method === 'POST' ||
  (method === 'GET' && /^\/(graphql|subgraph)\?/.test(url) && !headers.accept?.includes('text/'));

/**
 * Refuses an operation before its body is read: it would wait longer than its deadline, or the bodies in memory take too much memory, of
 * its tenant or together. `refuse` gives false for what goes on; a page's request does, since its answer needs the headers of CORS.
 */
export const createEarlyRefusals = ({
  admission,
  authenticator,
  logger,
  metrics,
  maxBodyBytes,
}: EarlyRefusalOptions) => {
  const most = Math.max(leastBytes, 4 * maxBodyBytes);
  let bytesInMemory = 0;
  /** By tenant; of callers without a valid token under ''. */
  const bytesOf = new Map<string, number>();
  let refused = 0;
  let logged = Number.NEGATIVE_INFINITY;

  const figure = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [metrics.registry],
      collect() {
        this.set(read());
      },
    });
  figure('vouch_operations_under_way', 'Operations that are under way.', () => admission.load.running);
  figure('vouch_operations_waiting', 'Operations that wait to begin.', () => admission.load.waiting);

  const note = (): void => {
    refused += 1;
    metrics.countRefusal(code);
    const now = performance.now();
    if (now - logged < logEvery) return;
    logger.warn({ event: 'overload.refused', times: refused, ...admission.load });
    logged = now;
    refused = 0;
  };

  const callerOf = async ({ headers }: IncomingMessage): Promise<Caller> => {
    const given = { get: (name: string): string | null => (headers[name] as string | undefined) ?? null };
    const identity =
      authenticator.recall(given) ?? (await authenticator.authenticate(given).catch(() => null));
    return identity?.viewer ?? withoutToken;
  };

  /** Seconds after which its client tries again; null: it is not refused. A bad token is answered as such. */
  const excess = ({ headers }: IncomingMessage, caller: Caller): number | null =>
    headers.origin === undefined && (caller !== withoutToken || headers.authorization === undefined)
      ? admission.refusal(caller, deadlineOf((headers.prefer as string | undefined) ?? null))
      : null;

  const count = (tenant: string, bytes: number): void => {
    bytesInMemory += bytes;
    const all = (bytesOf.get(tenant) ?? 0) + bytes;
    if (all > 0) bytesOf.set(tenant, all);
    else bytesOf.delete(tenant);
  };

  /** Counts the memory of its body until it is answered; a stream goes on, and its body is read long before. */
  const admitBody = (request: IncomingMessage, response: ServerResponse, tenant: string): boolean => {
    const { 'content-length': length, 'transfer-encoding': chunked, accept } = request.headers;
    const bytes = Math.min(maxBodyBytes, chunked === undefined ? Number(length ?? 0) : maxBodyBytes);
    if (bytes === 0) return true;
    const share = most * (tenant === '' ? shareOfUnknown : shareOfTenant);
    if (bytesInMemory + bytes > most || (bytesOf.get(tenant) ?? 0) + bytes > share) return false;
    count(tenant, bytes);
    const isStream = accept?.includes('text/event-stream') === true;
    let isCounted = true;
    const release = (): void => {
      if (isCounted) count(tenant, -bytes);
      isCounted = false;
    };
    if (isStream) request.once('end', release);
    response.once('close', release);
    return true;
  };

  return {
    refuse: async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
      if (!isOperation(request)) return false;
      const caller = await callerOf(request);
      // Its client went while its token was verified: nothing would end the counting.
      if (response.destroyed) return true;
      let retryAfter = excess(request, caller);
      if (retryAfter === null) {
        if (admitBody(request, response, caller.tenant)) return false;
        retryAfter = admission.retryAfter(caller);
      }
      note();
      const type = request.headers.accept?.includes('application/graphql-response+json')
        ? 'application/graphql-response+json'
        : 'application/json';
      response.writeHead(status, {
        'retry-after': String(retryAfter),
        ...answerHeaders(requestIdOf((request.headers['x-request-id'] as string | undefined) ?? null)),
        'content-type': `${type}; charset=utf-8`,
        'content-length': body.length,
        // A body that nobody reads is not worth its way.
        ...(Number(request.headers['content-length'] ?? 0) > 65_536 ? { connection: 'close' } : {}),
      });
      response.end(body);
      return true;
    },
  };
};
