import { describe, expect, test } from 'vitest';
import { idempotencyKeyOf } from '#domain/routing/routing.ts';
import { createTestGateway, people } from '#test/support/gateway.ts';
import { onServerStore, type TestStore } from '#test/support/store.ts';
import { invoice, workflowClient } from '#test/support/workflow.ts';

const open = async (store: TestStore) => {
  const gateway = await createTestGateway(store);
  return { ...gateway, ...workflowClient(gateway) };
};
type Client = Awaited<ReturnType<typeof open>>;

const recordInvoice = async ({ record }: Client, more: object = {}) => {
  const answer = await record({ ...invoice, ...more });
  return answer as unknown as {
    extraction: { id: string };
    workflowItem: { id: string; status: string };
  };
};

describe('routing an extraction', () => {
  onServerStore((store) => {
    test.for([
      ['sound fields', { fieldConfidence: [{ field: 'total', confidence: 0.75 }] }, 'AUTO_APPROVED', 'OK'],
      [
        'a weak field',
        { fieldConfidence: [{ field: 'total', confidence: 0.74 }] },
        'NEEDS_REVIEW',
        'LOW_CONFIDENCE',
      ],
      ['a flag', { guardrailFlags: ['pii'] }, 'NEEDS_REVIEW', 'GUARDRAIL_REVIEW'],
      [
        'a rejecting flag',
        { guardrailFlags: ['pii', 'invalid_citation', 'pii'] },
        'REJECTED',
        'GUARDRAIL_REJECTED',
      ],
    ] as const)('recording with %s', async ([, more, status, reason]) => {
      const client = await open(store());
      const answer = await client.record({ ...invoice, ...more });
      expect(answer).toMatchObject({
        __typename: 'RecordExtractionPayload',
        extraction: { schemaName: 'invoice', payload: invoice.payload },
        workflowItem: { status, reason, routingVersion: 'v1', decidedBy: null, decidedAt: null },
      });
      const { extraction, workflowItem } = answer as never as Record<string, Record<string, unknown>>;
      expect(workflowItem?.guardrailFlags).toEqual(
        'guardrailFlags' in more ? [...new Set(more.guardrailFlags)].sort() : [],
      );
      expect(workflowItem?.idempotencyKey).toBe(idempotencyKeyOf(String(extraction?.id), 'invoice', 'v1'));
    });

    test('recorded without routing, it is routed later with the flags it came with', async () => {
      const client = await open(store());
      const { extraction, workflowItem } = await recordInvoice(client, {
        route: false,
        guardrailFlags: ['pii'],
      });
      expect(workflowItem).toBeNull();
      expect(await client.replay(extraction.id)).toMatchObject({ matchesStored: null });
      expect(await client.route({ extractionId: extraction.id })).toMatchObject({
        outcome: 'INSERTED',
        workflowItem: { status: 'NEEDS_REVIEW', guardrailFlags: ['pii'] },
        decision: { status: 'NEEDS_REVIEW', reason: 'GUARDRAIL_REVIEW', lowConfidenceFields: [] },
      });
    });

    // From a first routing with some flags, one after the other: the flags of each re-run and what it comes to.
    const citation = ['invalid_citation'];
    test.for<[string, string[], [string[], string][]]>([
      ['the same again', [], [[[], 'UNCHANGED AUTO_APPROVED']]],
      ['a demotion to review', [], [[['pii'], 'UPDATED NEEDS_REVIEW']]],
      ['a demotion to rejection', [], [[citation, 'UPDATED REJECTED']]],
      ['review to approval, never rejected', ['pii'], [[[], 'UPDATED AUTO_APPROVED']]],
      ['the flags change and the status does not', ['pii'], [[['toxic'], 'UNCHANGED NEEDS_REVIEW']]],
      ['a rejection eased to review', citation, [[['pii'], 'UPDATED NEEDS_REVIEW']]],
      ['a rejection to approval', citation, [[[], 'workflow.illegal_transition']]],
      [
        'laundering through review',
        citation,
        [
          [['pii'], 'UPDATED NEEDS_REVIEW'],
          [[], 'workflow.illegal_transition'],
          [[], 'workflow.illegal_transition'],
        ],
      ],
      [
        'laundering a rejection that came later',
        [],
        [
          [citation, 'UPDATED REJECTED'],
          [['pii'], 'UPDATED NEEDS_REVIEW'],
          [[], 'workflow.illegal_transition'],
        ],
      ],
    ])('%s', async ([, first, runs]) => {
      const client = await open(store());
      const { extraction } = await recordInvoice(client, { guardrailFlags: first });
      for (const [guardrailFlags, verdict] of runs) {
        const answer = await client.route({ extractionId: extraction.id, guardrailFlags });
        const { status } = (answer.workflowItem ?? {}) as { status?: string };
        expect(answer.code ?? `${answer.outcome} ${status}`).toBe(verdict);
        if (answer.code) continue;
        expect(answer.workflowItem).toMatchObject({ guardrailFlags });
        expect(await client.replay(extraction.id)).toMatchObject({ status, matchesStored: true });
      }
      const [count] = await store().asOwner<{ count: string }>(
        'select count(*) from workflow_items where extraction_id = ?',
        [extraction.id],
      );
      expect(Number(count?.count)).toBe(1);
    });

    test('a refusal writes nothing, and is an event of its own kind', async () => {
      const client = await open(store());
      const { extraction, workflowItem } = await recordInvoice(client, { guardrailFlags: citation });
      await client.route({ extractionId: extraction.id, guardrailFlags: [] });
      const { data } = await client.ask(
        people.auditor,
        `query ($id: ID!) { node(id: $id) { ... on WorkflowItem { status guardrailFlags auditTrail { nodes { action } } } } }`,
        { id: workflowItem.id },
      );
      expect(data.node).toEqual({
        status: 'REJECTED',
        guardrailFlags: citation,
        auditTrail: { nodes: [{ action: 'WORKFLOW_ROUTED' }, { action: 'WORKFLOW_ROUTING_REFUSED' }] },
      });
    });

    test('a literal replay leaves the recorded flags out, and writes nothing', async () => {
      const client = await open(store());
      const { extraction } = await recordInvoice(client, { guardrailFlags: citation });
      expect(await client.replay(extraction.id, false)).toMatchObject({
        status: 'AUTO_APPROVED',
        matchesStored: false,
      });
      expect(await client.replay(extraction.id)).toMatchObject({
        status: 'REJECTED',
        reason: 'GUARDRAIL_REJECTED',
        matchesStored: true,
      });
    });

    test('a dry run answers as the run would, and writes nothing', async () => {
      const client = await open(store());
      const { extraction } = await recordInvoice(client);
      const input = { extractionId: extraction.id, guardrailFlags: citation };
      expect(await client.route({ ...input, dryRun: true })).toMatchObject({ outcome: 'UPDATED' });
      expect(await client.replay(extraction.id)).toMatchObject({ status: 'AUTO_APPROVED' });
      expect(await client.route(input)).toMatchObject({ outcome: 'UPDATED' });
    });

    test.for([
      ['no fields', { fieldConfidence: [] }, ['fieldConfidence']],
      [
        'a confidence above 1',
        { fieldConfidence: [{ field: 'a', confidence: 1.01 }] },
        ['fieldConfidence', '0', 'confidence'],
      ],
      [
        'a confidence below 0',
        { fieldConfidence: [{ field: 'a', confidence: -0.01 }] },
        ['fieldConfidence', '0', 'confidence'],
      ],
      ['an over-long flag', { guardrailFlags: ['x'.repeat(201)] }, ['guardrailFlags', '0']],
      ['an empty schema name', { schemaName: '' }, ['schemaName']],
      ['a payload beyond a million characters', { payload: 'x'.repeat(1_000_001) }, ['payload']],
    ] as const)('%s is bad input', async ([, more, path]) => {
      const client = await open(store());
      expect(await client.record({ ...invoice, ...more })).toMatchObject({
        code: 'input.invalid',
        path: ['input', ...path],
      });
    });

    test('over-long flags of a re-run are bad input', async () => {
      const client = await open(store());
      const { extraction } = await recordInvoice(client);
      expect(
        await client.route({ extractionId: extraction.id, guardrailFlags: ['x'.repeat(201)] }),
      ).toMatchObject({ code: 'input.invalid', path: ['input', 'guardrailFlags', '0'] });
    });

    test('NaN does not pass the wire', async () => {
      const { ask } = await open(store());
      const { errors } = await ask(
        people.service,
        `mutation { recordExtraction(input: { schemaName: "a", extractorVersion: "1", payload: {}, fieldConfidence: [{ field: "a", confidence: NaN }] }) { __typename } }`,
      );
      expect(errors).toHaveLength(1);
    });
  });
});

