import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { ingest } from '#cli/ingest.ts';
import { beginning, createTestGateway, people } from '#test/support/gateway.ts';
import { onServerStore } from '#test/support/store.ts';
import { decisionRecord, runStory } from '#test/support/story.ts';

const { reviewer, service, contributor } = people;

describe('vouch ingest --sync', () => {
  onServerStore((store) => {
    test('withdraws what was removed from the folder, and nothing that another ingested', async () => {
      const gateway = await createTestGateway(store());
      const { url } = await gateway.gateway.listen();
      const folder = mkdtempSync(join(tmpdir(), 'vouch-sync-'));
      const printed: string[] = [];
      const written = vi
        .spyOn(process.stdout, 'write')
        .mockImplementation((line) => printed.push(String(line)) > 0);
      onTestFinished(async () => {
        written.mockRestore();
        rmSync(folder, { recursive: true });
        await gateway.gateway.close();
      });
      const story = runStory(gateway);
      const address = { url, token: await gateway.tokenOf(service) };
      const sync = async () => {
        await ingest(address, folder, { project: 'tides', sync: true, json: true });
        return JSON.parse(printed.at(-1) ?? '{}');
      };
      const file = (name: string, words: string) => {
        writeFileSync(join(folder, name), decisionRecord(words));
        utimesSync(join(folder, name), beginning, beginning);
      };

      file('kept.md', 'We will keep the north light.');
      file('removed.md', 'We will sell the south light.');
      await story.ingests(contributor, [
        { path: 'foreign.md', content: decisionRecord('We will mend the mole.') },
      ]);
      expect(await sync()).toMatchObject({ files: 2, withdrawn: 0 });
      const { data } = await gateway.ask(
        reviewer,
        '{ candidates { nodes { id ... on Memory { content } } } }',
      );
      const id = data.candidates.nodes.find(({ content }: { content: string }) =>
        content.includes('south'),
      ).id;
      await story.does(reviewer, 'promoteCandidate', { id });

      rmSync(join(folder, 'removed.md'));
      expect(await sync()).toMatchObject({ files: 1, unchanged: 1, withdrawn: 1, affected: 1 });
      expect((await story.asks(reviewer, 'SourceState', { id })).memory.sourceState.state).toBe('WITHDRAWN');
      const inForce = await gateway.ask(
        reviewer,
        '{ documents(filter: { project: { eq: "tides" }, inForce: true }) { nodes { path } } }',
      );
      expect(inForce.data.documents.nodes.map(({ path }: { path: string }) => path).sort()).toEqual([
        'foreign.md',
        'kept.md',
      ]);
      expect(await sync()).toMatchObject({ withdrawn: 0, withdrawalsWaiting: 0, waitingForOwners: [] });

      // Another's source waits for its owner, and is named.
      file('foreign.md', 'We will blow up the mole.');
      expect(await sync()).toMatchObject({
        files: 2,
        read: 0,
        unchanged: 1,
        left: 0,
        waitingForOwners: ['foreign.md'],
      });
      await ingest(address, folder, { project: 'tides', sync: true, json: false });
      expect(printed.at(-1)).toMatch(/wait for owners +1 +foreign\.md: the sources belong to others/);

      const holding = async (words: string) => {
        const { data } = await gateway.ask(
          reviewer,
          'query ($words: String) { documents(filter: { project: { eq: "tides" }, path: { contains: $words }, inForce: true }) { nodes { path } } }',
          { words },
        );
        return data.documents.nodes.map(({ path }: { path: string }) => path).sort();
      };
      expect(await holding('KEPT')).toEqual(['kept.md']);
      expect(await holding('n.md')).toEqual(['foreign.md']);
      expect(await holding('%')).toEqual([]);
    });
  });
});
