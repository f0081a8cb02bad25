import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { pathwayId } from '#domain/pathways/identity.ts';
import { redactTrace } from '#domain/pathways/redaction.ts';
import { createTestGateway, people, type TestGateway, viewer } from '#test/support/gateway.ts';
import { pathwayState } from '#test/support/pathway-state.ts';
import { onServerStore } from '#test/support/store.ts';

const importing = `mutation ($input: ImportPathwayStateInput!) { importPathwayState(input: $input) {
  ... on ImportPathwayStatePayload { pathways traces legacyTraces skipped { reason count } }
  ... on UserError { code message path } } }`;

type Document = Record<string, unknown>;

/** A file after redaction, in the rule's own words. */
const redacted = ({ pathways, ...envelope }: { pathways: Record<string, Document[]> } & Document) => ({
  ...redactTrace(envelope, []).document,
  ...('last_updated_at' in envelope ? { last_updated_at: envelope.last_updated_at } : {}),
  pathways: Object.fromEntries(
    Object.entries(pathways).map(([bucket, traces]) => [
      bucket,
      traces.map((trace) => redactTrace(trace, (trace.subject_ids as string[] | undefined) ?? []).document),
    ]),
  ),
});

const bucket = pathwayId({ taskClass: 't', filePath: 'a/b', signalClass: null });
const uid = (n: number) => `01890000-0000-7000-8000-00000000000${n}`;
const trace = (more: object = {}) => ({ task_class: 't', file_path: 'a/b/c', ...more });

