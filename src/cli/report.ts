import { type SpinnerResult, spinner } from '@clack/prompts';

/** Says on standard error what a command waits for, also in a pipe. */
export const reportWait = (step: string): void => {
  process.stderr.write(`${step}.\n`);
};

/** Shows how far a command is, on one line of a terminal; nothing in a pipe, and nothing for programs. */
export const report = (json: boolean, text: string): void => {
  if (!json && process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`);
};

type Progress = Pick<SpinnerResult, 'start' | 'message' | 'stop' | 'error'>;
const silent = { start: () => undefined, message: () => undefined, stop: () => undefined };

/**
 * Progress of a command: a spinner on a terminal. In a pipe only what went wrong is said, on standard error: a spinner would read what
 * follows the command on standard input, such as the rest of a script. Nothing for programs.
 */
export const openProgress = (json: boolean): Progress => {
  if (json) return { ...silent, error: () => undefined };
  if (process.stdin.isTTY && process.stdout.isTTY) return spinner();
  return { ...silent, error: (text = '') => void process.stderr.write(`${text}\n`) };
};

/** Says how many rows an export left out, of which tables; nothing where it left out none. */
export const sayLeftOut = (leftOut: Readonly<Record<string, number>>): void => {
  const tables = Object.entries(leftOut).filter(([, count]) => count > 0);
  if (tables.length === 0) return;
  const total = tables.reduce((sum, [, count]) => sum + count, 0);
  const list = tables.map(([table, count]) => `${count} of ${table}`).join(', ');
  process.stdout.write(`Left out: ${total} rows (${list}).\n`);
};
