import { setImmediate as nextTurn } from 'node:timers/promises';
import { type ExecutionResult, GraphQLError } from 'graphql';
import { isOutOfTime, outageOf } from '#persistence/store/database-errors.ts';
import { readThroughOutages } from '#persistence/store/through-outages.ts';
import { type DigestCaller, describeCall } from '#server/caller-digest.ts';
import {
  createRefusal,
  isFault,
  maskFault,
  type TopLevelErrorCode,
  toPublicError,
} from '#server/operations/public-errors.ts';
import type { OperationRequest } from '#server/operations/run-operation.ts';
import type { Logger } from '#server/telemetry/logger.ts';
import type { Metrics } from '#server/telemetry/metrics.ts';
import { interruption, placeOf } from './event-stream.ts';

const eventsAtOnce = 50;
/** Milliseconds for which an answer that was read and not fetched yet still shows what its viewer may see. */
const freshness = 1_000;
/** Milliseconds until a token is looked at again: it may be denied before it ends. */
const longestTimer = 10_000;
/** Timeouts in a row, as behind a lock, after which events may ask for too much: the last one is answered. */
const mostTimeouts = 4;

/** Outages that pass: an event that meets one is read again, and its client hears of nothing. */
const passing: readonly (string | null)[] = ['unavailable', 'read_only', 'login_refused', 'database_missing'];
const causeOf = (error: unknown): unknown => (error instanceof GraphQLError ? error.originalError : error);
const isPassing = (error: unknown): boolean => passing.includes(outageOf(causeOf(error)));
const isTimeout = (error: unknown): boolean => isOutOfTime(causeOf(error));

const resume = 'Subscribe again; with the last cursor as `after` nothing is missed.';
/** An event of a stream that has begun: it sets no status. */
const tokenHasEnded = () =>
  new GraphQLError(`The token has ended, or a group of it was withdrawn. ${resume}`, {
    extensions: { code: 'UNAUTHENTICATED' satisfies TopLevelErrorCode },
  });
const tooMany = () =>
  createRefusal('TOO_MANY_SUBSCRIPTIONS', 'Too many subscriptions are open. End some, or try again later.');

const hasNoData = ({ data }: ExecutionResult): boolean =>
  Object.values(data ?? {}).every((value) => value === null);
/** The root field is null and nothing went wrong: there is nothing that this viewer may see. */
const isSilent = (result: ExecutionResult): boolean => result.errors === undefined && hasNoData(result);
const isBroken = (result: ExecutionResult): boolean => result.errors !== undefined && hasNoData(result);

/** The place of an event in the log, where it has one. */
const cursorOf = (event: unknown): string | null =>
  typeof event === 'object' && event !== null && 'cursor' in event && typeof event.cursor === 'string'
    ? event.cursor
    : null;

/** Source of a subscription. One that can list waiting events is read in batches. */
interface Source extends AsyncIterator<unknown> {
  readonly takeReady?: (most: number) => readonly unknown[];
}

/** A subscription whose events are delivered. */
export interface Subscription {
  readonly source: Source;
  /** Executes the operation for some events, in one context. */
  readonly execute: (events: readonly unknown[]) => Promise<ExecutionResult[]>;
  readonly operationName: string | null;
  readonly request: OperationRequest;
  readonly client: AbortSignal;
  /** Counts the stream as open, and returns what ends the counting; null when too many are open. */
  readonly takeSeat: () => (() => void) | null;
}

/** Parts of the gateway that a delivery reports to, and closes with. */
export interface DeliveryReports {
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly digestOf: DigestCaller;
  /** Aborts when the gateway closes. */
  readonly closing: AbortSignal;
}

/**
 * The answers of one subscription. It begins with the first `next`, since an answer that nobody fetches would be kept for ever, and ends
 * with its client, with its token, and with the gateway; it holds nothing afterwards.
 */
export class Delivery implements AsyncIterableIterator<ExecutionResult> {
  readonly #subscription: Subscription;
  readonly #reports: DeliveryReports;
  readonly #answers: AsyncGenerator<ExecutionResult, void>;
  readonly #startedAt = performance.now();
  readonly #over = new AbortController();
  /** Codes of the errors that the client was given. */
  readonly #codes = new Set<string>();
  #delivered = 0;
  #lastError: GraphQLError | null = null;
  #isInterrupted = false;
  #release = () => {};

  constructor(subscription: Subscription, reports: DeliveryReports) {
    this.#subscription = subscription;
    this.#reports = reports;
    this.#answers = this.#run();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<ExecutionResult, void>> {
    return this.#answers.next();
  }

  // A generator that waits would notice it only when its wait ends.
  return(): Promise<IteratorResult<ExecutionResult, void>> {
    this.#end();
    return this.#answers.return();
  }

  throw(error: unknown): Promise<IteratorResult<ExecutionResult, void>> {
    this.#end();
    return this.#answers.throw(error);
  }

