import { isEnumType, isInputObjectType } from 'graphql';
import { describe, expect, test } from 'vitest';
import { gatedFields } from '#domain/privacy/field-access.ts';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { schema } from '#resolvers/index.ts';
import { contractOperation } from '../support/contract.ts';
import { createTestGateway, people } from '../support/gateway.ts';
import { digestOf } from '../support/statements.ts';
import { onServerStore } from '../support/store.ts';
import { type Answer, runStory } from '../support/story.ts';
import { offersFor } from './battery.ts';
import { mutationCalls } from './mutation-calls.ts';

describe('attack 18: what a role may not read, it reads by no detour', () => {
  onServerStore((store) => {
    test('auditors see that something happened to a hidden item, and nothing of it', async () => {
      const gateway = await createTestGateway(store());
      const story = runStory(gateway);
      const personal = await story.does(people.contributor, 'createMemory', {
        project: 'tides',
        kind: 'IDENTITY',
        content: 'Carol is shy of crowds.',
        isPersonal: true,
      });
      const id = personal.memory.id;
      await story.does(people.contributor, 'editItem', {
        id,
        content: 'Carol is shy of very large crowds.',
      });
      const boards = await story.candidate('We will keep this from auditors.', { audience: ['board'] });
      const eventsFor = async (who: Viewer, filter: object) =>
        (await story.asks(who, 'AuditEvents', { filter })).auditEvents.nodes;
      // All of them are there; by the id of the item none is found.
      for (const action of ['MEMORY_EDITED', 'MEMORY_CREATED']) {
        const hidden = await eventsFor(people.auditor, { action: { eq: action } });
        expect(hidden.map(({ id: event }: { id: string }) => event)).toEqual(
          (await eventsFor(people.admin, { action: { eq: action } })).map(
            ({ id: event }: { id: string }) => event,
          ),
        );
        expect(hidden.length).toBeGreaterThan(0);
        for (const { target, before, after } of hidden)
          expect([target, before, after]).toEqual([null, null, null]);
      }
      for (const targetId of [id, boards]) {
        expect(await eventsFor(people.auditor, { targetId: { eq: targetId } })).toEqual([]);
        expect((await eventsFor(people.admin, { targetId: { eq: targetId } })).length).toBeGreaterThan(0);
      }
      const whole = await gateway.askForText(people.auditor, contractOperation('AuditEvents'), {
        first: 100,
      });
      expect(whole).not.toMatch(/shy|keep this from auditors/);
      const { nodes } = (await story.asks(people.admin, 'AuditEvents', { filter: { targetId: { eq: id } } }))
        .auditEvents;
      expect(nodes.at(-1)).toMatchObject({
        before: { content: 'Carol is shy of crowds.' },
        after: { content: 'Carol is shy of very large crowds.' },
        target: { id },
      });
      expect((await story.asks(people.auditor, 'VerifyAudit')).verifyAuditChain.valid).toBe(true);
    });

    test('the reason of a rejection is for reviewers, auditors, admins and the contributor, by every way to it', async () => {
      const gateway = await createTestGateway(store());
      const story = runStory(gateway);
      const id = await story.candidate('We will reject this in private.');
      await story.does(people.reviewer, 'rejectCandidate', { id, reason: 'Between reviewers only.' });
      await story.does(people.reviewer, 'returnToCandidate', { id });
      const asked = (who: Viewer) =>
        gateway.askForText(
          who,
          'query ($id: ID!) { auditEvents(filter: { targetId: { eq: $id } }) { nodes { before after target { ... on Memory { rejectionReason again: rejectionReason } } } } memory(id: $id) { r: rejectionReason auditTrail { nodes { before after } } } }',
          { id },
        );
      for (const who of [people.auditor, people.admin])
        expect(await asked(who)).toContain('Between reviewers only.');
      // A reader sees the item again once it is believed, and never why it was once rejected.
      await story.does(people.reviewer, 'promoteCandidate', { id });
      const past = '{ timeline { nodes { ... on DecisionEvent { to reason } } } }';
      const pastOf = (who: Viewer) =>
        gateway.askForText(who, `query ($id: ID!) { memory(id: $id) ${past} }`, { id });
      expect(await pastOf(people.auditor)).toContain('Between reviewers only.');
      for (const who of [people.reader, people.curator]) {
        expect(await pastOf(who)).toContain('INVALID');
        for (const text of [await pastOf(who), await asked(who)])
          expect(text).not.toContain('Between reviewers only.');
      }
      expect((await story.asks(people.auditor, 'VerifyAudit')).verifyAuditChain.valid).toBe(true);
    });

    test('the audit is for auditors and admins, by every way to it', async () => {
      const gateway = await createTestGateway(store());
      const id = await runStory(gateway).candidate('We will hide how this came about.');
      const [event] = await store().asOwner<{ id: string }>(
        'select id from audit_events where target_id = ?',
        [id],
      );
      for (const who of [
        people.reader,
        people.contributor,
        people.reviewer,
        people.curator,
        people.service,
      ]) {
        for (const query of ['{ auditEvents { totalCount } }', '{ verifyAuditChain { events } }'])
          expect((await gateway.ask(who, query)).errors, who.user).toMatchObject([
            { extensions: { code: 'FORBIDDEN' } },
          ]);
        expect(
          (
            await gateway.ask(
              who,
              '{ memories { nodes { auditTrail { totalCount } } } node(id: "%") { id } }'.replace(
                '%',
                event?.id ?? '',
              ),
            )
          ).data,
        ).toSatisfy(
          (data: Answer) =>
            data.node === null && data.memories.nodes.every((node: Answer) => node.auditTrail === null),
        );
      }
    });

    test('the queue is for reviewers and contributors', async () => {
      const gateway = await createTestGateway(store());
      for (const who of [people.reader, people.curator, people.auditor])
        expect((await gateway.ask(who, '{ candidates { totalCount } }')).errors, who.user).toMatchObject([
          { extensions: { code: 'FORBIDDEN' } },
        ]);
    });
  });
});

