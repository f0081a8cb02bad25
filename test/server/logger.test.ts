import { expect, test } from 'vitest';
import { createLogger } from '#server/telemetry/logger.ts';

const logged = (err: unknown) => {
  const lines: string[] = [];
  createLogger('info', { write: (line: string) => lines.push(line) }).error({ err }, 'fault');
  return JSON.parse(lines.join('')).err;
};

test('a fault is logged with its places and what it names of the schema, without its message', () => {
  const fault = Object.assign(new TypeError('bad row\n    at SECRET row text'), {
    code: '23505',
    table: 'memories',
    detail: 'Key (content)=(SECRET row text) exists.',
    constraint: 'not a name',
  });
  const line = logged(fault);
  expect(line).toMatchObject({ kind: 'TypeError', code: '23505', table: 'memories' });
  expect(line.at[0]).toContain('logger.test.ts');
  expect(JSON.stringify(line)).not.toMatch(/SECRET|bad row|not a name/);
});

test('an event with an error has no message of the error either', () => {
  const lines: string[] = [];
  const logger = createLogger('info', { write: (line: string) => lines.push(line) });
  logger.warn({ event: 'judging.failed', err: new Error('SECRET row text') });
  logger.info({ event: 'wave.resumed', wave: 'wav_1' });
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ event: 'judging.failed', msg: 'judging.failed' }),
    expect.not.objectContaining({ msg: expect.anything() }),
  ]);
  expect(lines.join('')).not.toContain('SECRET');
});

test('causes are logged, and one that leads back to its error ends', () => {
  const fault = new Error('outer', { cause: new RangeError('inner') });
  expect(logged(fault).cause.kind).toBe('RangeError');
  (fault.cause as Error).cause = new AggregateError([fault], 'all');
  expect(JSON.stringify(logged(fault)).match(/RangeError/g)).toHaveLength(2);
});
