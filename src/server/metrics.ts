import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';

export type Outcome = 'succeeded' | 'refused' | 'failed' | 'aborted';

export interface Metrics {
  /** Other rooms register their own figures here; no label may carry a tenant, a user or a text. */
  readonly registry: Registry;
  observeOperation(type: string, outcome: Outcome, seconds: number): void;
  countRefusal(code: string): void;
}

/** The figures of one gateway, in a registry of its own. Labels are closed sets: no name that a caller chose. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'vouch_operation_duration_seconds',
    help: 'Duration of GraphQL requests, by the type of the operation and by how it ended.',
    labelNames: ['type', 'outcome'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  });
  const refusals = new Counter({
    name: 'vouch_refusals_total',
    help: 'Errors of GraphQL answers, by code.',
    labelNames: ['code'],
    registers: [registry],
  });
  return {
    registry,
    observeOperation: (type, outcome, seconds) => durations.observe({ type, outcome }, seconds),
    countRefusal: (code) => refusals.inc({ code }),
  };
}
