import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Attributes,
  type Context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { setGlobalErrorHandler, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Registry } from 'prom-client';
import { readVersion } from '#config/package-folder.ts';
import type { TelemetryConfig } from '#config/telemetry.ts';
import { observeBatches } from '#pg-pipeline/statement-batch.ts';
import type { LanguageModel } from '#providers/language-model.ts';
import { createCallerDigest } from '#server/caller-digest.ts';
import { isFault } from '#server/operations/public-errors.ts';
import type { OperationRequest, RanOperation } from '#server/operations/run-operation.ts';
import { figuresOf } from './registered-figures.ts';

export interface Telemetry {
  /** Runs an operation in a span of its own: under that of the caller where the sampler follows them, else linked to it. */
  readonly traceOperation: (
    request: OperationRequest,
    run: () => Promise<RanOperation>,
  ) => Promise<RanOperation>;
  /** The same model, with a span for each question. */
  readonly traceModel: (model: LanguageModel) => LanguageModel;
  /** Sends what is left. */
  readonly stop: () => Promise<void>;
}

export interface TelemetryParts {
  readonly config: TelemetryConfig;
  /** Figures that are sent. */
  readonly registry: Registry;
  /** Key of the hashes that tenants are named by. */
  readonly tenantKey: string;
  /** Called when something could not be sent. */
  readonly logFault: (error: unknown) => void;
}

const samplers: Readonly<Record<string, (share: number) => Sampler>> = {
  always_on: () => new AlwaysOnSampler(),
  always_off: () => new AlwaysOffSampler(),
  traceidratio: (share) => new TraceIdRatioBasedSampler(share),
};

/** True for a sampler that follows the caller; behind any other a caller neither has an operation traced nor keeps it from being. */
const followsCaller = ({ sampler }: TelemetryConfig): boolean => sampler.startsWith('parentbased_');

/** The sampler by its standard name. */
const samplerOf = ({ sampler, sampledShare }: TelemetryConfig): Sampler => {
  const root = sampler.replace('parentbased_', '');
  const made = (samplers[root] ?? (() => new AlwaysOnSampler()))(sampledShare);
  return root === sampler ? made : new ParentBasedSampler({ root: made });
};

/** Characters of an operation's name that a span keeps. */
const longestName = 100;

const answerAttributes = ({ operationType, operationName, result }: RanOperation): Attributes => {
  const errors = 'errors' in result ? (result.errors ?? []) : [];
  const code = errors[0]?.extensions?.code;
  return {
    'graphql.operation.type': operationType ?? 'none',
    ...(operationName == null ? {} : { 'graphql.operation.name': operationName.slice(0, longestName) }),
    ...(typeof code === 'string' ? { 'error.type': code } : {}),
  };
};

/** Sends spans and figures by OTLP over HTTP. Loaded only where an endpoint is configured. */
export const startTelemetry = ({ config, registry, tenantKey, logFault }: TelemetryParts): Telemetry => {
  setGlobalErrorHandler(logFault);
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': 'vouch', 'service.version': readVersion() }))
    .merge(detectResources({ detectors: [envDetector] }));
  const endpoint = config.endpoint.replace(/\/+$/, '');
  const traces = new TracerProvider({
    resource,
    sampler: samplerOf(config),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: `${endpoint}/v1/traces` }) }),
    ],
  });
  const metrics = new MeterProvider({
    resource,
    readers: [
      new PeriodicExportingMetricReader({
        exporter: new OTLPMetricExporter({ url: `${endpoint}/v1/metrics` }),
        exportIntervalMillis: config.metricInterval,
        exportTimeoutMillis: Math.min(config.metricInterval, 30_000),
        metricProducers: [figuresOf(registry, resource)],
      }),
    ],
  });
  const tracer = traces.getTracer('vouch', readVersion());
  const propagator = new W3CTraceContextPropagator();
  const current = new AsyncLocalStorage<Context>();
  const digestOf = createCallerDigest(tenantKey);

  const inSpan = async <Result>(
    span: Span,
    parent: Context,
    work: () => Promise<Result>,
    describe: (result: Result) => void,
  ): Promise<Result> => {
    try {
      const result = await current.run(trace.setSpan(parent, span), work);
      describe(result);
      return result;
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  };

  observeBatches((statements) => {
    const parent = current.getStore();
    if (parent === undefined) return null;
    const span = tracer.startSpan('database batch', { kind: SpanKind.CLIENT }, parent);
    return (error) => {
      span.setAttributes({ 'db.system.name': 'postgresql', 'db.operation.batch.size': statements() });
      if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    };
  });

  return {
    traceOperation: (request, run) => {
      const { traceparent, handler, viewer, requestId } = request;
      const caller =
        traceparent == null
          ? ROOT_CONTEXT
          : propagator.extract(ROOT_CONTEXT, { traceparent }, defaultTextMapGetter);
      const parent = followsCaller(config) ? caller : ROOT_CONTEXT;
      const linked = parent === caller ? undefined : trace.getSpanContext(caller);
      const tenant = digestOf(viewer)?.tenant;
      const attributes = {
        'vouch.handler': handler,
        'vouch.request_id': requestId,
        ...(tenant === undefined ? {} : { 'vouch.tenant': tenant }),
      };
      const span = tracer.startSpan(
        'operation',
        { kind: SpanKind.SERVER, attributes, links: linked ? [{ context: linked }] : [] },
        parent,
      );
      return inSpan(span, parent, run, (ran) => {
        // A caller chooses the name of an operation: only the attribute has it.
        span.updateName(ran.operationType ?? 'operation');
        span.setAttributes(answerAttributes(ran));
        const errors = 'errors' in ran.result ? (ran.result.errors ?? []) : [];
        if (errors.some(isFault)) span.setStatus({ code: SpanStatusCode.ERROR });
      });
    },
    traceModel: ({ name, ask }) => ({
      name,
      ask: (question, budget) => {
        const parent = current.getStore() ?? ROOT_CONTEXT;
        const attributes = { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': name };
        const span = tracer.startSpan(`chat ${name}`, { kind: SpanKind.CLIENT, attributes }, parent);
        return inSpan(
          span,
          parent,
          () => ask(question, budget),
          (answer) => {
            if (answer.outcome === 'answered') return;
            span.setAttribute('error.type', answer.failure);
            span.setStatus({ code: SpanStatusCode.ERROR });
          },
        );
      },
    }),
    stop: async () => {
      observeBatches(null);
      await Promise.allSettled([traces.shutdown(), metrics.shutdown()]);
    },
  };
};
