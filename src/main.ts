import { Command } from 'commander';
import { DataFolderLocked } from '#persistence/data-folder-lock.ts';
import { ModelPackageMissing } from '#providers/language-model.ts';
import { serve } from './cli/serve.ts';
import { ConfigError, parseConfig } from './config.ts';

const json = ['--json', 'print for programs'] as const;
const program = new Command('vouch')
  .description('A GraphQL gateway over a governed memory.')
  .showHelpAfterError();

program
  .command('serve')
  .description('run the gateway')
  .option(...json)
  .action((options: { json?: true }) => serve(parseConfig(process.env), options.json ?? false));

try {
  await program.parseAsync();
  // Whatever a library keeps waiting (a pool, a timer) has nothing left to do.
  process.exit();
} catch (error) {
  const forTheTerminal = [ConfigError, DataFolderLocked, ModelPackageMissing];
  if (!(error instanceof Error) || !forTheTerminal.some((kind) => error instanceof kind)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
