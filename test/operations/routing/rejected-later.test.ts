import { beforeAll, describe, expect, test } from 'vitest';
import { createTestGateway, people, type TestGateway, viewer } from '#test/support/gateway.ts';
import { onServerStore } from '#test/support/store.ts';
import { workflowClient } from '#test/support/workflow.ts';

const both = viewer('agent', ['service', 'reviewer']);

describe('statements that a service recorded without a source', () => {
  onServerStore((store) => {
    let gateway: TestGateway;
    beforeAll(async () => {
      gateway = await createTestGateway(store());
    });

    /** Records one statement and gives the candidate, its workflow item and its extraction. */
    const record = async (content: string, more: object = {}) => {
      const recorded = (await workflowClient(gateway).record({
        schemaName: 'vouch.statements',
        payload: { statements: [{ kind: 'FACT', content }] },
        fieldConfidence: [{ field: 'content', confidence: 0.8 }],
        extractorVersion: 'reader-7',
        project: 'buoy',
        ...more,
      })) as unknown as { extraction: { id: string }; workflowItem: { id: string } };
      const { data } = await gateway.ask(
        people.reviewer,
        `query ($id: ID!) { extraction(id: $id) { candidates { nodes { id handAuthored } } } }`,
        { id: recorded.extraction.id },
      );
      return { ...recorded, candidate: data.extraction.candidates.nodes[0] };
    };
    const promote = async (id: string, as = people.reviewer) =>
      (
        await gateway.ask(
          as,
          `mutation ($input: PromoteCandidateInput!) { promoteCandidate(input: $input) {
            ... on ItemPayload { item { status } } ... on UserError { code message } } }`,
          { input: { id } },
        )
      ).data.promoteCandidate;
    const seenBy = async (as: typeof people.reviewer, id: string) =>
      (await gateway.ask(as, `query ($id: ID!) { memory(id: $id) { status routingStatus } }`, { id })).data
        .memory;
    const decide = (id: string, decision: string) =>
      workflowClient(gateway).decide({ id, decision }, people.reviewer);

    test('are written by hand, and the one who recorded them does not promote them', async () => {
      const { candidate } = await record('The mast is made of glass fibre.');
      expect(candidate.handAuthored).toBe(true);
      expect(await promote(candidate.id, both)).toMatchObject({ code: 'promotion.reviewer_is_contributor' });
      expect(await promote(candidate.id)).toMatchObject({ item: { status: 'ACTIVE' } });
    });

    test('with a source are not promoted by their recorder either', async () => {
      const { data } = await gateway.ask(
        people.contributor,
        `mutation ($input: IngestDocumentsInput!) { ingestDocuments(input: $input) {
          ... on IngestDocumentsPayload { wave { documents { nodes { chunks { nodes { id text } } } } } } } }`,
        {
          input: {
            project: 'buoy',
            documents: [{ path: 'b.md', content: '# B\n\nThe hull is painted yellow.\n' }],
          },
        },
      );
      const [chunk] = data.ingestDocuments.wave.documents.nodes[0].chunks.nodes;
      const content = 'The hull is painted yellow.';
      const start = chunk.text.indexOf(content);
      const { candidate } = await record(content, {
        payload: { statements: [{ kind: 'FACT', content, start, end: start + content.length }] },
        sourceId: chunk.id,
        project: null,
      });
      expect(candidate.handAuthored).toBe(false);
      expect(await promote(candidate.id, both)).toMatchObject({ code: 'promotion.reviewer_is_contributor' });
      expect(await promote(candidate.id)).toMatchObject({ item: { status: 'ACTIVE' } });
    });

    test('name the version of their extractor', async () => {
      const { errors } = await gateway.ask(
        people.service,
        `mutation { recordExtraction(input: { schemaName: "invoice", payload: { total: 1 },
          fieldConfidence: [{ field: "total", confidence: 0.9 }] }) { __typename } }`,
      );
      expect(errors?.[0]?.message).toContain('extractorVersion');
    });

    test('are not promoted while their extraction is rejected, and readers see that it is', async () => {
      const { candidate, workflowItem } = await record('The lamp burns for nine years.');
      expect(await seenBy(people.reviewer, candidate.id)).toEqual({
        status: 'CANDIDATE',
        routingStatus: 'AUTO_APPROVED',
      });
      await decide(workflowItem.id, 'REJECT');
      const refused = await promote(candidate.id);
      expect(refused).toMatchObject({ code: 'promotion.extraction_rejected' });
      expect(refused.message).toContain('decideWorkflowItem');
      await decide(workflowItem.id, 'REOPEN');
      expect(await promote(candidate.id)).toMatchObject({ item: { status: 'ACTIVE' } });
      await decide(workflowItem.id, 'REJECT');
      // The service recorded it; a reader is shown that its extraction was rejected since.
      expect(await seenBy(people.reader, candidate.id)).toEqual({
        status: 'ACTIVE',
        routingStatus: 'REJECTED',
      });
      const { data } = await gateway.ask(
        people.reader,
        `{ rejected: memories(filter: { project: { eq: "buoy" }, routingStatus: { eq: REJECTED } }) { nodes { id } }
           approved: memories(filter: { project: { eq: "buoy" }, routingStatus: { eq: APPROVED } }) { totalCount } }`,
      );
      expect(data).toEqual({ rejected: { nodes: [{ id: candidate.id }] }, approved: { totalCount: 0 } });
      const warnings = async () => {
        const { data } = await gateway.ask(
          people.reader,
          '{ memoryBundle(project: "buoy") { items { memory { id } warnings { kind } } } }',
        );
        return data.memoryBundle.items.find(
          ({ memory }: { memory: { id: string } }) => memory.id === candidate.id,
        ).warnings;
      };
      expect(await warnings()).toEqual([{ kind: 'EXTRACTION_REJECTED' }]);
      const flagged = await gateway.ask(
        people.reviewer,
        `{ inbox(filter: { reason: { eq: REJECTED_AFTER_PROMOTION } }, first: 5) { totalCount } }`,
      );
      expect(flagged.data.inbox.totalCount).toBe(1);
      gateway.pass(1_000);
      await gateway.ask(
        people.reviewer,
        'mutation ($id: ID!) { verify(input: { id: $id }) { __typename } }',
        { id: candidate.id },
      );
      expect(await warnings()).toEqual([]);
    });

    test('that a guardrail rejects later are not promoted either', async () => {
      const { candidate, extraction } = await record('The anchor weighs ninety kilograms.');
      await workflowClient(gateway).route({
        extractionId: extraction.id,
        guardrailFlags: ['invalid_citation'],
      });
      expect(await promote(candidate.id)).toMatchObject({ code: 'promotion.extraction_rejected' });
    });
  });
});
