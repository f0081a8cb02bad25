import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DataFolderError, lockDataFolder } from '#persistence/store/data-folder-lock.ts';
import { openOrm } from '#persistence/store/orm.ts';
import { isLong } from '#test/support/property-runs.ts';

const root = new URL('../../..', import.meta.url).pathname;

let folder: string;
let children: ChildProcess[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vouch-lock-'));
  children = [];
});
afterEach(async () => {
  for (const child of children) await kill(child);
  rmSync(folder, { recursive: true, force: true });
});

const kill = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
};

const start = (script: string, args: readonly string[], env: Record<string, string> = {}) => {
  const child = spawn(process.execPath, [join(root, script), ...args], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  children.push(child);
  return child;
};

/** The first line that a process prints, or what it complained of when it ends without one. */
const firstLine = (child: ChildProcess): Promise<string> =>
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

const hold = (at = 0) => start('test/persistence/store/hold-folder.ts', [folder, String(at)]);
const sentence = () =>
  `The data folder ${folder} is in use by another gateway. Stop that one, or set VOUCH_DATA_DIR to another folder.`;

describe('a data folder is used by one process', () => {
  test('a second process is refused', async () => {
    expect(await firstLine(hold())).toBe('locked');
    expect(await firstLine(hold())).toBe(sentence());
  });

  test.runIf(spawnSync('unshare', ['-pf', 'true']).status === 0)(
    'so is one whose process numbers are its own, as in another container',
    async () => {
      expect(await firstLine(hold())).toBe('locked');
      const elsewhere = spawn(
        'unshare',
        ['-pf', process.execPath, join(root, 'test/persistence/store/hold-folder.ts'), folder, '0'],
        { env: { PATH: process.env.PATH ?? '' }, stdio: ['pipe', 'pipe', 'pipe'] },
      );
      children.push(elsewhere);
      expect(await firstLine(elsewhere)).toBe(sentence());
    },
  );

  test('this process does not take it twice, and may take it again when it gave it back', () => {
    const unlock = lockDataFolder(folder);
    expect(() => lockDataFolder(folder)).toThrow(DataFolderError);
    expect(() => lockDataFolder(`${folder}/.`)).toThrow('is in use by another gateway');
    unlock();
    lockDataFolder(folder)();
  });

  test('the lock of a process that was killed is free, whatever number is left in a file', async () => {
    const first = hold();
    expect(await firstLine(first)).toBe('locked');
    await kill(first);
    // Lock file of earlier releases.
    writeFileSync(join(folder, 'vouch.lock'), String(process.pid));
    lockDataFolder(folder)();
  });

  test('of many that start at the same instant, one has it', async () => {
    const instant = Date.now() + 1_500;
    const answers = await Promise.all(Array.from({ length: 8 }, () => firstLine(hold(instant))));
    expect(answers.filter((answer) => answer === 'locked')).toHaveLength(1);
    expect(answers.filter((answer) => answer === sentence())).toHaveLength(7);
  });

  test('a lock that is a folder is refused in one sentence, and left as it is', () => {
    mkdirSync(join(folder, 'store.lock'));
    expect(() => lockDataFolder(folder)).toThrow(/^The lock file \S+ cannot be opened\. It must be a file/);
    expect(readdirSync(folder)).toEqual(['store.lock']);
  });

  test('a data folder that is a file is refused in one sentence', () => {
    writeFileSync(join(folder, 'file'), 'text');
    expect(() => lockDataFolder(join(folder, 'file', 'data'))).toThrow(/cannot be made or read \(ENOTDIR\)/);
  });
});

interface Running {
  readonly child: ChildProcess;
  readonly ask: (query: string, variables?: object) => Promise<{ data?: Record<string, unknown> }>;
}

const serve = async (): Promise<Running> => {
  const child = start('src/main.ts', ['serve', '--json'], {
    VOUCH_DATA_DIR: folder,
    VOUCH_SAMPLE: 'off',
    VOUCH_LOG_LEVEL: 'silent',
    PORT: '0',
  });
  const line = await firstLine(child);
  const { url, personaTokens } = JSON.parse(line) as {
    url: string;
    personaTokens: { role: string; token: string }[];
  };
  const token = personaTokens.find(({ role }) => role === 'admin')?.token;
  return {
    child,
    ask: async (query, variables = {}) => {
      const response = await fetch(`${url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ query, variables }),
      });
      return (await response.json()) as { data?: Record<string, unknown> };
    },
  };
};

describe('a gateway that is killed in the midst of an ingest', () => {
  const documentsACall = 60;
  const call = (number: number) => ({
    input: {
      project: 'p',
      documents: Array.from({ length: documentsACall }, (_, index) => ({
        path: `call-${number}/${index}.md`,
        content: Array.from(
          { length: 20 },
          (_unused, part) =>
            `## Decision: call ${number}, document ${index}, reading ${part} is kept for good\n\nWe will keep ${part * 31 + index} of them.\n\n`,
        ).join(''),
      })),
    },
  });
  const ingest = `mutation ($input: IngestDocumentsInput!) { ingestDocuments(input: $input) {
    ... on IngestDocumentsPayload { unchanged } ... on UserError { code message } } }`;

  test.runIf(isLong)('comes back with the whole call or nothing of it, and an unbroken log', async () => {
    let gateway = await serve();
    expect(await gateway.ask(ingest, call(0))).toEqual({ data: { ingestDocuments: { unchanged: 0 } } });
    const began = performance.now();
    expect(await gateway.ask(ingest, call(1))).toEqual({ data: { ingestDocuments: { unchanged: 0 } } });
    const wholeCall = performance.now() - began;
    expect(await firstLine(start('src/main.ts', ['serve'], { VOUCH_DATA_DIR: folder, PORT: '0' }))).toContain(
      'is in use by another gateway',
    );

    let answered = 2;
    let calls = 2;
    for (const share of [0.4, 0.7, 1, 0.2, 0]) {
      const asked = gateway.ask(ingest, call(calls)).then(
        () => true,
        () => false,
      );
      calls += 1;
      await new Promise((resolve) => setTimeout(resolve, wholeCall * share));
      await kill(gateway.child);
      if (await asked) answered += 1;
      gateway = await serve();
      expect(await gateway.ask('{ verifyAuditChain { valid firstBroken } }')).toEqual({
        data: { verifyAuditChain: { valid: true, firstBroken: null } },
      });
    }
    await kill(gateway.child);
    expect(answered).toBeLessThan(calls);

    const orm = await openOrm({ dataDir: join(folder, 'store') });
    try {
      const waves = await orm.em.fork().execute<
        {
          documents: number;
          chunks: number;
          items: number;
          reports: number;
          extracted: boolean;
          events: number;
        }[]
      >(
        `select (select count(*)::int from documents d where d.wave_id = w.id) as documents,
          (select count(*)::int from chunks c join documents d on d.id = c.document_id where d.wave_id = w.id) as chunks,
          (select count(*)::int from extraction_reports r where r.wave_id = w.id) as reports,
          (select count(*)::int from memories m join extraction_reports r on r.id = m.report_id where r.wave_id = w.id) as items,
          (select count(*)::int from audit_events a join documents d on d.id = a.target_id where d.wave_id = w.id) as events,
          w.extracted_at is not null as extracted
        from waves w`,
      );
      const [first] = waves;
      expect(first).toMatchObject({
        documents: documentsACall,
        events: documentsACall,
        reports: 1,
        items: 50,
        extracted: true,
      });
      for (const wave of waves) expect(wave).toEqual(first);
      // Every answered write is there; an unanswered one may have been committed before its answer was lost.
      expect(waves.length).toBeGreaterThanOrEqual(answered);
      expect(waves.length).toBeLessThanOrEqual(calls);
      const loose = await orm.em
        .fork()
        .execute<{ count: number }[]>(
          `select count(*)::int as count from audit_events where action = 'document.ingested'`,
        );
      expect(loose[0]?.count).toBe(waves.length * documentsACall);
    } finally {
      await orm.close();
    }
  });
});
