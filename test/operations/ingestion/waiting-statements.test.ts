import { describe, expect, test } from 'vitest';
import { moveUpDueStatements } from '#application/ingestion/move-up-due-statements.ts';
import { startMovingUp } from '#server/background/moving-up.ts';
import { createTestGateway, people } from '#test/support/gateway.ts';
import { onServerStore } from '#test/support/store.ts';
import { type Answer, decisionRecord, decisions, runStory } from '#test/support/story.ts';

describe('statements for which there is no room wait', () => {
  onServerStore((store) => {
    test('the best fifty are proposed, and the next as reviewers decide; nothing is read twice, nothing is lost', async () => {
      const gateway = await createTestGateway(store());
      const { does, ingests } = runStory(gateway);
      const { wave } = await ingests(people.service, [
        {
          path: 'many.md',
          content: decisionRecord(...decisions(60, 'mast'), ...decisions(60, 'distant lighthouse')),
        },
      ]);
      const figures = async () => {
        const { data } = await gateway.ask(
          people.reviewer,
          `query ($id: ID!) { ingestionWave(id: $id) { unreadDocuments report { id found persisted waiting dropped
            waitingStatements { content } candidates(first: 100) { nodes { id content status } } } } }`,
          { id: wave.id },
        );
        return data.ingestionWave;
      };
      const first = await figures();
      expect(first).toMatchObject({
        unreadDocuments: 0,
        report: { found: 120, persisted: 50, waiting: 70, dropped: 0 },
      });
      // The queue is full: nothing moves up, though somebody asks.
      expect((await does(people.service, 'extractWave', { waveId: wave.id })).report.persisted).toBe(50);
      await moveUpDueStatements(gateway.dependencies);
      expect(await figures()).toMatchObject({ report: { persisted: 50 } });

      const next = first.report.waitingStatements[0].content;
      const [one, other] = first.report.candidates.nodes;
      await does(people.reviewer, 'promoteCandidate', { id: one.id });
      await moveUpDueStatements(gateway.dependencies);
      const second = await figures();
      expect(second.report).toMatchObject({
        id: first.report.id,
        found: 120,
        persisted: 51,
        waiting: 69,
        dropped: 0,
      });
      expect(second.report.candidates.nodes.map(({ content }: Answer) => content)).toContain(next);

      await does(people.reviewer, 'rejectCandidate', { id: other.id, reason: 'No.' });
      expect((await does(people.service, 'extractWave', { waveId: wave.id })).report.persisted).toBe(52);

      const decide = async () => {
        const { data } = await gateway.ask(
          people.reviewer,
          'query ($id: ID!) { candidates(filter: { waveId: { eq: $id } }, first: 100) { nodes { id } } }',
          { id: wave.id },
        );
        const pending = data.candidates.nodes;
        await does(people.reviewer, 'reviewCandidates', {
          errorPolicy: 'REJECT_ALL',
          decisions: pending.map(({ id }: Answer) => ({ id, action: 'REJECT', reason: 'No.' })),
        });
        await moveUpDueStatements(gateway.dependencies);
        return (await figures()).report.persisted;
      };
      expect([await decide(), await decide(), await decide()]).toEqual([102, 120, 120]);
      const last = await figures();
      expect(last.report).toMatchObject({ found: 120, persisted: 120, waiting: 0, dropped: 0 });
      expect(
        await store().asOwner(
          `select count(distinct content)::int as wordings from memories where report_id = '${first.report.id}'`,
        ),
      ).toEqual([{ wordings: 120 }]);
    });

    test('the worker of a serving process moves them up by itself', async () => {
      const gateway = await createTestGateway(store());
      const { does, ingests } = runStory(gateway);
      const { wave } = await ingests(people.service, [
        { path: 'some.md', content: decisionRecord(...decisions(51, 'buoy')) },
      ]);
      await does(people.reviewer, 'deleteCandidate', { id: wave.report.candidates.nodes[0].id });
      const working = startMovingUp(gateway.dependencies);
      const left = () => store().asOwner(`select 1 from waiting_statements where source_id = '${wave.id}'`);
      for (let tries = 0; tries < 100 && (await left()).length > 0; tries += 1)
        await new Promise((resolve) => setTimeout(resolve, 50));
      await working.stop();
      expect(await left()).toEqual([]);
    });

    test('what waits of a version that is in force no more is outdated, and waits again when it returns', async () => {
      const gateway = await createTestGateway(store());
      const { does, ingests } = runStory(gateway);
      const content = decisionRecord(...decisions(60, 'jetty'));
      const { wave } = await ingests(people.service, [{ path: 'jetty.md', content }]);
      const report = async () =>
        (
          await gateway.ask(
            people.reviewer,
            `query ($id: ID!) { ingestionWave(id: $id) { report { found persisted waiting dropped droppedByReason { reason count } droppedCandidates { reason content kind } } } }`,
            { id: wave.id },
          )
        ).data.ingestionWave.report;
      await ingests(people.service, [
        { path: 'jetty.md', content: decisionRecord('We will sell the jetty.') },
      ]);
      const { droppedCandidates, ...figures } = await report();
      expect(figures).toEqual({
        found: 60,
        persisted: 50,
        waiting: 0,
        dropped: 10,
        droppedByReason: [{ reason: 'OUTDATED', count: 10 }],
      });
      expect(droppedCandidates).toHaveLength(10);
      for (const dropped of droppedCandidates)
        expect(dropped).toEqual({
          reason: 'OUTDATED',
          kind: 'DECISION',
          content: expect.stringContaining('jetty'),
        });
      await does(people.reviewer, 'deleteCandidate', { id: wave.report.candidates.nodes[0].id });
      await moveUpDueStatements(gateway.dependencies);
      expect(await report()).toMatchObject({ persisted: 49, waiting: 0 });
      await ingests(people.service, [{ path: 'jetty.md', content }]);
      expect(await report()).toMatchObject({ waiting: 10, dropped: 0 });
      await moveUpDueStatements(gateway.dependencies);
      expect(await report()).toMatchObject({ persisted: 50, waiting: 9 });
    });

    test('a statement that somebody else proposed meanwhile is known when its turn comes', async () => {
      const gateway = await createTestGateway(store());
      const { candidate, does, ingests } = runStory(gateway);
      const { wave } = await ingests(people.service, [
        { path: 'many.md', content: decisionRecord(...decisions(51, 'crane')) },
      ]);
      const ask = async () =>
        (
          await gateway.ask(
            people.reviewer,
            `query ($id: ID!) { ingestionWave(id: $id) { report { found persisted waiting waitingStatements { content }
              droppedByReason { reason count } reinforced } } }`,
            { id: wave.id },
          )
        ).data.ingestionWave.report;
      const [waiting] = (await ask()).waitingStatements;
      await candidate(waiting.content);
      await does(people.reviewer, 'rejectCandidate', {
        id: wave.report.candidates.nodes[0].id,
        reason: 'No.',
      });
      await moveUpDueStatements(gateway.dependencies);
      expect(await ask()).toEqual({
        found: 51,
        persisted: 50,
        waiting: 0,
        waitingStatements: [],
        droppedByReason: [{ reason: 'KNOWN', count: 1 }],
        reinforced: 1,
      });
    });

    test('a pass over many documents goes on where it was cut', async () => {
      const gateway = await createTestGateway(store());
      const { does, ingests } = runStory(gateway);
      const { wave } = await ingests(
        people.service,
        decisions(7, 'winch').map((decision, index) => ({
          path: `w/${index}.md`,
          content: decisionRecord(decision),
        })),
        { extract: false },
      );
      const ask = async () =>
        (
          await gateway.ask(
            people.service,
            `query ($id: ID!) { ingestionWave(id: $id) { extractedAt unreadDocuments
              report { id finishedAt found persisted waiting sections readSections } } }`,
            { id: wave.id },
          )
        ).data.ingestionWave;
      await does(people.service, 'extractWave', { waveId: wave.id, maxDocuments: 3 });
      const cut = await ask();
      expect(cut).toMatchObject({
        extractedAt: null,
        unreadDocuments: 4,
        report: { finishedAt: null, found: 3, persisted: 0, waiting: 3 },
      });
      await moveUpDueStatements(gateway.dependencies);
      await does(people.service, 'extractWave', { waveId: wave.id });
      expect(await ask()).toMatchObject({
        extractedAt: expect.any(String),
        unreadDocuments: 0,
        report: {
          id: cut.report.id,
          finishedAt: expect.any(String),
          found: 7,
          persisted: 7,
          waiting: 0,
        },
      });
      expect(await does(people.service, 'extractWave', { waveId: wave.id, maxDocuments: 0 })).toMatchObject({
        code: 'input.invalid',
        path: ['input', 'maxDocuments'],
      });
    });

    test('a pass that one person begins is finished by another with what only they may read', async () => {
      const gateway = await createTestGateway(store());
      const { does, ingests } = runStory(gateway);
      const ofCrew = { ...people.service, groups: ['crew'] };
      const documents = decisions(4, 'capstan').map((decision, index) => ({
        path: `c/${index}.md`,
        content: decisionRecord(decision),
        audience: index === 0 ? ['crew'] : [],
      }));
      const { wave } = await ingests(ofCrew, documents, { extract: false });
      const extract = async (viewer: typeof ofCrew) => {
        await does(viewer, 'extractWave', { waveId: wave.id, maxDocuments: 2 });
        const query =
          'query ($id: ID!) { ingestionWave(id: $id) { extractedAt unreadDocuments report { found } } }';
        return (await gateway.ask(ofCrew, query, { id: wave.id })).data.ingestionWave;
      };
      expect(await extract({ ...people.reviewer, groups: [] })).toEqual({
        extractedAt: null,
        unreadDocuments: 2,
        report: { found: 2 },
      });
      // The document that the reviewer could not see comes first in the order of reading.
      expect(await extract(ofCrew)).toEqual({
        extractedAt: expect.any(String),
        unreadDocuments: 0,
        report: { found: 4 },
      });
    });
  });
});
