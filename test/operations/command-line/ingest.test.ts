import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { ingest } from '#cli/ingest.ts';
import { beginning, createTestGateway, people } from '#test/support/gateway.ts';
import { isLong } from '#test/support/property-runs.ts';
import { type Interference, openProxy } from '#test/support/proxy.ts';
import { onServerStore, type TestStore } from '#test/support/store.ts';
import { decisionRecord, runStory } from '#test/support/story.ts';

const { contributor, reviewer } = people;

let stages = 0;

/** A folder, a gateway, and the command between them; each in a project of its own. */
const setStage = async (store: TestStore, interference: Interference = {}) => {
  stages += 1;
  const project = `quays ${stages}`;
  const gateway = await createTestGateway(store);
  const proxy = await openProxy((await gateway.gateway.listen()).url, interference);
  const folder = mkdtempSync(join(tmpdir(), 'vouch-ingest-'));
  const printed: string[] = [];
  const written = vi
    .spyOn(process.stdout, 'write')
    .mockImplementation((line) => printed.push(String(line)) > 0);
  onTestFinished(async () => {
    written.mockRestore();
    process.exitCode = undefined;
    rmSync(folder, { recursive: true });
    await proxy.close();
    await gateway.gateway.close();
  });
  const token = await gateway.tokenOf(contributor);
  const file = (path: string, content: string | Uint8Array) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
    utimesSync(join(folder, path), beginning, beginning);
  };
  const files = (count: number) => {
    for (let number = 1; number <= count; number += 1)
      file(`d${number}.md`, decisionRecord(`We will moor vessel ${number} at quay ${number}.`));
  };
  const run = async (more: object = {}) => {
    process.exitCode = undefined;
    await ingest({ url: proxy.url, token }, folder, { project, sync: false, json: true, ...more });
    return { ...JSON.parse(printed.at(-1) ?? '{}'), status: process.exitCode ?? 0 };
  };
  const contents = async () => {
    const { data } = await gateway.ask(
      reviewer,
      'query ($project: String!) { candidates(filter: { project: { eq: $project } }, first: 100) { nodes { content } } }',
      { project },
    );
    return data.candidates.nodes.map(({ content }: { content: string }) => content);
  };
  const kinds = async () =>
    (
      await gateway.ask(
        reviewer,
        'query ($project: String!) { documents(filter: { project: { eq: $project } }, first: 9) { nodes { kind kindGiven } } }',
        { project },
      )
    ).data.documents.nodes;
  return { project, file, files, run, contents, kinds, printed, story: runStory(gateway) };
};

