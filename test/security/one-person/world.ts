import { defaultSettings } from '#application/default-settings.ts';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { createTestGateway, type TestGateway, viewer } from '../../support/gateway.ts';
import type { TestStore } from '../../support/store.ts';
import { decisionRecord, runStory } from '../../support/story.ts';

/** In the tenant and in every id of the world that is built; a copy has another in its place. */
const mark = 'a10e0000';
const tenantOf = (some: string): string => `alone-${some}`;
const markOf = (tenant: string): string => tenant.slice('alone-'.length);

export const project = 'tides';
/** Sources of the world that others own. */
export const othersPaths: readonly string[] = [
  'adr/crane.md',
  'parts/mast.md',
  'board.md',
  'values.md',
  'drift.md',
  'withheld.md',
  'open.md',
];
/** So many candidates of one person may wait; the loner has a few less. */
const pendingLimit = 14;

/** Everybody else: who builds the world, and who looks at it. */
export const others = (tenant: string) => ({
  reader: viewer('rita', ['reader'], { tenant }),
  contributor: viewer('carol', ['contributor'], { tenant }),
  reviewer: viewer('bob', ['reviewer'], { tenant }),
  boardReviewer: viewer('max', ['reviewer'], { tenant, groups: ['board'] }),
  admin: viewer('alice', ['admin'], { tenant }),
  curator: viewer('clara', ['curator'], { tenant }),
  service: viewer('agent', ['service'], { tenant }),
});

/** The person who acts alone, with the roles of one of their tokens, in one of the spellings that a token may have. */
export const loner = (tenant: string, roles: Viewer['roles'], spelling = 'mallory'): Viewer =>
  viewer(spelling, roles, { tenant });

export interface OnePersonWorld {
  readonly gateway: TestGateway;
  readonly tenant: string;
  /** A tenant with a copy of the world, for one sequence. */
  readonly copy: () => Promise<string>;
  /** Part of the ids of the world, and the one that stands there in a copy. */
  readonly marks: (copy: string) => readonly [string, string];
}

/** Statements about one thing, one for each life of an item. */
const lives = ['waits', 'stands', 'fell', 'left', 'ended', 'grew', 'binds'] as const;
const statementsOf = (thing: string): string[] =>
  lives.map((_, at) => `We will check ${thing} ${at + 1} only at low tide ${at + 2}.`);

/** Statement that copies every row of the built tenant under another mark; no trigger runs. What the tenant has no row of costs nothing. */
const copyStatement = async ({ asOwner }: TestStore): Promise<(to: string) => string> => {
  const tables = await asOwner<{ name: string; columns: string }>(
    `select table_name as name, string_agg(format('%I', column_name), ', ') as columns
      from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE' and is_generated = 'NEVER' and column_name <> 'written_order'
      group by 1 having bool_or(column_name = 'tenant')`,
  );
  const filled: typeof tables = [];
  for (const table of tables)
    if ((await asOwner(`select 1 from ${table.name} where tenant = '${tenantOf(mark)}' limit 1`)).length > 0)
      filled.push(table);
  const insertions = (to: string) =>
    filled.map(
      ({ name, columns }) =>
        `insert into ${name} (${columns}) select ${columns} from jsonb_populate_recordset(null::${name},
          (select replace(jsonb_agg(r)::text, '${mark}', '${to}')::jsonb from ${name} r where tenant = '${tenantOf(mark)}'));`,
    );
  return (to) => `do $copy$ begin
    perform set_config('session_replication_role', 'replica', true);
    ${insertions(to).join('\n')}
  end $copy$`;
};

/**
 * A tenant in which every status of an item is there, once of the loner's words and once of others'; with all that mutations are about:
 * an open contradiction, a dispute, offers, requests, sources, an extraction, a trace, a quarantine, claims, labels, project state.
 */
