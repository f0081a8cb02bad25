import { setImmediate as nextTurn } from 'node:timers/promises';
import { createSourceEventStream, type ExecutionResult, GraphQLError } from 'graphql';
import { Gauge } from 'prom-client';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { isOutOfTime, outageOf } from '#persistence/store/database-errors.ts';
import { createSemaphore } from '#persistence/store/semaphore.ts';
import { readThroughOutages } from '#persistence/store/through-outages.ts';
import { type DigestCaller, describeCall } from '#server/caller-digest.ts';
import type { Logger } from '#server/http/logger.ts';
import type { Metrics } from '#server/http/metrics.ts';
import { executePlan } from '#server/operations/breadth-first-execution.ts';
import {
  createRefusal,
  isFault,
  maskFault,
  type TopLevelErrorCode,
  toPublicError,
} from '#server/operations/public-errors.ts';
import {
  inContext,
  type OperationRequest,
  type Operations,
  type Subscribe,
} from '#server/operations/run-operation.ts';
import { interruption, placeOf } from './event-stream.ts';

/** Streams that may be open at once. */
export const defaultSubscriptionLimits = Object.freeze({ perProcess: 2_000, perTenant: 500, perUser: 50 });
export type SubscriptionLimits = {
  readonly [Limit in keyof typeof defaultSubscriptionLimits]: number;
};

/** Source of a subscription. One that can list waiting events is read in batches. */
interface Source extends AsyncIterator<unknown> {
  readonly takeReady?: (most: number) => readonly unknown[];
}

const eventsAtOnce = 50;
/** So many subscriptions read at once, however many a change concerns: the pool is for queries first. */
const readersAtOnce = 3;
/** Milliseconds for which an answer that was read and not fetched yet still shows what its viewer may see. */
const freshness = 1_000;
/** Milliseconds until a token is looked at again: it may be denied before it ends. */
const longestTimer = 10_000;

/** Outages that pass: an event that meets one is read again, and its client hears of nothing. */
const passing: readonly (string | null)[] = ['unavailable', 'read_only', 'login_refused', 'database_missing'];
const causeOf = (error: unknown): unknown => (error instanceof GraphQLError ? error.originalError : error);
const isPassing = (error: unknown): boolean => passing.includes(outageOf(causeOf(error)));
const isTimeout = (error: unknown): boolean => isOutOfTime(causeOf(error));
/** So often events are read again that took the database too long, as behind a lock: then they may ask for too much. */
const mostTimeouts = 4;

const resume = 'Subscribe again; with the last cursor as `after` nothing is missed.';
/** An event of a stream that has begun: it sets no status. */
const tokenHasEnded = () =>
  new GraphQLError(`The token has ended, or a group of it was withdrawn. ${resume}`, {
    extensions: { code: 'UNAUTHENTICATED' satisfies TopLevelErrorCode },
  });
const tooMany = () =>
  createRefusal('TOO_MANY_SUBSCRIPTIONS', 'Too many subscriptions are open. End some, or try again later.');

/** Counts the open streams; gives null when there are too many, else what ends the counting. */
const createSeats = ({ perProcess, perTenant, perUser }: SubscriptionLimits) => {
  const taken = new Map<string, number>();
  let all = 0;
  return {
    count: () => all,
    take: ({ tenant, user }: Pick<Viewer, 'tenant' | 'user'>): (() => void) | null => {
      const most = new Map([
        [tenant, perTenant],
        [JSON.stringify([tenant, user]), perUser],
      ]);
      if (all >= perProcess || [...most].some(([key, limit]) => (taken.get(key) ?? 0) >= limit)) return null;
      all += 1;
      for (const key of most.keys()) taken.set(key, (taken.get(key) ?? 0) + 1);
      return () => {
        all -= 1;
        for (const key of most.keys()) {
          const left = (taken.get(key) ?? 1) - 1;
          if (left === 0) taken.delete(key);
          else taken.set(key, left);
        }
      };
    },
  };
};

/** The root field is null and nothing went wrong: there is nothing that this viewer may see. */
const isSilent = ({ data, errors }: ExecutionResult): boolean =>
  errors === undefined && Object.values(data ?? {}).every((value) => value === null);

