import { expect, test } from 'vitest';
import { contradictionDefaults } from '#domain/contradictions/contradiction-numbers.ts';
import { countQuietDomains } from '#persistence/contradictions/quiet-domains.ts';
import { createTestGateway, people } from '#test/support/gateway.ts';
import { onServerStore } from '#test/support/store.ts';
import { runStory } from '#test/support/story.ts';

const { admin, auditor, contributor } = people;

onServerStore((store) => {
  test('an admin and the metric learn of a busy domain in which nothing was ever found to contradict', async () => {
    const contradictions = { ...contradictionDefaults, quietItems: 3 };
    const gateway = await createTestGateway(store(), { contradictions });
    const { does } = runStory(gateway);
    const ask = (who: typeof admin) => gateway.ask(who, '{ quietDomains { domain memories } }');
    const quiet = async (who = admin) => (await ask(who)).data.quietDomains;
    const count = () => countQuietDomains(store().orm, (tenant) => (tenant === 'acme' ? 3 : 500));
    const write = async (content: string, domain: string | null = 'tides') => {
      const { memory } = await does(contributor, 'createMemory', {
        ...{ project: 'quay', kind: 'FACT', content, domain },
      });
      return memory.id as string;
    };
    await write('The gauge stands on the mole.');
    const [first, second] = [
      await write('The gauge is read at noon.'),
      await write('The keeper is Ann.', 'people'),
    ];
    await write('The mill has four sails.', null);
    expect([await quiet(), await count()]).toEqual([[], 0]);

    await write('The pier is made of oak.');
    expect([await quiet(), await count()]).toEqual([[{ domain: 'tides', memories: 3 }], 1]);
    expect(await quiet({ ...admin, tenant: 'elsewhere' })).toEqual([]);
    expect((await ask(auditor)).errors?.[0]?.extensions?.code).toBe('FORBIDDEN');

    const contradict = (id: string, older: string, newer: string) =>
      store().asOwner(
        `insert into contradictions (id, tenant, older_id, newer_id, severity, status, explanation, judge, detected_at)
         values ('${id}', 'acme', '${older}', '${newer}', 'SOFT', 'OPEN', 'They differ.', 'heuristic', now())`,
      );
    await contradict('con_elsewhere', second, await write('The keeper is Ben.', 'people'));
    expect(await quiet()).toHaveLength(1);
    await contradict('con_here', first, await write('The gauge is read at dusk.'));
    expect([await quiet(), await count()]).toEqual([[], 0]);
  });
});
