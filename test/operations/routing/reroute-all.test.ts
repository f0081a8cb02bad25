import { describe, expect, test } from 'vitest';
import { rerouteAll } from '#application/routing/reroute-all.ts';
import { currentRouting, type RoutingRuleSet } from '#domain/routing/routing.ts';
import { rejectingGuardrailRule } from '#domain/routing/rules/rejecting-guardrail.ts';
import { soundRule } from '#domain/routing/rules/sound.ts';
import { createTestGateway, people } from '#test/support/gateway.ts';
import { createStore, onServerStore, type StoreKind, useCaseStores } from '#test/support/store.ts';
import { invoice, workflowClient } from '#test/support/workflow.ts';

/** A version that approves whatever a guardrail does not reject, and would launder if it could. */
const trusting: RoutingRuleSet = { version: 'v2', rules: [rejectingGuardrailRule, soundRule] };
const recount: RoutingRuleSet = { ...currentRouting, version: 'v2' };

const open = async (kind: StoreKind) => {
  const store = await createStore(kind);
  const before = await createTestGateway(store);
  const client = { ...before, ...workflowClient(before) };
  return {
    ...client,
    store,
    /** The gateway after a release with other rules. */
    release: async (routing: RoutingRuleSet) => {
      const gateway = await createTestGateway(store, { routing });
      return { ...gateway, ...workflowClient(gateway) };
    },
    recordMany: async (flags: readonly string[][]) => {
      const recorded = [];
      for (const guardrailFlags of flags) recorded.push(await client.record({ ...invoice, guardrailFlags }));
      return recorded.map(({ extraction, workflowItem }) => ({
        extractionId: (extraction as { id: string }).id,
        itemId: (workflowItem as { id: string }).id,
      }));
    },
  };
};

