import { expect, test } from 'vitest';
import { createTestGateway, people } from '#test/support/gateway.ts';
import { onServerStore, type TestStore } from '#test/support/store.ts';
import { type Answer, decisionRecord, runStory } from '#test/support/story.ts';

const { reviewer, service } = people;

/** A believed memory, what its source says in its place now, and what a promotion of that comes to. */
const setStage = async (store: TestStore) => {
  const gateway = await createTestGateway(store, { fourEyes: 'off' });
  const story = runStory(gateway);
  const said = async (boat: string, colour: string): Promise<string> => {
    const content = decisionRecord(`We will paint the boat ${boat} in ${colour} this year.`);
    const { wave } = await story.ingests(service, [{ path: `${boat}.md`, content }]);
    return wave.report.candidates.nodes[0]?.id;
  };
  const drifted = async (boat: string) => {
    const id = await said(boat, 'red');
    await story.does(reviewer, 'promoteCandidate', { id });
    return { id, offerId: await said(boat, 'blue') };
  };
  const ofMemory = async (id: string, fields: string): Promise<Answer> =>
    (await gateway.ask(reviewer, `query ($id: ID!) { memory(id: $id) { ${fields} } }`, { id })).data.memory;
  /** Preview and result of a promotion. */
  const promoted = async (offerId: string) => {
    const { wouldSupersede } = await ofMemory(offerId, 'wouldSupersede { id }');
    await story.does(reviewer, 'promoteCandidate', { id: offerId });
    const { supersedes } = await ofMemory(offerId, 'supersedes { id }');
    expect(wouldSupersede).toEqual(supersedes);
    return supersedes;
  };
  const waits = async (id: string): Promise<boolean> => {
    const filter = { reason: { eq: 'SOURCE_DRIFT' } };
    const { inbox } = await story.asks(reviewer, 'Inbox', { filter, first: 100 });
    return inbox.nodes.some(({ subject }: Answer) => subject.id === id);
  };
  return { story, said, drifted, ofMemory, promoted, waits };
};

onServerStore((store) => {
  test.for([
    ['verified', 'verify', {}],
    ['reworded', 'editItem', { content: 'We will paint the boats in a dark red.' }],
  ] as const)('what was %s since stays when its new wording is promoted', async ([how, mutation, input]) => {
    const { story, drifted, ofMemory, promoted, waits } = await setStage(store());
    const { id, offerId } = await drifted(how);
    expect(await waits(id)).toBe(true);
    await story.does(reviewer, mutation, { id, ...input });
    expect(await waits(id)).toBe(false);
    expect(await promoted(offerId)).toEqual([]);
    expect(await ofMemory(id, 'status sourceState { state }')).toEqual({
      status: 'ACTIVE',
      sourceState: { state: 'REWORDED' },
    });
  });

  test('what nobody decided about is superseded, and a summary decides nothing', async () => {
    const { story, drifted, promoted } = await setStage(store());
    const { id, offerId } = await drifted('undecided');
    await story.does(reviewer, 'editItem', { id, summary: 'A colour.' });
    expect(await promoted(offerId)).toEqual([{ id }]);
  });

  test('what its source says next is offered again', async () => {
    const { story, said, drifted, promoted, waits } = await setStage(store());
    const { id } = await drifted('again');
    await story.does(reviewer, 'verify', { id });
    const offerId = await said('again', 'green');
    expect(await waits(id)).toBe(true);
    expect(await promoted(offerId)).toEqual([{ id }]);
  });
});
