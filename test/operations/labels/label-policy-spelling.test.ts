import { describe, expect, test } from 'vitest';
import { policyMask } from '#domain/labels/policy/mask.ts';
import { createTestGateway, people } from '#test/support/gateway.ts';
import { onServerStore } from '#test/support/store.ts';
import { runStory } from '#test/support/story.ts';

const { admin, auditor, contributor, reader, reviewer, service } = people;

const statement = 'The buoy must keep the wombatsecret beacon alive';
const saying = 'I prefer that the ﬁnal wombatsecret report goes to the harbour first.';
const spellings: readonly [string, string][] = [
  ['b.md', 'The buoy must keep the *wombatsecret* beacon alive'],
  ['c.md', 'Ｔhe buoy must keep the ｗombatsecret beacon alive'],
  ['d.md', 'The buoy must keep the wombat\u00adsecret [beacon](https://x.y) alive.'],
];

const fields = 'id title content chunks { nodes { text headingPath } }';
const paths = [
  `query ($documents: [ID!]!) { nodes(ids: $documents) { ... on Document { ${fields} } } }`,
  `query ($waves: [ID!]!) { nodes(ids: $waves) { ... on IngestionWave { documents { nodes { ${fields} } } report { droppedCandidates { reason content } } } } }`,
  'query ($interactions: [ID!]!) { nodes(ids: $interactions) { ... on Interaction { content report { droppedCandidates { content } } } } }',
  'query ($workflow: ID!) { node(id: $workflow) { ... on WorkflowItem { decisionNote extraction { payload } auditTrail { nodes { before after } } } } }',
  '{ auditEvents(first: 100) { nodes { before after } } }',
];
/** However it is spelled. */
const secret = (text: string) =>
  text
    .normalize('NFKC')
    .replaceAll(/[*\u00ad]/gu, '')
    .toLowerCase()
    .includes('wombatsecret');

describe('what the label policy withholds and another source says in its own spelling', () => {
  onServerStore((store) => {
    test('is read nowhere', async () => {
      const gateway = await createTestGateway(store());
      const story = runStory(gateway);
      const ingest = async (path: string, said: string) => {
        const { wave } = await story.ingests(service, [
          { path, content: `# ${path}\n\n## Decision: ${said}\n` },
        ]);
        return wave.id as string;
      };
      const waves = [await ingest('a.md', statement)];
      for (const [path, said] of spellings) waves.push(await ingest(path, said));
      const interactions: string[] = [];
      for (const content of [saying, saying.normalize('NFKC').replace('report', '**report**')])
        interactions.push(
          (
            await story.does(contributor, 'recordInteraction', {
              project: 'tides',
              content: `Nora: ${content}\nBob: Fine.`,
              extract: true,
            })
          ).interaction.id,
        );
      const memories = await store().asOwner<{ id: string; content: string; source: string }>(
        'select id, content, source_id as source from memories order by content',
      );
      expect(memories.map(({ content }) => content).sort()).toEqual([saying, statement]);
      const chunk = memories.find(({ source }) => source.startsWith('chk_'))?.source;
      const { extraction, workflowItem } = await story.does(service, 'recordExtraction', {
        extractorVersion: 'reader-1',
        schemaName: 'notes',
        payload: { note: spellings[1]?.[1] },
        fieldConfidence: [{ field: 'note', confidence: 0.9 }],
        guardrailFlags: [],
        sourceId: chunk,
      });
      await story.does(reviewer, 'decideWorkflowItem', {
        id: workflowItem.id,
        decision: 'REJECT',
        note: 'Nothing of the wombatsecret.',
      });
      for (const { id } of memories) {
        await story.does(reviewer, 'promoteCandidate', { id });
        await story.does(admin, 'setSensitivityLabels', { id, labels: ['pii.contact'] });
      }
      const documents = (await store().asOwner<{ id: string }>('select id from documents')).map(
        ({ id }) => id,
      );
      const ids = { documents, waves, interactions, workflow: workflowItem.id };
      const everywhere = (await Promise.all(paths.map((path) => gateway.askForText(admin, path, ids)))).map(
        (text) => [JSON.parse(text).errors, secret(text)],
      );
      expect(everywhere).toEqual(paths.map(() => [undefined, true]));

      for (const action of ['REDACT', 'DENY'] as const) {
        await story.does(admin, 'setLabelPolicy', {
          mode: 'ENFORCE',
          rules: [{ id: 'pii', anyLabel: ['pii'], action }],
        });
        for (const who of [admin, auditor, reviewer, contributor, reader, service])
          for (const path of paths) {
            const text = await gateway.askForText(who, path, ids);
            expect([action, who.user, path, secret(text), text]).toEqual([
              action,
              who.user,
              path,
              false,
              text,
            ]);
          }
        const asked = async (path: number) => (await gateway.ask(reviewer, paths[path] ?? '', ids)).data;
        for (const { content, chunks } of (await asked(0)).nodes)
          expect([content, chunks.nodes.at(-1)]).toEqual([
            expect.stringContaining(`## Decision: ${policyMask}`),
            {
              text: expect.stringContaining(`## Decision: ${policyMask}`),
              headingPath: [expect.any(String), expect.stringContaining(policyMask)],
            },
          ]);
        const decided = (await gateway.ask(auditor, paths[3] ?? '', ids)).data.node;
        expect(decided.decisionNote).toBe(policyMask);
        expect(decided.auditTrail.nodes.at(-1).after).toMatchObject({
          status: 'REJECTED',
          extractionId: extraction.id,
          decidedBy: 'bob',
          decisionNote: policyMask,
        });
      }
    });
  });
});
