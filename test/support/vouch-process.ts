import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect } from 'vitest';

const root = new URL('../..', import.meta.url).pathname;

/** Output of a command that has to succeed. */
export const vouch = async (given: readonly string[], env: object): Promise<string> => {
  const child = spawn(process.execPath, ['src/main.ts', ...given], {
    cwd: root,
    env: { PATH: process.env.PATH, ...env },
  });
  const [out, error, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  expect([given, status === 0 ? '' : error, status]).toEqual([given, '', 0]);
  return out;
};
