import { expect, test } from 'vitest';
import { isDenial } from '#domain/evidence/denial.ts';

test.for<[quote: string, statement: string, denies: boolean]>([
  ['No, we no longer use radar gauges.', 'We use radar gauges.', true],
  ['We stopped using Kafka.', 'We use Kafka.', true],
  ['We have retired the pressure sensors.', 'We use pressure sensors.', true],
  ['We moved from Kafka to NATS.', 'We use Kafka.', true],
  ['Actually, backups run hourly, not daily.', 'Backups run daily.', true],
  ['False: deployments go out on Fridays too.', 'Deployments never go out on Fridays.', true],
  ['No.', 'We use radar gauges.', true],
  ['That is not true any more.', 'We use radar gauges.', true],
  ['It’s wrong!', 'We use radar gauges.', true],
  ['No, the gauge is read daily.', 'The gauge is read daily.', false],
  ['No, the gauge is read daily.', 'The gauge is read hourly.', true],
  ['Actually, backups run hourly, not daily.', 'Backups run hourly.', false],
  ['We no longer use Kafka, but NATS.', 'We use NATS.', false],
  ['We stopped using Kafka.', 'We stopped using Kafka.', false],
  ['Yes, at noon.', 'We will read the gauge at noon.', false],
  ['Said so.', 'We will read the gauge at noon.', false],
])('"%s" about "%s" is a denial: %s', ([quote, statement, denies]) => {
  expect(isDenial(quote, statement)).toBe(denies);
});
