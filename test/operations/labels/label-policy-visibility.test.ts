import { describe, expect, test } from 'vitest';
import type { LabelPolicyAction } from '#domain/labels/policy/label-policy.ts';
import { policyMask } from '#domain/labels/policy/mask.ts';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { createTestGateway, people } from '#test/support/gateway.ts';
import { onServerStore, type TestStore } from '#test/support/store.ts';
import { type Answer, runStory } from '#test/support/story.ts';

const { admin, auditor, reviewer, contributor, reader, service } = people;

const first = 'We will write to quist@example.com about every storm.';
const second = 'We will call Nora Quist on the red phone at night.';
const reworded = 'We will write to nora.quist@example.org about every storm.';
const open = 'We will moor the buoys at the north quay.';
const said = 'I prefer that alerts go to quist.private@example.com first.';
/** Words that must not be readable where the policy withholds them, in any former spelling. */
const secrets = ['quist', 'red phone', 'storm'];

const words = 'content redacted';
const item = `id ${words} sourceSpan { text } revisions { nodes { content } }
  source { ... on Chunk { text headingPath document { title content chunks { nodes { text headingPath } } } } ... on Interaction { content } } extraction { payload report { droppedCandidates { content } } candidates { totalCount nodes { ${words} } } }
  auditTrail { nodes { action before after target { ... on Memory { ${words} } ... on Entity { ${words} name } ... on Extraction { payload } } } }
  possibleDuplicates { similarity candidate { ${words} } }`;
const memory = `${item} summary evidence { nodes { userQuote } } graduatedTo { nodes { ${words} name } } supersedes { ${words} } supersededBy { ${words} }`;

/** Every path to the words of an item. */
const paths: readonly [string, string][] = [
  ['one memory', `query ($id: ID!) { memory(id: $id) { ${memory} } }`],
  [
    'one entity',
    `query ($entityId: ID!) { entity(id: $entityId) { ${item} name graduatedFrom { ${words} } relations { nodes { to { ${words} name } } } } }`,
  ],
  [
    'any id',
    `query ($id: ID!, $entityId: ID!, $evidenceId: ID!) { nodes(ids: [$id, $entityId, $evidenceId]) { ... on Memory { ${memory} } ... on Entity { ${item} name } ... on Evidence { userQuote } } }`,
  ],
  ['memories', `{ memories(excludePersonal: false) { totalCount nodes { ${memory} } } }`],
  ['memories as they were', `{ memories(asOf: "2026-03-01T09:00:30Z") { nodes { ${words} summary } } }`],
  ['entities', `{ entities { totalCount nodes { ${item} name } } }`],
  ['the queue', `{ candidates { nodes { ${item} } } }`],
  [
    'the queue of labels',
    `{ itemsWithSuggestedLabels { totalCount nodes { ${item} ... on Memory { ${memory} } ... on Entity { name } } } }`,
  ],
  ['the bundle', `{ memoryBundle { items { memory { ${memory} } } } }`],
  [
    'the audit',
    `{ auditEvents(first: 100) { nodes { action before after target { ... on Memory { ${words} } ... on Entity { ${words} name } ... on Extraction { payload } ... on Interaction { text: content } ... on Document { title whole: content } } } } }`,
  ],
  [
    'chunk and document',
    `query ($chunkId: ID!, $againId: ID!) { nodes(ids: [$chunkId, $againId]) { ... on Chunk { text headingPath document { title content chunks { nodes { text headingPath } } } } } }`,
  ],
  [
    'the interaction',
    `query ($interactionId: ID!) { interaction(id: $interactionId) { content candidates { nodes { ${item} } } report { droppedCandidates { content } candidates { nodes { ${words} } } } } }`,
  ],
  [
    'the extraction',
    `query ($extractionId: ID!) { extraction(id: $extractionId) { payload auditTrail { nodes { before after } } } }`,
  ],
  [
    'recorded extractions',
    `query ($recordedId: ID!, $notedId: ID!) { nodes(ids: [$recordedId, $notedId]) { ... on Extraction { payload candidates { nodes { ${words} } } } } }`,
  ],
  [
    'the reports',
    `query ($waveId: ID!, $againWaveId: ID!) { nodes(ids: [$waveId, $againWaveId]) { ... on IngestionWave { documents { nodes { title content } } report { persisted candidates { nodes { ${words} } } droppedCandidates { content } } } } }`,
  ],
];

