import { beforeAll, describe, expect, test } from 'vitest';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { createTestGateway, people, type TestGateway, viewer } from '#test/support/gateway.ts';
import { operation, pathwayOperations, run } from '#test/support/pathway-operations.ts';
import { onServerStore } from '#test/support/store.ts';

describe('pathways', () => {
  onServerStore((store) => {
    let gateway: TestGateway;
    const { ask, insert, revise, replay } = pathwayOperations(() => gateway);
    beforeAll(async () => {
      gateway = await createTestGateway(store());
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
  });
});
