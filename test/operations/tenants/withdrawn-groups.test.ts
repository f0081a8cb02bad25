import { beforeEach, expect, test } from 'vitest';
import { isGroupWithdrawn, learnWithdrawnGroups } from '#persistence/people/withdrawn-groups.ts';
import { openOrm } from '#persistence/store/orm.ts';
import { createTestGateway, people, type TestGateway } from '#test/support/gateway.ts';
import { onServerStore } from '#test/support/store.ts';
import { decisions, runStory, type Story } from '#test/support/story.ts';
import { codesOf, subscribe } from '#test/support/subscription.ts';

onServerStore((store) => {
  let gateway: TestGateway;
  let story: Story;
  let tenant = 0;
  /** Each test has a tenant of its own. */
  const as = (who: (typeof people)[keyof typeof people], ...groups: string[]) => ({
    ...who,
    tenant: `ships-${tenant}`,
    groups,
  });
  const forCrew = (which: number) =>
    story.candidates(decisions(which).slice(-1), {
      by: as(people.service),
      audience: ['crew'],
      path: `${which}.md`,
    });
  const seenBy = async (who: ReturnType<typeof as>) =>
    (await gateway.ask(who, '{ candidates { totalCount } }')).data.candidates.totalCount;
  const list = async (who: ReturnType<typeof as>) =>
    (await gateway.ask(who, '{ withdrawnGroups { group user { name } setBy { name } } }')).data
      ?.withdrawnGroups;

  beforeEach(async () => {
    tenant += 1;
    gateway = await createTestGateway(store());
    story = runStory(gateway);
    await story.does(as(people.admin), 'declareGroups', { groups: ['board', 'crew'] });
  });

  test('a group that looks the same as another is not declared', async () => {
    const answer = await story.does(as(people.admin), 'declareGroups', { groups: ['pilots', 'crew\u200B'] });
    expect(answer).toMatchObject({ code: 'input.invalid', path: ['input', 'groups', '1'] });
  });

  test('a group that is withdrawn from a person shows them nothing more, and others as before', async () => {
    const { does } = story;
    const [bob, ben] = ['bob', 'ben'].map((user) => ({ ...as(people.reviewer, 'crew', 'board'), user }));
    if (bob === undefined || ben === undefined) throw new Error('Both are there.');
    const [id] = await forCrew(1);
    expect(await seenBy(bob)).toBe(1);
    await does(as(people.admin), 'withdrawGroup', { group: 'crew', user: 'BOB', dryRun: true });
    expect(await seenBy(bob)).toBe(1);
    await does(as(people.admin), 'withdrawGroup', { group: 'crew', user: 'BOB' });

    expect([await seenBy(bob), await seenBy(ben)]).toEqual([0, 1]);
    const answers = [id, 'mem_00000000-0000-7000-8000-000000000000'].map(async (one) =>
      gateway.askForText(bob, 'query ($id: ID!) { node(id: $id) { id } } ', { id: one }),
    );
    const [hidden, missing] = await Promise.all(answers);
    expect(hidden).toBe(missing);
    const { data } = await gateway.ask(bob, '{ viewer { groups } }');
    expect(data.viewer.groups).toEqual(['board']);
    const named = { user: { name: 'BOB' }, setBy: { name: people.admin.user } };
    expect(await list(as(people.auditor))).toEqual([{ group: 'crew', ...named }]);
    expect(await list(as(people.reviewer))).toBeNull();

    await does(as(people.admin), 'restoreGroup', { group: 'crew', user: 'bob' });
    // A verified token is remembered for half a minute.
    gateway.pass(31_000);
    expect(await seenBy(bob)).toBe(1);
    expect(await list(as(people.admin))).toEqual([]);
    const events = await gateway.ask(
      as(people.auditor),
      '{ auditEvents(filter: { action: { in: [GROUP_WITHDRAWN, GROUP_RESTORED] } }) { nodes { action after } } }',
    );
    expect(events.data.auditEvents.nodes).toEqual([
      { action: 'GROUP_WITHDRAWN', after: { group: 'crew', user: 'BOB', isWithdrawn: true } },
      { action: 'GROUP_RESTORED', after: { group: 'crew', user: 'bob', isWithdrawn: false } },
    ]);
  });

  test('an open live update shows nothing that came after the withdrawal, ends, and goes on without the group', async () => {
    const { url } = await gateway.gateway.listen();
    try {
      const token = await gateway.tokenOf(as(people.reviewer, 'crew'));
      const query = 'subscription { candidateQueued { candidate { id } } }';
      const before = await subscribe(url, token, query);
      const [first] = await forCrew(1);
      expect((await before.next()).data.candidateQueued.candidate.id).toBe(first);
      await story.does(as(people.admin), 'withdrawGroup', { group: 'crew', user: people.reviewer.user });
      await forCrew(2);
      expect(codesOf(await before.next())).toEqual(['UNAUTHENTICATED']);
      expect(await before.next()).toBeNull();

      const after = await subscribe(url, token, query);
      // Its stream has begun when it delivers what everybody sees; what is for the crew alone is passed over.
      const shown = await story.candidates(decisions(4).slice(-1), { by: as(people.service), path: '4.md' });
      await forCrew(3);
      expect((await after.next()).data.candidateQueued.candidate.id).toBe(shown[0]);
      expect(await after.within(400)).toEqual([]);
    } finally {
      await gateway.gateway.close();
    }
  });

  test('a group that is withdrawn from everybody is no audience of anything new', async () => {
    const { does } = story;
    await does(as(people.admin), 'withdrawGroup', { group: 'crew' });
    const refusal = async (group: string) => {
      const { data } = await gateway.ask(
        as(people.service),
        `mutation { recordInteraction(input: { project: "tides", content: "Ada: We moor.", audience: ["${group}"] }) {
          ... on UserError { code message } } }`,
      );
      return data.recordInteraction;
    };
    const unknown = await refusal('cook');
    expect(unknown.code).toBeDefined();
    expect(await refusal('crew')).toEqual({
      ...unknown,
      message: unknown.message.replace('cook', 'crew'),
    });
    expect((await refusal('board')).code).toBeUndefined();
    await does(as(people.admin), 'restoreGroup', { group: 'crew' });
    expect((await refusal('crew')).code).toBeUndefined();
  });

  test('only an admin withdraws, and no name that nobody sees stands for everybody', async () => {
    const withdraw = async (who: ReturnType<typeof as>, input: string) =>
      (
        await gateway.ask(
          who,
          `mutation { withdrawGroup(input: { ${input} }) { ... on UserError { code path } } }`,
        )
      ).data.withdrawGroup;
    expect((await withdraw(as(people.reviewer), 'group: "crew"')).code).toBe('forbidden');
    expect(await withdraw(as(people.admin), 'group: "crew", user: " "')).toMatchObject({
      code: 'input.invalid',
      path: ['input', 'user'],
    });
    expect((await withdraw(as(people.admin), 'group: "all"')).code).toBe('input.invalid');
    expect(await list(as(people.admin))).toEqual([]);
  });

  test('a group that nobody has named here is withdrawn, and said to be unknown beside the nearest ones', async () => {
    const nearest = async (mutation: string, group: string) =>
      (
        await gateway.ask(
          as(people.admin),
          `mutation { ${mutation}(input: { group: "${group}" }) { ... on WithdrawnGroupsPayload { nearestGroups } } }`,
        )
      ).data[mutation].nearestGroups;
    expect(await nearest('withdrawGroup', 'crews')).toEqual(['crew']);
    expect((await list(as(people.admin))).map(({ group }: { group: string }) => group)).toEqual(['crews']);
    expect(await nearest('restoreGroup', 'zz')).toEqual([]);
    expect(await nearest('withdrawGroup', 'crew')).toBeNull();
  });

  test('two withdrawals of one group at once are one, and one event', async () => {
    const twice = (mutation: string) =>
      Promise.all(
        ['bob', 'BOB'].map((user) => story.does(as(people.admin), mutation, { group: 'crew', user })),
      );
    await twice('withdrawGroup');
    await twice('restoreGroup');
    const { data } = await gateway.ask(
      as(people.admin),
      '{ auditEvents(filter: { action: { in: [GROUP_WITHDRAWN, GROUP_RESTORED] } }) { totalCount } }',
    );
    expect(data.auditEvents.totalCount).toBe(2);
  });

  test('another process knows a withdrawal when it looks', async () => {
    const { kind, address, orm } = store();
    const other = kind === 'postgres' ? await openOrm(address) : orm;
    try {
      const bob = as(people.reviewer, 'crew');
      await learnWithdrawnGroups(other);
      await story.does(as(people.admin), 'withdrawGroup', { group: 'crew', user: bob.user });
      await learnWithdrawnGroups(other);
      expect(isGroupWithdrawn(other, bob, 'crew')).toBe(true);
      expect(isGroupWithdrawn(other, { ...bob, tenant: 'elsewhere' }, 'crew')).toBe(false);
      expect(isGroupWithdrawn(other, { ...bob, user: 'ben' }, 'crew')).toBe(false);
    } finally {
      if (other !== orm) await other.close();
    }
  });
});