describe('the file of the specification', () => {
  onServerStore((store) => {
    let gateway: TestGateway;
    let tenants = 0;
    const newcomer = () => {
      tenants += 1;
      return viewer('agent', ['service', 'auditor'], { tenant: `t${tenants}` });
    };
    beforeAll(async () => {
      gateway = await createTestGateway(store());
    });
    const take = async (asking: ReturnType<typeof newcomer>, state: unknown) => {
      const { data, errors } = await gateway.ask(asking, importing, { input: { state } });
      expect(errors).toBeUndefined();
      return data.importPathwayState;
    };
    const give = async (asking: ReturnType<typeof newcomer>) =>
      (await gateway.ask(asking, '{ exportPathwayState }')).data.exportPathwayState;

    test('comes out as it went in, but for the redaction, field for field; twice changes nothing', async () => {
      await fc.assert(
        fc.asyncProperty(pathwayState, async (state) => {
          const asking = newcomer();
          const traces = Object.values(state.pathways).flat();
          const uids = traces.flatMap(({ trace_uid: given }) => (given ? [given] : []));
          fc.pre(new Set(uids).size === uids.length);
          const taken = await take(asking, state);
          expect(taken).toEqual({
            pathways: Object.keys(state.pathways).length,
            traces: traces.length,
            legacyTraces: traces.length - uids.length,
            skipped: [],
          });
          expect(await give(asking)).toEqual(
            'last_updated_at' in state || traces.length > 0 ? redacted(state) : { ...redacted(state) },
          );
          const again = await take(asking, state);
          expect(again.traces).toBe(0);
          expect(await give(asking)).toEqual(redacted(state));
          const copy = newcomer();
          await take(copy, await give(asking));
          expect(await give(copy)).toEqual(redacted(state));
        }),
        { numRuns: store().kind === 'pglite' ? 40 : 25 },
      );
    });

    test('every chain has one head, versions without gaps, and superseded_at exactly where it is not the head', async () => {
      const rows = await store().asOwner<{ versions: number[]; heads: number; wrong: number }>(
        `select array_agg(version order by version) as versions, (count(*) filter (where superseded_at is null))::int as heads,
          (count(*) filter (where (superseded_at is null) <> (superseded_by_trace_uid is null)))::int as wrong
        from pathway_traces group by tenant, pathway_ref, root_trace_uid`,
      );
      for (const { versions, heads, wrong } of rows) {
        expect(versions).toEqual(versions.map((_, index) => index + 1));
        expect([heads, wrong]).toEqual([1, 0]);
      }
    });

    test('malformed chains are left out whole, with a reason', async () => {
      const asking = newcomer();
      const state = {
        pathways: {
          [bucket]: [
            trace({ trace_uid: uid(1), final_verdict: 'kept' }),
            trace({ trace_uid: uid(2), version: 2, parent_trace_uid: uid(9) }),
            trace({
              trace_uid: uid(3),
              superseded_at: '2026-01-01T00:00:00Z',
              superseded_by_trace_uid: uid(4),
            }),
            trace({ trace_uid: uid(4), version: 3, parent_trace_uid: uid(3) }),
            trace({ trace_uid: uid(5) }),
            trace({ trace_uid: uid(5) }),
            trace({ task_class: '' }),
            trace({ replay_count: 1, replays_succeeded: 2 }),
            trace({ trace_uid: uid(6), superseded_at: '2026-01-01T00:00:00Z' }),
            'no trace',
          ],
          [pathwayId({ taskClass: 'u', filePath: 'a/b', signalClass: null })]: [trace()],
          ['0'.repeat(64)]: [],
        },
      };
      expect(await take(asking, state)).toEqual({
        pathways: 1,
        traces: 1,
        legacyTraces: 0,
        skipped: [
          { reason: 'chain.broken', count: 4 },
          { reason: 'pathway_id.mismatch', count: 1 },
          { reason: 'trace.malformed', count: 3 },
          { reason: 'trace_uid.repeated', count: 2 },
        ],
      });
      expect((await give(asking)).pathways).toEqual({
        [bucket]: [trace({ trace_uid: uid(1), final_verdict: 'kept' })],
        ['0'.repeat(64)]: [],
      });
      for (const bad of [null, [], 'x', {}, { pathways: [] }, { pathways: { a: {} } }]) {
        const { data, errors } = await gateway.ask(asking, importing, { input: { state: bad } });
        expect(data?.importPathwayState?.code ?? errors?.[0]?.extensions?.code).toMatch(
          /input.invalid|BAD_USER_INPUT/,
        );
      }
    });

    test('what moves on after an import shows in the export, and nothing else', async () => {
      const asking = newcomer();
      await take(asking, {
        last_updated_at: '2026-01-01T00:00:00Z',
        pathways: { [bucket]: [trace(), trace()] },
      });
      gateway.pass(60_000);
      const { data } = await gateway.ask(
        asking,
        '{ pathways { nodes { traces { nodes { traceUid legacy } } } } }',
      );
      const [first, second] = data.pathways.nodes[0].traces.nodes;
      expect([first.legacy, second.legacy]).toEqual([true, true]);
      const revising = `mutation ($uid: ID!) { reviseTrace(input: { traceUid: $uid, finalVerdict: "no" }) {
        ... on ReviseTracePayload { trace { traceUid createdAt } } } }`;
      const { trace: head } = (await gateway.ask(asking, revising, { uid: first.traceUid })).data.reviseTrace;
      const state = await give(asking);
      expect(state.last_updated_at).toBe(head.createdAt);
      // A legacy trace is named once another trace names it.
      expect(state.pathways[bucket]).toMatchObject([
        { trace_uid: first.traceUid, superseded_by_trace_uid: head.traceUid },
        trace(),
        { trace_uid: head.traceUid, version: 2, parent_trace_uid: first.traceUid, final_verdict: 'no' },
      ]);
      expect(Object.keys(state.pathways[bucket][1]).sort()).toEqual(['file_path', 'task_class']);
      const copy = newcomer();
      expect(await take(copy, state)).toMatchObject({ traces: 3, legacyTraces: 1, skipped: [] });
      expect((await give(copy)).pathways).toEqual(state.pathways);
    });

    test('an import is in the audit, without a word of its text', async () => {
      const { data } = await gateway.ask(people.auditor, '{ verifyAuditChain { valid } }');
      expect(data.verifyAuditChain.valid).toBe(true);
      const rows = await store().asOwner<{ row: string }>(
        `select t::text as row from audit_texts t union all select e::text from pathway_states e union all select d.document::text from pathway_traces d`,
      );
      for (const { row } of rows) expect(row).not.toMatch(/alice@example|4111-1111|ghp_0123/);
    });
  });
});
