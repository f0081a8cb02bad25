import { describe, expect, onTestFinished, test } from 'vitest';
import { eventually } from '#test/support/eventually.ts';
import { createTestGateway, people, viewer } from '#test/support/gateway.ts';
import { startTestModel } from '#test/support/language-model.ts';
import { onServerStore } from '#test/support/store.ts';
import { decisionRecord, runStory } from '#test/support/story.ts';

describe('the extraction of a wave is stopped', () => {
  onServerStore((store) => {
    const count = 500;
    const stopped = { __typename: 'StopExtractionPayload' };
    const documents = Array.from({ length: count }, (_, place) => ({
      path: `berths/${place}.md`,
      content: decisionRecord(`We will paint berth ${place} in the colour of row ${place % 7}.`),
    }));

    const piers = {
      path: 'piers.md',
      content: '# Piers\n\nThe harbour gauge was moved to the north pier by the crew of the tug.\n',
    };

    test('what was read stays read, and the next pass reads the rest', async () => {
      const gateway = await createTestGateway(store());
      const { does, ingests } = runStory(gateway);
      const { wave } = await ingests(people.contributor, documents, { extract: false });
      const input = { waveId: wave.id };
      const read = async () => {
        const { data } = await gateway.ask(
          people.admin,
          `query ($id: ID!) { ingestionWave(id: $id) { unreadDocuments stoppedAt
            report { finishedAt found persisted waiting dropped }
            auditTrail(filter: { action: { eq: WAVE_STOPPED } }) { nodes { actor { name } } } } }`,
          { id: wave.id },
        );
        return data.ingestionWave;
      };

      const running = does(people.contributor, 'extractWave', input);
      // By a short statement: the next documents are read meanwhile.
      await eventually(async () =>
        expect(await store().asOwner('select 1 from source_readings limit 1')).toHaveLength(1),
      );
      expect(await does(people.reviewer, 'stopExtraction', input)).toEqual(stopped);
      await running;

      const left = await read();
      expect(left.unreadDocuments % 100).toBe(0);
      expect(left.unreadDocuments).toBeGreaterThan(0);
      expect(left.stoppedAt).not.toBeNull();
      expect(left.auditTrail.nodes).toEqual([{ actor: { name: people.reviewer.user } }]);
      expect(left.report).toMatchObject({ found: count - left.unreadDocuments, persisted: 0 });

      expect(left.report.finishedAt).toBeNull();

      await does(people.contributor, 'extractWave', input);
      const finished = await read();
      expect(finished.unreadDocuments).toBe(0);
      expect(finished.report.finishedAt).not.toBeNull();
      expect(finished.report).toMatchObject({ found: count, persisted: 50, waiting: count - 50 });
    });

    test('while a model is asked, whose call is cut and whose answer is no longer awaited', async () => {
      const end = Promise.withResolvers<void>();
      onTestFinished(() => end.resolve());
      const slow = await startTestModel({ after: end.promise, answer: { statements: [] } });
      const gateway = await createTestGateway(store(), {}, { statementModel: await slow.model() });
      const { does, ingests } = runStory(gateway);
      const { wave } = await ingests(people.contributor, [piers], { extract: false, project: 'piers' });
      const input = { waveId: wave.id };
      const unread = async () => {
        const query =
          'query ($id: ID!) { ingestionWave(id: $id) { unreadDocuments report { finishedAt persisted } } }';
        return (await gateway.ask(people.contributor, query, { id: wave.id })).data.ingestionWave;
      };
      const running = does(people.contributor, 'extractWave', input);
      await eventually(() => expect(slow.calls).toHaveLength(1));
      await does(people.contributor, 'stopExtraction', input);
      await running;
      expect(await unread()).toEqual({ unreadDocuments: 1, report: { finishedAt: null, persisted: 0 } });

      const quick = await startTestModel(() => ({ statements: [] }));
      const { does: doesQuickly } = runStory(
        await createTestGateway(store(), {}, { statementModel: await quick.model() }),
      );
      await doesQuickly(people.contributor, 'extractWave', input);
      expect(quick.calls).toHaveLength(1);
      const read = await unread();
      expect(read.unreadDocuments).toBe(0);
      expect(read.report.finishedAt).not.toBeNull();
    });

    test('by who began it, by reviewers and services, and by nobody else', async () => {
      const { does, ingests } = runStory(await createTestGateway(store()));
      const { wave } = await ingests(
        people.contributor,
        [{ path: 'quay.md', content: decisionRecord('We will paint the quay.') }],
        { extract: false },
      );
      const input = { waveId: wave.id };
      expect(await does(viewer('carla', ['contributor']), 'stopExtraction', input)).toMatchObject({
        code: 'forbidden',
      });
      expect(await does(people.reviewer, 'stopExtraction', { waveId: 'wav_none' })).toMatchObject({
        code: 'not_found',
      });
      for (const who of [people.contributor, people.service, people.admin])
        expect(await does(who, 'stopExtraction', input)).toEqual(stopped);
    });
  });
});
