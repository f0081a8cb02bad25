import { describe, expect, test } from 'vitest';
import { openOrm } from '#persistence/store/orm.ts';
import { contractOperation } from '#test/support/contract.ts';
import { createTestGateway, people, viewer } from '#test/support/gateway.ts';
import { digestOf } from '#test/support/statements.ts';
import { onServerStore } from '#test/support/store.ts';
import { runStory } from '#test/support/story.ts';

const { admin, auditor, contributor, curator, reader, reviewer, service } = people;

const denies = { id: 'no-pii', anyLabel: ['pii'], notRoles: ['reviewer'], action: 'DENY' };
const redacts = { id: 'no-legal', allLabels: ['legal', 'pii'], users: ['rita'], action: 'REDACT' };
const spelt = { anyLabel: [], allLabels: [], roles: [], notRoles: [], users: [] };

describe('contract 04: the label policy', () => {
  onServerStore((store) => {
    let tenants = 0;
    /** A tenant of its own, since a policy stays. */
    const begin = async () => {
      const tenant = `tenant-${++tenants}`;
      const gateway = await createTestGateway(store());
      const story = runStory(gateway);
      const of = (who: typeof admin) => ({ ...who, tenant });
      const sets = (rules: readonly object[], more: object = {}, who = admin) =>
        story.does(of(who), 'setLabelPolicy', { mode: 'ENFORCE', rules, ...more });
      const writes = async (content: string, sensitivityLabels: readonly string[]): Promise<string> => {
        const { memory } = await story.does(of(contributor), 'createMemory', {
          project: 'p',
          kind: 'FACT',
          content,
          sensitivityLabels,
        });
        await story.does(of(reviewer), 'promoteCandidate', { id: memory.id });
        return memory.id;
      };
      const read = async (who: typeof admin, id: string) =>
        (await gateway.ask(of(who), 'query ($id: ID!) { memory(id: $id) { content redacted } }', { id })).data
          .memory;
      const events = async () =>
        (
          await gateway.ask(
            of(auditor),
            '{ auditEvents(filter: { action: { eq: LABEL_POLICY_SET } }) { nodes { actor { name } before after } } }',
          )
        ).data.auditEvents.nodes;
      return { gateway, story, of, sets, writes, read, events, tenant };
    };
    const policyIn = async ({ story, of }: Awaited<ReturnType<typeof begin>>) =>
      (await story.asks(of(admin), 'LabelPolicy')).labelPolicy;

    test('is set by an admin, kept in one spelling, and read by admins and auditors', async () => {
      const world = await begin();
      expect(await policyIn(world)).toBeNull();
      const set = await world.sets([denies, { ...redacts, allLabels: ['pii', 'legal', 'pii'] }]);
      const policy = {
        revision: 1,
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        mode: 'ENFORCE',
        rules: [
          { ...spelt, ...denies },
          { ...spelt, ...redacts },
        ],
      };
      expect(set).toEqual({
        __typename: 'SetLabelPolicyPayload',
        policy: {
          ...policy,
          rules: [
            { id: 'no-pii', action: 'DENY' },
            { id: 'no-legal', action: 'REDACT' },
          ],
        },
        applied: true,
        wouldChange: { denied: 0, redacted: 0 },
      });
      expect(await policyIn(world)).toEqual(policy);
      expect((await world.story.asks(world.of(auditor), 'LabelPolicy')).labelPolicy).toEqual(policy);
      expect(await world.events()).toEqual([{ actor: { name: 'alice' }, before: null, after: policy }]);
    });

    test('is nobody else’s to set or to ask for', async () => {
      const { gateway, of, sets } = await begin();
      for (const who of [reader, contributor, reviewer, curator, auditor, service])
        expect(await sets([denies, denies], {}, who)).toMatchObject({ code: 'forbidden' });
      for (const who of [reader, contributor, reviewer, curator, service]) {
        const asked = await gateway.ask(of(who), contractOperation('LabelPolicy'));
        expect(asked.errors?.[0]?.extensions?.code).toBe('FORBIDDEN');
      }
    });

    test('keeps every revision, refuses a stale one, and writes nothing for the same again', async () => {
      const world = await begin();
      const { sets, gateway, of, events } = world;
      expect(await sets([denies], { expectedRevision: 1 })).toMatchObject({
        code: 'conflict.stale_revision',
      });
      expect(await sets([denies], { expectedRevision: 0 })).toMatchObject({ policy: { revision: 1 } });
      expect(await sets([denies], { expectedRevision: 0 })).toMatchObject({
        code: 'conflict.stale_revision',
      });
      expect(await sets([denies], { expectedRevision: 1 })).toMatchObject({ policy: { revision: 1 } });
      expect(await sets([denies], { mode: 'LOG_ONLY' })).toMatchObject({ policy: { revision: 2 } });
      expect(await sets([])).toMatchObject({ policy: { revision: 3, rules: [] } });
      const former =
        '{ one: labelPolicy(revision: 1) { mode rules { id } } four: labelPolicy(revision: 4) { mode } }';
      expect((await gateway.ask(of(admin), former)).data).toEqual({
        one: { mode: 'ENFORCE', rules: [{ id: 'no-pii' }] },
        four: null,
      });
      expect((await events()).map(({ after }: { after: { revision: number } }) => after.revision)).toEqual([
        1, 2, 3,
      ]);
    });

    test('two at once: one of them is first', async () => {
      const { sets } = await begin();
      const answers = await Promise.all([
        sets([denies], { expectedRevision: 0 }),
        sets([redacts], { expectedRevision: 0 }),
      ]);
      expect(answers.map(({ __typename }) => __typename).sort()).toEqual([
        'SetLabelPolicyPayload',
        'UserError',
      ]);
      const more = await Promise.all([sets([denies, redacts]), sets([redacts, denies])]);
      expect(more.map(({ policy }) => policy.revision).sort()).toEqual([2, 3]);
    });

    test('the same key gives the outcome of the first call', async () => {
      const { sets } = await begin();
      const first = await sets([denies], { idempotencyKey: 'k' });
      await sets([redacts]);
      expect(await sets([denies], { idempotencyKey: 'k' })).toEqual(first);
      expect(await sets([redacts], { idempotencyKey: 'k' })).toMatchObject({ code: 'idempotency.mismatch' });
    });

    test.for<[string, readonly object[], readonly string[]]>([
      ['two rules of one id', [denies, { ...redacts, id: 'no-pii' }], ['rules', '1', 'id']],
      ['a rule without an id', [{ ...denies, id: '' }], ['rules', '0', 'id']],
      ['a rule that names no label', [denies, { id: 'all', action: 'DENY' }], ['rules', '1', 'anyLabel']],
      ['an empty label', [{ ...denies, anyLabel: [''] }], ['rules', '0', 'anyLabel', '0']],
      ['a role that nobody has', [{ ...denies, roles: ['owner'] }], ['rules', '0', 'roles']],
      ['too long a name', [{ ...denies, users: ['x'.repeat(201)] }], ['rules', '0', 'users', '0']],
      [
        'too many labels',
        [{ ...denies, anyLabel: Array.from({ length: 51 }, (_, index) => `l${index}`) }],
        ['rules', '0', 'anyLabel'],
      ],
      [
        'too many rules',
        Array.from({ length: 101 }, (_, index) => ({ ...denies, id: `r${index}` })),
        ['rules'],
      ],
    ])('is refused with %s', async ([, rules, path]) => {
      const { sets } = await begin();
      expect(await sets(rules)).toMatchObject({ code: 'input.invalid', path: ['input', ...path] });
    });

    test('a dry run says what it would reach, and changes nothing', async () => {
      const world = await begin();
      const { sets, writes, read, events } = world;
      const id = await writes('Write to a@example.com.', ['pii.email']);
      await writes('Write to b@example.com, says the rule.', ['legal', 'pii.email']);
      await writes('The rule says so.', ['legal']);
      await writes('Nothing is said.', []);
      const digest = await digestOf(store());
      const dry = await sets([{ ...denies, roles: ['reader'] }, redacts], { dryRun: true });
      expect(dry).toMatchObject({
        policy: { revision: 1, mode: 'ENFORCE', rules: [{ id: 'no-pii' }, { id: 'no-legal' }] },
        applied: false,
        wouldChange: { denied: 2, redacted: 1 },
      });
      expect(await digestOf(store())).toEqual(digest);
      expect([await policyIn(world), await events(), (await read(reader, id)).redacted]).toEqual([
        null,
        [],
        false,
      ]);
      expect(await sets([{ ...denies, notRoles: [] }, redacts], { mode: 'LOG_ONLY' })).toMatchObject({
        applied: true,
        wouldChange: { denied: 2, redacted: 0 },
      });
    });

    test('a dry run says who would see less than under the policy in force', async () => {
      const { gateway, of, sets, writes } = await begin();
      await writes('Write to a@example.com.', ['pii.email']);
      await writes('Write to b@example.com, says the rule.', ['legal', 'pii.email']);
      await sets([{ ...denies, notRoles: ['reader', 'reviewer', 'curator', 'auditor', 'service'] }]);
      const { data } = await gateway.ask(
        of(admin),
        `mutation ($input: SetLabelPolicyInput!) {
          setLabelPolicy(input: $input) {
            ... on SetLabelPolicyPayload { applied wouldChange { losses { role user hidden redacted labels } } }
          }
        }`,
        {
          input: {
            mode: 'ENFORCE',
            rules: [
              { ...denies, notRoles: [], roles: ['reader'] },
              { ...redacts, notRoles: [], users: ['bob'] },
            ],
            dryRun: true,
          },
        },
      );
      expect(data.setLabelPolicy).toEqual({
        applied: false,
        wouldChange: {
          losses: [
            { role: 'reader', user: null, hidden: 2, redacted: 0, labels: ['pii'] },
            { role: null, user: 'bob', hidden: 0, redacted: 1, labels: ['legal', 'pii'] },
          ],
        },
      });
    });

    test('a redacted memory shows neither quote nor reference of its evidence, but which interaction it was', async () => {
      const { sets, writes, of, story, gateway } = await begin();
      const id = await writes('Write to a@example.com.', ['pii.email']);
      const interaction = 'int_0199a000-0000-7000-8000-000000000000';
      for (const sourceRef of ['talk about a@example.com', interaction])
        await story.does(of(contributor), 'recordEvidence', {
          memoryId: id,
          detectionType: 'CONFIRMATION',
          userQuote: 'Write to a@example.com, yes.',
          sourceRef,
        });
      await sets([{ ...denies, notRoles: [], users: ['carol'], action: 'REDACT' }]);
      const read = async (who: typeof admin) =>
        (
          await gateway.ask(
            of(who),
            'query ($id: ID!) { memory(id: $id) { evidence { nodes { userQuote sourceRef } } } }',
            { id },
          )
        ).data.memory.evidence.nodes;
      const masked = '[REDACTED by policy]';
      expect(await read(contributor)).toEqual([
        { userQuote: masked, sourceRef: masked },
        { userQuote: masked, sourceRef: interaction },
      ]);
      expect((await read(reviewer))[0].sourceRef).toBe('talk about a@example.com');
    });

    test('holds from its commit on, in another process too, and is one tenant’s alone', async () => {
      const { sets, writes, read, of, tenant } = await begin();
      const id = await writes('Write to a@example.com.', ['pii.email']);
      const address = store().address;
      const orm = 'url' in address ? await openOrm(address) : store().orm;
      const elsewhere = await createTestGateway({ ...store(), orm });
      const there = async () =>
        (await elsewhere.ask(of(reader), 'query ($id: ID!) { memory(id: $id) { redacted } }', { id })).data
          .memory;
      try {
        expect(await there()).toEqual({ redacted: false });
        await sets([{ ...denies, notRoles: [] }]);
        expect([await there(), await read(admin, id)]).toEqual([null, null]);
        await sets([{ ...denies, action: 'REDACT' }]);
        expect([await there(), (await read(reviewer, id)).redacted]).toEqual([{ redacted: true }, false]);
        await sets([{ ...denies, action: 'DENY' }], { mode: 'LOG_ONLY' });
        expect(await there()).toEqual({ redacted: false });
        const another = await begin();
        await another.sets([{ ...denies, notRoles: [] }]);
        expect(another.tenant).not.toBe(tenant);
        expect(await there()).toEqual({ redacted: false });
      } finally {
        if (orm !== store().orm) await orm.close();
      }
    });

    test('what is only logged is counted, by action and by answer', async () => {
      const { sets, writes, of } = await begin();
      const id = await writes('Write to a@example.com.', ['pii.email']);
      const other = await writes('Write to b@example.com.', ['legal.pii', 'pii', 'legal']);
      await sets(
        [
          { ...redacts, users: [] },
          { ...denies, notRoles: [] },
        ],
        { mode: 'LOG_ONLY' },
      );
      const noted: unknown[] = [];
      const listening = await createTestGateway(
        store(),
        {},
        { logUnenforced: (...what) => void noted.push(what) },
      );
      const asked = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } memories { nodes { id } } }';
      await listening.ask(of(reader), asked, { ids: [id, other] });
      expect(noted.sort()).toEqual([
        ['DENY', 2],
        ['REDACT', 2],
      ]);
    });

    test.for([
      ['rules that are none', '{"rules": true}'],
      ['a condition of a later release', JSON.stringify([{ ...spelt, ...denies, groups: ['board'] }])],
      ['an action of a later release', JSON.stringify([{ ...spelt, ...denies, action: 'ASK' }])],
    ])('that cannot be read denies whatever has a label: %s', async ([, rules]) => {
      const world = await begin();
      const { sets, writes, read, tenant, gateway, of } = world;
      const labelled = await writes('Anything at all.', ['harmless']);
      const plain = await writes('Anything else.', []);
      await store().asOwner(
        `insert into label_policies (id, tenant, revision, mode, rules, hash, set_by, set_at)
          values (?, ?, 1, 'LOG_ONLY', ?::jsonb, 'x', 'x', now())`,
        [`pol_${tenant}`, tenant, rules],
      );
      for (const who of [admin, auditor, reviewer, contributor, reader, service])
        expect([await read(who, labelled), (await read(who, plain)).redacted]).toEqual([null, false]);
      const asked = await gateway.ask(of(admin), contractOperation('LabelPolicy'));
      expect(asked.errors?.[0]?.extensions?.code).toBe('LABEL_POLICY_UNREADABLE');
      expect(await sets([denies], { expectedRevision: 1 })).toMatchObject({ policy: { revision: 2 } });
      expect(await read(reader, labelled)).toEqual({ content: 'Anything at all.', redacted: false });
    });

    test('a policy is read by no query of another tenant', async () => {
      const { sets } = await begin();
      await sets([denies]);
      const gateway = await createTestGateway(store());
      const asked = await gateway.ask(
        viewer('eve', ['admin'], { tenant: 'elsewhere' }),
        '{ labelPolicy { hash } former: labelPolicy(revision: 1) { hash } }',
      );
      expect(asked.data).toEqual({ labelPolicy: null, former: null });
    });
  });
});
