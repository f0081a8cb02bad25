import { describe, expect, test } from 'vitest';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { createTestGateway, people, viewer } from '#test/support/gateway.ts';
import { contents, expectSound, reasons } from '#test/support/reports.ts';
import { onServerStore } from '#test/support/store.ts';
import {
  type Answer,
  decisionRecord,
  decisions,
  runStory,
  type SentDocument,
  type Story,
} from '#test/support/story.ts';

describe('a wave', () => {
  onServerStore((store) => {
    const part = (name: string): SentDocument => ({
      path: `${name}.md`,
      content: decisionRecord(`We will send the part ${name} of the wave.`),
    });

    test('is added to until it is extracted', async () => {
      const { does, ingests } = runStory(await createTestGateway(store()));
      const first = await ingests(people.service, [part('one')], { extract: false });
      expect(first.wave.report).toBeNull();
      const waveId = first.wave.id;
      const second = await ingests(people.contributor, [part('two')], { extract: false, waveId });
      expect(second.wave).toMatchObject({ id: waveId, documents: { totalCount: 2 }, report: null });
      const { report } = await does(people.reviewer, 'extractWave', { waveId });
      expect(contents(report).sort()).toEqual([
        'We will send the part one of the wave.',
        'We will send the part two of the wave.',
      ]);
      expect(await ingests(people.service, [part('three')], { waveId })).toEqual({
        __typename: 'UserError',
        code: 'wave.already_extracted',
        message:
          'The wave has been extracted, so nothing more is added to it. Leave waveId out to start another.',
        path: ['input', 'waveId'],
      });
      expect(await store().asOwner("select 1 from documents where path = 'three.md'")).toEqual([]);
    });

    test('is extracted by who sees its documents, and of those alone', async () => {
      const { ingests, does } = runStory(await createTestGateway(store()));
      const ofCrew = {
        path: 'crew.md',
        content: decisionRecord('We will stow the spare sail.'),
        audience: ['crew'],
      };
      const ofAll = { path: 'all.md', content: decisionRecord('We will dry the wet sail.') };
      const crewReviewer = viewer('bert', ['reviewer'], { groups: ['crew'] });
      const hidden = (await ingests(people.service, [ofCrew], { extract: false, project: 'a' })).wave.id;
      expect(await does(people.reviewer, 'extractWave', { waveId: hidden })).toEqual(
        await does(people.reviewer, 'extractWave', { waveId: 'wav_none' }),
      );
      const mixed = (await ingests(people.service, [ofCrew, ofAll], { extract: false, project: 'b' })).wave
        .id;
      const extractedBy = async (who: typeof crewReviewer) =>
        (await does(who, 'extractWave', { waveId: mixed })).report.candidates.nodes.map(
          ({ content }: { content: string }) => content,
        );
      expect(await extractedBy(people.reviewer)).toEqual(['We will dry the wet sail.']);
      expect(await extractedBy(crewReviewer)).toEqual(['We will stow the spare sail.']);
    });

    test('takes documents of its own project alone', async () => {
      const { ingests } = runStory(await createTestGateway(store()));
      const { wave } = await ingests(people.service, [part('four')], { extract: false });
      expect(
        await ingests(people.service, [part('five')], { waveId: wave.id, project: 'other' }),
      ).toMatchObject({
        code: 'wave.other_project',
        path: ['input', 'waveId'],
      });
    });

    test('gives each item to who ingested it, and not to who extracts', async () => {
      const { does, ingests, gateway } = runStory(await createTestGateway(store()));
      const { wave } = await ingests(people.service, [part('six')], { extract: false });
      await ingests(people.contributor, [part('seven')], { extract: false, waveId: wave.id });
      await does(people.reviewer, 'extractWave', { waveId: wave.id });
      const { data } = await gateway.ask(
        people.reviewer,
        'query ($id: ID) { candidates(filter: { waveId: { eq: $id } }) { nodes { content contributor { name } } } }',
        { id: wave.id },
      );
      expect(
        data.candidates.nodes
          .map(({ content, contributor }: Answer) => [content.split(' ')[5], contributor.name])
          .sort(),
      ).toEqual([
        ['seven', 'carol'],
        ['six', 'agent'],
      ]);
    });

    test.for([
      [0, 0],
      [3, 3],
      [51, 50],
      [2_147_483_647, 50],
      [null, 50],
    ] as const)('with candidateLimit %s writes %s', async ([candidateLimit, written], { task }) => {
      const { ingests } = runStory(await createTestGateway(store()));
      const { wave } = await ingests(
        people.service,
        [{ path: 'limit.md', content: decisionRecord(...decisions(52, `limit ${task.id}`)) }],
        { candidateLimit, project: `limit ${task.id}` },
      );
      expect(wave.report.persisted).toBe(written);
      expect(wave.report.dropped).toBe(0);
    });

    test('refuses a cap below nothing', async () => {
      const { does, ingests } = runStory(await createTestGateway(store()));
      const refusal = {
        code: 'input.invalid',
        message:
          'candidateLimit is -1; it is how many candidates a pass may write, from 0 up to the configured cap.',
        path: ['input', 'candidateLimit'],
      };
      expect(await ingests(people.service, [part('eight')], { candidateLimit: -1 })).toMatchObject(refusal);
      expect(
        await does(people.service, 'extractWave', { waveId: 'wav_none', candidateLimit: -1 }),
      ).toMatchObject({ __typename: 'UserError' });
    });
  });
});