describe('a new routing version', () => {
  describe.each(useCaseStores)('on %s', (kind) => {
    test('routes everything anew, beside the older items, with the recorded flags', async () => {
      const world = await open(kind);
      const [sound, flagged, rejected] = await world.recordMany([[], ['pii'], ['invalid_citation']]);
      await world.record({ ...invoice, guardrailFlags: ['toxic'], route: false });
      world.pass(1_000);
      const after = await world.release(recount);
      expect(await after.rerouteAll({ dryRun: true }, people.admin)).toMatchObject({ inserted: 4 });
      expect(await after.rerouteAll({}, people.admin)).toEqual({
        __typename: 'RerouteAllPayload',
        considered: 4,
        inserted: 4,
        updated: 0,
        unchanged: 0,
        refused: 0,
      });
      expect(await after.rerouteAll({}, people.admin)).toMatchObject({ considered: 4, unchanged: 4 });
      const { totalCount, nodes } = await after.items();
      expect(totalCount).toBe(4);
      expect(
        nodes.map(({ status, routingVersion }: Record<string, string>) => [status, routingVersion]),
      ).toEqual([
        ['AUTO_APPROVED', 'v2'],
        ['NEEDS_REVIEW', 'v2'],
        ['REJECTED', 'v2'],
        ['NEEDS_REVIEW', 'v2'],
      ]);
      for (const { extractionId } of [sound, flagged, rejected].flatMap((one) => one ?? []))
        expect(await after.replay(extractionId)).toMatchObject({ routingVersion: 'v2', matchesStored: true });

      // The audit shows both versions.
      const { data } = await after.ask(
        people.admin,
        `{ extraction(id: "${rejected?.extractionId}") { workflowItem { id routingVersion auditTrail { nodes { action before after } } } } }`,
      );
      const [event] = data.extraction.workflowItem.auditTrail.nodes;
      expect([event.before.routingVersion, event.after.routingVersion]).toEqual(['v1', 'v2']);

      // An item of the older version is history: nobody decides about it.
      expect(
        await after.decide({ id: rejected?.itemId, decision: 'APPROVE' }, people.reviewer),
      ).toMatchObject({ code: 'workflow.superseded' });
      expect(
        await after.decide({ id: data.extraction.workflowItem.id, decision: 'APPROVE' }, people.reviewer),
      ).toMatchObject({ workflowItem: { status: 'APPROVED' } });
      await world.store.drop();
    });

    test('launders nothing, and leaves a person’s word alone', async () => {
      const world = await open(kind);
      const ids = await world.recordMany([['invalid_citation'], ['pii'], ['invalid_citation'], []]);
      // Eased to review: rejected once all the same.
      await world.route({ extractionId: ids[0]?.extractionId, guardrailFlags: ['pii'] });
      await world.decide({ id: ids[3]?.itemId, decision: 'REJECT' }, people.reviewer);
      await world.decide({ id: ids[2]?.itemId, decision: 'APPROVE' }, people.reviewer);
      world.pass(1_000);
      const after = await world.release(trusting);
      expect(await after.rerouteAll({}, people.admin)).toMatchObject({
        considered: 4,
        inserted: 1,
        unchanged: 2,
        refused: 1,
      });
      const status = async (place: number) =>
        (
          await after.ask(
            people.reviewer,
            `{ extraction(id: "${ids[place]?.extractionId}") { workflowItem { status routingVersion } } }`,
          )
        ).data.extraction.workflowItem;
      expect(await status(0)).toEqual({ status: 'NEEDS_REVIEW', routingVersion: 'v1' });
      expect(await status(1)).toEqual({ status: 'AUTO_APPROVED', routingVersion: 'v2' });
      expect(await status(2)).toEqual({ status: 'APPROVED', routingVersion: 'v1' });
      expect(await status(3)).toEqual({ status: 'REJECTED', routingVersion: 'v1' });
      expect(await after.route({ extractionId: ids[0]?.extractionId, guardrailFlags: [] })).toMatchObject({
        code: 'workflow.illegal_transition',
      });
      await world.store.drop();
    });

    test('a pass is cut into batches, goes on where it stopped, and never touches another tenant', async () => {
      const world = await open(kind);
      await world.store.asOwner(
        `insert into extractions (id, tenant, contributor, project, schema_name, payload, field_confidence, created_at)
          select 'ext_' || lpad(n::text, 6, '0'), case when n <= 450 then 'acme' else 'umbrella' end, 'agent', 'p', 'invoice', '{}',
            jsonb_build_array(jsonb_build_object('field', 'a', 'confidence', (n % 100) / 100.0)), now()
          from generate_series(1, 460) n`,
      );
      const pass = async (input: object) =>
        (
          await world.ask(
            people.admin,
            `mutation ($input: RerouteAllInput!) { rerouteAll(input: $input) { ... on RerouteAllPayload {
              considered inserted unchanged endCursor complete } ... on UserError { code path } } }`,
            { input },
          )
        ).data.rerouteAll;
      const first = await pass({ limit: 230 });
      expect(first).toEqual({
        considered: 230,
        inserted: 230,
        unchanged: 0,
        endCursor: 'ext_000230',
        complete: false,
      });
      expect(await pass({ after: first.endCursor, idempotencyKey: 'k' })).toEqual({
        considered: 220,
        inserted: 220,
        unchanged: 0,
        endCursor: 'ext_000450',
        complete: true,
      });
      // The same key answers as the first time; without it everything is there already.
      expect(await pass({ after: first.endCursor, idempotencyKey: 'k' })).toMatchObject({ inserted: 220 });
      expect(await pass({ idempotencyKey: 'k' })).toMatchObject({ code: 'idempotency.mismatch' });
      expect(await pass({})).toMatchObject({ considered: 450, unchanged: 450 });
      expect(await pass({ limit: 0 })).toEqual({ code: 'input.invalid', path: ['input', 'limit'] });
      const [foreign] = await world.store.asOwner<{ count: string }>(
        `select count(*) from workflow_items where tenant = 'umbrella'`,
      );
      expect(Number(foreign?.count)).toBe(0);
      await world.store.drop();
    });

    test('broken off between two batches, a pass keeps what it has done', async () => {
      const world = await open(kind);
      await world.store.asOwner(
        `insert into extractions (id, tenant, contributor, project, schema_name, payload, field_confidence, created_at)
          select 'ext_' || lpad(n::text, 6, '0'), 'acme', 'agent', 'p', 'invoice', '{}', '[{"field":"a","confidence":0.9}]', now()
          from generate_series(1, 300) n`,
      );
      let ids = 0;
      const broken = {
        ...world.dependencies,
        newId: (prefix: Parameters<typeof world.dependencies.newId>[0]) => {
          if (prefix === 'wfi' && ++ids > 250) throw new Error('the power is cut');
          return world.dependencies.newId(prefix);
        },
      };
      const command = { viewer: people.admin, requestId: 'r', input: { idempotencyKey: 'k' } };
      await expect(rerouteAll(broken, command)).rejects.toThrow('the power is cut');
      expect(await rerouteAll(world.dependencies, command)).toMatchObject({
        outcome: { considered: 300, inserted: 300 },
      });
      const { data } = await world.ask(people.auditor, '{ verifyAuditChain { valid events } }');
      expect(data.verifyAuditChain).toEqual({ valid: true, events: 300 });
      await world.store.drop();
    });
  });
});

