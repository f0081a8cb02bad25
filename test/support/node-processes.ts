import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

const root = new URL('../..', import.meta.url).pathname;

export const kill = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
};

/** Starts a script of the project with the pinned Node; it is killed when its test is over. */
export const start = (script: string, args: readonly string[], env: Record<string, string> = {}) => {
  const child = spawn(process.execPath, [join(root, script), ...args], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  onTestFinished(() => kill(child));
  return child;
};

/** The first line that a process prints, or what it complained of when it ends without one. */
export const firstLine = (child: ChildProcess): Promise<string> =>
  new Promise((resolve) => {
    let out = '';
    let complaint = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      out += chunk.toString();
      if (out.includes('\n')) resolve(out.slice(0, out.indexOf('\n')));
    });
    child.stderr?.on('data', (chunk: Buffer) => {
      complaint += chunk.toString();
    });
    child.once('close', () => resolve(out || complaint));
  });
