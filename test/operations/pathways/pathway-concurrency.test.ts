import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestGateway, people, type TestGateway } from '#test/support/gateway.ts';
import { createStore, type TestStore } from '#test/support/store.ts';

describe('many writers at once, on PostgreSQL', () => {
  let store: TestStore;
  let gateways: TestGateway[];
  beforeAll(async () => {
    store = await createStore('postgres');
    gateways = await Promise.all([createTestGateway(store), createTestGateway(store)]);
  });
  afterAll(() => store.drop());

  const ask = async (index: number, query: string, variables: object) => {
    const gateway = gateways[index % gateways.length];
    const answer = await gateway?.ask(people.service, query, variables);
    expect(answer?.errors).toBeUndefined();
    return answer?.data;
  };
  const insert = async (taskClass: string, index = 0) =>
    (
      await ask(
        index,
        `mutation ($taskClass: String!) { insertTrace(input: { taskClass: $taskClass, filePath: "a/b/c" }) {
          ... on InsertTracePayload { trace { traceUid pathway { id } } } ... on UserError { code } } }`,
        { taskClass },
      )
    ).insertTrace.trace;
  const audited = (action: string, targetId: string) =>
    store
      .asOwner<{ count: number }>(
        `select count(*)::int as count from audit_events where action = ? and target_id = ?`,
        [action, targetId],
      )
      .then(([row]) => row?.count);

  test('of parallel revisions one makes the head, and the others are stale', async () => {
    const { traceUid } = await insert('revise');
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        ask(
          index,
          `mutation ($uid: ID!) { reviseTrace(input: { traceUid: $uid }) {
            ... on ReviseTracePayload { trace { version } } ... on UserError { code } } }`,
          { uid: traceUid },
        ),
      ),
    );
    const results = answers.map(({ reviseTrace }) => reviseTrace.code ?? reviseTrace.trace.version);
    expect(results.filter((result) => result === 2)).toHaveLength(1);
    expect(results.filter((result) => result === 'conflict.stale_revision')).toHaveLength(11);
  });

  test('parallel replays lose no count, and a pathway is retired exactly once', async () => {
    const traces = await Promise.all(Array.from({ length: 4 }, (_, index) => insert('replay', index)));
    const pathwayIds = new Set(traces.map(({ pathway }) => pathway.id));
    expect(pathwayIds.size).toBe(1);
    await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        ask(
          index,
          `mutation ($uid: ID!, $succeeded: Boolean!) { recordReplay(input: { traceUid: $uid, succeeded: $succeeded }) {
            ... on RecordReplayPayload { pathway { replayCount } } ... on UserError { code } } }`,
          { uid: traces[index % 4].traceUid, succeeded: index % 3 === 0 },
        ),
      ),
    );
    const [id = ''] = pathwayIds;
    const { pathway } = await ask(
      0,
      `query ($id: ID!) { pathway(id: $id) { retired replayCount replaysSucceeded traces { nodes { replayCount } } } }`,
      { id },
    );
    expect(pathway).toEqual({
      retired: true,
      replayCount: 60,
      replaysSucceeded: 20,
      traces: { nodes: Array(4).fill({ replayCount: 15 }) },
    });
    expect(await audited('pathway.retired', id)).toBe(1);
  });

  test('what one process adds, another finds at once', async () => {
    const nearest = (index: number, pathwayVec: number[]) =>
      ask(index, `query ($v: [Float!]!) { queryByVec(pathwayVec: $v, k: 1) { trace { traceUid } } }`, {
        v: pathwayVec,
      });
    for (let round = 0; round < 6; round += 1) {
      const { traceUid } = await insert(`fresh-${round}`, round);
      const { pathwayTrace } = await ask(
        round,
        `query ($uid: ID!) { pathwayTrace(traceUid: $uid) { pathwayVec } }`,
        { uid: traceUid },
      );
      const { queryByVec } = await nearest(round + 1, pathwayTrace.pathwayVec);
      expect(queryByVec[0].trace.traceUid).toBe(traceUid);
    }
  });

  test('the database itself refuses a second child, a way back from retirement, and a rewritten document', async () => {
    for (const statement of [
      `update pathways set retired = false where retired`,
      `update pathway_vectors set counts = '0'`,
      `update pathway_traces set superseded_at = null, superseded_by_trace_uid = null where superseded_at is not null`,
    ])
      await expect(store.asOwner(statement)).rejects.toThrow(/written once/);
  });
});
