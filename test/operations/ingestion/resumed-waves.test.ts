import { describe, expect, test } from 'vitest';
import type { AppDependencies } from '#application/app-dependencies.ts';
import { resumeWaves } from '#application/ingestion/resume-waves.ts';
import { createTestGateway, people } from '#test/support/gateway.ts';
import { onServerStore } from '#test/support/store.ts';
import { type Answer, decisionRecord, runStory } from '#test/support/story.ts';

const hour = 3_600_000;

describe('a wave that was stored and left unread', () => {
  onServerStore((store) => {
    const setStage = async (project: string) => {
      const gateway = await createTestGateway(store());
      const { does, ingests } = runStory(gateway);
      const documents = Array.from({ length: 3 }, (_, place) => ({
        path: `${project}/${place}.md`,
        content: decisionRecord(`We will moor the ${project} at pier ${place}.`),
      }));
      const { wave } = await ingests(people.contributor, documents, { extract: false, project });
      const read = async () => {
        const { data } = await gateway.ask(
          people.admin,
          `query ($id: ID!) { ingestionWave(id: $id) { unreadDocuments extractedAt stoppedAt resumedAt
            candidates { totalCount nodes { contributor { name } } }
            auditTrail { nodes { action actor { name } } } } }`,
          { id: wave.id },
        );
        const { auditTrail, ...state } = data.ingestionWave;
        const trail = auditTrail.nodes.map(({ action, actor }: Answer) => `${actor.name} ${action}`);
        return { ...state, trail };
      };
      return { gateway, does, wave, read };
    };
    const resume = ({ dependencies }: { readonly dependencies: AppDependencies }) =>
      resumeWaves(dependencies);

    test('is read by the gateway after an hour, as its contributor would have it read, and once', async () => {
      const { gateway, read } = await setStage('barge');
      expect(await resume(gateway)).toBe(0);
      gateway.pass(hour + 1);
      expect(await Promise.all([resume(gateway), resume(gateway)])).toEqual(expect.arrayContaining([0, 1]));
      const state = await read();
      expect(state).toMatchObject({ unreadDocuments: 0, stoppedAt: null });
      expect(state.extractedAt).not.toBeNull();
      expect(state.candidates.nodes).toEqual(
        Array.from({ length: 3 }, () => ({ contributor: { name: people.contributor.user } })),
      );
      expect(state.trail).toEqual(
        expect.arrayContaining(['vouch WAVE_RESUMED', `${people.contributor.user} WAVE_EXTRACTED`]),
      );
      gateway.pass(2 * hour);
      expect(await resume(gateway)).toBe(0);
    });

    test('is left alone where somebody has stopped it, and where the setting says never', async () => {
      const { gateway, does, wave, read } = await setStage('tug');
      gateway.pass(2 * hour);
      const { settings } = gateway.dependencies;
      const extraction = { ...settings.extraction, resumeAfterMinutes: 0 };
      const never = { ...gateway.dependencies, settings: { ...settings, extraction } };
      expect(await resumeWaves(never)).toBe(0);
      await does(people.contributor, 'stopExtraction', { waveId: wave.id });
      expect(await resume(gateway)).toBe(0);
      expect(await read()).toMatchObject({ unreadDocuments: 3, resumedAt: null });
    });

    test('waits while what its contributor brings in is on hold, as often as it takes', async () => {
      const { gateway, does, read } = await setStage('pilot');
      await does(people.admin, 'holdIntake', { user: people.contributor.user });
      for (let round = 0; round < 7; round += 1) {
        gateway.pass(2 * hour);
        expect(await resume(gateway)).toBe(0);
      }
      expect(await read()).toMatchObject({ unreadDocuments: 3, stoppedAt: null });
      await does(people.admin, 'releaseIntake', { user: people.contributor.user });
      gateway.pass(2 * hour);
      expect(await resume(gateway)).toBe(1);
      expect(await read()).toMatchObject({ unreadDocuments: 0, candidates: { totalCount: 3 } });
    });

    test('is stopped when five tries ended in a fault, so that it does not end every process', async () => {
      const { gateway, read } = await setStage('wreck');
      const newId: AppDependencies['newId'] = (prefix) => {
        if (prefix === 'mem') throw new Error('There are no more ids.');
        return gateway.dependencies.newId(prefix);
      };
      for (let round = 0; round < 5; round += 1) {
        gateway.pass(2 * hour);
        await expect(resume({ dependencies: { ...gateway.dependencies, newId } })).rejects.toThrow(
          'more ids',
        );
      }
      gateway.pass(2 * hour);
      expect(await resume(gateway)).toBe(0);
      const state = await read();
      expect(state).toMatchObject({ unreadDocuments: 3, extractedAt: null });
      expect(state.stoppedAt).not.toBeNull();
      expect(state.trail).toContain('vouch WAVE_STOPPED');
    });
  });
});
