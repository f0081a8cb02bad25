import { expect, test } from 'vitest';
import { reviewDefaults } from '#domain/review/review-numbers.ts';
import { createTestGateway, people, viewer } from '#test/support/gateway.ts';
import { isLong } from '#test/support/property-runs.ts';
import { onServerStore } from '#test/support/store.ts';
import { decisionRecord, runStory } from '#test/support/story.ts';

onServerStore((store) => {
  test.runIf(isLong)(
    'a wave that is stored first and read later passes no limit of a person’s or a service’s candidates',
    async () => {
      const story = runStory(
        await createTestGateway(store(), {
          review: { ...reviewDefaults, pendingPerContributor: 1, pendingPerService: 2 },
        }),
      );
      const flo = viewer('flo', ['contributor']);
      const sends = async (who: typeof flo, subject: string) => {
        const content = decisionRecord(`We will mend the ${subject} of the hall.`);
        const { wave } = await story.ingests(who, [{ path: `${subject}.md`, content }], { extract: false });
        return story.does(who, 'extractWave', { waveId: wave.id });
      };
      expect((await sends(flo, 'roof')).code).toBeUndefined();
      expect(await sends(flo, 'floor')).toMatchObject({ code: 'queue.contributor_full' });
      await sends(people.service, 'door');
      expect((await sends(people.service, 'stair')).code).toBeUndefined();
      expect(await sends(people.service, 'window')).toMatchObject({ code: 'queue.contributor_full' });
    },
  );
});
