import { describe, expect, test } from 'vitest';
import type { Role } from '#domain/privacy/viewer.ts';
import { createTestGateway, people, viewer } from '#test/support/gateway.ts';
import { onServerStore, type TestStore } from '#test/support/store.ts';
import {
  decideDocument,
  invoice,
  recordDocument,
  replayDocument,
  rerouteDocument,
  routeDocument,
  workflowClient,
  workflowItemsDocument,
} from '#test/support/workflow.ts';

const insider = viewer('ines', ['contributor', 'service'], { groups: ['board'] });
const strangerReviewer = people.reviewer;
const boardReviewer = viewer('bea', ['reviewer'], { groups: ['board'] });
const elsewhere = viewer('eve', ['admin', 'service'], { tenant: 'umbrella' });

const open = async (store: TestStore) => {
  const gateway = await createTestGateway(store);
  const client = { ...gateway, ...workflowClient(gateway) };
  const ingested = await client.ask(
    insider,
    `mutation ($input: IngestDocumentsInput!) { ingestDocuments(input: $input) {
      ... on IngestDocumentsPayload { wave { documents { nodes { chunks { nodes { id } } } } } } ... on UserError { code message } } }`,
    {
      input: {
        project: 'merger',
        documents: [{ path: 'plan.md', content: '# Plan\n\nNothing is said yet.\n', audience: ['board'] }],
      },
    },
  );
  const chunkId = (ingested.data.ingestDocuments.wave?.documents.nodes[0]?.chunks.nodes[0]?.id ??
    (await store.asOwner<{ id: string }>(`select id from chunks where 'board' = any(audience) limit 1`))[0]
      ?.id) as string;
  return { ...client, chunkId };
};

describe('what hangs on a hidden source is hidden with it', () => {
  onServerStore((store) => {
    test('a hidden source answers as a missing one, byte for byte', async () => {
      const { askForText, chunkId } = await open(store());
      const record = (asking: typeof insider, sourceId: string) =>
        askForText(asking, recordDocument, {
          input: { ...invoice, extractorVersion: 'reader-1', sourceId },
        });
      const missing = await record(people.service, 'chk_00000000-0000-7000-8000-000000000000');
      expect(missing).toContain('not_found');
      expect(await record(people.service, chunkId)).toBe(missing);
      expect(await record(elsewhere, chunkId)).toBe(missing);
      expect(await record(people.service, 'mem_1')).toBe(missing);
      expect(await record(insider, chunkId)).toContain('RecordExtractionPayload');
    });

    test('a personal interaction is a source for its contributor alone', async () => {
      const { askForText } = await open(store());
      const id = `int_of_${store().kind}`;
      await store().asOwner(
        `insert into interactions (id, tenant, contributor, audience, is_personal, project, content, occurred_at, created_at)
          values (?, 'acme', 'ines', '{}', true, 'p', 'mine', now(), now())`,
        [id],
      );
      const record = (asking: typeof insider, sourceId: string) =>
        askForText(asking, recordDocument, {
          input: { ...invoice, extractorVersion: 'reader-1', sourceId },
        });
      expect(await record(people.service, id)).toBe(await record(people.service, 'int_missing'));
      const recorded = await record(insider, id);
      const extraction = JSON.parse(recorded).data.recordExtraction.extraction;
      const look = (asking: typeof insider) =>
        askForText(asking, 'query ($id: ID!) { extraction(id: $id) { schemaName } }', { id: extraction.id });
      expect(JSON.parse(await look(strangerReviewer)).data.extraction).toBeNull();
      expect(JSON.parse(await look(people.service)).data.extraction).toBeNull();
      expect(JSON.parse(await look(insider)).data.extraction).toEqual({ schemaName: 'invoice' });
      // Lists leave personal items out, own ones included.
      const listed = JSON.parse(await askForText(insider, workflowItemsDocument)).data.workflowItems;
      expect(listed.nodes.map((node: { extraction: { id: string } }) => node.extraction.id)).not.toContain(
        extraction.id,
      );
    });

    test('every path to a hidden extraction answers as for a random id', async () => {
      const client = await open(store());
      const { extraction, workflowItem } = (await client.record(
        {
          ...invoice,
          extractorVersion: 'reader-1',
          schemaName: `secret of ${store().kind}`,
          sourceId: client.chunkId,
        },
        insider,
      )) as unknown as Record<'extraction' | 'workflowItem', { id: string }>;
      const paths: [string, (asking: typeof insider, ext: string, wfi: string) => Promise<string>][] = [
        ['node', (asking, ext) => client.askForText(asking, `{ node(id: "${ext}") { __typename } }`)],
        [
          'extraction',
          (asking, ext) => client.askForText(asking, `{ extraction(id: "${ext}") { schemaName } }`),
        ],
        ['item', (asking, _, wfi) => client.askForText(asking, `{ node(id: "${wfi}") { __typename } }`)],
        ['replay', (asking, ext) => client.askForText(asking, replayDocument, { extractionId: ext })],
        [
          'route',
          (asking, ext) =>
            client.askForText(asking, routeDocument, { input: { extractionId: ext, guardrailFlags: ['a'] } }),
        ],
        [
          'decide',
          (asking, _, wfi) =>
            client.askForText(asking, decideDocument, {
              input: { id: wfi, decision: 'APPROVE', expectedRevision: 7 },
            }),
        ],
        [
          'list',
          async (asking, ext) => {
            const name = ext.startsWith('ext_0000') ? 'none' : `secret of ${store().kind}`;
            const answer = await client.askForText(
              asking,
              `{ workflowItems(filter: { schemaName: { eq: "${name}" } }) { totalCount nodes { id } pageInfo { hasNextPage } } }`,
            );
            // The refusal repeats the name that was asked for, and the schema that everybody knows, where it is near.
            return answer.replaceAll(name, 'it').replace(' Nearest: vouch.statements.', '');
          },
        ],
      ];
      for (const [name, ask] of paths)
        for (const asking of [strangerReviewer, elsewhere, people.service]) {
          const missing = await ask(
            asking,
            'ext_00000000-0000-7000-8000-000000000000',
            'wfi_00000000-0000-7000-8000-000000000000',
          );
          expect(await ask(asking, extraction.id, workflowItem.id), `${name} as ${asking.user}`).toBe(
            missing,
          );
        }
      expect(await client.replay(extraction.id, true, boardReviewer)).toMatchObject({ matchesStored: true });
      expect(
        (await client.items({ schemaName: { eq: `secret of ${store().kind}` } }, boardReviewer)).totalCount,
      ).toBe(1);
    });

    test('a service sees what it recorded from another person’s document, and nothing else of that person', async () => {
      const client = await open(store());
      const shared = await client.ask(
        people.contributor,
        `mutation ($input: IngestDocumentsInput!) { ingestDocuments(input: $input) {
          ... on IngestDocumentsPayload { wave { documents { nodes { chunks { nodes { id } } } } report { candidates { nodes { extraction { id } } } } } } } }`,
        {
          input: {
            project: 'shared',
            documents: [{ path: 'a.md', content: '# A\n\n- [Decision] We will keep the buoy.\n' }],
          },
        },
      );
      const { documents, report } = shared.data.ingestDocuments.wave;
      const recorded = await client.record({
        ...invoice,
        extractorVersion: 'reader-1',
        sourceId: documents.nodes[0].chunks.nodes[0].id,
      });
      expect(recorded).toMatchObject({ extraction: { schemaName: 'invoice' } });
      const others = report.candidates.nodes[0].extraction.id;
      const look = await client.ask(people.service, `{ extraction(id: "${others}") { schemaName } }`);
      expect(look.data.extraction).toBeNull();
    });
  });
});