describe('the audit', () => {
  onServerStore((store) => {
    test('alone shows the state of every workflow item', async () => {
      const gateway = await createTestGateway(store());
      const client = workflowClient(gateway);
      await gateway.ask(
        people.contributor,
        `mutation { ingestDocuments(input: { project: "p", documents: [{ path: "a.md", content: "# A\\n\\n- [Decision] We will keep the buoy.\\n" }] }) { __typename } }`,
      );
      const flags = [[], ['pii'], ['invalid_citation'], ['toxic']];
      for (let n = 0; n < 12; n++) {
        gateway.pass(1_000);
        const { extraction, workflowItem } = (await client.record({
          ...invoice,
          guardrailFlags: flags[n % 4],
        })) as unknown as Record<'extraction' | 'workflowItem', { id: string }>;
        for (let run = 1; run <= n % 3; run++) {
          gateway.pass(1_000);
          await client.route({ extractionId: extraction.id, guardrailFlags: flags[(n + run) % 4] });
        }
        for (const decision of ['APPROVE', 'REJECT', 'REOPEN'].slice(0, Math.max(0, n - 8))) {
          gateway.pass(1_000);
          await client.decide({ id: workflowItem.id, decision, note: `Note ${n}.` }, people.reviewer);
        }
      }
      const later = await createTestGateway(store(), { routing: recount });
      later.pass(3_600_000);
      await workflowClient(later).rerouteAll({}, people.admin);

      const events = await store().asOwner<{
        target_id: string;
        at: Date;
        action: string;
        after: Record<string, unknown>;
      }>(
        `select e.target_id, e.at, e.action, t.after from audit_events e join audit_texts t on t.tenant = e.tenant and t.id = e.id
          where e.target_type = 'WorkflowItem' and e.action not like '%.refused' order by e.sequence`,
      );
      const rebuilt = new Map<string, Record<string, unknown>>();
      for (const { target_id: id, at, after } of events) {
        const known = rebuilt.get(id);
        rebuilt.set(id, {
          id,
          ...after,
          createdAt: known?.createdAt ?? at.toISOString(),
          updatedAt: at.toISOString(),
          revision: Number(known?.revision ?? 0) + 1,
          wasRejected: known?.wasRejected === true || after.status === 'REJECTED',
        });
      }
      const stored = await store().asOwner<Record<string, unknown>>(
        'select * from workflow_items order by id',
      );
      const iso = (value: unknown) => (value instanceof Date ? value.toISOString() : value);
      expect(stored.length).toBeGreaterThan(20);
      expect(
        [...rebuilt.values()].sort((one, other) => (String(one.id) < String(other.id) ? -1 : 1)),
      ).toEqual(
        stored.map((row) => ({
          id: row.id,
          extractionId: row.extraction_id,
          idempotencyKey: row.idempotency_key,
          routingVersion: row.routing_version,
          status: row.status,
          reason: row.reason,
          guardrailFlags: row.guardrail_flags,
          threshold: row.threshold,
          decidedBy: row.decided_by,
          decidedAt: iso(row.decided_at),
          decisionNote: row.decision_note,
          createdAt: iso(row.created_at),
          updatedAt: iso(row.updated_at),
          revision: row.revision,
          wasRejected: row.was_rejected,
        })),
      );
    });
  });
});
