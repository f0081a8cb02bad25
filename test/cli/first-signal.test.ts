import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';

const script = `
  import { onFirstSignal } from '${new URL('../../src/cli/first-signal.ts', import.meta.url)}';
  onFirstSignal(['SIGTERM', 'SIGINT'], () => setTimeout(() => process.exit(7), Number(process.argv[1])));
  setInterval(() => undefined, 1_000);
  process.stdout.write('listens');`;

/** A process that takes so many milliseconds to end in order, with 7. */
const processThatEndsIn = async (milliseconds: number) => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script, String(milliseconds)]);
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child;
};

test('a signal that comes again at once, from a terminal and from what started the process, is one', async () => {
  const child = await processThatEndsIn(200);
  child.kill('SIGTERM');
  await sleep(30);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([7, null]);
});

test('a second signal ends the process at once', async () => {
  const child = await processThatEndsIn(60_000);
  const exit = once(child, 'exit');
  // Until the first one's echo is over, one more counts as the same.
  const again = setInterval(() => child.kill('SIGINT'), 50);
  onTestFinished(() => clearInterval(again));
  expect(await exit).toEqual([null, 'SIGINT']);
});
