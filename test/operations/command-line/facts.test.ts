import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createTestGateway, people } from '#test/support/gateway.ts';
import { isLong } from '#test/support/property-runs.ts';
import { onServerStore, type TestStore } from '#test/support/store.ts';
import { runStory } from '#test/support/story.ts';

const root = new URL('../../..', import.meta.url).pathname;

let stages = 0;

const setStage = async (store: TestStore) => {
  stages += 1;
  const gateway = await createTestGateway(store);
  const story = runStory(gateway);
  const content = `We will paint harbour ${stages}, "and" the quay, in spring.`;
  const id = await story.candidate(content);
  await story.does(people.reviewer, 'promoteCandidate', { id });
  const { url } = await gateway.gateway.listen();
  onTestFinished(() => gateway.gateway.close());
  const token = await gateway.tokenOf(people.admin);
  const run = async (command: string, given: readonly string[], env: object = {}) => {
    const child = spawn(command, given, {
      cwd: root,
      env: { PATH: process.env.PATH, VOUCH_URL: url, VOUCH_TOKEN: token, ID: id, ...env },
    });
    const [out, error, [status]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit'),
    ]);
    return { out, error, status };
  };
  const vouch = (...given: string[]) => run(process.execPath, ['src/main.ts', ...given]);
  return { id, content, run, vouch };
};

describe('the command line', () => {
  onServerStore((store) => {
    test('explains, finds, bundles and disputes what the token may see', async () => {
      const { id, content, vouch } = await setStage(store());
      const explained = await vouch('explain', id);
      expect(explained.out).toMatch(/with the status ACTIVE\.\n[\s\S]*Decided by bob at /);
      expect(explained.out.trimEnd().endsWith(content)).toBe(true);
      const found = JSON.parse((await vouch('search', content, '--kinds', 'memory', '--json')).out);
      expect(found.nodes).toMatchObject([{ kind: 'MEMORY', item: { id, content } }]);
      expect((await vouch('search', content)).out).toContain(`${id}  ACTIVE  `);
      expect((await vouch('search', content, '--kinds', 'memorys')).error).toContain('Nearest: MEMORY');
      const bundle = await vouch('bundle', '--task', content, '--budget', '2000');
      expect(bundle.out).toContain(`begin ${id} |`);
      expect(bundle.out).toMatch(/Receipt: rct_/);
      expect((await vouch('dispute', id, '--quote', 'It was not.', '--reference', 'survey 12')).out).toBe(
        `Disputed ${id}: a reviewer settles it.\n`,
      );
    });

    test('prints a list as CSV and as JSON, and errors as JSON for programs', async () => {
      const { id, content, vouch } = await setStage(store());
      const csv = (await vouch('list', 'memories', '--csv')).out.split('\r\n');
      expect(csv[0]).toBe('id,project,status,kind,content,confidence,contributor,createdAt');
      expect(csv.find((line) => line.startsWith(id))).toContain(`,"${content.replaceAll('"', '""')}",`);
      const events = (await vouch('list', 'auditEvents', '--json')).out.trimEnd().split('\n');
      expect(events.map((line) => JSON.parse(line).action)).toContain('MEMORY_PROMOTED');

      const both = await vouch('list', 'memories', '--csv', '--json');
      expect(both.error).toContain("option '--csv' cannot be used with option '--json'");

      const missing = await vouch('explain', 'mem_none', '--json');
      expect(missing).toMatchObject({ out: '', status: 1 });
      expect(JSON.parse(missing.error)).toEqual({
        error: { code: null, message: expect.stringMatching(/^There is no memory/) },
      });
      const refused = await vouch('dispute', 'mem_none', '--quote', 'no', '--json');
      expect(JSON.parse(refused.error).error.code).toBe('not_found');
    });

    test.runIf(isLong)('does all that its page shows', async () => {
      const { run } = await setStage(store());
      const [, block = ''] =
        /```sh\n([\s\S]*?)```/.exec(readFileSync(`${root}docs/command-line.md`, 'utf8')) ?? [];
      const commands = block.trim().split('\n');
      expect(commands.length).toBeGreaterThan(5);
      for (const command of commands) {
        const script = `vouch() { "${process.execPath}" src/main.ts "$@"; }\n${command}`;
        const { error, status } = await run('bash', ['--norc', '-c', script]);
        expect([command, error, status]).toEqual([command, '', 0]);
      }
    });

    test.runIf(isLong)('prints the token in neither its help nor a usage error', async () => {
      const { run } = await setStage(store());
      for (const given of [['--help'], ['--budget', 'abc'], ['--unknown']]) {
        const { out, error } = await run(process.execPath, ['src/main.ts', 'bundle', ...given], {
          VOUCH_TOKEN: 'a-token-of-bob',
        });
        expect(`${out}${error}`).toContain('--token <jwt>');
        expect(`${out}${error}`).not.toContain('a-token-of-bob');
      }
    });

    test('prints into a pipe to the last byte', async () => {
      const { vouch } = await setStage(store());
      expect((await vouch('schema')).out).toBe(readFileSync(`${root}schema.graphql`, 'utf8'));
    });

    test('ends quietly when its reader closes the pipe before the end', async () => {
      const { run } = await setStage(store());
      const script = `set -o pipefail; "${process.execPath}" src/main.ts schema | head -n 1`;
      expect(await run('bash', ['--norc', '-c', script])).toMatchObject({ error: '', status: 0 });
    });

    test('completes commands and their options in bash', async () => {
      const { run } = await setStage(store());
      const complete = async (...words: string[]) => {
        const script = `source <("${process.execPath}" src/main.ts completion bash)
          COMP_WORDS=(${words.map((word) => `"${word}"`).join(' ')}); COMP_CWORD=${words.length - 1}; _vouch; echo "\${COMPREPLY[@]}"`;
        return (await run('bash', ['--norc', '-c', script])).out.trim().split(' ');
      };
      expect(await complete('vouch', 'exp')).toEqual(['export', 'explain']);
      expect(await complete('vouch', 'bundle', '--b')).toEqual(['--budget']);
      expect(await complete('vouch', 'audit', 'v')).toEqual(['verify']);
    });
  });
});
