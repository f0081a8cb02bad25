import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startBackgroundWork } from '#server/background/background-work.ts';
import { repeatWork } from '#server/background/repeat-work.ts';

const away = new Error('away');

const record = () => {
  const lines: string[] = [];
  return {
    lines,
    log: {
      logFault: (event: string, error: unknown) => void lines.push(`${event}: ${(error as Error).message}`),
      logRecovery: (event: string) => void lines.push(`${event}.over`),
    },
  };
};

test('an outage in repeated work is two lines of the log, one when it begins and one when it ends', async () => {
  const { lines, log } = record();
  let times = 0;
  const repeating = repeatWork(1, 'things.unread', log, async () => {
    times += 1;
    if (times > 2 && times < 6) throw away;
  });
  onTestFinished(() => clearInterval(repeating));
  while (times < 9) await sleep(1);
  expect(lines).toEqual(['things.unread: away', 'things.unread.over']);
});

test('an outage in background work is two lines of the log, too', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { lines, log } = record();
  let times = 0;
  const work = startBackgroundWork(
    async () => {
      times += 1;
      if (times > 1 && times < 5) throw away;
      return 0;
    },
    { idlePause: 1_000 },
    'things.not_done',
    log,
  );
  await vi.advanceTimersByTimeAsync(100_000);
  const stopped = work.stop();
  await vi.advanceTimersByTimeAsync(10_000);
  await stopped;
  expect(times).toBeGreaterThan(5);
  expect(lines).toEqual(['things.not_done: away', 'things.not_done.over']);
});
