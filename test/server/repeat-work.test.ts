import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { repeatWork } from '#server/repeat-work.ts';

test('an outage in repeated work is two lines of the log, one when it begins and one when it ends', async () => {
  const lines: object[] = [];
  const log = (line: object) => void lines.push(line);
  let times = 0;
  const error = new Error('away');
  const repeating = repeatWork(1, 'things.unread', { info: log, warn: log } as never, async () => {
    times += 1;
    if (times > 2 && times < 6) throw error;
  });
  onTestFinished(() => clearInterval(repeating));
  while (times < 9) await sleep(1);
  expect(lines).toEqual([{ event: 'things.unread', err: error }, { event: 'things.unread.over' }]);
});
