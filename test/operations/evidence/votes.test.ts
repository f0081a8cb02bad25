import { expect, test } from 'vitest';
import { createTestGateway, people, viewer } from '#test/support/gateway.ts';
import { onServerStore } from '#test/support/store.ts';
import { runStory } from '#test/support/story.ts';

const voting = `mutation ($input: VoteMemoryInput!) { voteMemory(input: $input) { ... on MemoryPayload { memory { votes { up down mine } } } } }`;

onServerStore((store) => {
  test('a person has one vote, under whichever spelling of their name, and another person one of their own', async () => {
    const story = runStory(await createTestGateway(store()));
    const id = await story.candidate('We will moor at the northern quay.');
    await story.does(people.reviewer, 'promoteCandidate', { id });
    const votes = async (user: string, vote: string) =>
      (await story.gateway.ask(viewer(user, ['reader']), voting, { input: { id, vote } })).data.voteMemory
        .memory.votes;
    expect(await votes('dora', 'UP')).toEqual({ up: 1, down: 0, mine: 'UP' });
    expect(await votes('DORA', 'UP')).toEqual({ up: 1, down: 0, mine: 'UP' });
    expect(await votes('Dora', 'DOWN')).toEqual({ up: 0, down: 1, mine: 'DOWN' });
    expect(await votes('theodora', 'UP')).toEqual({ up: 1, down: 1, mine: 'UP' });
    expect(await votes('dora ', 'NONE')).toEqual({ up: 1, down: 0, mine: null });
  });
});