/** The place of an event in the log, where it has one. */
const cursorOf = (event: unknown): string | null =>
  typeof event === 'object' && event !== null && 'cursor' in event && typeof event.cursor === 'string'
    ? event.cursor
    : null;

const isBroken = ({ data, errors }: ExecutionResult): boolean =>
  errors !== undefined && Object.values(data ?? {}).every((value) => value === null);

export interface LiveUpdates<Context extends object> {
  /** Without admission: deliveries of streams that are open are bounded by the number of streams. */
  readonly operations: Operations<Context>;
  /** With admission: a stream is opened like any other operation. */
  readonly openings: Operations<Context>;
  readonly subscriptionLimits: SubscriptionLimits;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly digestOf: DigestCaller;
  /** Aborts when the gateway closes. */
  readonly closing: AbortSignal;
  /** Reads under way, which closing waits for. */
  readonly running: Set<Promise<unknown>>;
}

/**
 * Serves subscriptions. Every event is an operation of its own: a context is opened for it when it is delivered, so that
 * it shows what the viewer may see at that moment, and an event whose field resolves to null is not sent at all. Events
 * that are there together are read together, in one context. A client that reads slowly is waited for, and what
 * was read for it too long ago is read again; no more than one batch is kept. A stream ends with its
 * client, with its token, and with the gateway, and holds nothing afterwards.
 */
