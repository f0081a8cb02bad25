import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { readVersion } from '#config/package-folder.ts';
import type { LabelPolicyAction } from '#domain/labels/policy/label-policy.ts';

export type Outcome = 'succeeded' | 'refused' | 'failed' | 'aborted';

export interface Metrics {
  /** Other parts register their own figures here; no label may carry a tenant, a user or a text. */
  readonly registry: Registry;
  observeOperation(type: string, outcome: Outcome, seconds: number): void;
  /** Operations that passed every check, by the HTTP handler that took them and by whether their plan was known. */
  countOperation(this: void, handler: 'plain' | 'yoga', plan: 'new' | 'known'): void;
  countRefusal(code: string): void;
  /** Items that were served and that the label policy would deny or redact if it were enforced. */
  countUnenforced(action: LabelPolicyAction, times: number): void;
}

/** The figures of one gateway, in a registry of its own. Labels are closed sets: no name that a caller chose. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'vouch_build_info',
    help: 'Always 1; its labels say which release runs on which Node.',
    labelNames: ['version', 'node'],
    registers: [registry],
  }).set({ version: readVersion(), node: process.version }, 1);
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
  const operations = new Counter({
    name: 'vouch_operations_total',
    help: 'GraphQL operations that passed every check, by HTTP handler and by plan.',
    labelNames: ['handler', 'plan'],
    registers: [registry],
  });
  const unenforced = new Counter({
    name: 'vouch_label_policy_unenforced_total',
    help: 'Items served that a LOG_ONLY label policy would deny or redact, by action.',
    labelNames: ['action'],
    registers: [registry],
  });
  return {
    registry,
    observeOperation: (type, outcome, seconds) => durations.observe({ type, outcome }, seconds),
    countOperation: (handler, plan) => operations.inc({ handler, plan }),
    countRefusal: (code) => refusals.inc({ code }),
    countUnenforced: (action, times) => unenforced.inc({ action }, times),
  };
}