describe('what a pass does not write', () => {
  onServerStore((store) => {
    test('is named with its reason: short, repeated, known, rejected', async () => {
      const { does, candidate, ingests } = runStory(await createTestGateway(store()));
      const known = await candidate('We will know this already.');
      const rejected = await candidate('We will reject this one.', { path: 'b.md' });
      await does(people.reviewer, 'rejectCandidate', { id: rejected, reason: 'No.' });
      await does(people.reviewer, 'editItem', { id: known, content: 'This is known by now.' });
      const { wave } = await ingests(people.service, [
        {
          path: 'c.md',
          content: decisionRecord(
            'Use it.',
            'We will know this already!',
            'This is known by now',
            'We will REJECT  this one',
            'We will say this twice.',
            'We will say this twice.',
          ),
        },
      ]);
      expectSound(wave.report);
      expect(wave.report).toMatchObject({ persisted: 1, dropped: 5, reinforced: 4 });
      expect(reasons(wave.report)).toEqual({ KNOWN: 3, DUPLICATE: 1, TOO_SHORT: 1 });
      expect(wave.report.droppedCandidates.map(({ reason, content }: Answer) => [reason, content])).toEqual(
        expect.arrayContaining([
          ['TOO_SHORT', 'Use it.'],
          ['KNOWN', 'We will REJECT this one'],
        ]),
      );
    });

    test('is named too where a plain sentence scores too low to be proposed', async () => {
      const gateway = await createTestGateway(store());
      const { ingests } = runStory(gateway);
      const low = 'There were some really interesting questions, see https://example.org here.';
      const { wave } = await ingests(people.service, [
        {
          path: 'minutes/2026-03-02.md',
          content: `# Minutes, 2 March\n\n## Water\n\nThe committee agreed to close the valve at night.\n\n## Hello\n\n${low}\n`,
        },
      ]);
      expectSound(wave.report);
      expect(reasons(wave.report)).toEqual({ BELOW_THRESHOLD: 1 });
      expect(wave.report.droppedCandidates).toMatchObject([
        { reason: 'BELOW_THRESHOLD', content: low, rule: 'sentence.declared' },
      ]);
      const { data } = await gateway.ask(
        people.reviewer,
        `query ($id: ID!) { node(id: $id) { ... on IngestionWave { report { unreadSections { reason chunk { headingPath } } } } } }`,
        { id: wave.id },
      );
      expect(data.node.report.unreadSections).toContainEqual({
        reason: 'BELOW_THRESHOLD',
        chunk: { headingPath: ['Minutes, 2 March', 'Hello'] },
      });
    });

    test('leads to what it met, and to the extraction that is kept of it', async () => {
      const gateway = await createTestGateway(store());
      const { candidate, does, ingests } = runStory(gateway);
      const known = await candidate('We will meet this again.');
      const { wave } = await ingests(people.service, [
        {
          path: 'met.md',
          content: decisionRecord(
            'We will meet this again.',
            'We will say it twice.',
            'We will say it twice.',
          ),
        },
      ]);
      const read = async (who = people.reviewer) =>
        (
          await gateway.ask(
            who,
            `query ($id: ID!) { node(id: $id) { ... on IngestionWave { report { droppedCandidates {
              reason duplicateOf { id content } extraction { id } workflowItem { id } } } } } }`,
            { id: wave.id },
          )
        ).data.node.report.droppedCandidates;
      const none = { extraction: null, workflowItem: null };
      expect(await read()).toEqual([
        { reason: 'KNOWN', duplicateOf: { id: known, content: 'We will meet this again.' }, ...none },
        {
          reason: 'DUPLICATE',
          duplicateOf: { id: expect.stringMatching(/^mem_/), content: 'We will say it twice.' },
          ...none,
        },
      ]);
      await does(people.reviewer, 'deleteCandidate', { id: known });
      expect((await read())[0]).toEqual({ reason: 'KNOWN', duplicateOf: null, ...none });

      const recorded = await does(people.service, 'recordExtraction', {
        project: 'harbour',
        schemaName: 'vouch.statements',
        extractorVersion: 'agent/1',
        payload: { statements: Array(2).fill({ kind: 'DECISION', content: 'We will record it twice.' }) },
        fieldConfidence: [{ field: 'content', confidence: 0.9 }],
      });
      const { data } = await gateway.ask(
        people.admin,
        `query ($id: ID!) { extraction(id: $id) { report { droppedCandidates {
          reason duplicateOf { content } extraction { id } workflowItem { status } } } } }`,
        { id: recorded.extraction.id },
      );
      expect(data.extraction.report.droppedCandidates).toEqual([
        {
          reason: 'DUPLICATE',
          duplicateOf: { content: 'We will record it twice.' },
          extraction: { id: recorded.extraction.id },
          workflowItem: { status: 'AUTO_APPROVED' },
        },
      ]);
    });

    test('is proposed again only where it was returned, not rejected', async () => {
      const { does, candidate, ingests } = runStory(await createTestGateway(store()));
      const id = await candidate('We will reject and return this.');
      await does(people.reviewer, 'rejectCandidate', { id, reason: 'No.' });
      await does(people.reviewer, 'returnToCandidate', { id });
      const { wave } = await ingests(people.service, [
        { path: 'again.md', content: decisionRecord('We will reject and return this.') },
      ]);
      expect(reasons(wave.report)).toEqual({ KNOWN: 1 });
    });
  });
});

