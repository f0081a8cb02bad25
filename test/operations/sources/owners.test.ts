import { describe, expect, test } from 'vitest';
import type { Role, Viewer } from '#domain/privacy/viewer.ts';
import type { SourceOwnerRule } from '#domain/sources/source-owners.ts';
import { createTestGateway, viewer } from '#test/support/gateway.ts';
import { onServerStore } from '#test/support/store.ts';
import { decisionRecord, runStory } from '#test/support/story.ts';

let tenants = 0;

/** People of a tenant of their own. */
const peopleOfTenant = () => {
  tenants += 1;
  const tenant = `owners-${tenants}`;
  const person = (user: string, roles: readonly Role[], groups: readonly string[] = []) =>
    viewer(user, roles, { tenant, groups });
  return {
    person,
    reader: person('rita', ['reader']),
    reviewer: person('bob', ['reviewer']),
    auditor: person('otto', ['auditor']),
    admin: person('alice', ['admin']),
    service: person('agent', ['service']),
    buildBot: person('build-bot', ['service'], ['build']),
    builder: person('carol', ['contributor'], ['build']),
    mallory: person('mallory', ['contributor']),
  };
};

const path = 'adr/lamp.md';
const first = decisionRecord('We will light the lamp at six.');
const other = decisionRecord('We will light the lamp at nine.');

const changeFields = `id kind path content verdict reason sentBy { name } owners { name } decidedBy { name } document { id }`;
const ingestion = `mutation ($input: IngestDocumentsInput!) { ingestDocuments(input: $input) {
  ... on IngestDocumentsPayload { unchanged wave { documents { totalCount } report { candidates { totalCount } } } waiting { ${changeFields} } }
  ... on UserError { code message path } } }`;
const withdrawal = `mutation ($input: WithdrawDocumentsInput!) { withdrawDocuments(input: $input) {
  ... on WithdrawDocumentsPayload { withdrawn { path } affected { totalCount } waiting { ${changeFields} } } ... on UserError { code path } } }`;
const acceptance = `mutation ($input: AcceptSourceChangeInput!) { acceptSourceChange(input: $input) {
  ... on AcceptSourceChangePayload { applied sourceChange { ${changeFields} } report { candidates { nodes { ... on Memory { content contributor { name } } } } } }
  ... on UserError { code message path } } }`;
const decline = `mutation ($input: DeclineSourceChangeInput!) { declineSourceChange(input: $input) {
  ... on DeclineSourceChangePayload { applied sourceChange { ${changeFields} } } ... on UserError { code message path } } }`;