export function createSubscribe<Context extends object>(live: LiveUpdates<Context>): Subscribe {
  const { logger, metrics, digestOf, closing, running } = live;
  const seats = createSeats(live.subscriptionLimits);
  const semaphore = createSemaphore(readersAtOnce);
  const open: Gauge = new Gauge({
    name: 'vouch_subscriptions_open',
    help: 'Subscriptions that are open.',
    registers: [metrics.registry],
    collect: () => {
      open.set(seats.count());
    },
  });

  const subscribe: Subscribe = async (subscription, request, client) => {
    const { schema, document, plan, variables, params } = subscription;
    const { viewer, requestId, deadline, lastEventId = null } = request;
    const opening = {
      viewer,
      requestId,
      operationType: 'subscription' as const,
      signal: client,
      wait: { deadline, client },
      lastEventId,
    };

    const source = await inContext(live.openings, opening, async (contextValue) =>
      createSourceEventStream({
        schema,
        document,
        contextValue,
        variableValues: params.variables,
        operationName: params.operationName,
      }),
    );
    if (!(Symbol.asyncIterator in source)) return source;

    const executeTogether = (events: readonly unknown[]): Promise<ExecutionResult[]> => {
      const reading = semaphore(() =>
        inContext(live.operations, opening, (context) =>
          Promise.all(events.map((rootValue) => executePlan(plan.root, { context, variables, rootValue }))),
        ),
      );
      running.add(reading);
      return reading.finally(() => running.delete(reading));
    };
    const name = params.operationName ?? null;
    return deliver(source[Symbol.asyncIterator](), executeTogether, name, request, client);
  };

  const deliver = (
    source: Source,
    executeTogether: (events: readonly unknown[]) => Promise<ExecutionResult[]>,
    operationName: string | null,
    { requestId, viewer, remaining }: OperationRequest,
    client: AbortSignal,
  ): AsyncIterableIterator<ExecutionResult> => {
    const startedAt = performance.now();
    let isOver = false;
    const over = new AbortController();
    let isInterrupted = false;
    let lastWord: GraphQLError | null = null;
    let release = () => {};
    let delivered = 0;
    const codes = new Set<string>();

    const end = (word: GraphQLError | null = null): void => {
      if (isOver) return;
      isOver = true;
      over.abort();
      lastWord = word;
      release();
      // Ends a `next` that is waiting, too.
      void source.return?.();
      const durationMs = Math.round(performance.now() - startedAt);
      if (word !== null) codes.add(String(word.extensions.code));
      for (const code of codes) metrics.countRefusal(code);
      const call = describeCall(operationName, digestOf(viewer));
      const ended = { durationMs, delivered, codes: [...codes] };
      logger.info({ requestId, type: 'subscription', ...call, ...ended }, 'operation');
    };

    /** Nothing is kept before the first `next`: an answer that nobody fetches would keep it for ever. */
    const begin = (): void => {
      const leave = seats.take(viewer ?? { tenant: '', user: '' });
      if (leave === null) {
        end(tooMany());
        return;
      }
      const gone = () => end();
      const closed = () => {
        isInterrupted = true;
        end();
      };
      let timer: NodeJS.Timeout | undefined;
      const wait = (): void => {
        if (remaining() <= 0) end(tokenHasEnded());
        else timer = setTimeout(wait, Math.min(remaining(), longestTimer)).unref();
      };
      release = () => {
        leave();
        clearTimeout(timer);
        client.removeEventListener('abort', gone);
        closing.removeEventListener('abort', closed);
      };
      client.addEventListener('abort', gone);
      closing.addEventListener('abort', closed);
      if (client.aborted) gone();
      else if (closing.aborted) closed();
      else wait();
    };

    const publish = (given: ExecutionResult, cursor: string | null = null): ExecutionResult => {
      const result = maskErrors(given);
      if (cursor !== null) placeOf.set(result, cursor);
      return result;
    };

    const maskErrors = (result: ExecutionResult): ExecutionResult => {
      delivered += 1;
      if (result.errors === undefined) return result;
      const errors = result.errors.map(maskFault);
      for (const error of errors.filter(isFault))
        logger.error({ requestId, err: error.originalError ?? error }, 'fault');
      for (const { extensions } of errors) codes.add(String(extensions.code));
      return { ...result, errors: errors.map((error) => toPublicError(error, requestId)) };
    };

    /**
     * Reads events until the database answers, or the stream or its token is over: then it gives none. After a timeout it reads half of
     * them, and of a row of timeouts it gives the last.
     */
    const readEvents = async (events: readonly unknown[]): Promise<ExecutionResult[]> => {
      let most = events.length;
      let timeouts = 0;
      const read = async () => {
        if (remaining() <= 0) return [];
        const results = await executeTogether(events.slice(0, most));
        const errors = results.flatMap((result) => result.errors ?? []);
        const outage = errors.find(isPassing);
        if (outage !== undefined) throw outage;
        const timeout = errors.find(isTimeout);
        if (timeout === undefined || timeouts === mostTimeouts) return results;
        timeouts += 1;
        most = Math.ceil(most / 2);
        throw timeout;
      };
      const mayPass = (error: unknown) => isPassing(error) || isTimeout(error);
      const results = await readThroughOutages(read, mayPass, over.signal, (err) =>
        logger.warn({ event: 'live_updates.not_delivered', requestId, err }),
      );
      return results ?? [];
    };

    async function* deliver(events: readonly unknown[]): AsyncGenerator<ExecutionResult, void> {
      let rest = events;
      while (rest.length > 0) {
        // Yields between batches, so that a subscriber with a backlog blocks nobody and notices a lost client.
        await nextTurn();
        if (isOver) return;
        if (remaining() <= 0) {
          end(tokenHasEnded());
          return;
        }
        const results = await readEvents(rest);
        const readAt = performance.now();
        for (const result of results) {
          if (isOver || performance.now() - readAt > freshness) break;
          const [event] = rest;
          rest = rest.slice(1);
          if (isSilent(result)) continue;
          // An event that could not be read is not skipped: without a place of its own the client resumes from its last one.
          yield publish(result, isBroken(result) ? null : cursorOf(event));
          if (isBroken(result)) end();
        }
      }
    }

    async function* run(): AsyncGenerator<ExecutionResult, void> {
      try {
        begin();
        while (!isOver) {
          const event = await source.next();
          if (event.done) break;
          yield* deliver([event.value, ...(source.takeReady?.(eventsAtOnce - 1) ?? [])]);
        }
        if (lastWord !== null) yield publish({ errors: [lastWord] });
      } catch (error) {
        yield publish({ errors: [maskFault(error)] });
      } finally {
        end();
      }
      if (isInterrupted) yield interruption;
    }

    const results = run();
    return {
      [Symbol.asyncIterator]() {
        return this;
      },
      next: () => results.next(),
      // A generator that waits would notice it only when its wait ends.
      return: () => {
        end();
        return results.return();
      },
      throw: (error) => {
        end();
        return results.throw(error);
      },
    };
  };

  return subscribe;
}
