import { describe, expect, test } from 'vitest';
import { createTestGateway, people } from '#test/support/gateway.ts';
import { onServerStore, type TestStore } from '#test/support/store.ts';
import { workflowClient } from '#test/support/workflow.ts';

const text = 'The **buoy** sends its height every ten minutes. Its mast is made of glass fibre.';
const sentence = 'Its mast is made of glass fibre.';
const start = text.indexOf(sentence);
const cited = { kind: 'FACT', content: sentence, start, end: text.length };

interface RecordedStatement {
  readonly kind?: string;
  readonly entityType?: string;
  readonly name?: string;
  readonly content: string;
  readonly start: number;
  readonly end: number;
}

const open = async (store: TestStore, project: string) => {
  const gateway = await createTestGateway(store);
  const client = { ...gateway, ...workflowClient(gateway) };
  const ingested = await client.ask(
    people.contributor,
    `mutation ($input: IngestDocumentsInput!) { ingestDocuments(input: $input) {
      ... on IngestDocumentsPayload { wave { documents { nodes { chunks { nodes { id startOffset text } } } } } } ... on UserError { code message } } }`,
    { input: { project, documents: [{ path: 'buoy.md', content: `# Buoy\n\n${text}\n` }] } },
  );
  const chunk = ingested.data.ingestDocuments.wave.documents.nodes[0].chunks.nodes[0];
  const body: string = chunk.text;
  const offset = body.indexOf(text);
  const shift = (statement: RecordedStatement) => ({
    ...statement,
    start: statement.start + offset,
    end: statement.end + offset,
  });
  return {
    ...client,
    chunk,
    offset,
    recordStatements: async (statements: RecordedStatement[], more: object = {}) =>
      (await client.record({
        schemaName: 'vouch.statements',
        payload: { statements: statements.map(shift) },
        fieldConfidence: [{ field: 'content', confidence: 0.8 }],
        sourceId: chunk.id,
        ...more,
      })) as unknown as { extraction: { id: string } | null; workflowItem: { id: string; status: string } },
    outcome: async (id: string | undefined) =>
      (
        await client.ask(
          people.reviewer,
          `query ($id: ID!) { extraction(id: $id) { project { name }
            workflowItem { id status guardrailFlags }
            candidates { totalCount nodes { id status content confidence project { name } contributor { name } rule extractorVersion handAuthored reExtractionCount
              sourceSpan { start end text } confidenceBreakdown { final } source { id } extraction { id } } }
            report { persisted dropped reinforced droppedByReason { reason count } droppedCandidates { reason content rule confidence } } } }`,
          { id },
        )
      ).data.extraction,
  };
};