describe('a person decides', () => {
  onServerStore((store) => {
    test.for([
      ['APPROVE', 'APPROVED', 'WORKFLOW_APPROVED'],
      ['REJECT', 'REJECTED', 'WORKFLOW_REJECTED'],
      ['REOPEN', 'NEEDS_REVIEW', 'WORKFLOW_REOPENED'],
    ] as const)('%s makes it %s, whatever routing says later', async ([decision, status, action]) => {
      const client = await open(store());
      const { extraction, workflowItem } = await recordInvoice(client, {
        guardrailFlags: ['invalid_citation'],
      });
      const decided = await client.decide(
        { id: workflowItem.id, decision, note: 'Looked at it.' },
        people.reviewer,
      );
      expect(decided.workflowItem).toMatchObject({ status, reason: 'HUMAN', decidedBy: { name: 'bob' } });
      for (const guardrailFlags of [[], ['pii'], ['invalid_citation']])
        expect(await client.route({ extractionId: extraction.id, guardrailFlags })).toMatchObject({
          outcome: 'UNCHANGED',
          workflowItem: decided.workflowItem,
        });
      const { data } = await client.ask(
        people.admin,
        `query ($id: ID!) { node(id: $id) { ... on WorkflowItem { decisionNote revision auditTrail { nodes { action actor { name } } } } } }`,
        { id: workflowItem.id },
      );
      expect(data.node).toEqual({
        decisionNote: 'Looked at it.',
        revision: 2,
        auditTrail: {
          nodes: [
            { action: 'WORKFLOW_ROUTED', actor: { name: 'agent' } },
            { action, actor: { name: 'bob' } },
          ],
        },
      });
    });

    test('a decision may be taken back, and is not made twice', async () => {
      const client = await open(store());
      const { workflowItem } = await recordInvoice(client);
      const decide = async (decision: string, more: object = {}) => {
        const answer = await client.decide({ id: workflowItem.id, decision, ...more }, people.reviewer);
        return answer.code ?? (answer.workflowItem as { status: string }).status;
      };
      expect(await decide('REJECT', { expectedRevision: 2 })).toBe('conflict.stale_revision');
      expect(await decide('REJECT', { expectedRevision: 1 })).toBe('REJECTED');
      expect(await decide('REJECT')).toBe('workflow.illegal_transition');
      expect(await decide('REOPEN')).toBe('NEEDS_REVIEW');
      expect(await decide('APPROVE')).toBe('APPROVED');
      expect(await decide('REOPEN', { dryRun: true })).toBe('NEEDS_REVIEW');
      expect(await decide('REOPEN')).toBe('NEEDS_REVIEW');
      expect(await decide('REOPEN', { note: ' ' })).toBe('input.invalid');
    });

    test('the queue is filtered, and counted by the same filter', async () => {
      const client = await open(store());
      const schemaName = `queue of ${store().kind}`;
      const items: { readonly id: string }[] = [];
      for (const guardrailFlags of [[], ['pii'], ['invalid_citation']])
        items.push((await recordInvoice(client, { schemaName, guardrailFlags })).workflowItem);
      await client.decide({ id: items[2]?.id, decision: 'APPROVE' }, people.reviewer);
      const listed = async (filter: object) => {
        const { totalCount, nodes } = await client.items({ schemaName: { eq: schemaName }, ...filter });
        expect(nodes).toHaveLength(totalCount);
        return nodes.map(({ id }: { id: string }) => items.findIndex((item) => item.id === id));
      };
      expect(await listed({})).toEqual([0, 1, 2]);
      expect(await listed({ status: { eq: 'NEEDS_REVIEW' } })).toEqual([1]);
      expect(await listed({ reason: { eq: 'OK' } })).toEqual([0]);
      expect(await listed({ decidedByHuman: true })).toEqual([2]);
      expect(await listed({ decidedByHuman: false })).toEqual([0, 1]);
      expect(await listed({ status: { eq: 'REJECTED' } })).toEqual([]);

      const page = `query ($after: String) { workflowItems(filter: { schemaName: { eq: "${schemaName}" } }, first: 2, after: $after) {
        nodes { id } pageInfo { hasNextPage endCursor } } }`;
      const first = (await client.ask(people.auditor, page)).data.workflowItems;
      expect(first.pageInfo.hasNextPage).toBe(true);
      const second = (await client.ask(people.auditor, page, { after: first.pageInfo.endCursor })).data;
      expect(second.workflowItems).toMatchObject({
        nodes: [{ id: items[2]?.id }],
        pageInfo: { hasNextPage: false },
      });
    });
  });
});