describe('attack 13: nobody says of an item what is not theirs to say', () => {
  onServerStore((store) => {
    const foreign = [
      'tenant',
      'contributor',
      'status',
      'confidence',
      'layer',
      'trust',
      'handAuthored',
      'rule',
      'reviewedBy',
      'promotedBy',
      'labelPromotions',
      'promotedAt',
      'revision',
      'visibilityKey',
      'createdAt',
      '$where',
      'constructor',
    ];

    const fieldsOf = (type: unknown): readonly string[] =>
      isInputObjectType(type) ? Object.keys(type.getFields()) : [];
    // The confidence of an extracted field is the extractor's to say: routing is decided by it.
    const declared = { FieldConfidenceInput: ['confidence'] };
    const inputTypes = Object.values(schema.getTypeMap()).filter(isInputObjectType);

    test('no input of a mutation declares one of them', () => {
      // An origin says which items are meant, as a filter does.
      const filters = /Filter$|Order$|Range$|Origin$/;
      expect(
        inputTypes
          .filter(({ name }) => !filters.test(name))
          .flatMap((type) =>
            fieldsOf(type)
              .filter((field) => foreign.includes(field))
              .filter((field) => !Object(declared)[type.name]?.includes(field))
              .map((field) => `${type.name}.${field}`),
          ),
      ).toEqual([]);
    });

    test('every mutation refuses each of them, and suggests none', async () => {
      const gateway = await createTestGateway(store());
      const before = await digestOf(store());
      const known = new Set<string>();
      for (const { mutation, literal, fields } of mutationCalls(offersFor(() => false))) {
        if (known.has(mutation)) continue;
        known.add(mutation);
        const refused = foreign.filter((name) => /^\w+$/.test(name) && !fields.includes(name));
        // A query is refused with ten errors at most.
        for (let from = 0; from < refused.length; from += 10) {
          const some = refused.slice(from, from + 10);
          const input = literal.replace(/^\{ /, `{ ${some.map((field) => `${field}: "x"`).join(', ')}, `);
          const { data, errors } = await gateway.ask(
            people.admin,
            `mutation { ${mutation}(input: ${input}) { __typename } }`,
          );
          const messages = errors?.map(({ message }: { message: string }) => message);
          expect([data, messages], mutation).toEqual([
            undefined,
            some.map((field) => expect.stringContaining(`"${field}"`)),
          ]);
          expect(messages?.join()).not.toMatch(/did you mean/i);
        }
      }
      expect(await digestOf(store())).toEqual(before);
    });
  });
});

describe('attack 6: nothing is filtered or ordered by what a role may not read', () => {
  test('no argument of a query is a gated field', () => {
    const named = Object.values(schema.getTypeMap()).flatMap((type) => {
      if (/Filter$/.test(type.name) && isInputObjectType(type)) return Object.keys(type.getFields());
      return /OrderField$/.test(type.name) && isEnumType(type)
        ? type
            .getValues()
            .map(({ name }) => name.toLowerCase().replaceAll(/_(.)/g, (_, letter) => letter.toUpperCase()))
        : [];
    });
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((name) => Object.hasOwn(gatedFields, name))).toEqual([]);
  });
});
