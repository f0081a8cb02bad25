import { describe, expect, test } from 'vitest';
import { EXTRACTOR_VERSION } from '#domain/ingestion/extractor-version.ts';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { createTestGateway, people, viewer } from '#test/support/gateway.ts';
import { onServerStore } from '#test/support/store.ts';
import { runStory } from '#test/support/story.ts';

const insider = viewer('iris', ['contributor'], { groups: ['engineering'] });
const outsider = viewer('otto', ['contributor'], { groups: [] });

describe('a name that nothing has which the viewer sees', () => {
  onServerStore((store) => {
    const begin = async () => {
      const gateway = await createTestGateway(store());
      const story = runStory(gateway);
      const writes = (content: string, more: object) =>
        story.does(insider, 'createMemory', { project: 'piers', kind: 'FACT', content, ...more });
      await writes('The lamp burns.', { domain: 'light', sensitivityLabels: ['harbour.plan'] });
      await writes('The vault is below.', {
        domain: 'vault',
        sensitivityLabels: ['harbour.vault'],
        audience: ['engineering'],
      });
      const asked = async (who: Viewer, list: string) => {
        const { data, errors } = await gateway.ask(who, `{ found: ${list} { totalCount } viewer { user } }`);
        expect(data.viewer.user).toBe(who.user);
        return errors ? (errors[0] ?? null) : data.found.totalCount;
      };
      return { story, asked };
    };

    test('is refused with the nearest ones, at its own field', async () => {
      const { asked } = await begin();
      for (const [list, argument, message] of [
        [
          'memories(filter: { label: { eq: "harbour.plam" } })',
          'filter.label',
          'label is refused. Nothing that you can see has the label "harbour.plam", and no detector suggests it. Nearest: harbour.plan',
        ],
        [
          'memories(filter: { or: [{ label: { in: ["harbour.plan", "pii.emial"] } }] })',
          'filter.or.label',
          'label is refused. Nothing that you can see has the label "pii.emial", and no detector suggests it. Nearest: pii.email',
        ],
        [
          'memories(filter: { domain: { eq: "lihgt" } })',
          'filter.domain',
          'domain is refused. Nothing that you can see is of the domain "lihgt". Nearest: light',
        ],
        [
          'candidates(filter: { rule: { eq: "heading.type" } })',
          'filter.rule',
          'rule is refused. No rule of extraction is called "heading.type". Nearest: heading.typed',
        ],
        [
          'entities(filter: { audience: { eq: "enginering" } })',
          'filter.audience',
          'audience is refused. Nothing that you can see is for the group "enginering", which is none of yours. Nearest: engineering',
        ],
      ] as const) {
        const error = await asked(insider, list);
        expect(error).toMatchObject({ path: ['found'], extensions: { code: 'BAD_USER_INPUT', argument } });
        expect(error.message.slice(0, message.length)).toBe(message);
      }
    });

    test('is answered alike whether it is hidden or nowhere', async () => {
      const { asked } = await begin();
      for (const [condition, hidden, missing] of [
        ['label', 'harbour.vault', 'harbour.bench'],
        ['domain', 'vault', 'bench'],
        ['audience', 'engineering', 'housekeeping'],
      ]) {
        const of = (name = '') => `memories(filter: { ${condition}: { eq: "${name}" } })`;
        const [ofHidden, ofMissing] = [await asked(outsider, of(hidden)), await asked(outsider, of(missing))];
        expect(ofHidden.message.replace(hidden, '…')).toBe(ofMissing.message.replace(missing, '…'));
        expect(ofHidden.extensions).toEqual(ofMissing.extensions);
        expect(await asked(insider, of(hidden))).toBeGreaterThan(0);
      }
    });

    test('is refused in every vocabulary, and known as soon as something that the viewer sees has it', async () => {
      const { story, asked } = await begin();
      const id = await story.candidate('We will name the lamp.', { path: 'lamp.md', project: 'piers' });
      await story.does(people.reviewer, 'promoteCandidate', { id });
      await story.does(insider, 'createMemory', {
        ...{ project: 'vaults', kind: 'FACT', content: 'The vault has a door.', tags: ['oak'] },
        audience: ['engineering'],
      });
      await story.does(people.admin, 'setOwner', { id, owner: { kind: 'USER', name: 'olga' } });
      await story.gateway.ask(people.reader, 'mutation { deliverBundle(input: {}) { __typename } }');
      for (const [list, name, typo] of [
        ['memories(filter: { project: { eq: "…" } })', 'piers', 'pier'],
        ['entities(filter: { project: { eq: "…" } })', 'vaults', 'vault'],
        ['search(query: "lamp", project: "…")', 'piers', 'piars'],
        ['changes(project: "…", from: "2026-01-01T00:00:00Z")', 'piers', 'piars'],
        ['inbox(filter: { project: { eq: "…" } })', 'piers', 'piars'],
        ['inbox(filter: { owner: { eq: "…" } })', 'olga', 'olg'],
        ['inbox(filter: { item: { tag: { eq: "…" } } })', 'oak', 'oa'],
        ['memories(filter: { contributor: { in: ["…"] } })', 'iris', 'iri'],
        ['memories(filter: { tag: { eq: "…" } })', 'oak', 'oaks'],
        ['auditEvents(filter: { actor: { eq: "…" } })', 'iris', 'irs'],
        [
          'ingestionWaves(filter: { startedBy: { eq: "…" } })',
          people.service.user,
          `${people.service.user}s`,
        ],
        ['extractions(filter: { schemaName: { eq: "…" } })', 'vouch.statements', 'statement'],
        ['extractionReports(filter: { extractorVersion: { eq: "…" } })', EXTRACTOR_VERSION, '0.9'],
        ['contradictions(filter: { judge: { eq: "…" } })', 'heuristic', 'heuristc'],
        ['bundleReceipts(filter: { user: { eq: "…" } })', people.reader.user, 'rea'],
      ] as const) {
        const of = (text: string) => asked(people.admin, list.replace('…', text));
        expect([list, await of(name)]).toEqual([list, expect.any(Number)]);
        const { message, extensions } = await of(typo);
        expect([list, extensions.code]).toEqual([list, 'BAD_USER_INPUT']);
        expect(message).toContain(name);
        if (!['oak', 'vaults'].includes(name)) continue;
        // Hidden from this one, with everything that has it.
        const [ofHidden, ofMissing] = await Promise.all(
          [name, 'elsewhere'].map((text) => asked(viewer('otto', ['reviewer']), list.replace('…', text))),
        );
        expect(ofHidden.message.replace(name, '')).toBe(ofMissing.message.replace('elsewhere', ''));
      }
    });

    test('is answered with nothing where it may be meant', async () => {
      const { story, asked } = await begin();
      for (const list of [
        // Detectors suggest it.
        'memories(filter: { label: { eq: "secret.token" } })',
        'memories(filter: { label: { contains: "nothing" } })',
        // Something may have had it then.
        'memories(asOf: "2026-01-01T00:00:00Z", filter: { label: { eq: "harbour.bench" } })',
      ])
        expect(await asked(insider, list)).toBe(0);
      expect(await asked(insider, 'memories(filter: { label: { not: ["harbour.bench"] } })')).toBeGreaterThan(
        0,
      );
      await story.does(people.admin, 'setLabelPolicy', {
        mode: 'ENFORCE',
        rules: [{ id: 'hold', anyLabel: ['legal.hold'], action: 'DENY' }],
      });
      const ofPolicy = 'memories(filter: { label: { eq: "legal.hold" } })';
      expect(await asked(viewer('ada', ['auditor']), ofPolicy)).toBe(0);
      expect(await asked(insider, ofPolicy)).toMatchObject({ extensions: { argument: 'filter.label' } });
    });
  });
});
