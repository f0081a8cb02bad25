import { parse, validate } from 'graphql';
import { beforeAll, describe, expect, test } from 'vitest';
import { schema } from '#resolvers/index.ts';
import { createTestGateway, people, type TestGateway } from '#test/support/gateway.ts';
import { contract, pathwayOperations, run } from '#test/support/pathway-operations.ts';
import { onServerStore } from '#test/support/store.ts';

test('the document of the contract is valid', () => {
  expect(validate(schema, parse(contract))).toEqual([]);
});

describe('pathways', () => {
  onServerStore((store) => {
    let gateway: TestGateway;
    const { ask, insert, revise, replay, actions } = pathwayOperations(() => gateway);
    beforeAll(async () => {
      gateway = await createTestGateway(store());
    });

    test('a trace is inserted under its pathway, and a replay is counted', async () => {
      const trace = await insert(run('scrum_review', { subjectIds: ['cand-7'] }));
      expect(trace).toMatchObject({
        version: 1,
        parentTraceUid: null,
        supersededAt: null,
        replayCount: 0,
        successRate: 0,
        retired: false,
        // Auditors and admins read the subjects.
        subjectIds: null,
        pathway: { pathwayId: '2b99a436d31479421547e9d26951483893d0bb0223d654295551904a3552a008' },
      });
      // Two tokens fall into bucket 19, one into bucket 9.
      expect(trace.pathwayVec[19]).toBeCloseTo(2 / Math.sqrt(5), 15);
      expect(trace.pathwayVec[9]).toBeCloseTo(1 / Math.sqrt(5), 15);
      const { data } = await replay(trace.traceUid, true);
      expect(data.recordReplay).toMatchObject({
        trace: { replayCount: 1, replaysSucceeded: 1, successRate: 1 },
        pathway: { retired: false, replayCount: 1 },
      });
    });

    test('an empty task class is refused, and so are the roles that do not write', async () => {
      expect((await ask(people.service, 'InsertTrace', { input: run('  ') })).data.insertTrace).toMatchObject(
        {
          __typename: 'UserError',
          code: 'input.invalid',
          path: ['input', 'taskClass'],
        },
      );
      for (const person of [people.reader, people.contributor, people.reviewer, people.admin, people.auditor])
        expect((await ask(person, 'InsertTrace', { input: run('x') })).data.insertTrace.code).toBe(
          'forbidden',
        );
    });

    test('a revision is a new head; the chain can be walked from any version', async () => {
      const first = await insert(
        run('chain', {
          reducerSummary: 'all fine',
          finalVerdict: 'accepted',
          ladderAttempts: [{ rung: 1, model: 'm', latencyMs: 12, accepted: true }],
        }),
      );
      const second = (await revise(first.traceUid, { finalVerdict: 'rejected' })).data.reviseTrace;
      expect(second).toMatchObject({
        trace: { version: 2, parentTraceUid: first.traceUid, replayCount: 0 },
        previous: { version: 1, supersededByTraceUid: second.trace.traceUid },
      });
      expect(second.previous.supersededAt).not.toBeNull();
      const third = (await revise(second.trace.traceUid)).data.reviseTrace.trace;

      const stale = (await revise(first.traceUid)).data.reviseTrace;
      expect(stale).toMatchObject({ __typename: 'UserError', code: 'conflict.stale_revision' });

      for (const uid of [first.traceUid, second.trace.traceUid, third.traceUid]) {
        const { data } = await ask(people.auditor, 'Versions', { traceUidRoot: uid });
        expect(
          data.listVersions.map((trace: { version: number; finalVerdict: string }) => [
            trace.version,
            trace.finalVerdict,
          ]),
        ).toEqual([
          [1, 'accepted'],
          [2, 'rejected'],
          [3, 'rejected'],
        ]);
        expect(data.listVersions[0].reducerSummary).toBe('all fine');
      }
      const { data } = await gateway.ask(
        people.reader,
        `query ($uid: ID!) { pathwayTrace(traceUid: $uid) { parent { version } supersededBy { version } root { version }
          chain { totalCount nodes { version reducerSummary finalVerdict ladderAttempts { rung model } } } } }`,
        { uid: second.trace.traceUid },
      );
      expect(data.pathwayTrace).toMatchObject({
        parent: { version: 1 },
        supersededBy: { version: 3 },
        root: { version: 1 },
        chain: {
          totalCount: 3,
          nodes: [1, 2, 3].map((version) => ({
            version,
            reducerSummary: null,
            finalVerdict: null,
            ladderAttempts: [{ rung: 1, model: 'm' }],
          })),
        },
      });
      const id = (
        await gateway.ask(people.reader, 'query ($uid: ID!) { pathwayTrace(traceUid: $uid) { id } }', {
          uid: first.traceUid,
        })
      ).data.pathwayTrace.id;
      expect(await actions(id)).toEqual(['TRACE_INSERTED', 'TRACE_REVISION_REFUSED']);
    });

    test('a revision cannot leave its pathway', async () => {
      const { traceUid } = await insert(run('stay'));
      expect((await revise(traceUid, { signalClass: 'LOOPING' })).data.reviseTrace).toMatchObject({
        code: 'trace.other_pathway',
      });
      expect(
        (await revise(traceUid, { filePath: 'crates/queryd/other.rs' })).data.reviseTrace.trace.filePath,
      ).toBe('crates/queryd/other.rs');
    });

    test('three replays with less than 80 of 100 retire a pathway, once, and it is served no more', async () => {
      const { traceUid, pathway } = await insert(run('gate'));
      await replay(traceUid, true);
      await replay(traceUid, true);
      const hotswap = () =>
        ask(people.reader, 'Hotswap', { taskClass: 'gate', filePath: 'crates/queryd/x.rs' });
      expect((await hotswap()).data.queryForHotswap).toHaveLength(1);
      expect((await replay(traceUid, false)).data.recordReplay.pathway).toMatchObject({
        retired: true,
        replayCount: 3,
        replaysSucceeded: 2,
      });
      expect((await replay(traceUid, false)).data.recordReplay.pathway.replayCount).toBe(4);
      expect((await hotswap()).data.queryForHotswap).toEqual([]);
      expect(await actions(pathway.id)).toEqual(['PATHWAY_RETIRED']);
      const later = await insert(run('gate'));
      expect(later.retired).toBe(true);
      expect((await hotswap()).data.queryForHotswap).toEqual([]);
      const { data } = await ask(people.reader, 'Pathway', { id: pathway.id });
      expect(data.pathway).toMatchObject({
        retired: true,
        eligibleForReplay: false,
        traces: { totalCount: 2 },
      });
      expect(data.pathway.retiredAt).not.toBeNull();
    });

    test('free text is redacted before it is stored, and counted', async () => {
      const secret = 'ghp_0123456789abcdefghijABCDEFGHIJ012345';
      const text = `cand-77 wrote alice@example.com, +1 415 555 0199, 4111 1111 1111 1111, ${secret}`;
      const { traceUid } = await insert(
        run('redacted', {
          reducerSummary: text,
          finalVerdict: 'reject CAND-77',
          subjectIds: ['cand-77'],
          ladderAttempts: [{ rung: 1, model: 'm', latencyMs: 1, accepted: false, rejectReason: text }],
          bridgeHits: [{ library: 'l', version: '1', resultSummary: text }],
          observerSignals: [{ class: 'S', priors: [text], priorIterOutcomes: [text] }],
          bugFingerprints: [{ flag: 'OffByOne', patternKey: 'k', example: text, occurrences: 1 }],
        }),
      );
      const { data } = await gateway.ask(
        people.auditor,
        `query ($uid: ID!) { pathwayTrace(traceUid: $uid) { id reducerSummary finalVerdict redactions { label count } } }`,
        { uid: traceUid },
      );
      expect(data.pathwayTrace).toMatchObject({
        reducerSummary: '[pii.subject] wrote [pii.email], [pii.phone], [financial.card], [secret.token]',
        finalVerdict: 'reject [pii.subject]',
        redactions: [
          { label: 'financial.card', count: 6 },
          { label: 'pii.email', count: 6 },
          { label: 'pii.phone', count: 6 },
          { label: 'pii.subject', count: 7 },
          { label: 'secret.token', count: 6 },
        ],
      });
      for (const table of ['pathway_traces', 'audit_texts', 'idempotency_keys', 'pathway_states']) {
        const rows = await store().asOwner<{ row: string }>(`select t::text as row from ${table} t`);
        for (const { row } of rows) expect(row).not.toMatch(/alice@example|4111 1111|ghp_0123|415 555/);
      }
    });

    test('a dry run and a repeated key write nothing more', async () => {
      const count = async () =>
        (await gateway.ask(people.reader, '{ pathways { totalCount } }')).data.pathways.totalCount;
      const before = await count();
      expect(await insert(run('dry', { dryRun: true }))).toMatchObject({ version: 1 });
      expect(await count()).toBe(before);
      const once = await insert(run('once', { idempotencyKey: 'k1' }));
      expect((await insert(run('once', { idempotencyKey: 'k1' }))).traceUid).toBe(once.traceUid);
      expect(await count()).toBe(before + 1);
    });

    test('a key takes a null of a revision, or within a document, for another input than its absence', async () => {
      const { traceUid } = await insert(
        run('nulls', { finalVerdict: 'accepted', signalClass: 'CONVERGING' }),
      );
      const mismatch = { __typename: 'UserError', code: 'idempotency.mismatch' };
      const revision = { finalVerdict: 'rejected', idempotencyKey: 'revision' };
      const revised = (await revise(traceUid, revision)).data.reviseTrace.trace;
      expect((await revise(traceUid, { ...revision, taskClass: null })).data.reviseTrace.trace.traceUid).toBe(
        revised.traceUid,
      );
      expect((await revise(traceUid, { ...revision, reducerSummary: null })).data.reviseTrace).toMatchObject(
        mismatch,
      );
      const { data } = await gateway.ask(
        people.service,
        `fragment Refused on UserError { __typename code }
        mutation {
          state: importPathwayState(input: { state: { pathways: {} }, idempotencyKey: "state" }) { ...Refused }
          otherState: importPathwayState(input: { state: { pathways: {}, last: null }, idempotencyKey: "state" }) { ...Refused }
          fact: recordExtraction(input: { schemaName: "a", extractorVersion: "1", payload: { a: {} }, fieldConfidence: [{ field: "a", confidence: 1 }], idempotencyKey: "fact" }) { ...Refused }
          otherFact: recordExtraction(input: { schemaName: "a", extractorVersion: "1", payload: { a: { b: null } }, fieldConfidence: [{ field: "a", confidence: 1 }], idempotencyKey: "fact" }) { ...Refused }
        }`,
      );
      expect(data).toMatchObject({ state: {}, otherState: mismatch, fact: {}, otherFact: mismatch });
      expect([data.state.code, data.fact.code]).toEqual([undefined, undefined]);
    });

    test('the audit chain holds', async () => {
      expect(
        (await gateway.ask(people.auditor, '{ verifyAuditChain { valid } }')).data.verifyAuditChain.valid,
      ).toBe(true);
    });
  });
});