  async *#run(): AsyncGenerator<ExecutionResult, void> {
    const { source } = this.#subscription;
    try {
      this.#begin();
      while (!this.#isOver) {
        const event = await source.next();
        if (event.done) break;
        yield* this.#answersTo([event.value, ...(source.takeReady?.(eventsAtOnce - 1) ?? [])]);
      }
      if (this.#lastError !== null) yield this.#published({ errors: [this.#lastError] });
    } catch (error) {
      yield this.#published({ errors: [maskFault(error)] });
    } finally {
      this.#end();
    }
    if (this.#isInterrupted) yield interruption;
  }

  get #isOver(): boolean {
    return this.#over.signal.aborted;
  }

  get #hasTokenEnded(): boolean {
    return this.#subscription.request.remaining() <= 0;
  }

  /** Takes a seat, and follows the client, the token and the gateway. */
  #begin(): void {
    const { client, request, takeSeat } = this.#subscription;
    const { closing } = this.#reports;
    const leaveSeat = takeSeat();
    if (leaveSeat === null) {
      this.#end(tooMany());
      return;
    }
    const leave = () => this.#end();
    const interrupt = () => {
      this.#isInterrupted = true;
      this.#end();
    };
    let timer: NodeJS.Timeout | undefined;
    const awaitEndOfToken = (): void => {
      if (this.#hasTokenEnded) this.#end(tokenHasEnded());
      else timer = setTimeout(awaitEndOfToken, Math.min(request.remaining(), longestTimer)).unref();
    };
    this.#release = () => {
      leaveSeat();
      clearTimeout(timer);
      client.removeEventListener('abort', leave);
      closing.removeEventListener('abort', interrupt);
    };
    client.addEventListener('abort', leave);
    closing.addEventListener('abort', interrupt);
    if (client.aborted) leave();
    else if (closing.aborted) interrupt();
    else awaitEndOfToken();
  }

  /** Ends the stream once, with an error for the client or without one. */
  #end(error: GraphQLError | null = null): void {
    if (this.#isOver) return;
    this.#over.abort();
    this.#lastError = error;
    this.#release();
    const { source, operationName, request } = this.#subscription;
    const { logger, metrics, digestOf } = this.#reports;
    // Ends a `next` that is waiting, too.
    void source.return?.();
    const durationMs = Math.round(performance.now() - this.#startedAt);
    if (error !== null) this.#codes.add(String(error.extensions.code));
    for (const code of this.#codes) metrics.countRefusal(code);
    const call = describeCall(operationName, digestOf(request.viewer));
    const ended = { durationMs, delivered: this.#delivered, codes: [...this.#codes] };
    logger.info({ requestId: request.requestId, type: 'subscription', ...call, ...ended }, 'operation');
  }

  /**
   * The answers to events, read together. An answer that its client fetches too late is read again; no more than one batch is kept.
   * Without an answer for an event that shows this viewer nothing.
   */
  async *#answersTo(events: readonly unknown[]): AsyncGenerator<ExecutionResult, void> {
    let rest = events;
    while (rest.length > 0) {
      // Yields between batches, so that a subscriber with a backlog blocks nobody and notices a lost client.
      await nextTurn();
      if (this.#isOver) return;
      if (this.#hasTokenEnded) {
        this.#end(tokenHasEnded());
        return;
      }
      const results = await this.#read(rest);
      const readAt = performance.now();
      for (const result of results) {
        if (this.#isOver || performance.now() - readAt > freshness) break;
        const [event] = rest;
        rest = rest.slice(1);
        if (isSilent(result)) continue;
        // An event that could not be read is not skipped: without a place of its own the client resumes from its last one.
        yield this.#published(result, isBroken(result) ? null : cursorOf(event));
        if (isBroken(result)) this.#end();
      }
    }
  }

  /**
   * Reads events until the database answers, or the stream or its token is over: then it gives none. After a timeout it reads half of
   * them, and of a row of timeouts it gives the last.
   */
  async #read(events: readonly unknown[]): Promise<ExecutionResult[]> {
    const { execute, request } = this.#subscription;
    let most = events.length;
    let timeouts = 0;
    const read = async () => {
      if (this.#hasTokenEnded) return [];
      const results = await execute(events.slice(0, most));
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
    const results = await readThroughOutages(read, mayPass, this.#over.signal, (err) =>
      this.#reports.logger.warn({
        event: 'live_updates.not_delivered',
        requestId: request.requestId,
        err,
      }),
    );
    return results ?? [];
  }

  /** An answer as the client is given it: with public errors, and with its place in the log. */
  #published(result: ExecutionResult, cursor: string | null = null): ExecutionResult {
    this.#delivered += 1;
    const published = this.#withPublicErrors(result);
    if (cursor !== null) placeOf.set(published, cursor);
    return published;
  }

  #withPublicErrors(result: ExecutionResult): ExecutionResult {
    if (result.errors === undefined) return result;
    const { requestId } = this.#subscription.request;
    const errors = result.errors.map(maskFault);
    for (const error of errors.filter(isFault))
      this.#reports.logger.error({ requestId, err: error.originalError ?? error }, 'fault');
    for (const { extensions } of errors) this.#codes.add(String(extensions.code));
    return { ...result, errors: errors.map((error) => toPublicError(error, requestId)) };
  }
}
