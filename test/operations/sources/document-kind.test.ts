import { describe, expect, test } from 'vitest';
import { createTestGateway, people, viewer } from '#test/support/gateway.ts';
import { onServerStore } from '#test/support/store.ts';
import { type Answer, runStory } from '#test/support/story.ts';

const runbook = `# Restarting the pump house

## Before

The pump house stops for ten minutes.

Every valve stays shut until the gauge reads 3 bar.

## Steps

1. Shut the intake valve before the pump stops.
2. Wait until the gauge reads 0 bar.
`;

describe('the kind of a document', () => {
  onServerStore((store) => {
    const begin = async () => {
      const gateway = await createTestGateway(store());
      const story = runStory(gateway);
      const ingests = async (path: string, more: object, project: string) => {
        const { wave } = await story.ingests(people.service, [{ path, content: runbook, ...more }], {
          project,
        });
        const { data } = await gateway.ask(
          people.reviewer,
          `query ($id: ID!) { ingestionWave(id: $id) { documents(first: 1) { nodes { id kind kindGiven } }
            report { found persisted } } }`,
          { id: wave.id },
        );
        return { ...data.ingestionWave, document: data.ingestionWave.documents.nodes[0] };
      };
      const set = async (who: typeof people.reviewer, input: object): Promise<Answer> =>
        (
          await gateway.ask(
            who,
            `mutation ($input: SetDocumentKindInput!) { setDocumentKind(input: $input) { __typename
              ... on SetDocumentKindPayload { applied document { id kind kindGiven } report { found persisted } }
              ... on UserError { code path } } }`,
            { input },
          )
        ).data.setDocumentKind;
      return { gateway, ingests, set };
    };

    test('a document of no known kind is read, and says which kind was taken', async () => {
      const { ingests } = await begin();
      const { document, report } = await ingests('pump-house.md', {}, 'judged');
      expect(document).toMatchObject({ kind: 'OTHER', kindGiven: false });
      expect(report.persisted).toBeGreaterThan(0);
    });

    test('the caller names it, and it is read as that', async () => {
      const { ingests } = await begin();
      const { document } = await ingests('pump-house.md', { kind: 'RULES' }, 'given');
      expect(document).toMatchObject({ kind: 'RULES', kindGiven: true });
    });

    test('a reviewer corrects it, and a pass reads the document as that kind', async () => {
      const { ingests, set, gateway } = await begin();
      const { document, report } = await ingests('pump-house.md', {}, 'corrected');
      const answer = await set(people.reviewer, { documentId: document.id, kind: 'RULES' });
      expect(answer).toMatchObject({
        applied: true,
        document: { id: document.id, kind: 'RULES', kindGiven: true },
      });
      expect(answer.report.found).toBeGreaterThanOrEqual(report.found);
      const { data } = await gateway.ask(
        people.auditor,
        'query ($id: ID!) { document(id: $id) { auditTrail(first: 5) { nodes { action before after } } } }',
        { id: document.id },
      );
      expect(data.document.auditTrail.nodes).toContainEqual({
        action: 'DOCUMENT_KIND_SET',
        before: { kind: 'other' },
        after: { kind: 'rules' },
      });
    });

    test('nobody corrects it without the role, and what is hidden is as good as missing', async () => {
      const { ingests, set } = await begin();
      const { document } = await ingests('pump-house.md', {}, 'refused');
      expect(await set(people.contributor, { documentId: document.id, kind: 'RULES' })).toMatchObject({
        code: 'forbidden',
      });
      const stranger = viewer('mallory', ['reviewer'], { tenant: 'elsewhere' });
      const missing = `doc_${'0'.repeat(8)}-0000-7000-8000-${'0'.repeat(12)}`;
      expect(await set(stranger, { documentId: document.id, kind: 'RULES' })).toEqual(
        await set(stranger, { documentId: missing, kind: 'RULES' }),
      );
    });
  });
});
