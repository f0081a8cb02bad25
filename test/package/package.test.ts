import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { buildSchema } from 'graphql';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { freePort } from '#test/support/databases.ts';
import { postgresPrograms, startInstalledPostgres } from '#test/support/installed-postgres.ts';
import { isLong } from '#test/support/property-runs.ts';
import { shellBlocksOf } from '#test/support/shell-blocks.ts';

const root = new URL('../..', import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), 'vouch-package-'));
const installed = join(folder, 'node_modules/vouch');
const run = promisify(execFile);
const operations = shellBlocksOf(readFileSync(join(root, 'docs/operations.md'), 'utf8'));
const nginx = ['/usr/sbin/nginx', '/usr/bin/nginx'].find((path) => existsSync(path));
const vouch = async (...args: string[]) =>
  (await run(process.execPath, [join(installed, 'src/cli/vouch.mjs'), ...args], { cwd: folder })).stdout;

let files: string[] = [];

// The steps of a newcomer, in an empty folder. The Node that runs the tests is new enough to leave the optional one out.
beforeAll(async () => {
  // Without `prepare`, which would build the console while other tests load parts of it.
  await run('npm', ['run', 'prepack'], { cwd: root });
  const { stdout } = await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
    cwd: root,
    maxBuffer: 16 * 1_048_576,
  });
  const [packed] = JSON.parse(stdout.slice(stdout.indexOf('['))) as [
    { filename: string; files: { path: string }[] },
  ];
  files = packed.files.map(({ path }) => path);
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  const quiet = ['--no-audit', '--no-fund', '--prefer-offline', '--ignore-scripts', '--omit=optional'];
  await run('npm', ['install', ...quiet, join(folder, packed.filename)], { cwd: folder });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the package', () => {
  test('has compiled JavaScript, the console, SQL files, the schema and documents, and nothing else', () => {
    const expected = [
      /^dist\/gateway\/(?:src|entities|resolvers)\/.*\.(?:js|sql)$/,
      /^dist\/gateway\/src\/server\/sample\/corpus\/.*\.md$/,
      /^dist\/console\//,
      /^dist\/client\/(?:schema|types)\.(?:js|d\.ts)$/,
      /^docs\/.*\.md$/,
      /^examples\/deploy\//,
      /^(?:package\.json|README\.md|CHANGELOG\.md|schema\.graphql|src\/cli\/vouch\.mjs)$/,
    ];
    expect(files.filter((path) => !expected.some((pattern) => pattern.test(path)))).toEqual([]);
    expect(expected.filter((pattern) => !files.some((path) => pattern.test(path)))).toEqual([]);
  });

  test('says its version, its commands, and every variable with its default', async () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    expect(await vouch('--version')).toBe(`${version}\n`);
    const help = await vouch('--help');
    const commands = [...help.matchAll(/^ {2}([a-z-]+) /gm)].map(([, name = '']) => name);
    expect(commands).toEqual(expect.arrayContaining(['serve', 'migrate', 'ingest', 'audit', 'variables']));
    for (const name of commands.filter((one) => one !== 'help'))
      expect(await vouch('help', name)).toContain('Usage: vouch');
    const variables = JSON.parse(await vouch('variables', '--json')) as { name: string; byDefault: string }[];
    expect(variables).toContainEqual(expect.objectContaining({ name: 'PORT', byDefault: '4000' }));
    expect(await vouch('variables')).toContain('VOUCH_DATA_DIR (default: .vouch)');
  });

  test('exports the schema and the types of its clients', async () => {
    const script = `import { typeDefs } from 'vouch/schema'; import 'vouch/client'; process.stdout.write(typeDefs);`;
    writeFileSync(join(folder, 'client.js'), script);
    const { stdout } = await run(process.execPath, ['client.js'], { cwd: folder, maxBuffer: 16 * 1_048_576 });
    expect(buildSchema(stdout).getQueryType()?.getFields()).toHaveProperty('memories');
    expect(readFileSync(join(installed, 'dist/client/types.d.ts'), 'utf8')).toContain('introspection');
  });

  test('started without a command in an empty folder, it is the embedded gateway with its console', async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    mkdirSync(join(folder, '.vouch'), { mode: 0o755 });
    const child: ChildProcess = spawn(process.execPath, [join(installed, 'src/cli/vouch.mjs')], {
      cwd: folder,
      env: { ...process.env, PORT: String(port), VOUCH_SAMPLE: 'off', NODE_ENV: '' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const said = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const)
      child[name]?.setEncoding('utf8').on('data', (text: string) => {
        said[name] += text;
      });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    try {
      await expect.poll(() => said.stdout, { timeout: 200_000 }).toContain(`Vouch answers at ${url}/graphql`);
      // Progress comes before the answer, a line a step, and the address last.
      expect(said.stderr.split('\n')).toEqual([
        expect.stringMatching(/^Vouch .* starts/),
        'Opening the embedded database in .vouch …',
        'Checking the schema of the database …',
        '',
      ]);
      expect(said.stdout.trimEnd().split('\n').at(-1)).toMatch(/^ {2}http:/);
      const token = /Bearer (\S+)/.exec(said.stdout)?.[1] ?? '';
      const answer = await fetch(`${url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ query: '{ memories(first: 1) { nodes { id } } }' }),
      });
      expect(await answer.json()).toEqual({ data: { memories: { nodes: [] } } });
      expect((await fetch(`${url}/ready`)).status).toBe(200);
      // The folder was there before, and others may read it.
      const written = readdirSync(join(folder, '.vouch'), { recursive: true, encoding: 'utf8' });
      expect(written.filter((path) => statSync(join(folder, '.vouch', path)).mode & 0o077)).toEqual([]);
      const entrance = /^ {2}(http\S+)/m.exec(said.stdout)?.[1] ?? '';
      const cookie = (await fetch(entrance, { redirect: 'manual' })).headers.get('set-cookie') ?? '';
      const page = await fetch(`${url}/`, { headers: { cookie: cookie.split(';')[0] ?? '' } });
      expect(await page.text()).toContain('/assets/');
    } finally {
      child.kill('SIGTERM');
      await ended;
    }
  });
});

describe('the commands of docs/operations.md', () => {
  test('lead from the tarball to two gateways behind a proxy in ten lines, and each block is run or says why not', () => {
    const [first] = operations;
    expect(first?.commands).toContain('npm install ./vouch-*.tgz');
    expect(first?.commands.trim().split('\n').length).toBeLessThanOrEqual(10);
    expect(operations.filter(({ notRun }) => notRun !== null).length).toBe(1);
    const readme = shellBlocksOf(readFileSync(join(root, 'README.md'), 'utf8'));
    expect(readme.filter(({ notRun }) => notRun === null)).toEqual([]);
  });

  test.skipIf(!isLong || postgresPrograms === undefined || nginx === undefined)(
    postgresPrograms === undefined || nginx === undefined
      ? 'are not run: PostgreSQL or nginx is not installed (`apt-get install postgresql nginx`)'
      : 'are run one after another, on a fresh server of the machine, in the long run',
    async () => {
      chmodSync(folder, 0o755);
      const server = await startInstalledPostgres(postgresPrograms ?? '', join(folder, 'postgres'));
      onTestFinished(() => server.stop());
      const [proxy, one, two] = [await freePort(), await freePort(), await freePort()];
      const ports = new Map([
        ['5432', server.port],
        ['4000', proxy],
        ['4001', one],
        ['4002', two],
      ]);
      const here = (text: string) =>
        text.replaceAll(/\b(5432|400[0-2])\b/g, (port) => String(ports.get(port) ?? port));
      const commands = operations
        .filter(({ notRun }) => notRun === null)
        .map((block) => here(block.commands));
      const [install = '', ...rest] = commands.join('').split('\n');
      const config = 'node_modules/vouch/examples/deploy/nginx.conf';
      // The lines as they are, but for their ports.
      writeFileSync(
        join(folder, 'nginx.conf'),
        here(readFileSync(join(root, 'examples/deploy/nginx.conf'), 'utf8')),
      );
      const script = [install, `cp nginx.conf ${config}`, ...rest, 'jobs -p >processes'].join('\n');
      const log = join(folder, 'log');
      const output = openSync(log, 'w');
      const shell = spawn('bash', ['-evo', 'pipefail'], {
        cwd: folder,
        env: {
          PATH: `${dirname(process.execPath)}:${postgresPrograms}:/usr/sbin:${process.env.PATH}`,
          ...{ PGHOST: '127.0.0.1', PGPORT: String(server.port), PGUSER: 'postgres', PGPASSWORD: 'postgres' },
          ...{ npm_config_omit: 'optional', npm_config_prefer_offline: 'true', npm_config_audit: 'false' },
        },
        stdio: ['pipe', output, output],
        detached: true,
      });
      const isAlive = () => {
        try {
          return process.kill(-(shell.pid ?? 0), 0);
        } catch {
          return false;
        }
      };
      onTestFinished(async () => {
        if (isAlive()) process.kill(-(shell.pid ?? 0), 'SIGTERM');
        await expect.poll(isAlive).toBe(false);
      });
      shell.stdin?.end(script);
      const [status] = await once(shell, 'exit');
      expect([status, status === 0 ? '' : readFileSync(log, 'utf8')]).toEqual([0, '']);
      expect(readFileSync(log, 'utf8')).toContain('vouch_operations_total');

      // One of both gateways ends, and no request notices.
      const [first] = readFileSync(join(folder, 'processes'), 'utf8').split('\n');
      process.kill(Number(first), 'SIGTERM');
      for (let request = 0; request < 20; request += 1)
        expect((await fetch(`http://127.0.0.1:${proxy}/ready`)).status).toBe(200);
    },
  );
});
