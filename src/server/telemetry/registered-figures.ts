import { ValueType } from '@opentelemetry/api';
import { hrTime } from '@opentelemetry/core';
import type { Resource } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  type DataPoint,
  DataPointType,
  type Histogram,
  type MetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics';
import type { MetricObjectWithValues, MetricValue, MetricValueWithName, Registry } from 'prom-client';

type Figure = MetricObjectWithValues<MetricValue<string> | MetricValueWithName<string>>;
type Labels = MetricValue<string>['labels'];
type Times = Pick<DataPoint<number>, 'startTime' | 'endTime'>;

const withoutBound = ({ le: _, ...labels }: Labels): Labels => labels;

/** The points of a histogram: prom-client counts each bucket with those below it, OpenTelemetry without. */
const histogramPoints = ({ name, values }: Figure, times: Times): DataPoint<Histogram>[] => {
  const series = Map.groupBy(values, ({ labels }) =>
    JSON.stringify(Object.entries(withoutBound(labels)).sort()),
  );
  return [...series.values()].map((points) => {
    const of = (part: string) =>
      points.filter((point) => 'metricName' in point && point.metricName === `${name}_${part}`);
    const buckets = of('bucket');
    const bounds = buckets.map(({ labels }) => Number(labels.le)).filter(Number.isFinite);
    const counts = buckets.map(({ value }, at) => value - (buckets[at - 1]?.value ?? 0));
    return {
      ...times,
      attributes: withoutBound(points[0]?.labels ?? {}),
      value: {
        buckets: { boundaries: bounds, counts },
        sum: of('sum')[0]?.value ?? 0,
        count: of('count')[0]?.value ?? 0,
      },
    };
  });
};

const metricOf = (figure: Figure, times: Times): MetricData => {
  const { name, help, type, values } = figure;
  const base = {
    descriptor: { name, description: help, unit: '', valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  };
  // The types of prom-client call it a number; it is a text.
  if (String(type) === 'histogram')
    return { ...base, dataPointType: DataPointType.HISTOGRAM, dataPoints: histogramPoints(figure, times) };
  const dataPoints = values.map(({ labels, value }) => ({ ...times, attributes: labels, value }));
  return String(type) === 'counter'
    ? { ...base, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints }
    : { ...base, dataPointType: DataPointType.GAUGE, dataPoints };
};

/** Every figure of `/metrics`, under the same names and labels. */
export const figuresOf = (registry: Registry, resource: Resource): MetricProducer => {
  const startTime = hrTime();
  return {
    collect: async () => {
      const times = { startTime, endTime: hrTime() };
      const figures = (await registry.getMetricsAsJSON()) as unknown as readonly Figure[];
      const metrics = figures.map((figure) => metricOf(figure, times));
      return {
        resourceMetrics: { resource, scopeMetrics: [{ scope: { name: 'vouch' }, metrics }] },
        errors: [],
      };
    },
  };
};
