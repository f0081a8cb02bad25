import { beforeAll, describe, expect, test } from 'vitest';
import { createTestGateway, people } from '#test/support/gateway.ts';
import { onServerStore } from '#test/support/store.ts';
import { decisionRecord, runStory, type Story } from '#test/support/story.ts';
import { placesOf } from './places-of.ts';

const { admin, service } = people;
const content = 'We will use tar on the ropes every spring.';

describe('the name of a speaker who said a statement again', () => {
  onServerStore((store) => {
    let stories: (tenant: string) => { story: Story; as: (who: typeof admin) => typeof admin };
    beforeAll(async () => {
      const story = runStory(await createTestGateway(store()));
      stories = (tenant) => ({ story, as: (who) => ({ ...who, tenant }) });
    });

    /** A statement of a record that Dora says again in a talk: gives its id, and the tables that have her name. */
    const saidAgain = async (tenant: string, more: object = {}) => {
      const { story, as } = stories(tenant);
      const { wave } = await story.ingests(as(service), [{ path: 'a.md', content: decisionRecord(content) }]);
      const [{ id }] = wave.report.candidates.nodes;
      await story.does(as(service), 'recordInteraction', {
        ...{ project: 'tides', content: `Ben: What shall we do with the ropes?\nDora: ${content}\n` },
        ...{ extract: true, ...more },
      });
      const places = () => placesOf(store(), tenant, ['dora']);
      expect(await places()).toContain('sightings.speaker');
      return {
        erases: (erasing: string, input: object) => story.does(as(admin), erasing, input),
        id,
        places,
      };
    };

    test('is erased with the statement', async () => {
      const { erases, id, places } = await saidAgain('of-an-item');
      expect((await erases('eraseMemory', { id, reason: 'A request.' })).code).toBeUndefined();
      expect(await places()).not.toContain('sightings.speaker');
    });

    test('is erased with the talk, when who it is about is erased', async () => {
      const { erases, places } = await saidAgain('of-a-subject', { subjectId: 'dora' });
      const { code } = await erases('eraseSubject', { subjectId: 'dora', reason: 'A request.' });
      expect(code).toBeUndefined();
      expect(await places()).not.toContain('sightings.speaker');
    });
  });
});
