import { unknownNameMessage } from '#domain/input/nearest-names.ts';
import { CommandFailed } from './api-client.ts';

/** Throws `CommandFailed` where the first argument names no command: Commander would give it to `serve`, which none names. */
export const assertKnownCommand = (argument: string | undefined, names: readonly string[]): void => {
  const known = ['help', ...names];
  if (argument === undefined || argument.startsWith('-') || known.includes(argument)) return;
  throw new CommandFailed(unknownNameMessage('The command', argument, known));
};
