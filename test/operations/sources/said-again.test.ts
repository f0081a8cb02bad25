import { expect, test } from 'vitest';
import { createTestGateway, people } from '#test/support/gateway.ts';
import { onServerStore } from '#test/support/store.ts';
import { type Answer, decisionRecord, runStory } from '#test/support/story.ts';

const { reader, reviewer, service } = people;

onServerStore((store) => {
  test('words that a source takes back and says again are restored, and carry no warning', async () => {
    const gateway = await createTestGateway(store(), { fourEyes: 'off' });
    const { does, ingests } = runStory(gateway);
    const says = async (rope: string): Promise<string | undefined> => {
      const content = decisionRecord(`We will tie every boat with ropes of ${rope}.`);
      const { wave } = await ingests(service, [{ path: 'adr/7.md', content }], { project: 'ropes' });
      return wave.report.candidates.nodes[0]?.id;
    };
    const drift = async (): Promise<Answer> => {
      const { data } = await gateway.ask(
        reviewer,
        `{ inbox(filter: { reason: { eq: SOURCE_DRIFT } }, first: 10) { nodes { settledBy subject { ... on Memory { id } } } } }`,
      );
      return data.inbox.nodes;
    };
    const former = await says('hemp');
    await does(reviewer, 'promoteCandidate', { id: former });
    const successor = await says('nylon');
    expect((await drift())[0].settledBy).not.toContain('RESTORE');
    await does(reviewer, 'promoteCandidate', { id: successor });

    expect(await says('hemp')).toBeUndefined();
    expect(await drift()).toMatchObject([
      { subject: { id: successor }, settledBy: expect.arrayContaining(['RESTORE']) },
    ]);
    await does(reviewer, 'restore', { id: former });
    const { data } = await gateway.ask(
      reader,
      `query ($id: ID!) { memory(id: $id) { status sourceState { state } }
        memoryBundle(project: "ropes") { items { memory { id } warnings { kind } } } }`,
      { id: former },
    );
    expect(data).toEqual({
      memory: { status: 'ACTIVE', sourceState: { state: 'UNCHANGED' } },
      memoryBundle: { items: [{ memory: { id: former }, warnings: [] }] },
    });
    expect(await drift()).toEqual([]);
  });
});
