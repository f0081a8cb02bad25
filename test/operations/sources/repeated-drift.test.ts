import { describe, expect, test } from 'vitest';
import { createTestGateway, people } from '#test/support/gateway.ts';
import { onServerStore, type TestStore } from '#test/support/store.ts';
import { type Answer, decisionRecord, runStory } from '#test/support/story.ts';

const { reviewer, service } = people;
const stateQuery = 'query ($id: ID!) { memory(id: $id) { sourceState { state span { text } } } }';

const setStage = async (store: TestStore) => {
  const gateway = await createTestGateway(store);
  const story = runStory(gateway);
  const sourceOf = async (id: string): Promise<Answer> =>
    (await gateway.ask(reviewer, stateQuery, { id })).data.memory;
  return { ...gateway, story, sourceOf };
};

describe('a source that changes again and again', () => {
  onServerStore((store) => {
    test('costs the same each time, and says once what became of each wording', async () => {
      const { story, sourceOf, pass } = await setStage(store());
      const stays = 'We will count the anchors every autumn.';
      const saying = (hours: number) => [
        {
          path: 'shift.md',
          content: decisionRecord(stays, `We will change the watch every ${hours} hours.`),
        },
      ];
      const ofPath = `from documents d where d.path = 'shift.md'`;
      const counted = async () => {
        const [row] = await store().asOwner<{ checks: number; events: number }>(
          `select (select count(*)::int from source_checks where document_id in (select d.id ${ofPath})) as checks,
            (select count(*)::int from audit_events e join audit_texts t on t.id = e.id where e.action = 'memory.source_drifted'
              and t.after ->> 'documentId' in (select d.id ${ofPath})) as events`,
        );
        return row ?? { checks: 0, events: 0 };
      };
      const added: { checks: number; events: number }[] = [];
      const ids: string[] = [];
      for (const hours of [2, 3, 4, 5, 6]) {
        const before = await counted();
        const { wave } = await story.ingests(service, saying(hours));
        pass(1_000);
        const after = await counted();
        added.push({ checks: after.checks - before.checks, events: after.events - before.events });
        for (const { id, content } of wave.report.candidates.nodes) if (content !== stays) ids.push(id);
      }
      const [, ...changes] = added;
      expect(changes).toEqual(changes.map(() => ({ checks: 2, events: 1 })));
      expect(ids).toHaveLength(5);
      const [first = '', second = ''] = ids;
      expect((await sourceOf(second)).sourceState.state).toBe('REWORDED');

      // A pending wording that comes back is checked again, and no other.
      const before = await counted();
      await story.ingests(service, saying(2));
      expect((await sourceOf(first)).sourceState.state).toBe('UNCHANGED');
      expect((await sourceOf(second)).sourceState.state).toBe('REWORDED');
      expect((await counted()).checks - before.checks).toBe(3);
    });

    test('is followed by what is believed, and announced once while nobody has decided', async () => {
      const { story, sourceOf, pass } = await setStage(store());
      const saying = (colour: string) => [
        { path: 'funnel.md', content: decisionRecord(`We will paint the funnel ${colour} this year.`) },
      ];
      const { wave } = await story.ingests(service, saying('red'));
      const id: string = wave.report.candidates.nodes[0]?.id;
      await story.does(reviewer, 'promoteCandidate', { id });
      for (const colour of ['blue', 'green']) {
        pass(1_000);
        await story.ingests(service, saying(colour));
        expect((await sourceOf(id)).sourceState).toMatchObject({
          state: 'REWORDED',
          span: { text: expect.stringContaining(colour) },
        });
      }
      const events = () =>
        store().asOwner(
          `select id from audit_events where action = 'memory.source_drifted' and target_id = '${id}'`,
        );
      expect(await events()).toHaveLength(1);
      await story.does(reviewer, 'verify', { id });
      pass(1_000);
      await story.ingests(service, saying('grey'));
      expect(await events()).toHaveLength(2);
    });
  });
});