describe('statements that a service recorded', () => {
  onServerStore((store) => {
    test('become candidates with the confidence, the span and the visibility of their source', async () => {
      const client = await open(store(), 'sound');
      const { extraction, workflowItem } = await client.recordStatements([cited], {
        extractorVersion: 'reader-7',
      });
      expect(workflowItem.status).toBe('AUTO_APPROVED');
      const outcome = await client.outcome(extraction?.id);
      const from = client.chunk.startOffset + client.offset + start;
      expect(outcome).toMatchObject({
        project: { name: 'sound' },
        candidates: {
          totalCount: 1,
          nodes: [
            {
              status: 'CANDIDATE',
              content: sentence,
              confidence: 0.8,
              project: { name: 'sound' },
              contributor: { name: 'carol' },
              rule: 'extraction.recorded',
              extractorVersion: 'reader-7',
              handAuthored: false,
              sourceSpan: { start: from, end: from + sentence.length, text: sentence },
              confidenceBreakdown: null,
              source: { id: client.chunk.id },
              extraction: { id: extraction?.id },
            },
          ],
        },
        report: { persisted: 1, dropped: 0 },
      });
      // Another run of the same extraction proposes nothing twice.
      await client.route({ extractionId: extraction?.id, guardrailFlags: ['pii'] });
      await client.route({ extractionId: extraction?.id });
      expect((await client.outcome(extraction?.id)).candidates.totalCount).toBe(1);
    });

    test('with a false citation are rejected, reported, and written once a person approves', async () => {
      const client = await open(store(), 'false citation');
      const { extraction, workflowItem } = await client.recordStatements([
        cited,
        { kind: 'FACT', content: 'Its mast is made of pure gold.', start: 0, end: 30 },
      ]);
      expect(workflowItem.status).toBe('REJECTED');
      const id = extraction?.id;
      expect(await client.outcome(id)).toMatchObject({
        workflowItem: { status: 'REJECTED', guardrailFlags: ['invalid_citation'] },
        candidates: { totalCount: 0 },
        report: {
          persisted: 0,
          droppedByReason: [{ reason: 'REJECTED_BY_ROUTING', count: 2 }],
          droppedCandidates: [{ content: sentence }, { content: 'Its mast is made of pure gold.' }],
        },
      });
      // The gateway found the citation false itself: no caller's flags take that back.
      for (const guardrailFlags of [[], ['pii']])
        expect(await client.route({ extractionId: id, guardrailFlags })).toMatchObject({
          outcome: 'UNCHANGED',
          workflowItem: { status: 'REJECTED' },
        });
      const decide = (decision: string) => client.decide({ id: workflowItem.id, decision }, people.reviewer);
      await decide('REOPEN');
      expect((await client.outcome(id)).candidates.totalCount).toBe(0);
      await decide('APPROVE');
      const { candidates, report } = await client.outcome(id);
      expect(report).toMatchObject({ persisted: 2, dropped: 0 });
      expect(candidates.nodes).toHaveLength(2);
      const spans = new Map(
        candidates.nodes.map((node: { content: string; sourceSpan: object | null }) => [
          node.content,
          node.sourceSpan,
        ]),
      );
      expect(spans.get(sentence)).toMatchObject({ text: sentence });
      expect(spans.get('Its mast is made of pure gold.')).toBeNull();
      await decide('REOPEN');
      await decide('APPROVE');
      expect((await client.outcome(id)).candidates.totalCount).toBe(2);
    });

    test.for([
      ['an end that is one character short', { ...cited, end: text.length - 1 }],
      ['offsets beyond the chunk', { ...cited, start: 90_000, end: 90_000 + sentence.length }],
      ['another case', { ...cited, content: sentence.toUpperCase() }],
    ] as const)('%s is a false citation', async ([title, statement]) => {
      const client = await open(store(), title);
      expect((await client.recordStatements([statement])).workflowItem.status).toBe('REJECTED');
    });

    test('that the project holds already are sightings; short ones are dropped', async () => {
      const client = await open(store(), 'again');
      const first = await client.recordStatements([cited]);
      const short = 'Its mast';
      const { extraction } = await client.recordStatements([
        cited,
        { kind: 'FACT', content: short, start, end: start + short.length },
      ]);
      expect(await client.outcome(extraction?.id)).toMatchObject({
        candidates: { totalCount: 0 },
        report: {
          persisted: 0,
          reinforced: 1,
          droppedByReason: [
            { reason: 'KNOWN', count: 1 },
            { reason: 'TOO_SHORT', count: 1 },
          ],
        },
      });
      expect((await client.outcome(first.extraction?.id)).candidates.nodes[0].reExtractionCount).toBe(1);
    });

    test('may propose entities, and each its own confidence', async () => {
      const client = await open(store(), 'entities');
      const { extraction, workflowItem } = await client.recordStatements(
        [
          cited,
          {
            entityType: 'COMPONENT',
            name: 'Mast',
            content: 'glass fibre',
            start: text.indexOf('glass'),
            end: text.indexOf('glass') + 11,
          },
        ],
        {
          fieldConfidence: [
            { field: 'statements.0', confidence: 0.9 },
            { field: 'statements[1].content', confidence: 0.6 },
          ],
        },
      );
      expect(workflowItem.status).toBe('NEEDS_REVIEW');
      const { candidates } = await client.outcome(extraction?.id);
      expect(
        candidates.nodes
          .map(({ id, confidence }: { id: string; confidence: number }) => [id.slice(0, 3), confidence])
          .sort(),
      ).toEqual([
        ['ent', 0.6],
        ['mem', 0.9],
      ]);
    });

    test('may come without a source, and then cite nothing', async () => {
      const client = await open(store(), 'unused');
      const record = (content: string, more: object = {}) =>
        client.recordStatements([{ kind: 'DECISION', content, start: 0, end: 5 }], {
          sourceId: null,
          ...more,
        });
      const { extraction } = await record(`We will keep ${store().kind}.`, { project: 'sourceless' });
      expect(await client.outcome(extraction?.id)).toMatchObject({
        project: { name: 'sourceless' },
        candidates: {
          nodes: [
            {
              project: { name: 'sourceless' },
              contributor: { name: 'agent' },
              sourceSpan: null,
              source: null,
            },
          ],
        },
      });
      expect(await client.outcome((await record('We will keep it all.')).extraction?.id)).toMatchObject({
        project: { name: 'default' },
      });
    });

    test('are not written before they are routed', async () => {
      const client = await open(store(), 'later');
      const { extraction } = await client.recordStatements([cited], { route: false });
      expect(await client.outcome(extraction?.id)).toMatchObject({
        candidates: { totalCount: 0 },
        report: null,
      });
      await client.route({ extractionId: extraction?.id });
      expect((await client.outcome(extraction?.id)).candidates.totalCount).toBe(1);
    });

    test.for<[string, unknown, string[], string]>([
      ['no object', 'x', [], 'The payload is not { statements'],
      ['another member', { statements: [cited], rule: 'mine' }, [], 'The payload is not { statements'],
      ['no statement', { statements: [] }, ['statements'], 'payload.statements is empty'],
      [
        'a kind that is none',
        { statements: [{ ...cited, kind: 'RUMOUR' }] },
        ['statements', '0', 'kind'],
        'payload.statements.0.kind is none of DECISION',
      ],
      [
        'a kind and an entity type',
        { statements: [cited, { ...cited, entityType: 'COMPONENT' }] },
        ['statements', '1'],
        'payload.statements.1 needs either a kind',
      ],
      [
        'confidence smuggled in',
        { statements: [{ ...cited, confidence: 1 }] },
        ['statements', '0'],
        'payload.statements.0 has members other than',
      ],
      [
        'a blank content',
        { statements: [{ ...cited, content: ' ' }] },
        ['statements', '0', 'content'],
        'payload.statements.0.content is empty',
      ],
      [
        'a span that is a text',
        { statements: [{ ...cited, start: '1' }] },
        ['statements', '0', 'start'],
        'payload.statements.0.start is not a whole number',
      ],
      [
        'a source and no span',
        { statements: [{ kind: 'FACT', content: sentence, start: 1 }] },
        ['statements', '0', 'end'],
        'payload.statements.0.end is missing',
      ],
    ])('a payload with %s is refused where it does not fit', async ([title, payload, path, message]) => {
      const client = await open(store(), `refused: ${title}`);
      const answer = await client.record({
        schemaName: 'vouch.statements',
        payload,
        fieldConfidence: [{ field: 'content', confidence: 0.8 }],
        sourceId: client.chunk.id,
      });
      expect(answer).toMatchObject({ code: 'input.invalid', path: ['input', 'payload', ...path] });
      expect(answer.message).toContain(message);
    });
  });
});
