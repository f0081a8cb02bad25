import { expect, test } from 'vitest';
import { countUnusualIntake } from '#persistence/people/intake.ts';
import { beginning, createTestGateway, people, viewer } from '#test/support/gateway.ts';
import { onServerStore } from '#test/support/store.ts';
import { runStory } from '#test/support/story.ts';

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
      gateway.ask(who, '{ unusualIntake { user { name } items usual } }');
    for (let place = 0; place < 6; place += 1) {
      await writes('ben', place * 2, 2);
      gateway.pass(day);
    }
    await writes('flood', 0, 30);
    expect((await ask(people.admin)).data.unusualIntake).toEqual([]);
    await writes('FLOOD', 30, 30);
    expect((await ask(people.admin)).data.unusualIntake).toEqual([
      { user: { name: expect.stringMatching(/^flood$/i) }, items: 60, usual: 2 },
    ]);
    expect((await ask(people.auditor)).errors?.[0]?.extensions?.code).toBe('FORBIDDEN');
    expect((await ask({ ...people.admin, tenant: 'elsewhere' })).data.unusualIntake).toEqual([]);
    expect(await countUnusualIntake(store().orm, new Date(beginning.getTime() + 6 * day))).toBe(1);
    gateway.pass(2 * day);
    expect((await ask(people.admin)).data.unusualIntake).toEqual([]);
  });
});
