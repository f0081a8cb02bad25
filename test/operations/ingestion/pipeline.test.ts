import { describe, expect, test } from 'vitest';
import { createTestGateway, people } from '#test/support/gateway.ts';
import { onServerStore } from '#test/support/store.ts';

const record = `# 7. Keep the data\n\n## Status\n\nAccepted\n\n## Decision\n\nWe will keep every reading for ten years.\n`;

describe('what comes in as text goes out as a reviewed fact', () => {
  onServerStore((store) => {
    test('a decision is ingested, promoted, and traced to its exact text', async () => {
      const { ask } = await createTestGateway(store());
      const ingested = await ask(
        people.service,
        `mutation ($input: IngestDocumentsInput!) { ingestDocuments(input: $input) {
          ... on IngestDocumentsPayload { unchanged wave { documents { totalCount } report { persisted dropped candidates { nodes { id content } } } } }
          ... on UserError { code message path } } }`,
        { input: { project: 'p', documents: [{ path: 'adr/0007.md', content: record }] } },
      );
      expect(ingested.errors).toBeUndefined();
      const { wave } = ingested.data.ingestDocuments;
      expect(wave.documents.totalCount).toBe(1);
      expect(wave.report.persisted).toBe(1);
      const { id } = wave.report.candidates.nodes[0];

      const promoted = await ask(
        people.reviewer,
        `mutation ($id: ID!) { promoteCandidate(input: { id: $id }) {
          ... on ItemPayload { applied item { status revision trust reviewedBy { name } sourceSpan { start end text } } }
          ... on UserError { code message path } } }`,
        { id },
      );
      expect(promoted).toEqual({
        data: {
          promoteCandidate: {
            applied: true,
            item: {
              status: 'ACTIVE',
              revision: 2,
              trust: 'MEDIUM',
              reviewedBy: { name: 'bob' },
              sourceSpan: {
                start: record.indexOf('We will'),
                end: record.indexOf('We will') + 41,
                text: 'We will keep every reading for ten years.',
              },
            },
          },
        },
      });
      expect(await ask(people.auditor, '{ verifyAuditChain { valid events firstBroken } }')).toMatchObject({
        data: { verifyAuditChain: { valid: true, firstBroken: null } },
      });
    });
  });
});

describe('an operation that is answered early leaves nothing open', () => {
  onServerStore((store) => {
    test('a refused root field beside others that are still reading', async () => {
      const { ask } = await createTestGateway(store());
      const refused = await ask(
        people.reader,
        '{ a: memory(id: "mem_x") { id } nodes(ids: ["mem_y", "doc_z"]) { id } candidates { totalCount } }',
      );
      expect(refused.errors?.[0]?.extensions?.code).toBe('FORBIDDEN');
      expect(await ask(people.reader, '{ memories { totalCount } }')).toEqual({
        data: { memories: { totalCount: 0 } },
      });
    });
  });
});

describe('the queue and the nodes answer whatever is asked of them', () => {
  onServerStore((store) => {
    test.for([
      [
        'a queue of one kind',
        '{ candidates(filter: { kind: { eq: DECISION } }) { totalCount nodes { id } } }',
        { candidates: { totalCount: 0, nodes: [] } },
      ],
      [
        'a queue of nothing',
        '{ candidates(filter: { kind: { eq: DECISION }, layer: L2_CANDIDATE }) { totalCount nodes { id } } }',
        { candidates: { totalCount: 0, nodes: [] } },
      ],
      [
        'ids that no id looks like',
        '{ node(id: "") { id } nodes(ids: ["foo", "mem_", "zzz_1"]) { id } }',
        { node: null, nodes: [null, null, null] },
      ],
    ] as const)('%s', async ([, query, data]) => {
      const { ask } = await createTestGateway(store());
      expect(await ask(people.reviewer, query)).toEqual({ data });
    });
  });
});
