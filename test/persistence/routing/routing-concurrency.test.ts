import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestGateway, people } from '#test/support/gateway.ts';
import { isLong } from '#test/support/property-runs.ts';
import { createStore, type TestStore } from '#test/support/store.ts';
import { invoice, workflowClient } from '#test/support/workflow.ts';

describe('a hundred at once, on PostgreSQL', () => {
  let store: TestStore;
  beforeAll(async () => {
    store = await createStore('postgres');
  });
  afterAll(() => store.drop());

  const open = async () => {
    const gateway = await createTestGateway(store);
    return { ...gateway, ...workflowClient(gateway) };
  };
  const rowsOf = async (extractionId: string) =>
    (
      await store.asOwner<{ status: string; revision: number }>(
        'select status, revision from workflow_items where extraction_id = ?',
        [extractionId],
      )
    ).map(({ status, revision }) => ({ status, revision }));
  const hundred = <Result>(call: (index: number) => Promise<Result>): Promise<Result[]> =>
    Promise.all(Array.from({ length: 100 }, (_, index) => call(index)));

  test('the first routing inserts one row, and ninety-nine find it', async () => {
    const { record, route } = await open();
    const recorded = await record({ ...invoice, route: false });
    const { id } = recorded.extraction as { id: string };
    const answers = await hundred(() => route({ extractionId: id }));
    const outcomes = answers.map(({ outcome }) => outcome).sort();
    expect(outcomes).toEqual(['INSERTED', ...Array(99).fill('UNCHANGED')]);
    expect(await rowsOf(id)).toEqual([{ status: 'AUTO_APPROVED', revision: 1 }]);
  });

  test('whatever the order of flags, what was rejected once is never approved', async () => {
    const { record, route } = await open();
    const { id } = (await record({ ...invoice, route: false })).extraction as { id: string };
    const flags = [[], ['pii'], ['invalid_citation']];
    await hundred((index) => route({ extractionId: id, guardrailFlags: flags[index % 3] ?? [] }));
    expect((await route({ extractionId: id, guardrailFlags: [] })).code).toBe('workflow.illegal_transition');
    expect(await rowsOf(id)).toHaveLength(1);
  });

  test('among a hundred routings a person decides, and is not overwritten', async () => {
    const { record, route, decide } = await open();
    const recorded = await record({ ...invoice, guardrailFlags: ['invalid_citation'] });
    const { id } = recorded.extraction as { id: string };
    const item = recorded.workflowItem as { id: string };
    await hundred((index) =>
      index === 50
        ? decide({ id: item.id, decision: 'APPROVE' }, people.reviewer)
        : route({ extractionId: id, guardrailFlags: index % 2 === 0 ? ['pii'] : ['invalid_citation'] }),
    );
    expect(await rowsOf(id)).toMatchObject([{ status: 'APPROVED' }]);
  });

  test('two reviewers with opposite decisions on one revision: one of them is refused because it moved on', async () => {
    const { record, decide } = await open();
    const { id } = (await record({ ...invoice })).workflowItem as { id: string };
    const answers = await Promise.all(
      ['APPROVE', 'REJECT'].map((decision) => decide({ id, decision, expectedRevision: 1 }, people.reviewer)),
    );
    expect(answers.map(({ code }) => code ?? 'applied').sort()).toEqual([
      'applied',
      'conflict.stale_revision',
    ]);
  });

  test('the candidates of an extraction are written once', async () => {
    const { record, route, ask } = await open();
    const recorded = await record({
      schemaName: 'vouch.statements',
      payload: { statements: [{ kind: 'DECISION', content: 'We will moor the buoy in March.' }] },
      fieldConfidence: [{ field: 'content', confidence: 0.9 }],
      route: false,
    });
    const { id } = recorded.extraction as { id: string };
    await Promise.all([
      hundred(() => route({ extractionId: id })),
      ask(
        people.contributor,
        `mutation { ingestDocuments(input: { project: "p", documents: [{ path: "a.md", content: "# A\\n\\n- [Decision] We will keep it.\\n" }] }) { __typename } }`,
      ),
    ]);
    const { data } = await ask(
      people.reviewer,
      `{ extraction(id: "${id}") { candidates { totalCount nodes { reExtractionCount } } } }`,
    );
    expect(data.extraction.candidates).toEqual({ totalCount: 1, nodes: [{ reExtractionCount: 0 }] });
  });

  test('recording under one idempotency key records one extraction', async () => {
    const { record } = await open();
    const input = { ...invoice, schemaName: 'once', idempotencyKey: 'k' };
    const answers = await hundred(() => record(input));
    expect(new Set(answers.map(({ extraction }) => (extraction as { id: string }).id)).size).toBe(1);
    const [count] = await store.asOwner<{ count: string }>(
      `select count(*) from extractions where schema_name = 'once'`,
    );
    expect(Number(count?.count)).toBe(1);
  });

  test.runIf(isLong)(
    'passes over everything meet single routings without waiting for each other in a circle',
    async () => {
      const { record, route, rerouteAll } = await open();
      const recorded = await hundred((index) => record({ ...invoice, payload: { index } }));
      const ids = recorded.map(({ extraction }) => (extraction as { id: string }).id);
      const answers = await Promise.all([
        rerouteAll({}, people.admin),
        rerouteAll({}, people.admin),
        ...ids.map((extractionId) => route({ extractionId, guardrailFlags: ['pii'] })),
      ]);
      expect(answers.flatMap(({ code }) => code ?? [])).toEqual([]);
      const [count] = await store.asOwner<{ rows: string; keys: string }>(
        'select count(*) as rows, count(distinct idempotency_key) as keys from workflow_items',
      );
      expect(count?.rows).toBe(count?.keys);
    },
  );

  test('an extraction has the status and the reason of its newest routing, and the list is counted by them', async () => {
    const { record, items, decide } = await open();
    await record({ ...invoice, route: false });
    const { id } = (await record({ ...invoice })).workflowItem as { id: string };
    await decide({ id, decision: 'REJECT' }, people.reviewer);
    await store.asOwner(
      `insert into workflow_items (id, tenant, extraction_id, idempotency_key, routing_version, status, reason, threshold, created_at, updated_at)
        select 'older_' || id, tenant, extraction_id, 'older ' || id, 'v0', 'NEEDS_REVIEW', 'OK', threshold,
          created_at - interval '1 day', updated_at from workflow_items`,
    );
    const differing = await store.asOwner(
      `select from extractions e where concat_ws(' ', routing_status, routing_reason) <> coalesce((select w.status || ' ' || w.reason
        from workflow_items w where w.tenant = e.tenant and w.extraction_id = e.id order by w.created_at desc, w.id desc limit 1), '')`,
    );
    expect(differing).toEqual([]);
    // Conditions on a routing's own time are counted by the routings themselves.
    const routings = { createdAt: { gte: '2000-01-01T00:00:00Z' } };
    for (const status of [
      null,
      { eq: 'REJECTED' },
      { in: ['AUTO_APPROVED', 'NEEDS_REVIEW'] },
      { not: ['APPROVED'] },
    ]) {
      const { totalCount } = await items({ status });
      expect(totalCount).toBeGreaterThan(0);
      expect(totalCount).toBe((await items({ status, ...routings })).totalCount);
    }
    for (const filter of [
      { reason: { eq: 'HUMAN' } },
      { reason: { not: ['HUMAN'] } },
      { decidedByHuman: true },
      { decidedByHuman: false },
    ]) {
      const { totalCount } = await items(filter);
      expect(totalCount).toBeGreaterThan(0);
      expect(totalCount).toBe((await items({ ...filter, ...routings })).totalCount);
    }
    const decided = await store.asOwner(
      'select from workflow_items where (decided_by is not null) <> (reason = $$HUMAN$$)',
    );
    expect(decided).toEqual([]);
  });
});