describe('the audience of a document', () => {
  onServerStore((store) => {
    const board = viewer('mia', ['reviewer'], { groups: ['board'] });
    const sees = async (story: Story, who: Viewer, id: string) =>
      (
        await story.gateway.ask(
          who,
          'query ($id: ID!) { memory(id: $id) { audience content source { ... on Chunk { document { audience } } } } }',
          { id },
        )
      ).data.memory;

    test('is that of everything that comes of it, after promotion too', async () => {
      const story = runStory(await createTestGateway(store()));
      const id = await story.candidate('We will inform the board alone.', {
        audience: ['board', 'crew', 'board'],
      });
      const seen = {
        audience: ['board', 'crew'],
        content: 'We will inform the board alone.',
        source: { document: { audience: ['board', 'crew'] } },
      };
      expect(await sees(story, board, id)).toEqual(seen);
      expect(await sees(story, people.reviewer, id)).toBeNull();
      await story.does(board, 'promoteCandidate', { id });
      expect(await sees(story, viewer('max', ['reader'], { groups: ['crew'] }), id)).toEqual(seen);
      expect(await sees(story, people.reader, id)).toBeNull();
      expect(await sees(story, people.admin, id)).toEqual(seen);
      expect(await sees(story, people.service, id)).toEqual(seen);
    });

    test('is the border of what counts as the same', async () => {
      const story = runStory(await createTestGateway(store()));
      const content = 'We will decide this for each group.';
      const ids = [
        await story.candidate(content),
        await story.candidate(content, { audience: ['board'] }),
        await story.candidate(content, { audience: ['board', 'crew'] }),
      ];
      expect(new Set(ids).size).toBe(3);
      const { wave } = await story.ingests(people.service, [
        { path: 'new.md', content: decisionRecord(content), audience: ['crew', 'board'] },
      ]);
      expect(wave.report).toMatchObject({ persisted: 0, reinforced: 1 });
    });
  });
});
