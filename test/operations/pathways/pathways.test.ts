import { readFileSync } from 'node:fs';
import { parse, validate } from 'graphql';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { schema } from '#resolvers/index.ts';
import { createTestGateway, people, type TestGateway, viewer } from '#test/support/gateway.ts';
import { onEveryStore } from '#test/support/store.ts';

const contract = readFileSync(
  new URL('../../contract/documents/07-pathways.graphql', import.meta.url),
  'utf8',
);

/** One operation of the contract's document, with the fragment that it spreads. */
const operation = (name: string): string => {
  const { definitions } = parse(contract);
  return definitions
    .filter((definition) =>
      definition.kind === 'FragmentDefinition'
        ? name !== 'ExportPathwayState'
        : 'name' in definition && definition.name?.value === name,
    )
    .map(({ loc }) => contract.slice(loc?.start, loc?.end))
    .join('\n')
    .replace(/fragment Trace on[\s\S]*$/, (fragment) =>
      ['ImportPathwayState'].includes(name) ? '' : fragment,
    );
};

const run = (taskClass: string, more: object = {}) => ({
  taskClass,
  filePath: 'crates/queryd/src/service.rs',
  ...more,
});

test('the document of the contract is valid', () => {
  expect(validate(schema, parse(contract))).toEqual([]);
});

