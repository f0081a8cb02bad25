import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { contractOperation } from '#test/support/contract.ts';
import { type Answer, decisionRecord } from '#test/support/story.ts';

const root = new URL('../../..', import.meta.url).pathname;
const secret = 'We will hand the harbour keys to Ottoline Quarrick in the evening.';

/** A gateway in a process of its own, whose heap can be searched. */
const serve = async (folder: string) => {
  const heap = join(folder, 'heap');
  mkdirSync(heap);
  const child = spawn(
    process.execPath,
    [
      '--heapsnapshot-signal=SIGUSR2',
      `--diagnostic-dir=${heap}`,
      join(root, 'src/main.ts'),
      'serve',
      '--json',
    ],
    {
      env: {
        PATH: process.env.PATH ?? '',
        VOUCH_DATA_DIR: join(folder, 'data'),
        VOUCH_SAMPLE: 'off',
        VOUCH_LOG_LEVEL: 'silent',
        PORT: '0',
      },
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const { url, personaTokens } = JSON.parse(String(line)) as {
    url: string;
    personaTokens: { role: string; token: string }[];
  };
  const ask = async (role: string, query: string, variables: object = {}): Promise<Answer> => {
    const token = personaTokens.find((persona) => persona.role === role)?.token;
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
        connection: 'close',
      },
      body: JSON.stringify({ query, variables }),
    });
    const { data, errors } = (await response.json()) as Answer;
    if (errors) throw new Error(JSON.stringify(errors));
    return data;
  };
  return {
    ask,
    /** Text that the process still holds, once the file is written to its end: it has one JSON object. */
    searchHeap: async (): Promise<string> => {
      child.kill('SIGUSR2');
      for (;;) {
        const [file] = readdirSync(heap);
        const text = file === undefined ? '' : readFileSync(join(heap, file), 'latin1').trimEnd();
        if (text.endsWith(']}') && text.includes('"strings":[')) return text;
        await sleep(500);
      }
    },
    stop: async () => {
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      await exit;
    },
  };
};

test('what a process keeps to be quick holds no erased word', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-heap-'));
  const gateway = await serve(folder);
  try {
    const { ask } = gateway;
    const does = async (role: string, name: string, input: object): Promise<Answer> =>
      Object.values(await ask(role, contractOperation(name), { input }))[0];
    const { wave } = await does('service', 'IngestDocuments', {
      project: 'keys',
      documents: [{ path: 'a.md', content: decisionRecord(secret, 'We will paint the mast in spring.') }],
      idempotencyKey: 'ingested',
    });
    const id = wave.report.candidates.nodes.find(({ content }: Answer) => content === secret).id;
    await does('reviewer', 'PromoteMemory', { id });
    const edit = { id, content: `${secret.slice(0, -1)}, at nine.`, idempotencyKey: 'edited' };
    // An edit of what is believed is proposed under another id when it says more than the source.
    await does('reviewer', 'EditMemory', edit);
    const { memories } = await ask(
      'reviewer',
      '{ memories(filter: { project: { eq: "keys" }, status: { eq: CANDIDATE } }, first: 5) { nodes { id content } } }',
    );
    const successor = memories.nodes.find(({ content }: Answer) => content === edit.content);
    const inText = `{ memories(filter: { search: "Ottoline Quarrick" }, first: 5) { nodes { content } } }`;
    const kept = `query KeptInTheCache { memory(id: "${id}") { content revisions(first: 5) { nodes { content } } } }`;
    for (let time = 0; time < 3; time += 1) {
      await ask('reader', inText);
      await ask('reader', kept);
      await ask('reader', contractOperation('BundleForTask'), {
        project: 'keys',
        task: 'Who has the harbour keys, Quarrick?',
      });
      await ask(
        'service',
        'mutation ($input: DetectContradictionsInput!) { detectContradictions(input: $input) { __typename } }',
        {
          input: { memoryId: id },
        },
      );
    }
    await does('reader', 'DeliverBundle', { project: 'keys' });
    const erasure = { id, alsoErase: [successor.id], reason: 'She asked for it.' };
    expect((await does('admin', 'EraseMemory', erasure)).erasedId).toBe(id);
    expect(JSON.stringify(await ask('reader', inText))).not.toMatch(/quarrick/i);
    expect(JSON.stringify(await does('reviewer', 'EditMemory', edit))).not.toMatch(/quarrick/i);
    await ask('reader', kept);

    const strings = await gateway.searchHeap();
    expect(strings).toContain('KeptInTheCache');
    expect(strings.match(/.{0,80}(?:ottoline|quarrick).{0,80}/gi) ?? []).toEqual([]);
  } finally {
    await gateway.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