/** A document, the same again under another path, an interaction and a recorded extraction, and what came of them. */
const begin = async (store: TestStore) => {
  const gateway = await createTestGateway(store);
  const story = runStory(gateway);
  const record = `# Weather\n\n## Decision: ${first}\n\n${second} ${open}\n\n- [Decision] ${second}\n\n- [Decision] ${open}\n`;
  const { wave } = await story.ingests(service, [{ path: 'a.md', content: record }]);
  const { wave: again } = await story.ingests(service, [
    { path: 'b.md', content: `# Again\n\n## Decision: ${first.toUpperCase()}\n\n- [Decision] ${second}\n` },
  ]);
  const { interaction } = await story.does(contributor, 'recordInteraction', {
    project: 'tides',
    content: `Nora: ${said}\nBob: Fine.`,
    extract: true,
  });
  const rows = await store.asOwner<{ id: string; content: string; chunk: string; extraction: string }>(
    'select id, content, source_id as chunk, extraction_id as extraction from memories',
  );
  const of = (content: string) => {
    const row = rows.find((each) => each.content === content);
    if (!row) throw new Error(`Nothing came of: ${content}`);
    return row;
  };
  const { id } = of(first);
  gateway.pass(60_000);
  await story.does(reviewer, 'editItem', { id, content: reworded, summary: 'Quist, by mail.' });
  await story.does(reviewer, 'promoteCandidate', { id });
  await story.does(contributor, 'recordEvidence', {
    memoryId: id,
    detectionType: 'CONFIRMATION',
    userQuote: 'Yes, quist@example.com.',
  });
  const { item: entity } = await story.does(reviewer, 'proposeGraduation', {
    memoryId: id,
    entityType: 'DECISION',
    name: 'Mail to Quist',
  });
  const [chunk] = await store.asOwner<{ text: string }>('select text from chunks where id = ?', [
    of(second).chunk,
  ]);
  const start = chunk?.text.indexOf(second) ?? 0;
  const recorded = await story.does(service, 'recordExtraction', {
    extractorVersion: 'reader-1',
    schemaName: 'vouch.statements',
    payload: {
      statements: [{ kind: 'DECISION', content: second, start, end: start + second.length }],
    },
    fieldConfidence: [{ field: 'statements', confidence: 0.9 }],
    guardrailFlags: [],
    sourceId: of(second).chunk,
  });
  const noted = await story.does(service, 'recordExtraction', {
    extractorVersion: 'reader-1',
    schemaName: 'notes',
    payload: { note: `They said: ${second.toLowerCase()}`, of: [{ said: first }] },
    fieldConfidence: [{ field: 'note', confidence: 0.9 }],
    guardrailFlags: [],
    sourceId: of(second).chunk,
  });
  await story.does(reviewer, 'rejectCandidate', { id: of(second).id, reason: 'The red phone is gone.' });
  // The same words of two kinds are two candidates.
  for (const { id: memoryId, content } of rows)
    if ([first, second, said].includes(content))
      await story.does(admin, 'setSensitivityLabels', { id: memoryId, labels: ['pii.contact'] });
  const [againChunk] = await store.asOwner<{ id: string }>(
    `select c.id from chunks c join documents d on d.id = c.document_id where d.path = 'b.md' order by c.ordinal limit 1`,
  );
  const [evidence] = await store.asOwner<{ id: string }>('select id from evidence');
  const ids = {
    id,
    secondId: of(second).id,
    saidId: of(said).id,
    openId: of(open).id,
    entityId: entity.id,
    evidenceId: evidence?.id ?? '',
    chunkId: of(first).chunk,
    againId: againChunk?.id ?? '',
    interactionId: interaction.id,
    extractionId: of(first).extraction,
    recordedId: recorded.extraction.id,
    notedId: noted.extraction.id,
    waveId: wave.id,
    againWaveId: again.id,
  };
  const rules = (action: LabelPolicyAction, more: object = {}) => [
    { id: 'pii', anyLabel: ['pii'], action, ...more },
  ];
  const sets = (action: LabelPolicyAction, more: object = {}, mode = 'ENFORCE') =>
    story.does(admin, 'setLabelPolicy', { mode, rules: rules(action, more) });
  const reads = (who: Viewer, query: string) => gateway.askForText(who, query, ids);
  return { gateway, story, ids, sets, reads };
};

