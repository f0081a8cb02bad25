import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseConfig } from '#config/config.ts';
import { type RunningGateway, startGateway } from '#server/start.ts';

const run = promisify(execFile);
const root = new URL('../..', import.meta.url).pathname;

/** Each example is installed from the registry in a folder of its own, and asks a gateway that has been started. */
describe('the examples', () => {
  let folder = '';
  let gateway: RunningGateway;
  let environment: NodeJS.ProcessEnv = {};

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vouch-examples-'));
    await mkdir(join(folder, 'examples'));
    await cp(join(root, 'schema.graphql'), join(folder, 'schema.graphql'));
    gateway = await startGateway(
      parseConfig({
        PORT: '0',
        VOUCH_DATA_DIR: join(folder, 'data'),
        VOUCH_LOG_LEVEL: 'silent',
        VOUCH_CONSOLE: 'off',
        VOUCH_SUBGRAPH: 'on',
      }),
    );
    environment = {
      ...process.env,
      NODE_ENV: '',
      PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
      VOUCH_URL: `${gateway.url}/graphql`,
      VOUCH_TOKEN: gateway.personaTokens.find(({ user }) => user === 'bob')?.token ?? '',
    };
  });
  afterAll(async () => {
    await gateway.close();
    await rm(folder, { recursive: true });
  });

  const install = async (name: string): Promise<string> => {
    const cwd = join(folder, 'examples', name);
    await cp(join(root, 'examples', name), cwd, {
      recursive: true,
      filter: (path) => !path.includes('node_modules'),
    });
    await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd, env: environment });
    return cwd;
  };
  const linesOf = (text: string) => text.split('\n').filter((line) => line.startsWith('{'));

  test.for(['relay', 'apollo-client', 'urql'])(
    '%s reads provenance, takes a refused promotion back, and goes on with a live list',
    { timeout: 240_000 },
    async (name) => {
      const cwd = await install(name);
      const { stdout } = await run('npm', ['start'], { cwd, env: environment, timeout: 120_000 });
      const shown = Object.assign({}, ...linesOf(stdout).map((line) => JSON.parse(line)));
      const { start, end, text } = shown.provenance.sourceSpan;
      expect(text.length).toBe(end - start);
      expect(shown.provenance.source.document.path).toMatch(/\.md$/);
      expect(shown.refused).toEqual({
        shown: ['CANDIDATE', 'ACTIVE', 'CANDIDATE'],
        refused: 'conflict.stale_revision',
      });
      expect(shown.promoted.refused).toBeNull();
      expect(new Set(shown.promoted.shown)).toEqual(new Set(['CANDIDATE', 'ACTIVE']));
      expect(shown.live.map((content: string) => content.match(/\((\w+)\)$/)?.[1])).toEqual([
        'seen',
        'missed',
      ]);
    },
  );

  test('a federation gateway finds memories for another subgraph, and none that is missing', {
    timeout: 240_000,
  }, async () => {
    const response = await fetch(`${gateway.url}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${environment.VOUCH_TOKEN}`,
      },
      body: JSON.stringify({
        query:
          '{ memories(first: 2, filter: { status: { eq: ACTIVE } }) { totalCount nodes { id content } } }',
      }),
    });
    const { memories } = (await response.json()).data;
    const missing = 'mem_00000000-0000-7000-8000-000000000000';
    const cwd = await install('federation');
    const { stdout } = await run('npm', ['start'], {
      cwd,
      env: {
        ...environment,
        VOUCH_URL: `${gateway.url}/subgraph`,
        VOUCH_MEMORIES: [...memories.nodes.map(({ id }: { id: string }) => id), missing].join(','),
      },
      timeout: 120_000,
    });
    const { data } = JSON.parse(linesOf(stdout)[0] ?? '');
    expect(data.notes).toMatchObject([
      ...memories.nodes.map((about: object) => ({ about })),
      { text: 'Note 3', about: null },
    ]);
  });

  test.for([
    ['curl', './promote.sh'],
    ['Python', 'python3', 'promote.py'],
    ['TypeScript', process.execPath, 'promote.ts'],
  ])('the script for %s promotes once, however often it asks', async ([, command = '', ...args]) => {
    const cwd = join(root, 'examples/scripts');
    const { stdout } = await run(command, args, { cwd, env: environment });
    const said = Object.fromEntries(
      stdout
        .trim()
        .split('\n')
        .map((line) => [line.slice(0, line.indexOf(':')), JSON.parse(line.slice(line.indexOf(':') + 1))]),
    );
    const { id, revision } = said.waits;
    const item = { id, status: 'ACTIVE', revision: revision + 1 };
    expect(said).toMatchObject({
      preview: { applied: false, item: { ...item, id: `${id}~preview` } },
      promoted: { applied: true, item },
      repeated: { applied: true, item },
      refused: { code: 'conflict.stale_revision' },
    });
  });
});
