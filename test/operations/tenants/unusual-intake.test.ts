import { expect, test } from 'vitest';
import { countUnusualIntake } from '#persistence/people/intake.ts';
import { beginning, createTestGateway, people, viewer } from '#test/support/gateway.ts';
import { isLong } from '#test/support/property-runs.ts';
import { onServerStore } from '#test/support/store.ts';
import { decisionRecord, runStory } from '#test/support/story.ts';

const day = 86_400_000;

onServerStore((store) => {
  test('an admin and the metric learn who brings in far more than is usual', async () => {
    const gateway = await createTestGateway(store());
    const { does } = runStory(gateway);
    const writes = async (user: string, from: number, many: number) => {
      for (let place = from; place < from + many; place += 1) {
        const answer = await does(viewer(user, ['contributor']), 'createMemory', {
          ...{ project: 'tides', kind: 'FACT', content: `The mill of ${user} has sail number ${place}.` },
        });
        expect(answer.code).toBeUndefined();
      }
    };
    const ask = (who: typeof people.admin) =>
      gateway.ask(who, '{ unusualIntake { user { name } source items usual } }');
    for (let place = 0; place < 6; place += 1) {
      await writes('ben', place * 2, 2);
      gateway.pass(day);
    }
    await writes('flood', 0, 30);
    expect((await ask(people.admin)).data.unusualIntake).toEqual([]);
    await writes('FLOOD', 30, 30);
    expect((await ask(people.admin)).data.unusualIntake).toEqual([
      { user: { name: expect.stringMatching(/^flood$/i) }, source: null, items: 60, usual: 2 },
    ]);
    expect((await ask(people.auditor)).errors?.[0]?.extensions?.code).toBe('FORBIDDEN');
    expect((await ask({ ...people.admin, tenant: 'elsewhere' })).data.unusualIntake).toEqual([]);
    expect(await countUnusualIntake(store().orm, new Date(beginning.getTime() + 6 * day))).toBe(1);
    gateway.pass(2 * day);
    expect((await ask(people.admin)).data.unusualIntake).toEqual([]);
  });

  test.runIf(isLong)(
    'an admin learns which of the sources that a service names brings in far more than is usual',
    async () => {
      const gateway = await createTestGateway(store());
      const { ingests, does } = runStory(gateway);
      const service = viewer('agent', ['service'], { tenant: 'named' });
      const admin = viewer('ada', ['admin'], { tenant: 'named' });
      let sent = 0;
      const statements = (of: string, many: number) =>
        Array.from({ length: many }, () => {
          sent += 1;
          return `We will paint the ${of} number ${sent} in ${sent + 1} hours.`;
        });
      const sends = async (path: string, many: number) => {
        const said = statements(path, many);
        expect((await ingests(service, [{ path, content: decisionRecord(...said) }])).wave).toBeDefined();
      };
      const says = async (subjectId: string, many: number) => {
        const said = Array.from(
          { length: many },
          (_, at) => `I prefer berth ${sent + at} over quay ${sent + at + 1}.`,
        );
        sent += many;
        const content = said.join('\n\n');
        const answer = await does(service, 'recordInteraction', {
          project: 'tides',
          subjectId,
          content,
          extract: true,
        });
        expect(answer.code).toBeUndefined();
      };
      const ask = async () =>
        (await gateway.ask(admin, '{ unusualIntake { user { name } source items usual } }')).data
          .unusualIntake;
      for (let days = 0; days < 6; days += 1) {
        for (const path of ['hull', 'mast', 'sail', 'deck', 'keel', 'stern', 'helm', 'bow'])
          await sends(`${path}-${days}.md`, 5);
        await says('quiet-user', 1);
        gateway.pass(day);
      }
      expect(await ask()).toEqual([]);
      for (let calls = 0; calls < 4; calls += 1) await says('quiet-user', 20);
      const [unusual] = await ask();
      expect(unusual).toMatchObject({ user: { name: 'agent' }, source: 'quiet-user' });
      expect(unusual.items).toBeGreaterThanOrEqual(50);
      expect(unusual.usual).toBe(1);
    },
  );
});