export const buildOnePersonWorld = async (store: TestStore): Promise<OnePersonWorld> => {
  let minted = 0;
  const gateway = await createTestGateway(
    store,
    { review: { ...defaultSettings.review, pendingPerContributor: pendingLimit } },
    {
      newId: (prefix) => {
        minted += 1;
        return `${prefix}_${mark}-0000-7000-8000-${String(minted).padStart(12, '0')}`;
      },
    },
  );
  const tenant = tenantOf(mark);
  const { reader, contributor, reviewer, boardReviewer, admin, curator, service } = others(tenant);
  const author = loner(tenant, ['contributor']);
  const machine = loner(tenant, ['service']);
  const story = runStory(gateway);
  // biome-ignore lint/suspicious/noExplicitAny: the shape of an answer is the mutation's
  const does = async (who: Viewer, mutation: string, input: object): Promise<any> => {
    const answer = await story.does(who, mutation, input);
    if (/Error$/.test(answer.__typename))
      throw new Error(`${mutation} was refused: ${JSON.stringify([input, answer])}`);
    return answer;
  };
  const promotes = (id: string | undefined, who = reviewer) => does(who, 'promoteCandidate', { id });
  const writes = async (who: Viewer, content: string, more: object = {}): Promise<string> =>
    (await does(who, 'createMemory', { project, kind: 'FACT', content, ...more })).memory.id;
  const ingests = async (
    who: Viewer,
    path: string,
    content: string,
    more: object = {},
  ): Promise<string[]> => {
    const { wave } = await does(who, 'ingestDocuments', { project, documents: [{ path, content, ...more }] });
    return wave.report.candidates.nodes.map(({ id }: { id: string }) => id);
  };
  await does(admin, 'declareGroups', { groups: ['board', 'crew'] });
  await does(admin, 'setLabelPolicy', {
    mode: 'ENFORCE',
    rules: [{ id: 'sealed', anyLabel: ['sealed'], notRoles: ['admin'], action: 'DENY' }],
  });

  // Every status, of items from a source of the loner's and from one of a service.
  const grown: string[] = [];
  for (const [who, thing] of [
    [author, 'buoy'],
    [service, 'crane'],
  ] as const) {
    const said = statementsOf(thing);
    const ids = await ingests(who, `adr/${thing}.md`, decisionRecord(...said));
    const [waits, stands, fell, left, ended, grew, binds] = said.map(
      (_, at) => ids.find((__, place) => place === at) ?? '',
    );
    for (const id of [stands, left, ended, grew, binds]) await promotes(id);
    if (who === author) await does(reviewer, 'claimInboxItem', { id: `inb_CANDIDATE.${waits}` });
    await does(reviewer, 'rejectCandidate', { id: fell, reason: 'No.' });
    await does(reviewer, 'supersede', { id: left, supersededById: stands });
    await does(reviewer, 'retire', { id: ended, reason: 'It is over.' });
    const { item } = await does(reviewer, 'proposeGraduation', {
      memoryId: grew,
      entityType: 'PROCESS',
      name: `Check ${thing} 6`,
    });
    await promotes(item.id, boardReviewer);
    grown.push(item.id);
    await does(admin, 'mandateMemory', { id: binds, mandatory: true });
  }
  for (const [who, thing] of [
    [author, 'hull'],
    [service, 'mast'],
  ] as const) {
    const heads = ['keel', 'rail', 'deck', 'rope'].map((part) => `- [Component] The ${part} of the ${thing}`);
    const [, active, retired, superseded] = await ingests(
      who,
      `parts/${thing}.md`,
      `# Parts\n\n${heads.join('\n')}\n`,
    );
    for (const id of [active, retired, superseded]) await promotes(id);
    await does(reviewer, 'retire', { id: retired, reason: 'It is gone.' });
    await does(reviewer, 'supersede', { id: superseded, supersededById: active });
    await does(reviewer, 'relateEntities', { fromId: active, toId: grown[0], relation: 'PART_OF' });
  }

  // Words written by hand; a request of each author to have them back; one of the board, and personal ones.
  for (const who of [author, contributor]) {
    await writes(who, `${who.user} says that the pier is long.`);
    const asked = await writes(who, `${who.user} says that the shed is red.`);
    const disputed = await writes(who, `${who.user} says that the fog is thick.`);
    const kept = await writes(who, `${who.user} says that the coffee is cold.`, { isPersonal: true });
    for (const id of [asked, disputed]) await promotes(id);
    await promotes(kept, admin);
    await does(who, 'setMemoryPersonal', { id: asked, isPersonal: true });
    await does(reader, 'disputeMemory', { id: disputed, quote: 'There is none.' });
  }
  const [secret] = await ingests(
    service,
    'board.md',
    decisionRecord('We will sell the old dredger in the autumn.'),
    { audience: ['board'] },
  );
  await promotes(secret, boardReviewer);

  // Contradictions: between two that stand, and of one that stands with a candidate of the loner's.
  const [pump, winch] = await ingests(
    service,
    'values.md',
    decisionRecord('We will run the pump at 5 bar.', 'We will run the winch at 7 bar.'),
  );
  for (const id of [pump, winch]) await promotes(id);
  const rival = await writes(contributor, 'We will not run the pump at 5 bar.', { kind: 'DECISION' });
  await promotes(rival);
  const own = await writes(author, 'We will not run the winch at 7 bar.', { kind: 'DECISION' });
  for (const id of [rival, own]) await does(reviewer, 'detectContradictions', { memoryId: id });

  // A new wording that its source offers, one that a reviewer proposed, a graduation that nobody has decided.
  const [lamp, bell, flag] = await ingests(
    service,
    'drift.md',
    decisionRecord(
      'We will light the lamp at six.',
      'We will ring the bell at noon.',
      'We will hoist the flag at dawn.',
    ),
  );
  for (const id of [lamp, bell, flag]) await promotes(id);
  await ingests(
    service,
    'drift.md',
    decisionRecord(
      'We will light the lamp at seven.',
      'We will ring the bell at noon.',
      'We will hoist the flag at dawn.',
    ),
  );
  await does(reviewer, 'editItem', {
    id: bell,
    content: 'We will ring the bell at noon and at night.',
  });
  await does(reviewer, 'proposeGraduation', { memoryId: flag, entityType: 'PROCESS', name: 'Hoist flag' });

  // Conversations, extractions, traces, labels, a quarantine, project state, a source that waits, a webhook, claims.
  for (const who of [author, contributor])
    await does(who, 'recordInteraction', {
      project,
      content: `I prefer oars to sails, ${who.user} said. I prefer tar to paint on the boat of ${who.user}.`,
      extract: who === author,
    });
  for (const who of [machine, service]) {
    await does(who, 'recordExtraction', {
      project,
      extractorVersion: 'reader 1',
      schemaName: 'vouch.statements',
      payload: { statements: [{ kind: 'FACT', content: `The tug of ${who.user} is the fastest.` }] },
      fieldConfidence: [{ field: 'content', confidence: 0.9 }],
    });
    const { trace } = await does(who, 'insertTrace', {
      taskClass: `moor ${who.user}`,
      filePath: 'crates/moor/src/lib.rs',
      reducerSummary: 'It worked.',
    });
    await does(who, 'recordReplay', { traceUid: trace.traceUid, succeeded: true });
  }
  const labelled = await writes(contributor, 'The harbour master is master@example.com by mail.');
  await promotes(labelled);
  const [withheld] = await ingests(
    service,
    'withheld.md',
    decisionRecord('We will fill the dock with sand.'),
  );
  await promotes(withheld);
  const { memory } = await story.asks(reviewer, 'Provenance', { id: withheld });
  await does(admin, 'quarantine', {
    of: { documentId: memory.source.document.id },
    reason: 'A trial.',
  });
  await does(curator, 'setProjectState', { project, category: 'tide', key: 'height', value: '4 m' });
  await does(service, 'ingestDocuments', {
    project,
    documents: [{ path: 'open.md', content: decisionRecord('We will clean the quay on Fridays.') }],
    extract: false,
  });
  // Versions of other people's sources that wait for their owners.
  for (const [who, path, words] of [
    [author, 'values.md', 'We will run the pump as mallory likes it.'],
    [contributor, 'adr/buoy.md', 'We will paint the float whenever carol likes.'],
    [contributor, 'drift.md', 'We will light the lantern whenever carol likes.'],
  ] as const)
    await does(who, 'ingestDocuments', { project, documents: [{ path, content: decisionRecord(words) }] });
  await does(admin, 'createWebhook', { url: 'https://example.com/hook', eventTypes: ['MEMORY_PROMOTED'] });

  const statement = await copyStatement(store);
  let copies = 0;
  return {
    gateway,
    tenant,
    marks: (copy) => [mark, markOf(copy)],
    copy: async () => {
      copies += 1;
      const to = `a10e${copies.toString(16).padStart(4, '0')}`;
      await store.asOwner(statement(to));
      return tenantOf(to);
    },
  };
};
