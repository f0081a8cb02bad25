import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Registry } from 'prom-client';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startTelemetry } from '#server/telemetry/open-telemetry.ts';
import { eventually } from '#test/support/eventually.ts';
import { people } from '#test/support/gateway.ts';
import { startTestModel } from '#test/support/language-model.ts';
import { openDatabase } from '#test/support/login-database.ts';
import { isLong } from '#test/support/property-runs.ts';
import { serveDatabase } from '#test/support/serving.ts';

interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: number };
}
interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly attributes: readonly Attribute[];
}
interface Metric {
  readonly name: string;
  readonly sum?: { readonly isMonotonic: boolean; readonly dataPoints: readonly object[] };
  readonly gauge?: { readonly dataPoints: readonly object[] };
  readonly histogram?: {
    readonly dataPoints: readonly {
      readonly count: number;
      readonly explicitBounds: readonly number[];
      readonly bucketCounts: readonly number[];
    }[];
  };
}

/** A collector of OTLP over HTTP, in JSON. */
const openCollector = async () => {
  const spans: Span[] = [];
  const metrics = new Map<string, Metric>();
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    const text = Buffer.concat(await Array.fromAsync<Buffer>(request)).toString();
    bodies.push(text);
    const { resourceSpans = [], resourceMetrics = [] } = JSON.parse(text);
    for (const { scopeSpans } of resourceSpans) for (const scope of scopeSpans) spans.push(...scope.spans);
    for (const { scopeMetrics } of resourceMetrics)
      for (const scope of scopeMetrics) for (const metric of scope.metrics) metrics.set(metric.name, metric);
    response.setHeader('content-type', 'application/json').end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, spans, metrics, bodies };
};

const attributesOf = ({ attributes }: Span): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]));

describe('OpenTelemetry', () => {
  const serve = async (settings: Readonly<Record<string, string>>) =>
    serveDatabase((await openDatabase()).url, settings);

  test('a collector gets a span for each operation, with its batches below it, and every figure', async () => {
    const collector = await openCollector();
    const served = await serve({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_METRIC_EXPORT_INTERVAL: '100',
      OTEL_TRACES_SAMPLER: 'parentbased_always_on',
    });
    const traceId = '0af7651916cd43dd8448eb211c80319c';
    const secretWords = 'the harbour keys of Ottoline';
    const { body, headers } = await served.ask(
      people.reader,
      `query Keys { memories(first: 1, filter: { search: "${secretWords}" }) { nodes { id } } }`,
      { traceparent: `00-${traceId}-b7ad6b7169203331-01` },
    );
    expect(body.errors).toBeUndefined();
    await served.ask(people.reader, '{ memory(id: "mem_none") { nothing } }');
    await eventually(() => expect(collector.metrics.get('vouch_operation_duration_seconds')).toBeDefined());
    await served.close();

    const operation = collector.spans.find((span) => attributesOf(span)['graphql.operation.name'] === 'Keys');
    expect(operation).toMatchObject({ name: 'query', traceId, parentSpanId: 'b7ad6b7169203331' });
    expect(operation && attributesOf(operation)).toEqual({
      'graphql.operation.type': 'query',
      'graphql.operation.name': 'Keys',
      'vouch.handler': 'plain',
      'vouch.request_id': headers.get('x-request-id'),
      'vouch.tenant': expect.stringMatching(/^[0-9a-f]{16}$/),
    });
    const batches = collector.spans.filter(({ parentSpanId }) => parentSpanId === operation?.spanId);
    expect(batches.map(({ name }) => name)).toContain('database batch');
    expect(attributesOf(batches[0] as Span)).toMatchObject({ 'db.system.name': 'postgresql' });
    const refused = collector.spans.find(
      (span) => attributesOf(span)['error.type'] === 'GRAPHQL_VALIDATION_FAILED',
    );
    expect(refused?.traceId).not.toBe(traceId);
    // Nothing leaves of the text of an operation, its viewer or its tenant.
    for (const text of collector.bodies) {
      expect(text).not.toContain(secretWords);
      expect(text).not.toContain(`"${people.reader.user}"`);
      expect(text).not.toContain(`"${people.reader.tenant}"`);
    }

    const durations = collector.metrics.get('vouch_operation_duration_seconds')?.histogram?.dataPoints ?? [];
    expect(durations.length).toBeGreaterThan(0);
    for (const { count, explicitBounds, bucketCounts } of durations) {
      expect(bucketCounts).toHaveLength(explicitBounds.length + 1);
      expect(bucketCounts.reduce((sum, one) => sum + Number(one), 0)).toBe(Number(count));
    }
    expect(collector.metrics.get('vouch_operations_total')?.sum?.isMonotonic).toBe(true);
    expect(collector.metrics.get('vouch_build_info')?.gauge?.dataPoints).toHaveLength(1);
  });

  test.runIf(isLong)(
    'a caller decides neither which operations are traced nor how spans are named',
    async () => {
      for (const [sampler, flags] of [
        ['always_on', '00'],
        ['traceidratio', '01'],
      ] as const) {
        const collector = await openCollector();
        const served = await serve({
          OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
          OTEL_TRACES_SAMPLER: sampler,
          OTEL_TRACES_SAMPLER_ARG: '0',
        });
        // The ratio compares the trace's id: this one is below any share but none.
        const traceId = '00000000000000010000000000000001';
        const name = `N${'a'.repeat(300)}`;
        await served.ask(people.reader, `query ${name} { __typename }`, {
          traceparent: `00-${traceId}-b7ad6b7169203331-${flags}`,
        });
        await served.close();
        const operations = collector.spans.filter((span) => 'vouch.handler' in attributesOf(span));
        if (sampler === 'traceidratio') expect(operations).toEqual([]);
        else {
          expect(operations).toMatchObject([
            { name: 'query', links: [{ traceId, spanId: 'b7ad6b7169203331' }] },
          ]);
          expect(operations[0]?.traceId).not.toBe(traceId);
          expect(operations[0] && attributesOf(operations[0])['graphql.operation.name']).toHaveLength(100);
        }
      }
    },
  );

  test('a question to a language model is a span, without its words', async () => {
    const collector = await openCollector();
    const endpoint = await startTestModel(() => ({ statements: [] }));
    const telemetry = startTelemetry({
      config: {
        endpoint: collector.url,
        sampler: 'parentbased_always_on',
        sampledShare: 1,
        metricInterval: 60_000,
      },
      registry: new Registry(),
      tenantKey: 'key',
      logFault: (error) => {
        throw error;
      },
    });
    const traced = telemetry.traceModel(await endpoint.languageModel());
    await traced.ask({
      instructions: 'Read.',
      material: 'Ottoline has the keys.',
      schema: { type: 'object' },
    });
    await telemetry.stop();
    expect(endpoint.calls).toHaveLength(1);
    expect(collector.spans.map(({ name }) => name)).toEqual([`chat ${traced.name}`]);
    expect(collector.bodies.join()).not.toContain('Ottoline');
  });

  test.runIf(isLong)('a collector that is away fails no operation', async () => {
    const served = await serve({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' });
    const { body } = await served.ask(people.reader, '{ memories(first: 1) { nodes { id } } }');
    expect(body.errors).toBeUndefined();
  });
});
