import type { Viewer } from '#domain/privacy/viewer.ts';
import { type ItemVisibilityFacts, isDocumentVisible, isVisible } from '#domain/privacy/visibility.ts';
import { people, type TestGateway, viewer } from '../support/gateway.ts';
import type { TestStore } from '../support/store.ts';
import { decisionRecord, type Story, tellStory } from '../support/story.ts';

const globex = (user: string, roles: Viewer['roles']) => viewer(user, roles, { tenant: 'globex' });

/** Whoever may ask, and from wherever. */
export const personas: readonly (readonly [string, Viewer])[] = [
  ...Object.entries(people),
  ['member of the board', viewer('mia', ['reader'], { groups: ['board'] })],
  ['reviewer of the board', viewer('max', ['reviewer'], { groups: ['board'] })],
  ['nobody in particular', viewer('nemo', [])],
  ['admin of another tenant', globex('alice', ['admin', 'service', 'curator'])],
];

export interface World {
  readonly story: Story;
  /** Ids that exist and that this viewer must not be able to tell from ids that do not, a few of each kind. */
  readonly hiddenFrom: (who: Viewer) => Promise<readonly string[]>;
}

/** Items that are hidden for the same reason are hidden alike: one of them speaks for all. */
const oneOfEachSight = (items: readonly (ItemVisibilityFacts & { readonly id: string })[]): string[] => [
  ...new Map(
    items.map(({ id, tenant, status, isPersonal, audience }) => [
      JSON.stringify([id.slice(0, 4), tenant, status, isPersonal, audience]),
      id,
    ]),
  ).values(),
];

/** Two tenants with items of every status, personal ones, ones for a group, and their sources. */
export const createWorld = async (store: TestStore, gateway: TestGateway): Promise<World> => {
  const story = tellStory(gateway);
  const { does, candidates, ingests } = story;
  const people2 = { service: globex('agent', ['service']), reviewer: globex('bob', ['reviewer']) };
  const [waiting, active, rejected] = await candidates([
    'We will wait in the queue of all.',
    'We will be active for all to see.',
    'We will be rejected before all.',
  ]);
  await does(people.reviewer, 'promoteMemory', { id: active });
  await does(people.reviewer, 'rejectMemory', { id: rejected, reason: `Not so: ${waiting}` });
  const [, boards] = await candidates(
    ['We will wait among the board.', 'We will be active among the board.'],
    { audience: ['board'], path: 'board.md' },
  );
  await does(people.admin, 'promoteMemory', { id: boards });
  for (const isPersonal of [true, false])
    await does(people.contributor, 'createMemory', {
      project: 'tides',
      kind: 'PREFERENCE',
      content: `Carol likes tea, ${isPersonal ? 'she' : 'all'} said.`,
      isPersonal,
    });
  await ingests(people.service, [
    {
      path: 'parts.md',
      content: '# Parts\n\n- [Component] The gauge that nobody promoted\n\nMass = 4.8 kg\n',
    },
  ]);
  await ingests(people.service, [{ path: 'open.md', content: '# Open', audience: ['board'] }], {
    extract: false,
  });
  const { wave } = await ingests(people2.service, [
    {
      path: 'adr/0001.md',
      content: decisionRecord('We will be active in another tenant.', 'We will wait in another tenant.'),
    },
  ]);
  await does(people2.reviewer, 'promoteMemory', { id: wave.report.candidates.nodes[0].id });

  const columns = 'id, tenant, contributor, audience';
  const hiddenFrom = async (who: Viewer): Promise<string[]> => {
    const items = (
      await Promise.all(
        ['memories', 'graph_entities'].map((table) =>
          store.asOwner<ItemVisibilityFacts & { id: string; extractionId: string | null }>(
            `select ${columns}, status, is_personal as "isPersonal", extraction_id as "extractionId",
              sensitivity_labels as "sensitivityLabels", null as "labelPolicy" from ${table}`,
          ),
        ),
      )
    ).flat();
    const documents = await store.asOwner<{
      id: string;
      tenant: string;
      contributor: string;
      audience: string[];
      waveId: string;
    }>(`select ${columns}, wave_id as "waveId" from documents`);
    const chunks = await store.asOwner<{ id: string; documentId: string }>(
      'select id, document_id as "documentId" from chunks',
    );
    const routings = await store.asOwner<{ id: string; extractionId: string }>(
      'select id, extraction_id as "extractionId" from workflow_items',
    );
    const elsewhere = await store.asOwner<{ id: string }>(
      'select id from waves where tenant <> ? union all select id from audit_events where tenant <> ?',
      [who.tenant, who.tenant],
    );
    const trail = await store.asOwner<{ id: string }>(
      'select id from audit_events where tenant = ? limit 3',
      [who.tenant],
    );

    const hiddenItems = items.filter((item) => !isVisible(who, item));
    // An extraction is seen as a candidate is, and with the item that came of it.
    const hiddenExtractions = hiddenItems
      .filter((item) => item.extractionId !== null && !isVisible(who, { ...item, status: 'CANDIDATE' }))
      .map(({ extractionId }) => extractionId ?? '');
    const hiddenDocuments = documents.filter((document) => !isDocumentVisible(who, document));
    const seenWaves = new Set(
      documents.filter((document) => isDocumentVisible(who, document)).map(({ waveId }) => waveId),
    );
    const knowsWaves = ['reviewer', 'auditor', 'admin'].some((role) => who.roles.some((own) => own === role));
    const few = (rows: readonly { readonly id: string }[]) => rows.slice(0, 1).map(({ id }) => id);
    return [
      ...oneOfEachSight(hiddenItems),
      ...hiddenExtractions.slice(0, 1),
      ...few(routings.filter(({ extractionId }) => hiddenExtractions.includes(extractionId))),
      ...few(hiddenDocuments),
      ...few(chunks.filter(({ documentId }) => hiddenDocuments.some(({ id }) => id === documentId))),
      ...(knowsWaves || who.user === 'agent'
        ? []
        : hiddenDocuments.map(({ waveId }) => waveId).filter((waveId) => !seenWaves.has(waveId))),
      ...few(elsewhere),
      ...(who.roles.some((role) => role === 'auditor' || role === 'admin') ? [] : few(trail)),
    ];
  };
  return { story, hiddenFrom };
};