const found = (text: string) => secrets.filter((secret) => text.toLowerCase().includes(secret));

describe('what the label policy withholds', () => {
  onServerStore((store) => {
    let world: ReturnType<typeof begin> | undefined;
    const setStage = () => {
      world ??= begin(store());
      return world;
    };

    test('is read by every path while the policy is only logged', async () => {
      const { sets, reads } = await setStage();
      await sets('DENY', {}, 'LOG_ONLY');
      for (const [name, query] of paths) {
        const text = await reads(admin, query);
        expect([name, JSON.parse(text).errors]).toEqual([name, undefined]);
        expect([name, found(text).length > 0, text.includes(policyMask)]).toEqual([name, true, false]);
      }
    });

    test.for(['REDACT', 'DENY'] as const)('is read by no path, by nobody, under %s', async (action) => {
      const { sets, reads } = await setStage();
      await sets(action);
      for (const who of [admin, auditor, reviewer, contributor, reader, service])
        for (const [name, query] of paths) {
          const text = await reads(who, query);
          expect([name, who.user, found(text), text]).toEqual([name, who.user, [], text]);
        }
      await sets(action, { notRoles: ['reviewer'] });
      for (const [name, query] of paths) {
        if (name === 'the audit') continue;
        expect([name, found(await reads(reviewer, query)).length > 0]).toEqual([name, true]);
        expect([name, found(await reads(reader, query))]).toEqual([name, []]);
      }
    });

    test('a redacted item says so, and keeps all but its words', async () => {
      const { story, gateway, ids, sets } = await setStage();
      await sets('REDACT', { roles: ['reader'] });
      const provenance = `query ($id: ID!) { memory(id: $id) { status confidence sensitivityLabels rule sourceSpan { start end text }
        summary content redacted source { ... on Chunk { text } } revisions { totalCount nodes { content editedBy { name } } } evidence { totalCount } votes { up } } }`;
      const shown = (await gateway.ask(reader, provenance, ids)).data.memory;
      const whole = (await gateway.ask(reviewer, provenance, ids)).data.memory;
      expect(whole).toMatchObject({ redacted: false, content: reworded, summary: 'Quist, by mail.' });
      expect(shown).toEqual({
        ...whole,
        redacted: true,
        content: policyMask,
        summary: policyMask,
        sourceSpan: { ...whole.sourceSpan, text: policyMask },
        source: { text: expect.stringContaining(policyMask) },
        revisions: {
          totalCount: 2,
          nodes: [
            { content: policyMask, editedBy: { name: 'agent' } },
            { content: policyMask, editedBy: { name: 'bob' } },
          ],
        },
      });
      // The payload of a mutation, first and repeated, reads it under today's visibility.
      const vote = { id: ids.id, vote: 'UP', idempotencyKey: 'vote' };
      const voting =
        'mutation ($input: VoteMemoryInput!) { voteMemory(input: $input) { ... on MemoryPayload { memory { content redacted } } ... on UserError { code } } }';
      const vouched = async () => (await gateway.ask(reader, voting, { input: vote })).data.voteMemory;
      expect(await vouched()).toEqual({ memory: { content: policyMask, redacted: true } });
      await sets('REDACT', { roles: ['service'] });
      expect(await vouched()).toEqual({ memory: { content: reworded, redacted: false } });
      await sets('DENY', { roles: ['reader'] });
      expect(await vouched()).toEqual({ memory: null });
      await sets('REDACT', { roles: ['reviewer'] });
      const edited = await story.does(reviewer, 'rejectCandidate', {
        id: ids.openId,
        reason: 'x',
        dryRun: true,
      });
      expect(edited.item).toMatchObject({ status: 'INVALID' });
      const dry = await story.does(reviewer, 'returnToCandidate', { id: ids.secondId, dryRun: true });
      expect(JSON.stringify(dry)).not.toContain('red phone');
    });

    test('words that are redacted are found by nobody who may not read them', async () => {
      const { story, gateway, sets, ids } = await setStage();
      await sets('REDACT', { roles: ['contributor'] });
      const named =
        'query ($name: String!) { entities(filter: { name: { eq: $name } }) { totalCount nodes { id } } }';
      const asked = async (who: Viewer) =>
        (await gateway.ask(who, named, { name: 'Mail to Quist' })).data.entities.totalCount;
      expect([await asked(reviewer), await asked(admin)]).toEqual([1, 0]);
      // A guess at the words is not confirmed by the refusal of a repeated memory.
      const guess = (who: Viewer) =>
        story.does(who, 'createMemory', {
          project: 'tides',
          kind: 'DECISION',
          content: second,
          dryRun: true,
        });
      expect((await guess(contributor)).__typename).toBe('MemoryPayload');
      await sets('REDACT', { roles: ['reader'] });
      expect((await guess({ ...contributor, roles: ['contributor', 'reviewer'] })).code).toBe(
        'memory.duplicate',
      );
      // Likeness reveals words, too.
      const duplicates = `query ($id: ID!) { entity(id: $id) { possibleDuplicates { candidate { id } } } }`;
      const alike = async () =>
        (await gateway.ask(reviewer, duplicates, { id: ids.entityId })).data.entity.possibleDuplicates.length;
      expect(await alike()).toBeGreaterThan(0);
      await sets('REDACT', { roles: ['reviewer'] });
      expect(await alike()).toBe(0);
    });

    test('a denied item is answered as a missing one, byte for byte', async () => {
      const { gateway, sets, ids } = await setStage();
      await sets('DENY');
      const none = '00000000-0000-7000-8000-000000000000';
      const same = async (who: Viewer, query: string, id: string, more: object = {}) => {
        const missing = `${id.slice(0, 4)}${none}`;
        const [one, other] = await Promise.all([
          gateway.askForText(who, query, { id, input: { id, memoryId: id, ...more } }),
          gateway.askForText(who, query, { id: missing, input: { id: missing, memoryId: missing, ...more } }),
        ]);
        expect(one.replaceAll(id, missing)).toBe(other);
      };
      const queries = [
        'query ($id: ID!) { node(id: $id) { id } nodes(ids: [$id]) { id } memory(id: $id) { id } entity(id: $id) { id } extraction(id: $id) { id } }',
      ];
      for (const who of [admin, auditor, reviewer, contributor, reader, service])
        for (const query of queries)
          for (const id of [ids.id, ids.entityId, ids.evidenceId, ids.extractionId])
            await same(who, query, id);
      const refusals = '... on UserError { code message path }';
      const mutates = async (name: string, who: Viewer, input: (id: string) => object) => {
        const type = `${name[0]?.toUpperCase()}${name.slice(1)}Input`;
        const query = `mutation ($input: ${type}!) { ${name}(input: $input) { __typename ${refusals} } }`;
        const ask = (id: string) => gateway.askForText(who, query, { input: input(id) });
        const hidden = await ask(ids.id);
        expect(JSON.parse(hidden).data?.[name].code).toBe('not_found');
        expect(hidden).toBe(await ask(`mem_${none}`));
      };
      await mutates('promoteCandidate', reviewer, (id) => ({ id }));
      await mutates('editItem', reviewer, (id) => ({
        id,
        content: 'Another wording of it.',
        expectedRevision: 99,
      }));
      await mutates('promoteLabels', reviewer, (memoryId) => ({ id: memoryId, labels: [] }));
      await mutates('setSensitivityLabels', admin, (memoryId) => ({ id: memoryId, labels: [] }));
      await mutates('setSensitivityLabels', service, (memoryId) => ({ id: memoryId, labels: [] }));
      await mutates('reExtractMemory', reviewer, (id) => ({ id }));
      await mutates('voteMemory', reader, (id) => ({ id, vote: 'UP' }));
      await mutates('mandateMemory', admin, (id) => ({ id, mandatory: true }));
    });

    test('what somebody labels away from themselves is done, and gone', async () => {
      const { story, sets } = await setStage();
      await sets('DENY', { roles: ['reviewer', 'contributor'] });
      const write = async (more: object) =>
        (await story.does(contributor, 'createMemory', { project: 'own', kind: 'FACT', ...more })) as Answer;
      const { memory: mine } = await write({ content: 'Mail bob@example.com about the gauge.' });
      const promoted = await story.does(reviewer, 'promoteLabels', {
        id: mine.id,
        labels: ['pii.email'],
      });
      expect(promoted).toMatchObject({ __typename: 'PromoteLabelsPayload', item: null });
      expect(
        await write({ content: 'Mail ann@example.com about the gauge.', sensitivityLabels: ['pii.email'] }),
      ).toMatchObject({
        __typename: 'MemoryPayload',
        memory: null,
      });
    });
  });
});
