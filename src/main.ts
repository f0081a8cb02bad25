import { readFileSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { Argument, Command, Option } from 'commander';
import { ConfigError } from '#config/config-error.ts';
import { packageFolder, readVersion } from '#config/package-folder.ts';
import { type DocumentKind, documentKinds } from '#domain/ingestion/records/document-facts.ts';
import type { Role } from '#domain/privacy/viewer.ts';
import { ModelPackageMissing } from '#providers/model-endpoint.ts';
import { CommandFailed } from './cli/api-client.ts';
import { completionOf, type Shell, shells } from './cli/completion.ts';
import type { ExportChoice } from './cli/export.ts';
import { assertKnownCommand } from './cli/known-command.ts';
import { type ListName, listNames } from './cli/list.ts';
import { toCount, toDays, toPartitions, toRoles } from './cli/option-values.ts';
import type { printToken } from './cli/token.ts';
import { describeVariables, printVariables } from './cli/variables.ts';
import { StartError } from './persistence/store/start-error.ts';

// Texts, secrets and backups are for their owner alone, also in a folder that others may read.
process.umask(0o077);
// Each command loads only its own modules, and Node caches their compiled code: the second start takes half the time.
enableCompileCache(join(packageFolder, 'node_modules/.cache/vouch'));

interface Common {
  readonly json?: boolean;
}

interface ApiOptions extends Common {
  readonly url: string;
  readonly token?: string;
}

const config = async () => (await import('#config/config.ts')).parseConfig(process.env);
/** A line of progress. Standard output is for what a command answers. */
const reportStep = (step: string): void => {
  process.stderr.write(`${step} …\n`);
};

const addressOf = ({ url, token }: ApiOptions) => {
  if (token === undefined)
    throw new CommandFailed(
      'A token is needed: give --token, or set VOUCH_TOKEN. `npm start` prints some; `vouch token` signs one.',
    );
  return { url, token };
};

const program = new Command('vouch')
  .description('A GraphQL gateway over a governed memory. Without a command it serves.')
  .version(readVersion(), '-V, --version', 'print the version')
  .showHelpAfterError();
const command = (parent: Command, name: string, description: string) =>
  parent.command(name).description(description).option('--json', 'print for programs');
const clientCommand = (parent: Command, name: string, description: string) =>
  command(parent, name, description)
    .option('--url <url>', 'the gateway', process.env.VOUCH_URL ?? 'http://127.0.0.1:4000')
    // No default: help prints those.
    .addOption(new Option('--token <jwt>', 'as whom to ask').env('VOUCH_TOKEN'));

program
  .command('serve', { isDefault: true })
  .description('run the gateway')
  .option('--json', 'print for programs')
  .addHelpText('after', '\nSettings are variables of the environment: `vouch variables` lists them.')
  .action(async ({ json = false }: Common) => {
    const settings = await config();
    // The modules alone take a second to load.
    const report = json ? () => undefined : reportStep;
    report(`Vouch ${readVersion()} starts`);
    await (await import('./cli/serve.ts')).serve(settings, json, report);
  });

command(program, 'variables', 'list every variable of the environment with its default')
  .addHelpText('after', describeVariables)
  .action(({ json = false }: Common) => printVariables(json));

command(program, 'migrate', "bring the store to this release's schema")
  .option(
    '--plan',
    'print what would be run, and run nothing: exit code 0 nothing, 2 something, 1 impossible',
  )
  .option(
    '--partitions <number>',
    'divide each table of a new store on a server by tenant, into so many partitions',
    toPartitions,
  )
  .action(async ({ plan, partitions, json = false }: Common & { plan?: true; partitions?: number }) =>
    (await import('./cli/migrate.ts'))[plan ? 'planCommand' : 'migrateCommand'](await config(), {
      json,
      partitions: partitions ?? null,
    }),
  );

command(program, 'doctor', 'check the whole installation, and say what to do').action(
  async ({ json = false }: Common) => (await import('./cli/doctor.ts')).doctor(await config(), json),
);

command(program, 'backup', 'write the embedded store to a file, while no gateway runs')
  .argument('<file>', 'the file, which must not exist')
  .action(async (file: string, { json = false }: Common) =>
    (await import('./cli/backup.ts')).backupCommand(await config(), file, json),
  );

command(program, 'restore', 'make a new embedded store of a backup')
  .argument('<file>', 'the file that `backup` wrote')
  .action(async (file: string, { json = false }: Common) =>
    (await import('./cli/backup.ts')).restoreCommand(await config(), file, json),
  );

command(
  program,
  'move',
  'copy the embedded store into a new database on a server, while no gateway runs',
).action(async ({ json = false }: Common) =>
  (await import('./cli/move.ts')).moveCommand(await config(), json),
);

command(program, 'import', 'make a tenant of a file that `export` wrote, in the store that the settings name')
  .argument('<file>', 'the file of the export')
  .action(async (file: string, { json = false }: Common) =>
    (await import('./cli/import.ts')).importCommand(await config(), file, json),
  );

command(program, 'delete-tenant', 'delete all that a tenant has, but for its audit chain')
  .argument('<tenant>', 'its name')
  .option('--confirm <tenant>', 'its name again: there is no undo')
  .action(async (tenant: string, { confirm, json = false }: Common & { confirm?: string }) =>
    (await import('./cli/delete-tenant.ts')).deleteTenantCommand(await config(), tenant, {
      confirm,
      json,
    }),
  );

command(program, 'token', "sign a token with the gateway's own secret")
  .requiredOption('--user <name>', 'the user (sub)')
  .option('--tenant <name>', 'the tenant', 'local')
  .option('--roles <list>', 'roles, comma-separated', toRoles, ['reader' as Role])
  .option('--groups <list>', 'audiences, comma-separated', (text: string) => text.split(','), [])
  .option('--days <number>', 'how long it is valid; 30, or as long as VOUCH_TOKEN_HOURS allows', toDays, null)
  .action(async ({ json = false, ...options }: Common & Parameters<typeof printToken>[1]) =>
    (await import('./cli/token.ts')).printToken(await config(), options, json),
  );

clientCommand(
  program,
  'mcp',
  'serve the tools of agents over standard input and output (Model Context Protocol)',
).action(async (options: ApiOptions) => (await import('./cli/mcp.ts')).serveMcp(addressOf(options)));

clientCommand(program, 'ingest', 'take what can be read below a folder in, as one wave')
  .argument('<folder>', 'the folder')
  .requiredOption('--project <name>', 'the project it belongs to')
  .option('--sync', 'withdraw what you ingested before and is no longer below the folder')
  .addOption(
    new Option('--kind <kind>', 'the kind that every file is read as; judged without it').choices(
      documentKinds,
    ),
  )
  .option('--ext <list>', 'further endings to read, comma-separated', (text: string) => text.split(','), [])
  .option('--hidden', 'read files and folders whose names begin with a point, too')
  .action(
    async (
      folder: string,
      {
        project,
        sync,
        kind,
        ext,
        hidden,
        json = false,
        ...api
      }: ApiOptions & { project: string; sync?: true; kind?: DocumentKind; ext: string[]; hidden?: true },
    ) =>
      (await import('./cli/ingest.ts')).ingest(addressOf(api), folder, {
        project,
        sync: sync ?? false,
        kind: kind ?? null,
        extensions: ext,
        hidden: hidden ?? false,
        json,
        stop: (await import('./cli/ingestion/progress-line.ts')).stopOnInterrupt(),
      }),
  );

clientCommand(program, 'export', 'write the tenant, or a part, to a file for `import` elsewhere; for admins')
  .argument('<file>', 'the file; one that was cut is gone on with')
  .option('--project <name>', 'this project alone, with all that belongs to it')
  .option('--search <words>', 'memories and entities that answer these words, with all that belongs to them')
  .addOption(new Option('--filter <json>', 'likewise memories of this MemoryFilter').conflicts('search'))
  .action(async (file: string, { json = false, ...given }: ApiOptions & ExportChoice) =>
    (await import('./cli/export.ts')).exportTenant(addressOf(given), file, { ...given, json: !!json }),
  );

clientCommand(program, 'reroute', 'route every extraction again, after a new routing version')
  .option('--after <cursor>', 'go on where a pass was broken off')
  .action(async ({ after, json = false, ...api }: ApiOptions & { after?: string }) =>
    (await import('./cli/reroute.ts')).reroute(addressOf(api), { after, json }),
  );

clientCommand(program, 'subject-report', 'print what is stored about a person or by them')
  .argument('<user>', 'the person: the name of a user, or the subject of memories and interactions')
  .action(async (user: string, { json = false, ...api }: ApiOptions) =>
    (await import('./cli/subject-report.ts')).subjectReport(addressOf(api), user, json),
  );

clientCommand(program, 'erase-document', 'show what goes with a document, and erase it; for admins')
  .argument('<document>', 'the id of any version of it')
  .requiredOption('--reason <text>', 'why, for the audit log; without words of the document')
  .option('--confirm <document>', 'its id again: erase it, without undo')
  .action(async (id: string, { json = false, ...given }: ApiOptions & { reason: string; confirm?: string }) =>
    (await import('./cli/erase-document.ts')).eraseDocumentCommand(addressOf(given), id, given, !!json),
  );

clientCommand(program, 'review', 'decide the candidates of your inbox, by the keys of the console')
  .option('--project <name>', 'of this project alone')
  .action(async ({ project, json = false, ...api }: ApiOptions & { project?: string }) =>
    (await import('./cli/review.ts')).review(addressOf(api), { project, json }),
  );

clientCommand(program, 'explain', 'say in words where a memory or an entity comes from')
  .argument('<id>', 'its id')
  .action(async (id: string, { json = false, ...api }: ApiOptions) =>
    (await import('./cli/facts.ts')).explain(addressOf(api), id, json),
  );

clientCommand(program, 'search', 'find what is stored by words: facts, documents, interactions, traces')
  .argument('<words>', 'words that it holds: all of them, "these together", one or another, -without')
  .option('--kinds <kinds>', 'of these kinds alone, separated by commas, such as memory,document')
  .option('--project <name>', 'of this project alone')
  .option('--first <number>', 'results at most', toCount, 10)
  .action(
    async (
      words: string,
      {
        kinds,
        project,
        first,
        json = false,
        ...api
      }: ApiOptions & { kinds?: string; project?: string; first: number },
    ) => (await import('./cli/facts.ts')).search(addressOf(api), words, { kinds, project, first, json }),
  );

clientCommand(program, 'bundle', 'print the believed facts that a task needs')
  .option('--task <words>', 'the task')
  .option('--project <name>', 'of this project alone')
  .option('--budget <tokens>', 'tokens at most', toCount)
  .action(
    async ({
      task,
      project,
      budget,
      json = false,
      ...api
    }: ApiOptions & { task?: string; project?: string; budget?: number }) =>
      (await import('./cli/facts.ts')).bundle(addressOf(api), { task, project, budget, json }),
  );

clientCommand(program, 'dispute', 'say that a believed memory does not hold')
  .argument('<id>', 'its id')
  .option('--quote <text>', 'what was said against it')
  .option('--reference <text>', 'where it was said')
  .option('--statement <text>', 'what holds instead: it becomes a candidate')
  .action(
    async (
      id: string,
      {
        quote,
        reference,
        statement,
        json = false,
        ...api
      }: ApiOptions & { quote?: string; reference?: string; statement?: string },
    ) =>
      (await import('./cli/facts.ts')).disputeFact(addressOf(api), { id, quote, reference, statement }, json),
  );

clientCommand(program, 'list', 'print every row of a list that you may see')
  .addArgument(new Argument('<list>', 'the list').choices(listNames))
  .option('--project <name>', 'of this project alone, where the list has projects')
  .addOption(new Option('--csv', 'print as comma-separated values').conflicts('json'))
  .action(
    async (
      name: ListName,
      { project, csv, json = false, ...api }: ApiOptions & { project?: string; csv?: true },
    ) =>
      (await import('./cli/list.ts')).list(addressOf(api), name, {
        project,
        form: csv ? 'csv' : json ? 'json' : 'text',
      }),
  );

program
  .command('schema')
  .description('print the GraphQL schema of this release')
  .action(() => {
    process.stdout.write(readFileSync(join(packageFolder, 'schema.graphql'), 'utf8'));
  });

program
  .command('completion')
  .description('print a script that completes commands in a shell')
  .addArgument(new Argument('<shell>', 'the shell').choices(shells))
  .action((shell: Shell) => {
    process.stdout.write(completionOf(program, shell));
  });

const audit = program.command('audit').description('the audit log');
clientCommand(audit, 'verify', "recompute the tenant's audit chain")
  .option('--after <place>', 'EVENTS:HEAD of an earlier run, to verify what followed')
  .action(async ({ after, json = false, ...api }: ApiOptions & { after?: string }) =>
    (await import('./cli/audit-verify.ts')).verifyAudit(addressOf(api), { after, json }),
  );

// A reader may close its pipe before the end, as `head` does: that is no failure of the command.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

try {
  assertKnownCommand(
    process.argv[2],
    program.commands.map((known) => known.name()),
  );
  await program.parseAsync();
  // A pipe takes 64 KiB at once; the rest would be lost.
  await new Promise((resolve) => process.stdout.write('', resolve));
  // Pools and timers of libraries that are still open have nothing left to do.
  process.exit();
} catch (error) {
  const forTheTerminal = [ConfigError, StartError, CommandFailed, ModelPackageMissing];
  if (!(error instanceof Error) || !forTheTerminal.some((kind) => error instanceof kind)) throw error;
  const code = error instanceof CommandFailed ? error.code : null;
  process.stderr.write(
    process.argv.includes('--json')
      ? `${JSON.stringify({ error: { code, message: error.message } })}\n`
      : `${error.message}\n`,
  );
  process.exit(1);
}