describe('pathways', () => {
  onEveryStore((store) => {
    let gateway: TestGateway;
    const ask = (asking: Viewer, name: string, variables: object = {}) =>
      gateway.ask(asking, operation(name), variables);
    const insert = async (input: object) => {
      const { data, errors } = await ask(people.service, 'InsertTrace', { input });
      expect(errors).toBeUndefined();
      return data.insertTrace.trace;
    };
    const revise = (traceUid: string, more: object = {}) =>
      ask(people.service, 'ReviseTrace', { input: { traceUid, ...more } });
    const replay = (traceUid: string, succeeded: boolean) =>
      ask(people.service, 'RecordReplay', { input: { traceUid, succeeded } });
    const actions = async (targetId: string) => {
      const { data } = await gateway.ask(
        people.auditor,
        `query ($id: ID!) { auditEvents(filter: { targetId: $id }) { nodes { action after } } }`,
        { id: targetId },
      );
      return data.auditEvents.nodes.map(({ action }: { action: string }) => action);
    };

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
        // Of whom it is, auditors and admins read.
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
          __typename: 'InvalidInputError',
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
      expect(stale).toMatchObject({ __typename: 'ConflictError', code: 'conflict.stale_revision' });

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
      expect(await actions(id)).toEqual(['trace.inserted', 'trace.revision.refused']);
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
      expect(await actions(pathway.id)).toEqual(['pathway.retired']);
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

    test('hot-swap orders by success rate, replays, newest; history only when asked', async () => {
      const uids: string[] = [];
      for (let index = 0; index < 3; index += 1) {
        gateway.pass(1_000);
        uids.push((await insert(run('order'))).traceUid);
      }
      const [a = '', b = '', c = ''] = uids;
      for (let index = 0; index < 8; index += 1) await replay(b, true);
      await replay(c, true);
      await replay(c, false);
      const asked = async (more: object = {}) =>
        (
          await ask(people.service, 'Hotswap', { taskClass: 'order', filePath: 'crates/queryd/x', ...more })
        ).data.queryForHotswap.map(({ traceUid }: { traceUid: string }) => traceUid);
      expect(await asked()).toEqual([b, c, a]);
      const head = (await revise(b)).data.reviseTrace.trace.traceUid;
      expect(await asked()).toEqual([c, head, a]);
      expect(await asked({ includeHistory: true, k: 2 })).toEqual([b, c]);
      const bad = await ask(people.service, 'Hotswap', { taskClass: 'order', filePath: 'x', k: 0 });
      expect(bad.errors?.[0]?.extensions?.code).toBe('BAD_USER_INPUT');
    });

    test('the nearest by cosine come first; a bad vector is bad input', async () => {
      const near = await insert(run('near', { signalClass: 'A', filePath: 'n/a/1' }));
      const far = await insert(
        run('far', {
          filePath: 'z/z/1',
          ladderAttempts: [1, 2, 3].map((rung) => ({
            rung,
            model: `m${rung}`,
            latencyMs: 1,
            accepted: false,
          })),
        }),
      );
      const { data } = await ask(people.reader, 'Similar', { pathwayVec: near.pathwayVec, k: 100 });
      expect(data.queryByVec[0].similarity).toBeCloseTo(1, 12);
      expect(data.queryByVec[0].trace.traceUid).toBe(near.traceUid);
      const order = data.queryByVec.map(({ similarity }: { similarity: number }) => similarity);
      expect(order).toEqual([...order].sort((a: number, b: number) => b - a));
      const found = data.queryByVec.find(
        ({ trace }: { trace: { traceUid: string } }) => trace.traceUid === far.traceUid,
      );
      const dot = near.pathwayVec.reduce(
        (sum: number, value: number, bucket: number) => sum + value * far.pathwayVec[bucket],
        0,
      );
      expect(found.similarity).toBeCloseTo(dot, 12);

      const head = (await revise(near.traceUid)).data.reviseTrace.trace;
      const heads = (await ask(people.reader, 'Similar', { pathwayVec: near.pathwayVec, k: 2 })).data
        .queryByVec;
      expect(heads[0].trace.traceUid).toBe(head.traceUid);
      expect(heads[1].trace.traceUid).not.toBe(near.traceUid);
      const all = (
        await ask(people.reader, 'Similar', { pathwayVec: near.pathwayVec, k: 2, includeHistory: true })
      ).data.queryByVec;
      expect(all.map(({ trace }: { trace: { traceUid: string } }) => trace.traceUid)).toEqual([
        head.traceUid,
        near.traceUid,
      ]);
      for (const pathwayVec of [[], Array(31).fill(1), Array(33).fill(1), Array(32).fill(0)])
        expect((await ask(people.reader, 'Similar', { pathwayVec })).errors?.[0]?.extensions?.code).toBe(
          'BAD_USER_INPUT',
        );
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

    test('an audit request is answered by subject: heads, and every version where history is asked for', async () => {
      const { traceUid } = await insert(run('subject', { subjectIds: ['s-1', 's-2'] }));
      await revise(traceUid, { finalVerdict: 'x' });
      const { data } = await gateway.ask(
        people.auditor,
        `{ tracesBySubject(subjectId: "s-2", first: 1, includeHistory: true) { totalCount pageInfo { hasNextPage } nodes { version subjectIds } } }`,
      );
      expect(data.tracesBySubject).toEqual({
        totalCount: 2,
        pageInfo: { hasNextPage: true },
        nodes: [{ version: 1, subjectIds: ['s-1', 's-2'] }],
      });
      const heads = '{ tracesBySubject(subjectId: "s-2") { totalCount nodes { version } } }';
      expect((await gateway.ask(people.auditor, heads)).data.tracesBySubject).toEqual({
        totalCount: 1,
        nodes: [{ version: 2 }],
      });
      for (const person of [people.reader, people.service, people.reviewer])
        expect((await gateway.ask(person, heads)).errors?.[0]?.extensions?.code).toBe('FORBIDDEN');
      const exported = async (who: typeof people.admin) =>
        JSON.stringify((await gateway.ask(who, '{ exportPathwayState }')).data.exportPathwayState);
      expect(await exported(people.admin)).toContain('s-1');
      expect(await exported(people.service)).not.toContain('s-1');
      expect(await exported(people.service)).not.toContain('reducer_summary');
    });

    test('a chunk of this gateway is linked where the viewer sees it', async () => {
      const ingested = await gateway.ask(
        people.service,
        `mutation { ingestDocuments(input: { project: "p", extract: false, documents: [
          { path: "open.md", content: "# Open\\n\\nText." }, { path: "board.md", content: "# Board\\n\\nText.", audience: ["board"] }] }) {
          ... on IngestDocumentsPayload { wave { documents { nodes { path chunks { nodes { id } } } } } } } }`,
      );
      const [open, board] = ingested.data.ingestDocuments.wave.documents.nodes.map(
        ({ chunks }: { chunks: { nodes: { id: string }[] } }) => chunks.nodes[0]?.id,
      );
      const { pathway } = await insert(
        run('linked', {
          kbChunks: [open, board, 'foreign-1'].map((chunkId, rank) => ({
            sourceDoc: 'd',
            chunkId,
            cosineScore: 0.5,
            rank,
          })),
        }),
      );
      const { data } = await ask(people.reader, 'Pathway', { id: pathway.id });
      expect(
        data.pathway.traces.nodes[0].kbChunks.map(({ chunk }: { chunk: object | null }) => chunk),
      ).toEqual([{ id: open, document: { path: 'open.md' } }, null, null]);
    });

    test('another tenant finds nothing, and hidden is answered as missing', async () => {
      const { traceUid, pathway, pathwayVec } = await insert(run('walled', { subjectIds: ['w'] }));
      const stranger = viewer('mallory', ['service', 'auditor', 'admin'], { tenant: 'evil' });
      const missing = '01890000-0000-7000-8000-000000000000';
      for (const [name, one, other] of [
        ['Pathway', { id: pathway.id }, { id: `pth_${missing}` }],
        ['Versions', { traceUidRoot: traceUid }, { traceUidRoot: missing }],
        [
          'RecordReplay',
          { input: { traceUid, succeeded: true } },
          { input: { traceUid: missing, succeeded: true } },
        ],
        ['ReviseTrace', { input: { traceUid } }, { input: { traceUid: missing } }],
        [
          'Hotswap',
          { taskClass: 'walled', filePath: 'crates/queryd/x' },
          { taskClass: 'none', filePath: 'x' },
        ],
      ] as const)
        expect(await gateway.askForText(stranger, operation(name), one)).toBe(
          await gateway.askForText(stranger, operation(name), other),
        );
      expect((await ask(stranger, 'Similar', { pathwayVec })).data.queryByVec).toEqual([]);
      expect((await ask(stranger, 'ExportPathwayState')).data.exportPathwayState).toEqual({
        pathways: {},
        last_updated_at: null,
      });
      for (const person of [people.reader, people.service, people.reviewer, people.contributor])
        expect(
          (await ask(person, 'Versions', { traceUidRoot: traceUid })).errors?.[0]?.extensions?.code,
        ).toBe('FORBIDDEN');
      for (const person of [people.reader, people.auditor, people.reviewer])
        expect((await ask(person, 'ExportPathwayState')).errors?.[0]?.extensions?.code).toBe('FORBIDDEN');
      expect(
        (await ask(people.auditor, 'ImportPathwayState', { input: { state: {} } })).data.importPathwayState
          .code,
      ).toBe('forbidden');
    });

    test('finalVerdict is for auditors, admins and services; reducerSummary for auditors and admins', async () => {
      const { traceUid } = await insert(run('gated', { reducerSummary: 'r', finalVerdict: 'v' }));
      const read = async (person: Viewer) =>
        (
          await gateway.ask(
            person,
            `query ($uid: ID!) { pathwayTrace(traceUid: $uid) { reducerSummary finalVerdict auditTrail { totalCount } } }`,
            { uid: traceUid },
          )
        ).data.pathwayTrace;
      const all = { reducerSummary: 'r', finalVerdict: 'v', auditTrail: { totalCount: 1 } };
      expect(await read(people.admin)).toEqual(all);
      expect(await read(people.auditor)).toEqual(all);
      expect(await read(people.service)).toEqual({
        reducerSummary: null,
        finalVerdict: 'v',
        auditTrail: null,
      });
      for (const person of [people.reader, people.contributor, people.reviewer, people.curator])
        expect(await read(person)).toEqual({ reducerSummary: null, finalVerdict: null, auditTrail: null });
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

    test('the audit chain holds', async () => {
      expect(
        (await gateway.ask(people.auditor, '{ verifyAuditChain { valid } }')).data.verifyAuditChain.valid,
      ).toBe(true);
    });
  });
});
