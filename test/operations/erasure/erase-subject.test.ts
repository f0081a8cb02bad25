import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { subjectReport } from '#cli/subject-report.ts';
import { createTestGateway, people, viewer } from '#test/support/gateway.ts';
import { isLong } from '#test/support/property-runs.ts';
import { onServerStore, type TestStore } from '#test/support/store.ts';
import { type Answer, runStory } from '#test/support/story.ts';
import { filesIn, placesOf } from './places-of.ts';

const { admin, contributor, reviewer, service } = people;
const skipper = viewer('skipper', ['contributor']);
/** One of each thing that is about the skipper, or said by them. */
const words = ['lame left', 'strong tea', 'yellow house', 'too few', 'night watch', 'pin 47', 'blue door'];

/** Things about the skipper in every table that can have them; and something about the mate. */
const setStage = async (store: TestStore, tenant: string) => {
  const as = (who: typeof admin) => ({ ...who, tenant });
  const reportDir = mkdtempSync(join(tmpdir(), 'vouch-subject-'));
  onTestFinished(() => rmSync(reportDir, { recursive: true }));
  const gateway = await createTestGateway(store, {}, { reportDir });
  const story = runStory(gateway);
  const does = (who: typeof admin, mutation: string, input: object): Promise<Answer> =>
    story.does(as(who), mutation, input);
  const ask = (who: typeof admin, query: string, variables?: object) =>
    gateway.ask(as(who), query, variables);
  const reportOf = async (who = admin, subjectId = 'skipper'): Promise<Answer> =>
    (await ask(who, reportQuery, { input: { subjectId } })).data.subjectReport;
  const written = async (content: string, more: object, who = contributor): Promise<string> =>
    (await does(who, 'createMemory', { project: 'crew', kind: 'FACT', content, ...more })).memory.id;
  const about = await written('The skipper has a lame left knee.', { subjectId: 'skipper' });
  const other = await written('The mate has a good right knee.', { subjectId: 'mate' });
  const own = await written('I am on the night watch, and like it.', { isPersonal: true }, skipper);
  const shared = await written('The pier is forty metres long.', {}, skipper);
  const said = (content: string) =>
    does(contributor, 'recordInteraction', { project: 'crew', subjectId: 'skipper', content, extract: true });
  const { interaction } = await said(
    'Skipper: I prefer strong tea to weak coffee.\n\nI live in the yellow house.\n\n- [Decision] too few',
  );
  const { interaction: short } = await said('pin 47');
  await does(service, 'recordExtraction', {
    extractorVersion: 'reader-1',
    schemaName: 'profile',
    payload: { home: 'blue door' },
    fieldConfidence: [{ field: 'home', confidence: 0.9 }],
    sourceId: interaction.id,
  });
  await does(skipper, 'recordEvidence', {
    memoryId: shared,
    detectionType: 'CONFIRMATION',
    userQuote: 'I paced it from the blue door on.',
  });
  await does(skipper, 'commentOnItem', { id: shared, text: 'I built it.' });
  await does(reviewer, 'commentOnItem', { id: shared, text: 'In which year?', addressee: 'skipper' });
  await does(service, 'insertTrace', {
    taskClass: 'review',
    filePath: 'crates/a/b.rs',
    signalClass: 'CONVERGING',
    subjectIds: ['skipper', 'mate'],
    reducerSummary: 'Kept.',
    finalVerdict: 'Keep.',
  });
  return { gateway, as, does, ask, reportOf, reportDir, about, other, own, shared, interaction, short };
};

const reportQuery = `mutation ($input: SubjectReportInput!) { subjectReport(input: $input) { __typename ... on SubjectReportPayload {
  subjectId counts { relation count } records(first: 100) { totalCount nodes { relations record { __typename id } } } } ... on UserError { code path } } }`;

/** The ids of the records that have to do with the person in this way. */
const named = (report: Answer, relation: string): string[] =>
  report.records.nodes.flatMap(({ relations, record }: Answer) =>
    relations.includes(relation) ? [record.id] : [],
  );