describe('a promoted statement does not show its siblings', () => {
  onServerStore((store) => {
    test('the extraction of several statements stays with those who may see candidates', async () => {
      const client = await open(store());
      const contents = ['We will keep the buoy afloat.', 'We will sell the harbour office.'];
      const recorded = await client.record({
        schemaName: 'vouch.statements',
        payload: { statements: contents.map((content) => ({ kind: 'DECISION', content })) },
        fieldConfidence: [{ field: 'content', confidence: 0.9 }],
      });
      const { id } = recorded.extraction as { id: string };
      const { nodes } = (
        await client.ask(
          people.reviewer,
          `{ extraction(id: "${id}") { candidates { nodes { id content } } } }`,
        )
      ).data.extraction.candidates;
      const kept = nodes.find(({ content }: { content: string }) => content === contents[0]);
      await client.ask(
        people.reviewer,
        `mutation { promoteCandidate(input: { id: "${kept.id}" }) { __typename } }`,
      );
      const read = await client.askForText(
        people.reader,
        `{ node(id: "${kept.id}") { ... on Memory { content extraction { payload } } } extraction(id: "${id}") { payload } }`,
      );
      expect(JSON.parse(read).data).toEqual({
        node: { content: contents[0], extraction: null },
        extraction: null,
      });
    });
  });
});

describe('roles', () => {
  onServerStore((store) => {
    const missing = 'ext_00000000-0000-7000-8000-000000000000';
    const mutations: [string, string, object, readonly Role[]][] = [
      [
        'recordExtraction',
        recordDocument,
        { ...invoice, extractorVersion: 'reader-1', fieldConfidence: [] },
        ['service'],
      ],
      ['routeExtraction', routeDocument, { extractionId: missing }, ['service', 'reviewer', 'admin']],
      ['decideWorkflowItem', decideDocument, { id: missing, decision: 'APPROVE' }, ['reviewer', 'admin']],
      ['rerouteAll', rerouteDocument, { dryRun: true }, ['admin']],
    ];
    test.for(mutations)('%s', async ([name, document, input, allowed]) => {
      const { ask } = await open(store());
      for (const [role, asking] of Object.entries(people)) {
        const { data } = await ask(asking, document, { input });
        expect(data[name].code === 'forbidden', role).toBe(!allowed.includes(role as Role));
      }
    });

    const queries: [string, string, readonly Role[]][] = [
      ['workflowItems', '{ workflowItems { totalCount } }', ['reviewer', 'auditor', 'admin', 'service']],
      [
        'replayRouting',
        `{ replayRouting(extractionId: "${missing}") { status } }`,
        ['reviewer', 'auditor', 'admin'],
      ],
    ];
    test.for(queries)('%s', async ([, query, allowed]) => {
      const { ask } = await open(store());
      for (const [role, asking] of Object.entries(people)) {
        const { errors } = await ask(asking, query);
        expect(errors?.[0]?.extensions?.code, role).toBe(
          allowed.includes(role as Role) ? undefined : 'FORBIDDEN',
        );
      }
    });
  });
});