describe('a source belongs to who first brought it in', () => {
  onServerStore((store) => {
    const open = async (
      ownedBy: 'service' | 'buildBot' = 'service',
      sourceOwnerRules: readonly SourceOwnerRule[] = [],
    ) => {
      const everybody = peopleOfTenant();
      const { reader, reviewer } = everybody;
      const gateway = await createTestGateway(store(), { sourceOwnerRules });
      const story = runStory(gateway);
      // biome-ignore lint/suspicious/noExplicitAny: the shape of an answer is the operation's
      const asks = async (who: Viewer, query: string, variables: object = {}): Promise<any> => {
        const { data, errors } = await gateway.ask(who, query, variables);
        if (errors) throw new Error(JSON.stringify(errors));
        return Object.values(data)[0];
      };
      const ingests = (who: Viewer, content: string, more: object = {}) =>
        asks(who, ingestion, { input: { project: 'tides', documents: [{ path, content }], ...more } });
      const withdraws = (who: Viewer) =>
        asks(who, withdrawal, { input: { project: 'tides', paths: [path] } });
      const accepts = (who: Viewer, id: string, more: object = {}) =>
        asks(who, acceptance, { input: { id, ...more } });
      const declines = (who: Viewer, id: string) =>
        asks(who, decline, { input: { id, reason: 'It is at six.' } });
      const [id = ''] = await story.candidates(['We will light the lamp at six.'], {
        by: everybody[ownedBy],
        path,
      });
      await story.does(reviewer, 'promoteCandidate', { id });
      const state = async () => ({
        drift: (await story.asks(reviewer, 'SourceState', { id })).memory.sourceState.state,
        bundle: (await asks(reader, '{ memoryBundle { items { memory { content } warnings { kind } } } }'))
          .items,
        inForce: (await asks(reader, '{ documents(filter: { inForce: true }) { nodes { content } } }')).nodes,
        listed: (await asks(reader, '{ documents { totalCount } }')).totalCount,
        candidates: (await asks(reviewer, '{ candidates { totalCount } }')).totalCount,
      });
      const inbox = async () =>
        (
          await asks(
            reviewer,
            `{ inbox(filter: { reason: { eq: SOURCE_CHANGE } }) { nodes { id settledBy subject { ... on SourceChange { ${changeFields} } } } } }`,
          )
        ).nodes;
      const waiting = async (who: Viewer) =>
        (await asks(who, `{ sourceChanges(filter: { waiting: true }) { nodes { ${changeFields} } } }`)).nodes;
      return {
        ...everybody,
        gateway,
        story,
        asks,
        ingests,
        withdraws,
        accepts,
        declines,
        state,
        inbox,
        waiting,
        id,
      };
    };

    test('an admin names the owners of a folder, audited; nobody else does, and what is sent from then on waits for them', async () => {
      const { service, reviewer, reader, admin, mallory, builder, ingests, accepts, asks } = await open();
      const setting = `mutation ($input: SetSourceOwnersInput!) { setSourceOwners(input: $input) { __typename
        ... on SetSourceOwnersPayload { applied sourceOwnerRules { revision rules { project prefix users groups } setBy { name } } } ... on UserError { code path } } }`;
      const rule = { project: 'tides', prefix: 'adr/', users: [], groups: ['build'] };
      const sets = (who: Viewer, more: object = {}) =>
        asks(who, setting, { input: { rules: [rule], ...more } });
      const list = '{ sourceOwnerRules { revision rules { prefix } } }';

      expect((await sets(reviewer)).code).toBe('forbidden');
      expect((await sets(admin, { rules: [{ ...rule, groups: [] }] })).path).toEqual(['input', 'rules', '0']);
      expect((await sets(admin, { rules: [{ ...rule, prefix: '/adr' }] })).path).toEqual([
        'input',
        'rules',
        '0',
        'prefix',
      ]);
      expect((await sets(admin, { rules: [rule, rule] })).code).toBe('input.invalid');
      expect(await sets(admin, { dryRun: true })).toMatchObject({
        applied: false,
        sourceOwnerRules: { revision: 1 },
      });
      expect(await sets(admin)).toMatchObject({
        applied: true,
        sourceOwnerRules: { revision: 1, rules: [rule], setBy: { name: admin.user } },
      });
      expect((await sets(admin, { rules: [], expectedRevision: 0 })).code).toBe('conflict.stale_revision');
      expect(await asks(reviewer, list)).toEqual({ revision: 1, rules: [{ prefix: 'adr/' }] });
      await expect(asks(reader, list)).rejects.toThrow('FORBIDDEN');
      expect((await asks({ ...admin, tenant: 'elsewhere' }, list)).revision).toBe(0);
      const { nodes } = await asks(
        admin,
        '{ auditEvents(filter: { action: { eq: SOURCE_OWNERS_SET } }) { nodes { actor { name } after } } }',
      );
      expect(nodes).toMatchObject([{ actor: { name: admin.user }, after: { rules: [rule] } }]);

      // The service brought the path in first; the rule says otherwise from now on.
      const [{ id }] = (await ingests(service, other)).waiting;
      expect((await accepts(reviewer, id)).code).toBe('source_change.not_owner');
      expect((await ingests(mallory, other)).waiting).toHaveLength(1);
      expect((await accepts(builder, id)).applied).toBe(true);

      // Without the rule, the path is the service's again.
      expect((await sets(admin, { rules: [] })).sourceOwnerRules.revision).toBe(2);
      expect((await ingests(service, first)).waiting).toEqual([]);
    });

    test('under a rule a version needs whom the rule names, and neither who brought it in nor a reviewer', async () => {
      const rule = { project: 'tides', prefix: 'adr/', users: [], groups: ['build'] };
      const { service, reviewer, builder, mallory, ingests, withdraws, accepts, asks, state } = await open(
        'buildBot',
        [rule],
      );
      const before = await state();
      const { waiting } = await ingests(service, other);
      expect(waiting).toMatchObject([{ verdict: null, owners: [] }]);
      expect(await withdraws(mallory)).toMatchObject({ withdrawn: [] });
      const added = await asks(mallory, ingestion, {
        input: { project: 'tides', documents: [{ path: 'adr/new.md', content: other }] },
      });
      expect(added).toMatchObject({ waiting: [{ path: 'adr/new.md' }] });
      expect(await state()).toEqual(before);
      expect(await accepts(reviewer, waiting[0].id)).toMatchObject({ code: 'source_change.not_owner' });
      expect(await accepts(builder, waiting[0].id)).toMatchObject({ applied: true });
      expect((await ingests(builder, first)).waiting).toEqual([]);
    });

    test('a version by somebody else waits, moves nothing, and is shown to its sender and in the inbox', async () => {
      const {
        person,
        reader,
        reviewer,
        auditor,
        admin,
        service,
        mallory,
        ingests,
        state,
        inbox,
        waiting,
        asks,
      } = await open();
      const before = await state();
      const { waiting: sent, unchanged, wave } = await ingests(mallory, other);
      expect(sent).toEqual([
        {
          id: expect.stringMatching(/^sch_/),
          kind: 'VERSION',
          path,
          content: other,
          verdict: null,
          reason: null,
          sentBy: { name: 'mallory' },
          owners: [{ name: service.user }],
          decidedBy: null,
          document: null,
        },
      ]);
      expect([unchanged, wave.documents.totalCount, wave.report.candidates.totalCount]).toEqual([0, 0, 0]);
      expect(await state()).toEqual(before);
      expect(await inbox()).toEqual([
        {
          id: `inb_SOURCE_CHANGE.${sent[0].id}`,
          settledBy: ['ACCEPT_SOURCE_CHANGE', 'DECLINE_SOURCE_CHANGE'],
          subject: sent[0],
        },
      ]);
      for (const who of [mallory, service, reviewer, auditor, admin])
        expect([who.user, await waiting(who)]).toEqual([who.user, sent]);
      expect(await waiting(reader)).toEqual([]);
      expect(await waiting(person('dave', ['contributor']))).toEqual([]);
      const { nodes } = await asks(
        auditor,
        '{ auditEvents(filter: { action: { eq: SOURCE_CHANGE_REQUESTED } }) { nodes { actor { name } after } } }',
      );
      expect(nodes).toEqual([
        { actor: { name: 'mallory' }, after: expect.objectContaining({ kind: 'VERSION', path }) },
      ]);
    });

    test('a withdrawal by somebody else waits; accepted by an owner it takes effect', async () => {
      const { reviewer, service, mallory, withdraws, accepts, state, id, story } = await open();
      const before = await state();
      const { withdrawn, affected, waiting } = await withdraws(mallory);
      expect([withdrawn, affected.totalCount, waiting.length]).toEqual([[], 0, 1]);
      expect(waiting[0]).toMatchObject({ kind: 'WITHDRAWAL', content: null });
      expect(await state()).toEqual(before);
      const { sourceChange } = await accepts(service, waiting[0].id);
      expect(sourceChange).toMatchObject({ verdict: 'ACCEPTED', decidedBy: { name: service.user } });
      expect((await story.asks(reviewer, 'SourceState', { id })).memory.sourceState.state).toBe('WITHDRAWN');
    });

    test('an accepted version is in force, is read, and is its sender’s contribution', async () => {
      const { reviewer, service, mallory, ingests, accepts, state, inbox } = await open();
      const { waiting } = await ingests(mallory, other);
      const { sourceChange, report } = await accepts(reviewer, waiting[0].id);
      expect(sourceChange).toMatchObject({
        verdict: 'ACCEPTED',
        decidedBy: { name: reviewer.user },
        document: { id: expect.stringMatching(/^doc_/) },
      });
      expect(report.candidates.nodes).toEqual([
        { content: 'We will light the lamp at nine.', contributor: { name: 'mallory' } },
      ]);
      expect(await state()).toMatchObject({
        drift: 'REWORDED',
        inForce: [{ content: other }],
        candidates: 1,
      });
      expect(await inbox()).toEqual([]);
      // Its path is still its first owner's.
      expect((await ingests(mallory, first)).waiting).toHaveLength(1);
      expect((await ingests(service, first)).waiting).toEqual([]);
    });

    test('a declined version moves nothing, and its sender reads why', async () => {
      const { admin, service, mallory, ingests, declines, accepts, state, waiting, asks } = await open();
      const before = await state();
      const sent = (await ingests(mallory, other)).waiting[0];
      const declined = { verdict: 'DECLINED', reason: 'It is at six.', decidedBy: { name: service.user } };
      expect((await declines(service, sent.id)).sourceChange).toMatchObject(declined);
      expect(
        await asks(
          mallory,
          `query ($id: ID!) { node(id: $id) { ... on SourceChange { ${changeFields} } } }`,
          { id: sent.id },
        ),
      ).toMatchObject(declined);
      expect(await state()).toEqual(before);
      expect(await waiting(mallory)).toEqual([]);
      expect(await accepts(admin, sent.id)).toMatchObject({ code: 'source_change.settled' });
    });

    test('its sender decides it in no role and no spelling; hidden and missing are the same bytes', async () => {
      const { person, mallory, ingests, accepts, declines, gateway } = await open();
      const { id } = (await ingests(mallory, other)).waiting[0];
      for (const who of [
        mallory,
        person('mallory', ['reviewer', 'contributor']),
        person('MALLORY', ['reviewer']),
      ])
        for (const decide of [accepts, declines])
          expect([who.user, await decide(who, id)]).toMatchObject([
            who.user,
            { code: 'source_change.not_owner' },
          ]);
      const dave = person('dave', ['contributor']);
      const missing = 'sch_00000000-0000-7000-8000-000000000000';
      for (const [query, more] of [
        [acceptance, {}],
        [decline, { reason: 'No.' }],
      ] as const) {
        const [hidden, none] = await Promise.all(
          [id, missing].map((of) => gateway.ask(dave, query, { input: { id: of, ...more } })),
        );
        expect(JSON.stringify(hidden)).toBe(JSON.stringify(none));
        expect(JSON.stringify(hidden)).toContain('not_found');
      }
    });

    test('the group of who brought it in owns it, too', async () => {
      const { builder, mallory, ingests, accepts } = await open('buildBot');
      const { waiting } = await ingests(mallory, other);
      expect(await accepts(builder, waiting[0].id)).toMatchObject({ applied: true });
      expect((await ingests(builder, first)).waiting).toEqual([]);
    });

    test('what the same sender sends next takes its place; the same again waits as it did', async () => {
      const { service, mallory, ingests, withdraws, accepts, waiting } = await open();
      const [one] = (await ingests(mallory, other)).waiting;
      const [again] = (await ingests(mallory, other)).waiting;
      expect(again).toEqual(one);
      const [next] = (await withdraws(mallory)).waiting;
      expect(next.id).not.toBe(one.id);
      expect((await waiting(mallory)).map(({ id }: { id: string }) => id)).toEqual([next.id]);
      expect(await accepts(service, one.id)).toMatchObject({ code: 'source_change.settled' });
    });

    test('what is in force already is unchanged for every sender; an admin’s version does not wait', async () => {
      const { admin, mallory, ingests, state } = await open();
      expect(await ingests(mallory, first)).toMatchObject({ unchanged: 1, waiting: [] });
      expect(await ingests(admin, other)).toMatchObject({ waiting: [] });
      expect((await state()).inForce).toEqual([{ content: other }]);
    });

    test('a dry run answers alike, and leaves nothing', async () => {
      const { service, mallory, ingests, accepts, waiting, state } = await open();
      expect((await ingests(mallory, other, { dryRun: true })).waiting).toHaveLength(1);
      expect(await waiting(service)).toEqual([]);
      const [{ id }] = (await ingests(mallory, other)).waiting;
      const before = await state();
      expect(await accepts(service, id, { dryRun: true })).toMatchObject({ applied: false });
      expect(await state()).toEqual(before);
      expect(await waiting(service)).toHaveLength(1);
    });

    test('in another visibility the path is another source', async () => {
      const { person, admin, story, state, asks } = await open();
      await story.does(admin, 'declareGroups', { groups: ['board'] });
      const before = await state();
      const member = person('mallory', ['contributor'], ['board']);
      expect(
        await asks(member, ingestion, {
          input: { project: 'tides', documents: [{ path, content: other, audience: ['board'] }] },
        }),
      ).toMatchObject({ waiting: [] });
      expect({ ...(await state()), candidates: before.candidates }).toEqual(before);
    });
  });
});