describe('what is about a person', () => {
  onServerStore((store) => {
    test('is reported to admins, and that they were shown it is in the audit', async () => {
      const { ask, reportOf, ...stage } = await setStage(store(), 'reported');
      const { about, other, own, shared, interaction, short } = stage;
      expect(await reportOf(reviewer)).toMatchObject({ code: 'forbidden' });
      expect(await reportOf(admin, 'nobody')).toMatchObject({
        code: 'not_found',
        path: ['input', 'subjectId'],
      });
      const report = await reportOf();
      expect(named(report, 'ABOUT')).toEqual(expect.arrayContaining([about, own, interaction.id, short.id]));
      expect(named(report, 'ABOUT')).not.toEqual(expect.arrayContaining([other]));
      expect(named(report, 'CONTRIBUTED')).toEqual([expect.stringMatching(/^cmt_/), ...[own, shared].sort()]);
      expect(named(report, 'NAMED')).toEqual([
        expect.stringMatching(/^cmt_/),
        expect.stringMatching(/^trc_/),
      ]);
      expect(named(report, 'SAID')).toHaveLength(1);
      const types = new Set(report.records.nodes.map(({ record }: Answer) => record.__typename));
      expect([...types].sort()).toEqual([
        'AuditEvent',
        'Comment',
        'Evidence',
        'Interaction',
        'Memory',
        'PathwayTrace',
      ]);
      expect(report.records.totalCount).toBe(report.records.nodes.length);
      for (const { relation, count } of report.counts)
        expect([relation, named(report, relation).length]).toEqual([relation, count]);
      const { data } = await ask(
        admin,
        '{ auditEvents(filter: { action: { eq: SUBJECT_REPORTED } }) { nodes { actor { name } target { id ... on User { name } } } } }',
      );
      expect(data.auditEvents.nodes).toEqual([
        { actor: { name: admin.user }, target: { id: 'usr_c2tpcHBlcg', name: 'skipper' } },
      ]);
    });

    test('is a file of JSON by `vouch subject-report`, and what the label policy hides is not in it', async () => {
      const { gateway, as, does, about, own } = await setStage(store(), 'printed');
      await does(admin, 'setSensitivityLabels', { id: own, labels: ['sealed'] });
      await does(admin, 'setLabelPolicy', {
        mode: 'ENFORCE',
        rules: [{ id: 'sealed', anyLabel: ['sealed'], action: 'DENY' }],
      });
      const { url } = await gateway.gateway.listen();
      const printed: string[] = [];
      const written = vi
        .spyOn(process.stdout, 'write')
        .mockImplementation((text) => printed.push(String(text)) > 0);
      onTestFinished(async () => {
        written.mockRestore();
        await gateway.gateway.close();
      });
      const address = { url, token: await gateway.tokenOf(as(admin)) };
      await subjectReport(address, 'skipper', true);
      const file = JSON.parse(printed.splice(0).join(''));
      const found = new Map(file.records.map((record: Answer) => [record.id, record]));
      expect(found.get(about)).toMatchObject({
        relations: ['ABOUT'],
        content: 'The skipper has a lame left knee.',
      });
      expect(found.has(own)).toBe(false);
      expect(JSON.stringify(file)).not.toContain('night watch');
      await subjectReport(address, 'skipper', false);
      expect(printed.join('')).toMatch(/^ABOUT: \d+\nCONTRIBUTED: 2\n/);
      await expect(
        subjectReport({ url, token: await gateway.tokenOf(as(reviewer)) }, 'skipper', true),
      ).rejects.toThrow(/admin/);
    });

    test('is erased as far as the label policy shows it, as it is reported', async () => {
      const { does, about, reportOf } = await setStage(store(), 'sealed');
      const sealed = (mode: 'ENFORCE' | 'LOG_ONLY') =>
        does(admin, 'setLabelPolicy', {
          mode,
          rules: [{ id: 'sealed', anyLabel: ['sealed'], action: 'DENY' }],
        });
      const erases = (subjectId: string) => does(admin, 'eraseSubject', { subjectId, reason: 'A request.' });
      const onlyHidden = await does(contributor, 'createMemory', {
        project: 'crew',
        kind: 'FACT',
        content: 'The cook has a glass eye.',
        subjectId: 'cook',
      });
      for (const memoryId of [about, onlyHidden.memory.id])
        await does(admin, 'setSensitivityLabels', { id: memoryId, labels: ['sealed'] });
      await sealed('ENFORCE');
      expect(named(await reportOf(), 'ABOUT')).not.toContain(about);
      expect((await erases('skipper')).__typename).toBe('EraseSubjectPayload');
      expect(await erases('cook')).toEqual(await erases('nobody'));
      expect(await placesOf(store(), 'sealed', ['lame left knee'])).toContain('memories.content');
      await sealed('LOG_ONLY');
      expect((await erases('skipper')).__typename).toBe('EraseSubjectPayload');
      expect(await placesOf(store(), 'sealed', ['lame left knee'])).toEqual([]);
    });

    test.runIf(isLong)(
      'is previewed with the names that hold its words or the name, and that stay',
      async () => {
        const { does, ask } = await setStage(store(), 'named');
        const path = 'crew/i-live-in-the-yellow-house.md';
        await does(service, 'ingestDocuments', {
          project: "Skipper's log",
          documents: [
            { path, content: '# Moorings' },
            { path: 'crew/the-vault-opens-at-seven.md', content: '# Moorings' },
          ],
        });
        // A memory that this admin does not see and that goes, too: no name is listed for its further words.
        const { memory: hidden } = await does(contributor, 'createMemory', {
          project: 'crew',
          kind: 'FACT',
          content: 'The skipper has a lame left knee. The vault opens at seven.',
        });
        await does(admin, 'setSensitivityLabels', { id: hidden.id, labels: ['sealed'] });
        await does(admin, 'setLabelPolicy', {
          mode: 'ENFORCE',
          rules: [{ id: 'sealed', anyLabel: ['sealed'], action: 'DENY' }],
        });
        await does(admin, 'setDomainKeywords', {
          entries: [{ domain: 'tea', keywords: ['prefer strong tea', 'coffee'] }],
        });
        const query = `mutation ($input: EraseSubjectInput!) { eraseSubject(input: $input) {
        ... on EraseSubjectPayload { applied names { place name } } } }`;
        const erases = async (dryRun: boolean) =>
          (await ask(admin, query, { input: { subjectId: 'skipper', reason: 'A request.', dryRun } })).data
            .eraseSubject;
        expect(await erases(true)).toEqual({
          applied: false,
          names: [
            { place: 'DOCUMENT_PATH', name: path },
            { place: 'DOMAIN_KEYWORD', name: 'prefer strong tea' },
            { place: 'PROJECT', name: "Skipper's log" },
          ],
        });
        expect(await erases(false)).toEqual({ applied: true, names: [] });
        expect(await placesOf(store(), 'named', ['vault opens'])).not.toContain('memories.content');
      },
    );

    test('is erased whole: all that the report names, and nothing of it is left', async () => {
      const { ask, reportOf, ...stage } = await setStage(store(), 'forgotten');
      const { reportDir, other, shared, interaction, short } = stage;
      const inFiles = () =>
        filesIn(reportDir).filter((file) => /strong tea|too few/iu.test(readFileSync(file, 'utf8')));
      expect(await placesOf(store(), 'forgotten', words)).toEqual(
        expect.arrayContaining([
          'audit_texts.after',
          'dropped_statements.content',
          'evidence.user_quote',
          'extractions.payload',
          'interactions.content',
          'memories.content',
        ]),
      );
      expect(inFiles()).not.toEqual([]);
      const query = `mutation ($input: EraseSubjectInput!) { eraseSubject(input: $input) { __typename
        ... on EraseSubjectPayload { erasedIds interactionIds applied places { where count } } ... on UserError { code } } }`;
      const erase = async (who: typeof admin, more: object = {}) =>
        (await ask(who, query, { input: { subjectId: 'skipper', reason: 'A request.', ...more } })).data
          .eraseSubject;
      expect(await erase(reviewer)).toMatchObject({ code: 'forbidden' });
      expect(await erase(admin, { subjectId: 'nobody' })).toMatchObject({ code: 'not_found' });
      const preview = await erase(admin, { dryRun: true });
      expect(preview).toMatchObject({ applied: false });
      const before = await reportOf();

      const erased = await erase(admin);
      expect(erased).toEqual({ ...preview, applied: true });
      expect(erased.interactionIds).toEqual([interaction.id, short.id]);
      expect([...erased.erasedIds, ...erased.interactionIds].sort()).toEqual(named(before, 'ABOUT').sort());
      expect(await placesOf(store(), 'forgotten', words)).toEqual([]);
      expect(inFiles()).toEqual([]);
      const { data } = await ask(
        admin,
        `{ other: memory(id: "${other}") { content } shared: memory(id: "${shared}") { status content }
          tracesBySubject(subjectId: "skipper") { totalCount } ofMate: tracesBySubject(subjectId: "mate") { nodes { subjectIds } }
          verifyAuditChain { valid } auditEvents(filter: { action: { eq: SUBJECT_ERASED } }) { nodes { target { ... on User { name } } } } }`,
      );
      expect(data).toEqual({
        other: { content: 'The mate has a good right knee.' },
        shared: { status: 'CANDIDATE', content: 'The pier is forty metres long.' },
        tracesBySubject: { totalCount: 0 },
        ofMate: { nodes: [{ subjectIds: ['mate'] }] },
        verifyAuditChain: { valid: true },
        auditEvents: { nodes: [{ target: { name: 'skipper' } }] },
      });
      const after = await reportOf();
      expect(after.counts.map(({ relation }: Answer) => relation)).toEqual(['CONTRIBUTED', 'DID', 'NAMED']);
      expect(await erase(admin)).toMatchObject({ code: 'not_found' });
    });
  });
});
