import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createTestGateway, people } from '#test/support/gateway.ts';
import { openProxy } from '#test/support/proxy.ts';
import { onEveryStore } from '#test/support/store.ts';
import { decisionRecord } from '#test/support/story.ts';

const main = new URL('../../../src/main.ts', import.meta.url).pathname;
const documents = 600;
const writtenAt = new Date('2026-01-01');
/** Requests of an uncut run: who asks, the open waves, six calls of documents, and twice the wave and its extraction. */
const requests = 12;

/** Runs the command to its end, or until somebody kills it. */
const runCommand = (url: string, token: string, folder: string, project: string) => {
  const child = spawn(
    process.execPath,
    [main, 'ingest', folder, '--project', project, '--url', url, '--token', token, '--json'],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const printed: string[] = [];
  child.stdout.on('data', (part) => printed.push(String(part)));
  return { child, ended: once(child, 'exit').then(() => printed.join('')) };
};

describe('a run of vouch ingest that is killed with -9', () => {
  onEveryStore((store) => {
    test('at any of twenty-four points is taken up by the next run, which finds what an uncut run finds', {
      timeout: 1_800_000,
    }, async () => {
      const gateway = await createTestGateway(store());
      const { url } = await gateway.gateway.listen();
      const token = await gateway.tokenOf(people.service);
      const folder = mkdtempSync(join(tmpdir(), 'vouch-killed-'));
      onTestFinished(async () => {
        rmSync(folder, { recursive: true });
        await gateway.gateway.close();
      });
      for (let number = 1; number <= documents; number += 1) {
        const file = join(folder, `d${number}.md`);
        writeFileSync(file, decisionRecord(`We will moor vessel ${number} at quay ${number}.`));
        // The gateway's clock is behind this machine's, and refuses a document of tomorrow.
        utimesSync(file, writtenAt, writtenAt);
      }
      const statementsOf = async (project: string): Promise<string[]> => {
        const { data } = await gateway.ask(
          people.reviewer,
          `query ($project: String!) { ingestionWaves(filter: { project: { eq: $project } }, first: 100) { nodes {
            report { droppedCandidates { content } waitingStatements { content }
              candidates(first: 100) { nodes { content } } } } } }`,
          { project },
        );
        type Content = { readonly content: string };
        type Wave = {
          report: {
            droppedCandidates: Content[];
            waitingStatements: Content[];
            candidates: { nodes: Content[] };
          } | null;
        };
        return data.ingestionWaves.nodes
          .flatMap(({ report }: Wave) => [
            ...(report?.droppedCandidates ?? []),
            ...(report?.waitingStatements ?? []),
            ...(report?.candidates.nodes ?? []),
          ])
          .map(({ content }: Content) => content)
          .sort();
      };

      const watched = await openProxy(url, {});
      await runCommand(watched.url, token, folder, 'whole').ended;
      expect(watched.requests()).toBe(requests);
      await watched.close();
      const whole = await statementsOf('whole');
      expect(whole).toHaveLength(documents);

      for (let place = 1; place <= requests; place += 1)
        for (const when of ['before', 'after'] as const) {
          const project = `killed ${when} ${place}`;
          let kill: () => boolean = () => true;
          const proxy = await openProxy(url, {
            [when]: (request: { readonly place: number }) => request.place === place && kill(),
          });
          const { child, ended } = runCommand(proxy.url, token, folder, project);
          kill = () => child.kill('SIGKILL');
          await ended;
          expect(child.signalCode).toBe('SIGKILL');
          await proxy.close();
          const result = JSON.parse(await runCommand(url, token, folder, project).ended);
          expect(result, project).toMatchObject({ files: documents, left: 0, refused: [] });
          expect(await statementsOf(project), project).toEqual(whole);
        }
    });
  });
});
