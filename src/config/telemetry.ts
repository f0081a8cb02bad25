import { z } from 'zod';

/** Samplers of traces by their standard names. */
const traceSamplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

const noAddress =
  'OTEL_EXPORTER_OTLP_ENDPOINT is no address: write the one of a collector, as http://collector:4318.';
const noShare = 'OTEL_TRACES_SAMPLER_ARG is no share: write a number from 0 to 1.';
const noInterval =
  'OTEL_METRIC_EXPORT_INTERVAL is not a duration: write whole milliseconds from 100 to 3600000.';

/** Variables of OpenTelemetry that its libraries do not read themselves. */
export const telemetryVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/, error: noAddress }).optional(),
  OTEL_SDK_DISABLED: z
    .enum(['true', 'false'], 'OTEL_SDK_DISABLED is neither true nor false.')
    .default('false'),
  OTEL_TRACES_SAMPLER: z
    .enum(traceSamplers, `OTEL_TRACES_SAMPLER is not known: write one of ${traceSamplers.join(', ')}.`)
    .default('always_on'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number(noShare).min(0, noShare).max(1, noShare).default(1),
  OTEL_METRIC_EXPORT_INTERVAL: z.coerce
    .number(noInterval)
    .int(noInterval)
    .min(100, noInterval)
    .max(3_600_000, noInterval)
    .default(60_000),
};

export interface TelemetryConfig {
  /** Base address of a collector, by OTLP over HTTP. */
  readonly endpoint: string;
  readonly sampler: (typeof traceSamplers)[number];
  /** [0, 1]. */
  readonly sampledShare: number;
  /** Milliseconds. */
  readonly metricInterval: number;
}
