import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '#test/support/databases.ts';
import { ask, serve, tokenOf } from './gateway-process.ts';
import { figure, heading } from './measure.ts';

/**
 * `node bench/complete-ingest.ts [documents]`: how long `vouch ingest` takes for a folder of so many records (5,000), with the
 * gateway and PostgreSQL in processes of their own; their CPU and most memory; and what became of every statement.
 */
const documents = Number(process.argv[2] ?? 5_000);

const sampleFolder = new URL('../src/server/sample/corpus/', import.meta.url).pathname;
const samples = readdirSync(sampleFolder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));

/** The sample corpus again and again, each copy with words of its own, so that every document says something new. */
const writeDocuments = (folder: string): void => {
  for (let copy = 0; copy < documents; copy += 1) {
    const below = join(folder, `d${Math.floor(copy / 500)}`);
    if (copy % 500 === 0) mkdirSync(below);
    const sample = samples[copy % samples.length] ?? '';
    writeFileSync(
      join(below, `${copy}.md`),
      sample.replaceAll(/\b(\w{6,})\b/g, (word, _word, at: number) =>
        at % 3 === 0 ? `${word}${copy}` : word,
      ),
    );
  }
};

const mostMemory = (pid: number | undefined): number =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024;

/** CPU in seconds of a process and of those of its children that have ended, by Linux's count of hundredths. */
const cpuOf = (pid: number | undefined): number => {
  const [, after = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const ticks = after.split(' ').slice(11, 15).map(Number);
  return ticks.reduce((sum, each) => sum + each, 0) / 100;
};

/** CPU in seconds of a database server: its first process and each of its children. */
const cpuOfServer = (data: string): number => {
  const first = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
  const children = readFileSync(`/proc/${first}/task/${first}/children`, 'utf8').trim().split(' ');
  return [first, ...children.map(Number)].reduce((sum, pid) => sum + cpuOf(pid), 0);
};

const folder = mkdtempSync(join(tmpdir(), 'vouch-complete-'));
chmodSync(folder, 0o777);
const records = join(folder, 'records');
mkdirSync(records);
writeDocuments(records);
const { url: database, stop } = await startPostgres(folder);
const { child: gateway, url } = await serve({ DATABASE_URL: database, VOUCH_DATABASE_LOGIN: 'any' });
try {
  const token = await tokenOf('agent', 'acme', 'service');
  const main = new URL('../src/main.ts', import.meta.url).pathname;
  const data = join(folder, 'postgres');
  const before = { gateway: cpuOf(gateway.pid), server: cpuOfServer(data) };
  const begun = performance.now();
  const command = spawn(
    process.execPath,
    [main, 'ingest', records, '--project', 'bench', '--url', url, '--token', token, '--json'],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let commandMemory = 0;
  const watch = setInterval(() => {
    if (command.exitCode === null) commandMemory = Math.max(commandMemory, mostMemory(command.pid));
  }, 200);
  let printed = '';
  for await (const part of command.stdout) printed += String(part);
  clearInterval(watch);
  const seconds = (performance.now() - begun) / 1_000;
  const run = JSON.parse(printed);

  heading(`${documents} documents`);
  figure('sent and read', `${seconds.toFixed(1)} s`);
  figure(
    'CPU of the gateway, of PostgreSQL',
    `${(cpuOf(gateway.pid) - before.gateway).toFixed(1)}, ${(cpuOfServer(data) - before.server).toFixed(1)} s`,
  );
  figure('the most memory of the gateway', `${mostMemory(gateway.pid).toFixed(0)} MB`);
  figure('the most memory of the command', `${commandMemory.toFixed(0)} MB`);
  figure(
    'documents read, unchanged, refused, left',
    `${run.read}, ${run.unchanged}, ${run.refused.length}, ${run.left}`,
  );
  figure('statements found', String(run.statements));
  figure('= proposed + waiting + dropped', `${run.persisted} + ${run.waiting} + ${run.dropped}`);
  figure(
    'sections = read + unread',
    `${run.sections} = ${run.readSections} + ${run.sections - run.readSections}`,
  );
  const { inbox } = await ask(
    url,
    await tokenOf('rita', 'acme', 'reviewer'),
    '{ inbox(first: 1) { totalCount } }',
  );
  figure('entries of the inbox', String(inbox.totalCount));
} finally {
  gateway.kill();
  await stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exit();
