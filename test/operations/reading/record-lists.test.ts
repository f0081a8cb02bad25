import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { createTestGateway, people, viewer } from '#test/support/gateway.ts';
import { pathwayOperations, run } from '#test/support/pathway-operations.ts';
import { onServerStore, type TestStore } from '#test/support/store.ts';
import { type Answer, runStory } from '#test/support/story.ts';

const { admin, auditor, contributor, reader, reviewer } = people;
const query = readFileSync(new URL('../documents/record-lists.graphql', import.meta.url), 'utf8');
const missing = (prefix: string) => `${prefix}_0199a000-0000-7000-8000-000000000000`;

/** Two promoted memories with evidence, one of them for a group, whose source is quarantined; two bundles, two traces. */
const setStage = async (store: TestStore, tenant: string) => {
  const inTenant = (who: Viewer) => viewer(who.user, who.roles, { tenant });
  const gateway = await createTestGateway(store, { fourEyes: 'off' });
  const story = runStory(gateway);
  const promoted = async (content: string, project: string, audience: readonly string[]) => {
    const id = await story.candidate(content, {
      by: inTenant(audience.length > 0 ? admin : contributor),
      project,
      audience,
    });
    await story.does(inTenant(admin), 'promoteCandidate', { id });
    const recorded = await story.does(inTenant(admin), 'recordEvidence', {
      memoryId: id,
      detectionType: 'CONFIRMATION',
      userQuote: 'Yes.',
    });
    expect(recorded.message).toBeUndefined();
    return id;
  };
  await story.does(inTenant(admin), 'declareGroups', { groups: ['board'] });
  const shown = await promoted('We will sound the bell at dusk.', 'harbour', []);
  await story.does(inTenant(admin), 'setLabelPolicy', { mode: 'ENFORCE', rules: [] });
  for (const who of [reader, contributor])
    await story.does(inTenant(who), 'deliverBundle', { project: 'harbour' });
  await story.does(inTenant(admin), 'setLabelPolicy', { mode: 'LOG_ONLY', rules: [] });
  const ask = (who: Viewer, variables: object = {}) => gateway.ask(inTenant(who), query, variables);
  const askForText = (who: Viewer, variables: object = {}) =>
    gateway.askForText(inTenant(who), query, variables);
  const hide = async () => {
    const hidden = await promoted('We will sell the pier in May.', 'pier', ['board']);
    const { data } = await gateway.ask(
      inTenant(admin),
      'query ($id: ID!) { memory(id: $id) { source { ... on Chunk { document { id wave { id } } } } } }',
      { id: hidden },
    );
    const { document } = data.memory.source;
    await story.does(inTenant(admin), 'quarantine', { of: { documentId: document.id }, reason: 'A leak.' });
    return { hidden, wave: document.wave.id as string };
  };
  return { gateway, story, shown, ask, askForText, hide, inTenant };
};

const counts = (data: Answer) =>
  Object.fromEntries(Object.entries(data).map(([name, list]) => [name, (list as Answer).totalCount]));

describe('what the gateway recorded is listed', () => {
  onServerStore((store) => {
    test('each list has what its viewer sees, newest first, and hides the rest as if it were missing', async () => {
      const { ask, askForText, hide, shown } = await setStage(store(), 'record-lists');
      const viewers = [reader, contributor, reviewer, auditor];
      const before = await Promise.all(viewers.map((who) => askForText(who)));
      const { hidden, wave } = await hide();
      expect(await Promise.all(viewers.map((who) => askForText(who)))).toEqual(before);

      const { data, errors } = await ask(admin);
      expect(errors).toBeUndefined();
      expect(counts(data)).toEqual({
        bundleReceipts: 2,
        evidence: 2,
        quarantines: 1,
        extractionReports: 2,
        pathwayTraces: 0,
      });
      expect(data.evidence.nodes.map(({ memory }: Answer) => memory.id)).toEqual([hidden, shown]);
      expect(data.extractionReports.nodes[0].wave.id).toBe(wave);
      expect(data.quarantines.nodes).toEqual([{ reason: 'A leak.' }]);

      for (const named of [
        (known: boolean) => ({ evidence: { memoryId: { eq: known ? hidden : missing('mem') } } }),
        (known: boolean) => ({ evidence: { project: { eq: known ? 'pier' : 'none' } } }),
        (known: boolean) => ({ reports: { waveId: { eq: known ? wave : missing('wav') } } }),
        (known: boolean) => ({ reports: { project: { eq: known ? 'pier' : 'none' } } }),
        (known: boolean) => ({ quarantines: { setBy: { eq: known ? admin.user : reviewer.user } } }),
      ]) {
        const [ofHidden, ofMissing] = [true, false].map((known) => askForText(reviewer, named(known)));
        // A name that is refused is quoted.
        const unquoted = (text: string) => text.replaceAll(/"(pier|none)/g, '"…');
        expect(unquoted((await ofHidden) ?? '')).toBe(unquoted((await ofMissing) ?? ''));
        expect(await askForText(admin, named(true))).not.toBe(await askForText(admin, named(false)));
      }
    });

    test('receipts are listed to their user and to auditors, who read the policy of the delivery', async () => {
      const { ask } = await setStage(store(), 'receipt-lists');
      const own = (await ask(reader)).data.bundleReceipts;
      expect(own).toMatchObject({ totalCount: 1, nodes: [{ user: { name: 'rita' }, labelPolicy: null }] });
      expect((await ask(reviewer)).data.bundleReceipts.totalCount).toBe(0);
      const all = (await ask(auditor)).data.bundleReceipts;
      expect(all.nodes.map(({ user }: Answer) => user.name)).toEqual(['carol', 'rita']);
      for (const { policyHash, labelPolicy } of all.nodes)
        expect(labelPolicy).toEqual({ revision: 1, hash: policyHash });
      const filtered = (await ask(auditor, { receipts: { user: { eq: 'rita' } } })).data.bundleReceipts;
      expect(filtered.nodes).toEqual([all.nodes[1]]);
    });

    test('evidence of a personal memory is not listed, to its contributor neither', async () => {
      const { ask, story, shown, inTenant } = await setStage(store(), 'personal-lists');
      expect((await ask(contributor)).data.evidence.totalCount).toBe(1);
      await story.does(inTenant(contributor), 'setMemoryPersonal', { id: shown, isPersonal: true });
      await story.does(inTenant(admin), 'setMemoryPersonal', { id: shown, isPersonal: true });
      for (const who of [contributor, admin])
        expect((await ask(who)).data.evidence).toEqual({ totalCount: 0, nodes: [] });
    });

    test('traces are listed with superseded versions, or heads alone', async () => {
      const gateway = await createTestGateway(store());
      const { insert, revise } = pathwayOperations(() => gateway);
      const { traceUid } = await insert(run('listed traces'));
      await revise(traceUid, { finalVerdict: 'better' });
      const listed = async (more: object) =>
        (await gateway.ask(reader, query, { traces: { taskClass: { eq: 'listed traces' }, ...more } })).data
          .pathwayTraces;
      expect((await listed({})).totalCount).toBe(2);
      expect((await listed({})).nodes.map(({ supersededAt }: Answer) => supersededAt === null)).toEqual([
        true,
        false,
      ]);
      expect((await listed({ superseded: false })).nodes).toMatchObject([{ supersededAt: null }]);
      expect((await listed({ superseded: true })).totalCount).toBe(1);
    });
  });
});
