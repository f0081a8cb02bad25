import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { roles } from '#domain/privacy/viewer.ts';
import { mutationCalls } from '#test/security/mutation-calls.ts';
import { createTestGateway, people, viewer } from '#test/support/gateway.ts';
import { onServerStore } from '#test/support/store.ts';
import { decisionRecord, runStory } from '#test/support/story.ts';

const { admin, reader, reviewer, auditor, service } = people;
const fact = { project: 'tides', kind: 'FACT' };
const brings = [
  ['createMemory', { ...fact, content: 'The mast is new.' }],
  ['recordInteraction', { project: 'tides', content: 'Ada: The mast is new.' }],
  [
    'ingestDocuments',
    {
      project: 'tides',
      documents: [{ path: 'a.md', content: decisionRecord('We will moor.') }],
      extract: false,
    },
  ],
  ['withdrawDocuments', { project: 'tides', paths: ['a.md'] }],
] as const;

const committed = readFileSync(new URL('../../../schema.graphql', import.meta.url), 'utf8');
/** Mutations that admins alone may call: settings, erasures, mandates. */
const adminsAlone = [
  ...committed.matchAll(/^ {2}(\w+)\([^()]*\): \w+! @requiresRole\(anyOf: \["admin"\]\)/gm),
].map(([, name]) => name ?? '');

/** Mutations that go on under a hold, each with the members of its input whose words are refused all the same. */
const goesOn: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    [
      ...[
        'claimInboxItem',
        'handOverInboxItem',
        'releaseInboxItem',
        'snoozeInboxItem',
        'decideWorkflowItem',
        'declineSourceChange',
      ],
      ...['deferCandidate', 'deleteCandidate', 'promoteCandidate', 'rejectCandidate', 'restore', 'retire'],
      ...['returnToCandidate', 'supersede', 'reopenContradiction', 'settleDispute', 'verify', 'voteMemory'],
      ...[
        'detectContradictions',
        'dismissLabels',
        'promoteLabels',
        'setSensitivityLabels',
        'routeExtraction',
      ],
      ...[
        'relateEntities',
        'unrelateEntities',
        'setDocumentKind',
        'setHolding',
        'setMemoryPersonal',
        'setOwner',
      ],
      ...['deliverBundle', 'stopExtraction'],
      ...adminsAlone,
    ].map((mutation) => [mutation, []]),
  ),
  disputeMemory: ['statement'],
  resolveContradiction: ['mergedContent'],
  reviewCandidates: ['content'],
};

const calls = mutationCalls({
  ids: () => ['"mem_00000000-0000-7000-8000-000000000000"'],
  byName: { idempotencyKey: [], dryRun: ['true'], user: ['"nobody"'] },
  byType: {
    String: ['"x"'],
    Int: ['1'],
    Float: ['0.5'],
    Boolean: ['true'],
    DateTime: ['"2026-01-01T00:00:00Z"'],
    JSON: ['{}'],
  },
});