describe('vouch ingest', () => {
  onServerStore((store) => {
    test('a bad file is named by its path and reason, and all the others are read in the same run', async () => {
      const { file, files, run } = await setStage(store());
      files(130);
      file('d120.md', '# D120\n\n## Decision\n\nWe will \0 break.\n');
      file('huge.md', 'x'.repeat(1_048_577));
      const first = await run();
      expect(first).toMatchObject({
        files: 131,
        read: 129,
        unchanged: 0,
        left: 0,
        statements: 129,
        status: 1,
      });
      expect(first.refused).toEqual([
        { path: 'd120.md', reason: expect.stringContaining('NUL') },
        { path: 'huge.md', reason: expect.stringContaining('1048577 bytes') },
      ]);
      file('d120.md', decisionRecord('We will not break.'));
      expect(await run()).toMatchObject({ files: 131, read: 1, unchanged: 129, statements: 1, persisted: 1 });
    });

    test('what a run that was cut has stored is extracted by the next run of its user', async () => {
      const { project, files, run, story, contents } = await setStage(store());
      await story.ingests(
        contributor,
        [{ path: 'd1.md', content: decisionRecord('We will moor vessel 1 at quay 1.') }],
        { project, extract: false },
      );
      expect(await contents()).toEqual([]);
      files(2);
      expect(await run()).toMatchObject({ read: 1, unchanged: 1, statements: 2, persisted: 2, status: 0 });
      expect((await contents()).sort()).toEqual([
        'We will moor vessel 1 at quay 1.',
        'We will moor vessel 2 at quay 2.',
      ]);
    });

    test.runIf(isLong)(
      'refusals for the moment and lost answers are tried again under the same key, with one effect',
      async () => {
        const seen: string[] = [];
        const { files, run, contents } = await setStage(store(), {
          before: ({ place, response }) => {
            if (place % 3 !== 1) return false;
            response.writeHead(place % 2 === 0 ? 503 : 429, { 'retry-after': '0' });
            response.end('{}');
            return true;
          },
          after: ({ place, body, response }) => {
            const { idempotencyKey } = JSON.parse(body).variables.input ?? {};
            if (idempotencyKey !== undefined) seen.push(idempotencyKey);
            if (place % 3 !== 2) return false;
            response.destroy();
            return true;
          },
        });
        files(3);
        expect(await run()).toMatchObject({ files: 3, left: 0, statements: 3, persisted: 3, status: 0 });
        expect(await contents()).toHaveLength(3);
        expect(seen.length).toBeGreaterThan(new Set(seen).size);
      },
    );

    test('a run that is stopped says what it has stored and not read, and the next run reads it', async () => {
      const stop = new AbortController();
      const { files, run, printed, contents } = await setStage(store(), {
        after: ({ body }) => {
          if (body.includes('ingestDocuments')) stop.abort();
          return false;
        },
      });
      files(130);
      await expect(run({ stop: stop.signal })).rejects.toThrow(
        'The run was stopped. Run it again: it goes on where it stopped.',
      );
      expect(JSON.parse(printed.at(-1) ?? '')).toMatchObject({
        files: 130,
        read: 100,
        left: 30,
        unreadDocuments: 100,
        statements: 0,
        stopped: 'The run was stopped.',
      });
      expect(await contents()).toEqual([]);
      expect(await run()).toMatchObject({
        read: 30,
        unchanged: 100,
        left: 0,
        statements: 130,
        unreadDocuments: 0,
      });
    });

    test.runIf(isLong)(
      'a run that is stopped while statements are read stops the gateway, and the next run reads the rest',
      async () => {
        const stop = new AbortController();
        const stops: string[] = [];
        const { files, run, printed } = await setStage(store(), {
          before: ({ body }) => {
            if (body.includes('extractWave(')) stop.abort();
            return false;
          },
          after: ({ body }) => {
            if (body.includes('stopExtraction(')) stops.push(body);
            return false;
          },
        });
        files(610);
        await expect(run({ stop: stop.signal })).rejects.toThrow('The run was stopped.');
        expect(stops).toHaveLength(1);
        const { read, unreadDocuments } = JSON.parse(printed.at(-1) ?? '');
        expect(read).toBe(610);
        expect(unreadDocuments).toBeGreaterThanOrEqual(110);
        expect(await run()).toMatchObject({
          unchanged: 610,
          statements: 610,
          persisted: 50,
          unreadDocuments: 0,
        });
      },
    );

    test('encodings are recognised and said, and what is not read is counted by reason', async () => {
      const { file, run, contents } = await setStage(store());
      const record = Buffer.from(decisionRecord('We will test the b\u00e4ttery.'), 'latin1');
      file('a.md', record);
      file('r.mdc', decisionRecord('We will test the lamp.'));
      file('node_modules/x/README.md', decisionRecord('We will vendor it.'));
      file('p.png', 'x');
      expect(await run()).toMatchObject({
        files: 2,
        read: 2,
        decoded: [{ path: 'a.md', encoding: 'Windows-1252' }],
        notRead: expect.arrayContaining([
          { reason: 'DEPENDENCIES', count: 1, paths: ['node_modules/'] },
          { reason: 'OTHER_KIND', count: 1, paths: ['p.png'] },
        ]),
      });
      expect((await contents()).sort()).toEqual(['We will test the b\u00e4ttery.', 'We will test the lamp.']);
    });

    test('--kind names the kind that every file is read as', async () => {
      const { file, run, kinds } = await setStage(store());
      file('pump-house.md', '# Pump house\n\nThe pump house stops for ten minutes.\n');
      expect(await run({ kind: 'incident' })).toMatchObject({ read: 1, refused: [] });
      expect(await kinds()).toEqual([{ kind: 'INCIDENT', kindGiven: true }]);
    });

    test('in a pipe prints a table without a bar, whose numbers add up', async () => {
      const { files, run, printed } = await setStage(store());
      files(2);
      await expect(run({ json: false })).rejects.toThrow(SyntaxError);
      expect(printed).toHaveLength(1);
      expect(printed[0]).toMatch(
        /^Files found +2\n {2}read +2\n {2}unchanged +0\n {2}refused +0\n {2}left +0/,
      );
      expect(printed[0]).toMatch(/Statements found +2\n {2}proposed +2\n/);
    });
  });
});
