import { expect, test } from 'vitest';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { createTestGateway, people } from '#test/support/gateway.ts';
import { onEveryStore } from '#test/support/store.ts';
import { runStory } from '#test/support/story.ts';

/** Texts that a PostgreSQL array misreads when they are not quoted. */
const texts = ['NULL', 'null', 'tide  leads', 'q, z', 'a"b', 'c\\d', '{e}', "h'i"].sort();

onEveryStore((store) => {
  test('a list of texts is kept as it was given', async () => {
    const gateway = await createTestGateway(store());
    const story = runStory(gateway);
    await story.does(people.admin, 'declareGroups', { groups: texts });
    // A service may name any group that is known.
    const agent: Viewer = { ...people.service, roles: ['service', 'contributor'] };
    const { memory } = await story.does(agent, 'createMemory', {
      project: 'tides',
      kind: 'FACT',
      content: 'The tide gauges are read at noon.',
      tags: texts,
      audience: texts,
      sensitivityLabels: ['NULL'],
    });
    const rules = [{ id: 'any', anyLabel: ['NULL'], action: 'REDACT' }];
    expect(await story.does(people.admin, 'setLabelPolicy', { mode: 'LOG_ONLY', rules })).toMatchObject({
      applied: true,
    });
    const query = 'query ($id: ID!) { memory(id: $id) { tags audience sensitivityLabels } }';
    const { data } = await gateway.ask(people.admin, query, { id: memory.id });
    expect(data.memory).toEqual({ tags: texts, audience: texts, sensitivityLabels: ['NULL'] });
  });

  test('an instant of long ago is of its year', async () => {
    const [row] = await store().asOwner<{ at: Date }>(`select '0001-01-01T00:00:00Z'::timestamptz as at`);
    expect(new Date(row?.at ?? 0).getUTCFullYear()).toBe(1);
  });
});