onServerStore((store) => {
  test('what a person or a service brings in is put on hold and released by an admin alone, audited and listed', async () => {
    const { gateway } = runStory(await createTestGateway(store()));
    const does = async (who: typeof admin, mutation: string, input: object) => {
      const type = `${mutation[0]?.toUpperCase()}${mutation.slice(1)}Input`;
      const { data, errors } = await gateway.ask(
        who,
        `mutation ($input: ${type}!) { ${mutation}(input: $input) { __typename ... on UserError { code message } } }`,
        { input },
      );
      expect(errors).toBeUndefined();
      return data[mutation];
    };
    const list = async (who: typeof admin) =>
      (await gateway.ask(who, '{ intakeHolds { user { name } setBy { name } } }')).data?.intakeHolds;
    const flood = viewer('Flood', ['contributor', 'reviewer']);

    expect((await does(reviewer, 'holdIntake', { user: 'flood' })).code).toBe('forbidden');
    await does(admin, 'holdIntake', { user: 'flood', dryRun: true });
    expect(await list(admin)).toEqual([]);
    await does(admin, 'holdIntake', { user: 'flood' });
    await does(admin, 'holdIntake', { user: service.user });
    expect(await list(auditor)).toEqual([
      { user: { name: service.user }, setBy: { name: admin.user } },
      { user: { name: 'flood' }, setBy: { name: admin.user } },
    ]);
    expect(await list(reader)).toBeNull();

    for (const who of [flood, { ...flood, user: 'FLOOD' }])
      for (const [mutation, input] of brings)
        expect([mutation, await does(who, mutation, input)]).toEqual([
          mutation,
          expect.objectContaining({ code: 'intake.on_hold', message: expect.stringContaining(admin.user) }),
        ]);
    expect((await does(service, 'recordInteraction', brings[1][1])).code).toBe('intake.on_hold');
    // Other people, and the same name in another tenant, bring in as before.
    expect((await does(people.contributor, 'createMemory', brings[0][1])).code).toBeUndefined();
    expect(
      (await does({ ...flood, tenant: 'elsewhere' }, 'createMemory', brings[0][1])).code,
    ).toBeUndefined();
    const { data } = await gateway.ask(flood, '{ memories { totalCount } }');
    expect(data.memories.totalCount).toBeGreaterThan(0);

    await does(admin, 'releaseIntake', { user: 'FLOOD' });
    expect(await list(admin)).toHaveLength(1);
    expect((await does(flood, 'recordInteraction', brings[1][1])).code).toBeUndefined();
    await does(admin, 'holdIntake', { user: 'Flood' });
    expect((await does(flood, 'recordInteraction', brings[1][1])).code).toBe('intake.on_hold');

    const events = await gateway.ask(
      auditor,
      '{ auditEvents(filter: { action: { in: [INTAKE_PAUSED, INTAKE_RELEASED] } }) { nodes { action after } } }',
    );
    expect(events.data.auditEvents.nodes.map(({ action }: { action: string }) => action)).toEqual([
      'INTAKE_PAUSED',
      'INTAKE_PAUSED',
      'INTAKE_RELEASED',
      'INTAKE_PAUSED',
    ]);
  });

  test('a hold refuses every mutation that takes text or observations in, and no other', async () => {
    const gateway = await createTestGateway(store());
    const flood = viewer('Flood', [...roles]);
    const hold = 'mutation { holdIntake(input: { user: "flood" }) { ... on UserError { message } } }';
    expect(await gateway.ask(admin, hold, {})).toEqual({ data: { holdIntake: {} } });
    expect(calls.length).toBeGreaterThan(150);
    expect(adminsAlone).toContain('setLabelPolicy');
    const together = 10;
    for (let from = 0; from < calls.length; from += together) {
      const some = calls.slice(from, from + together);
      const fields = some.map(
        ({ mutation, literal }, at) =>
          `call${at}: ${mutation}(input: ${literal}) { ... on UserError { code } }`,
      );
      const { data, errors } = await gateway.ask(flood, `mutation { ${fields.join(' ')} }`, {});
      expect([errors, some]).toEqual([undefined, some]);
      for (const [at, { mutation, literal }] of some.entries()) {
        const isRefused = data?.[`call${at}`]?.code === 'intake.on_hold';
        const onHold = goesOn[mutation]?.some((member) => literal.includes(`${member}:`)) ?? true;
        expect({ mutation, literal, isRefused }).toEqual({ mutation, literal, isRefused: onHold });
      }
    }
  });

  test('two holds of one person at once are one hold, and one event', async () => {
    const { gateway, does } = runStory(await createTestGateway(store()));
    const inRaces = viewer('ada', ['admin'], { tenant: 'races' });
    await Promise.all(['flood', 'FLOOD'].map((user) => does(inRaces, 'holdIntake', { user })));
    await Promise.all(['flood', 'FLOOD'].map((user) => does(inRaces, 'releaseIntake', { user })));
    const { data } = await gateway.ask(inRaces, '{ auditEvents { nodes { action } } }');
    expect(data.auditEvents.nodes.map(({ action }: { action: string }) => action)).toEqual([
      'INTAKE_PAUSED',
      'INTAKE_RELEASED',
    ]);
  });
});
