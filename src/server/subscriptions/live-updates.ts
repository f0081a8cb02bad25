import { createSourceEventStream, type ExecutionResult } from 'graphql';
import { Gauge } from 'prom-client';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { createSemaphore } from '#persistence/store/semaphore.ts';
import { executePlan } from '#server/operations/breadth-first-execution.ts';
import { inContext, type Operations, type Subscribe } from '#server/operations/run-operation.ts';
import { Delivery, type DeliveryReports } from './delivery.ts';

/** Streams that may be open at once. */
export const defaultSubscriptionLimits = Object.freeze({ perProcess: 2_000, perTenant: 500, perUser: 50 });
export type SubscriptionLimits = {
  readonly [Limit in keyof typeof defaultSubscriptionLimits]: number;
};

/** Subscriptions that read at once, however many a change concerns: the pool is for queries first. */
const readersAtOnce = 3;
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

export interface LiveUpdates<Context extends object> extends DeliveryReports {
  /** Without admission: deliveries of streams that are open are bounded by the number of streams. */
  readonly operations: Operations<Context>;
  /** With admission: a stream is opened like any other operation. */
  readonly openings: Operations<Context>;
  readonly subscriptionLimits: SubscriptionLimits;
  /** Reads under way, which closing waits for. */
  readonly running: Set<Promise<unknown>>;
}

/**
 * Serves subscriptions. Every event is an operation of its own: a context is opened for it when it is delivered, so that
 * it shows what the viewer may see at that moment, and an event whose field resolves to null is not sent at all. Events
 * that are there together are read together, in one context.
 */
export function createSubscribe<Context extends object>(live: LiveUpdates<Context>): Subscribe {
  const { metrics, running } = live;
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

  return async (subscription, request, client) => {
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

    const execute = (events: readonly unknown[]): Promise<ExecutionResult[]> => {
      const reading = semaphore(() =>
        inContext(live.operations, opening, (context) =>
          Promise.all(events.map((rootValue) => executePlan(plan.root, { context, variables, rootValue }))),
        ),
      );
      running.add(reading);
      return reading.finally(() => running.delete(reading));
    };
    return new Delivery(
      {
        source: source[Symbol.asyncIterator](),
        execute,
        operationName: params.operationName ?? null,
        request,
        client,
        takeSeat: () => seats.take(viewer ?? { tenant: '', user: '' }),
      },
      live,
    );
  };
}
