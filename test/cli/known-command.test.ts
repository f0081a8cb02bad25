import { expect, test } from 'vitest';
import { assertKnownCommand } from '#cli/known-command.ts';

const names = ['serve', 'search', 'bundle'];

test.for([undefined, '--json', '-V', 'help', 'search'])(
  'the first argument %s is a command, or left to the command without a name',
  (argument) => {
    expect(() => assertKnownCommand(argument, names)).not.toThrow();
  },
);

test.for([
  ['serch', 'The command "serch" does not exist. Nearest: search, serve.'],
  ['xyz', 'The command "xyz" does not exist. It is one of: help, serve, search, bundle.'],
] as const)(
  'the command %s is refused by name, and not taken for an argument of serve',
  ([argument, message]) => {
    expect(() => assertKnownCommand(argument, names)).toThrow(message);
  },
);
