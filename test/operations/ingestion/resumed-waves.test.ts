import { describe, expect, test } from 'vitest';
import type { AppDependencies } from '#application/app-dependencies.ts';
import { resumeWaves } from '#application/ingestion/resume-waves.ts';
import type { WaveEnding } from '#domain/ingestion/wave-endings.ts';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { createTestGateway, people, viewer } from '#test/support/gateway.ts';
import { onServerStore } from '#test/support/store.ts';
import { type Answer, decisionRecord, runStory } from '#test/support/story.ts';

const minute = 60_000;
const hour = 60 * minute;

describe('a wave that was stored and left unread', () => {
  onServerStore((store) => {
    const setStage = async (project: string, { who = people.contributor as Viewer, count = 3 } = {}) => {
      const endings: WaveEnding[] = [];
      const gateway = await createTestGateway(
        store(),
        {},
        { logResuming: (ending, id) => id === wave.id && endings.push(ending) },
      );
      const { does, ingests, asks } = runStory(gateway);
      const documents = Array.from({ length: count }, (_, place) => ({
        path: `${project}/${place}.md`,
        content: decisionRecord(`We will moor the ${project} at pier ${place}.`),
      }));
      const { wave } = await ingests(who, documents, { extract: false, project });
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
      return { gateway, does, asks, ingests, wave, read, tries: () => endings };
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

    test('is read whole where several have added to it, each for a group of their own', async () => {
      const { gateway, wave, ingests } = await setStage('flotilla');
      const mate = viewer('mate', ['contributor'], { groups: ['crew'] });
      const ofCrew = {
        path: 'flotilla/crew.md',
        content: decisionRecord('We will stow the flotilla flags below.'),
        audience: ['crew'],
      };
      await ingests(mate, [ofCrew], { extract: false, project: 'flotilla', waveId: wave.id });
      gateway.pass(hour + 1);
      expect(await resume(gateway)).toBe(1);
      const { data } = await gateway.ask(
        people.admin,
        `query ($id: ID!) { ingestionWave(id: $id) { unreadDocuments candidates { totalCount } } }`,
        { id: wave.id },
      );
      expect(data.ingestionWave).toEqual({ unreadDocuments: 0, candidates: { totalCount: 4 } });
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

    test('waits twice as long each time that it is refused, and is read when nothing refuses it any more', async () => {
      const { gateway, does, read, tries } = await setStage('pilot');
      await does(people.admin, 'holdIntake', { user: people.contributor.user });
      for (const hours of [1, 2, 4, 8]) {
        gateway.pass(hours * hour);
        expect(await resume(gateway)).toBe(0);
        gateway.pass(minute);
        expect(await resume(gateway)).toBe(0);
      }
      expect(tries()).toEqual(Array.from({ length: 4 }, () => 'refused'));
      expect(await read()).toMatchObject({ unreadDocuments: 3, stoppedAt: null });
      await does(people.admin, 'releaseIntake', { user: people.contributor.user });
      gateway.pass(17 * hour);
      expect(await resume(gateway)).toBe(1);
      expect(await read()).toMatchObject({ unreadDocuments: 0, candidates: { totalCount: 3 } });
    });

    test('is given up after seven tries in vain, so that it does not end every process, until somebody calls for it', async () => {
      const { gateway, does, asks, wave, read, tries } = await setStage('wreck');
      const newId: AppDependencies['newId'] = (prefix) => {
        if (prefix === 'mem') throw new Error('There are no more ids.');
        return gateway.dependencies.newId(prefix);
      };
      const failing = { dependencies: { ...gateway.dependencies, newId } };
      for (let round = 0; round < 8; round += 1) {
        gateway.pass(2 ** round * hour + minute);
        expect(await Promise.all([resume(failing), resume(failing)])).toEqual([0, 0]);
      }
      expect(tries()).toEqual([...Array.from({ length: 7 }, () => 'failed'), 'given_up']);
      const state = await read();
      expect(state).toMatchObject({ unreadDocuments: 3, extractedAt: null });
      expect(state.stoppedAt).not.toBeNull();
      expect(state.trail).toContain('vouch WAVE_STOPPED');
      const inbox = async () => {
        const filter = { reason: { eq: 'UNREAD_WAVE' }, project: { eq: 'wreck' } };
        return (await asks(people.reviewer, 'Inbox', { filter })).inbox;
      };
      expect(await inbox()).toMatchObject({
        nodes: [{ reason: 'UNREAD_WAVE', subject: { id: wave.id } }],
      });
      gateway.pass(1_000 * hour);
      expect(await resume(gateway)).toBe(0);
      await does(people.contributor, 'extractWave', { waveId: wave.id });
      expect(await read()).toMatchObject({ unreadDocuments: 0, candidates: { totalCount: 3 } });
      expect(await inbox()).toMatchObject({ nodes: [] });
    });

    test('for a group alone is shown in the inbox to those who see what is unread in it', async () => {
      const { gateway, does, wave, ingests, asks, tries } = await setStage('secret');
      const mate = viewer('mate', ['contributor'], { groups: ['crew'] });
      const ofCrew = {
        path: 'secret/crew.md',
        content: decisionRecord('We will hide the flags.'),
        audience: ['crew'],
      };
      await ingests(mate, [ofCrew], { extract: false, project: 'secret', waveId: wave.id });
      await does(people.contributor, 'extractWave', { waveId: wave.id });
      await does(people.admin, 'holdIntake', { user: 'mate' });
      for (let round = 0; round < 8; round += 1) {
        gateway.pass(2 ** round * hour + minute);
        await resume(gateway);
      }
      expect(tries().at(-1)).toBe('given_up');
      const shownTo = async (who: Viewer) => {
        const filter = { reason: { eq: 'UNREAD_WAVE' }, project: { eq: 'secret' } };
        return (await asks(who, 'Inbox', { filter })).inbox.nodes.length;
      };
      expect(await shownTo(people.reviewer)).toBe(0);
      expect(await shownTo(viewer('bert', ['reviewer'], { groups: ['crew'] }))).toBe(1);
      expect(await shownTo(people.admin)).toBe(1);
    });

    test('is not given up where somebody has called for it since the gateway looked', async () => {
      const { gateway, does, wave, read } = await setStage('ferry');
      await does(people.admin, 'holdIntake', { user: people.contributor.user });
      for (let round = 0; round < 7; round += 1) {
        gateway.pass(2 ** round * hour + minute);
        await resume(gateway);
      }
      gateway.pass(200 * hour);
      await does(people.reviewer, 'extractWave', { waveId: wave.id, maxDocuments: 1 });
      expect(await resume(gateway)).toBe(0);
      expect(await read()).toMatchObject({ unreadDocuments: 2, stoppedAt: null });
      await does(people.admin, 'releaseIntake', { user: people.contributor.user });
      gateway.pass(hour + minute);
      expect(await resume(gateway)).toBe(1);
    });

    test('is read though nothing is to be read in one of its documents', async () => {
      const { gateway, wave, read, tries, ingests } = await setStage('buoy');
      const empty = { path: 'buoy/empty.md', content: '' };
      await ingests(people.contributor, [empty], { extract: false, project: 'buoy', waveId: wave.id });
      gateway.pass(hour + minute);
      await resume(gateway);
      expect(await read()).toMatchObject({ unreadDocuments: 0 });
      gateway.pass(100 * hour);
      await resume(gateway);
      expect(tries()).toEqual(['read']);
    });

    test('is read on where a try ended in the middle', async () => {
      const { gateway, read } = await setStage('convoy', { count: 120 });
      let extractions = 0;
      const newId: AppDependencies['newId'] = (prefix) => {
        if (prefix === 'ext') extractions += 1;
        if (extractions > 110) throw new Error('There are no more ids.');
        return gateway.dependencies.newId(prefix);
      };
      gateway.pass(hour + minute);
      expect(await resume({ dependencies: { ...gateway.dependencies, newId } })).toBe(0);
      expect(await read()).toMatchObject({ unreadDocuments: 20, extractedAt: null });
      gateway.pass(2 * hour + minute);
      expect(await resume(gateway)).toBe(1);
      expect(await read()).toMatchObject({ unreadDocuments: 0, candidates: { totalCount: 50 } });
    });

    test('is handed back by a process that ends, and read on by the next one at once', async () => {
      const { gateway, read, tries } = await setStage('relay', { count: 320 });
      gateway.pass(hour + minute);
      let looks = 0;
      // The first look comes before the wave, the second before its contributor, and one before each slice.
      expect(await resumeWaves(gateway.dependencies, () => ++looks > 4)).toBe(0);
      expect(tries()).toEqual(['interrupted']);
      expect(await read()).toMatchObject({ unreadDocuments: 120, extractedAt: null, stoppedAt: null });
      expect(await resume(gateway)).toBe(1);
      expect(await read()).toMatchObject({ unreadDocuments: 0, candidates: { totalCount: 50 } });
      expect(tries()).toEqual(['interrupted', 'read']);
    });

    test.for([
      ['service', 1],
      ['contributor', 0],
    ] as const)('that a %s began has their limit of pending candidates', async ([role, read]) => {
      const { gateway } = await setStage(`limit of ${role}`, { who: people[role] });
      const { settings } = gateway.dependencies;
      const review = { ...settings.review, pendingPerContributor: 0, pendingPerService: 5_000 };
      gateway.pass(hour + minute);
      expect(
        await resume({ dependencies: { ...gateway.dependencies, settings: { ...settings, review } } }),
      ).toBe(read);
    });

    test('is read by the gateway after it was stopped and somebody went on with it', async () => {
      const { gateway, does, wave, read } = await setStage('lock');
      await does(people.contributor, 'stopExtraction', { waveId: wave.id });
      gateway.pass(minute);
      await does(people.contributor, 'extractWave', { waveId: wave.id, maxDocuments: 1 });
      gateway.pass(hour + minute);
      expect(await resume(gateway)).toBe(1);
      expect(await read()).toMatchObject({ unreadDocuments: 0 });
    });
  });
});
