import { beforeAll, describe, expect, test } from 'vitest';
import { hasAnyRole, type Viewer } from '#domain/privacy/viewer.ts';
import { people } from '../support/gateway.ts';
import { isLong, sampleOf } from '../support/property-runs.ts';
import { digestOf } from '../support/statements.ts';
import { createStore, onServerStore } from '../support/store.ts';
import { type Answers, askEverything, hiddenIdsIn, sayAgain } from './battery.ts';
import { withErrorsInOrder } from './errors-in-order.ts';
import { hidings } from './hidings.ts';
import { fieldOfKey, queriedFields } from './schema-paths.ts';
import { createWorld, personas, shown, type World } from './world.ts';
import { serves } from './world-part.ts';

/** First difference of two answers, as a path and its values. */
const firstDifference = (before: unknown, after: unknown, path = ''): string | null => {
  const isObject = (value: unknown): value is Record<string, unknown> =>
    typeof value === 'object' && value !== null;
  if (!isObject(before) || !isObject(after))
    return Object.is(before, after)
      ? null
      : `${path}: ${JSON.stringify(before)} became ${JSON.stringify(after)}`.slice(0, 400);
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const found = firstDifference(before[key], after[key], `${path}.${key}`);
    if (found) return found;
  }
  return null;
};

type Visit = Record<string, unknown>;

/** The refusal of a name in a filter, which repeats the name: the words that were asked, and nothing of what is stored. */
const refusedName = /^\w+ is refused\. No(?:thing that you can see)? [^"]*"(?:[^"\\]|\\.)*"/;
const refusedSearch = 'A filter has one search, beside its ';

/** The answer without what its refusals of a filter repeat of the question, and whether anything else of it failed. */
const beyondRefusals = (
  text: string,
  { errors = [], ...answer }: { readonly errors?: readonly Visit[] },
): { readonly beyond: string; readonly errors: readonly Visit[] } => {
  if (errors.length === 0) return { beyond: text, errors };
  const isRefusal = ({ message }: Visit): boolean =>
    refusedName.test(String(message)) || String(message).startsWith(refusedSearch);
  const nearest = errors.filter(isRefusal).map(({ message }) => String(message).replace(refusedName, ''));
  return {
    beyond: JSON.stringify([answer, nearest]),
    errors: errors.filter((error) => !isRefusal(error)),
  };
};

/**
 * The number of events, and where they stand, is the one exception to hiding, for auditors and admins (docs/rules.md §1): in
 * no list of events are those compared that came with what is hidden.
 */
const withoutHiddenEvents = (text: string, hidden: ReadonlySet<string>): string => {
  const isShown = (event: Visit): boolean =>
    !hidden.has(String(event.id ?? (event.node as Visit | undefined)?.id));
  const answer = JSON.parse(text, (_key, value) => {
    if (value?.__typename !== 'AuditEventConnection') return value;
    const { totalCount: _total, pageInfo: _page, nodes = [], edges = [], ...rest } = value;
    return { ...rest, nodes: nodes.filter(isShown), edges: edges.filter(isShown) };
  });
  const ofAudit = /^(auditEvents|verifyAuditChain)(__|$)/;
  for (const key of Object.keys(answer.data ?? {})) if (ofAudit.test(key)) delete answer.data[key];
  // An actor whom events alone name is no unknown name in a search of the audit.
  if (answer.errors)
    answer.errors = answer.errors.filter(({ path }: Visit) => !ofAudit.test(String((path as string[])[0])));
  if (answer.errors?.length === 0) delete answer.errors;
  return Object.keys(answer.data ?? {}).length > 0 ? JSON.stringify(answer) : '{}';
};

/** Notes each `Type.field` that holds something. */
const noteFields = (value: unknown, reached: Set<string>): void => {
  if (Array.isArray(value)) for (const item of value) noteFields(item, reached);
  else if (typeof value === 'object' && value !== null) {
    const { __typename: type = 'Query', ...fields } = value as Record<string, unknown>;
    for (const [key, below] of Object.entries(fields)) {
      if (below !== null && !(Array.isArray(below) && below.length === 0))
        reached.add(`${type}.${fieldOfKey(key)}`);
      noteFields(below, reached);
    }
  }
};

/** Fields that no story fills yet; it only shrinks. A new field that no answer holds fails the suite: fill it in `shown-part.ts`. */
const unanswered: readonly string[] = [
  // Only of a model's reading that failed, and of a chain that somebody broke.
  'ExtractionReport.errors',
  // Only where a model reads.
  'ExtractionReport.modelSections',
  'ModelSectionCount.count',
  'ModelSectionCount.outcome',
  'AuditVerification.firstBroken',
  // Only of a wave that nobody has had read for an hour (`test/operations/ingestion`).
  'IngestionWave.resumedAt',
  'IngestionWave.inboxEntries',
  // A judge's finding, a routing and a service's record have no person.
  'ContradictionEvent.actor',
  'RoutingEvent.actor',
  'TraceEvent.actor',
  'RetirementEvent.actor',
  // Changes of the shown project have no relation, and trusted state has no candidate.
  'RelationEvent.actor',
  'RelationEvent.at',
  'RelationEvent.candidate',
  'RelationEvent.relation',
  'StateEvent.candidate',
  // No edge of the shown part has ended, and its text is in a language that is read (`test/operations/reading`, `ingestion`).
  'Relation.unrelatedAt',
  'Relation.unrelatedBy',
  'UnreadSection.language',
  // Shown changes of sources are of sources for everybody (`test/operations/sources`).
  'SourceChange.audience',
  // Names of contributors for a tenant's admins, which show nothing of any item (`test/operations/tenants`).
  'Query.intakeHolds',
  ...['setAt', 'setBy', 'user'].map((field) => `IntakeHold.${field}`),
  'Query.withdrawnGroups',
  ...['group', 'setAt', 'setBy', 'user'].map((field) => `WithdrawnGroup.${field}`),
  'Query.unusualIntake',
  ...['items', 'source', 'usual', 'user'].map((field) => `UnusualIntake.${field}`),
  // Domains of hundreds of memories, for admins (`test/operations/contradictions`).
  'Query.quietDomains',
  ...['domain', 'memories'].map((field) => `QuietDomain.${field}`),
  // Settings of a tenant for its admins, which show nothing of any item (`test/operations/webhooks`).
  'Query.webhooks',
  ...[
    'createdAt',
    'createdBy',
    'deliveries',
    'description',
    'eventTypes',
    'groups',
    'id',
    'previousSecretUntil',
  ].map((field) => `Webhook.${field}`),
  ...['projects', 'roles', 'state', 'url'].map((field) => `Webhook.${field}`),
  ...['edges', 'nodes', 'pageInfo', 'totalCount', 'totalCountIsExact'].map(
    (field) => `WebhookDeliveryConnection.${field}`,
  ),
  ...['cursor', 'node'].map((field) => `WebhookDeliveryEdge.${field}`),
  ...['attempts', 'dueAt', 'eventAt', 'eventType', 'failure', 'httpStatus', 'id', 'state'].map(
    (field) => `WebhookDelivery.${field}`,
  ),
  // Answered where routings wait, a domain has keywords, a document was erased, a server embeds (`test/operations`).
  'WorkflowItem.inboxEntries',
  'Memory.domainKeywords',
  'Document.erasedAt',
  'BundleRank.meaning',
  'Entity.possibleDuplicatesMeaning',
  'Memory.possibleDuplicatesMeaning',
  'MemoryBundle.meaning',
  'SearchConnection.meaning',
  'SearchHit.meaning',
  // Events of a document or a trace have no item.
  'IngestionEvent.candidate',
  'TraceEvent.candidate',
  'ReplayEvent.candidate',
  'RetirementEvent.candidate',
  // Claims expire before everything is asked, and what is put off is in a filtered list alone.
  'InboxItem.claimedBy',
  'InboxItem.snoozedUntil',
  // Quarantines and successors of the shown part are memories, which have the same fields.
  'Entity.quarantines',
  'Entity.succeeds',
  'Entity.wouldSupersede',
  // Only of twenty decisions on one rule.
  'ExtractionQuality.suggestedPrior',
  // Null for every id that its argument is tried with, but those of its two sides, and of versions of the same thing.
  'Contradiction.other',
  'Document.diff',
  'LabelPolicy.diff',
  'PathwayTrace.diff',
  'WorkflowItem.diff',
  // Only of a statement that stands alone in a list outside a decision (`test/domain/ingestion`).
  'StatementContext.leadIn',
  // Only a model suggests how to resolve.
  'Contradiction.suggestedResolution',
  'SuggestedResolution.action',
  'SuggestedResolution.justification',
  'SuggestedResolution.mergedContent',
  // A memory is superseded by a resolution alone.
  ...(serves('resolveContradiction')
    ? []
    : ['Memory.supersededBy', 'Memory.supersedes', 'Memory.validUntil']),
];

/** Fields that only some personas are answered, who have no turn in the quick run. */
const outOfTurn: readonly string[] = isLong
  ? []
  : [
      'MemoryVotes.mine',
      'BundleChanges.added',
      'BundleChanges.contradicted',
      'Viewer.groups',
      'Document.audience',
      'Entity.audience',
      'Memory.audience',
      // Their first page of changes has some, an admin's has none.
      'StateEvent.actor',
      'StateEvent.at',
      'StateEvent.entry',
      'StateEvent.from',
      'StateEvent.to',
    ];

/** The answers to what was asked before that differ, and where they do first. */
const leaksBetween = (before: Answers, after: Answers, compared: (text: string) => string): string[] =>
  [...before.keys()].flatMap((label) => {
    const [one, other] = [before, after].map((answers) =>
      withErrorsInOrder(compared(answers.get(label) ?? '{}')),
    );
    if (one === undefined || other === undefined || one === other) return [];
    return [`${label} ${firstDifference(JSON.parse(one), JSON.parse(other)) ?? 'order'}`];
  });

/** The lists whose pages do not hold, each once, as many things as the list counts. */
const gapsIn = (answers: Answers): string[] => {
  const lists = new Map<string, { total: number; ids: string[] }>();
  for (const [label, text] of answers)
    if (label.startsWith('page'))
      for (const [name, list] of Object.entries<Visit>(JSON.parse(text).data)) {
        if (name === '__typename') continue;
        const ids = (list.nodes as Visit[]).map(({ id }) => String(id));
        lists.set(name, { total: Number(list.totalCount), ids: [...(lists.get(name)?.ids ?? []), ...ids] });
      }
  return [...lists].flatMap(([name, { total, ids }]) =>
    ids.length === total && (new Set(ids).size === total || !ids.some((id) => id !== 'undefined'))
      ? []
      : [`${name}: ${ids.length} of ${total}`],
  );
};

const anId = /[a-z]{3}_[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

describe('attacks 1–8, 10: what is hidden leaves no trace in any answer', () => {
  onServerStore((store) => {
    let world: World;
    const leaks = new Map<string, string[]>();
    const latest = new Map<string, Answers>();

    const spilt: string[] = [];
    const reached = new Set<string>();
    let digests: readonly Record<string, string>[] = [];

    const ask = async (name: string, who: Viewer, isWhole = false) => {
      const before = latest.get(name);
      const after = await askEverything(world, name, who, isWhole);
      latest.set(name, after);
      const hidden = hiddenIdsIn(world, who);
      const compared = (text: string) =>
        hasAnyRole(who, ['auditor']) ? withoutHiddenEvents(text, hidden.events) : text;
      if (before) leaks.set(name, [...(leaks.get(name) ?? []), ...leaksBetween(before, after, compared)]);
      spilt.push(...gapsIn(after).map((gap) => `${name} ${gap}`));
      for (const [label, text] of after) {
        const answer = JSON.parse(text);
        noteFields(answer.data, reached);
        const { beyond, errors } = beyondRefusals(text, answer);
        if (errors.length > 0 && !label.startsWith('{'))
          spilt.push(`${name} ${label}: ${JSON.stringify(errors)}`);
        for (const { word, seenBy } of hidings)
          if (!seenBy(who) && beyond.includes(word)) spilt.push(`${name} ${label}: ${word}`);
        for (const [id] of text.matchAll(anId)) if (hidden.ids.has(id)) spilt.push(`${name} ${label}: ${id}`);
      }
    };

    // On the embedded database the same statements run: in the quick run a few of the personas ask there.
    const asked = () => sampleOf(personas, store().kind === 'pglite' ? 12 : 1, 1);
    /** The viewer to whom most fields answer asks every query once. */
    const asksAll = (name: string) => name === 'admin' && store().kind === 'postgres';

    // Everything is asked before and after the longest runs of parts that are hidden from who asks.
    beforeAll(async () => {
      world = await createWorld(store());
      const asking = new Set<string>();
      await world.build(shown);
      for (const hiding of hidings) {
        for (const [name, who] of asked())
          if (hiding.seenBy(who) === asking.has(name)) {
            const isLast = hiding.seenBy(who);
            if (isLast) asking.delete(name);
            else {
              asking.add(name);
              latest.delete(name);
            }
            await ask(name, who, isLast && asksAll(name));
          }
        await world.build(hiding);
      }
      const before = await digestOf(store());
      for (const [name, who] of asked()) if (asking.has(name)) await ask(name, who);
      digests = [before, await digestOf(store())];
    }, 1_800_000);

    test.for(personas)('from %s', ([name], { skip }) => {
      if (!latest.has(name)) skip();
      expect(leaks.get(name) ?? []).toEqual([]);
    });

    test('no answer holds a word of what is hidden, and every answer is whole', () => {
      expect(spilt).toEqual([]);
    });

    test('no line of the log and no metric holds a word of any of it', async () => {
      const logged = world.log() + (await world.metrics.registry.metrics());
      expect(logged).toContain('"msg":"operation"');
      for (const { word } of hidings) expect(logged).not.toContain(word);
    });

    test('a refusal, a dry run and an id of something hidden write nothing', () => {
      const [before, after] = digests;
      // The groups of a token are noted by the first mutation that it sends, whatever comes of it.
      expect({ ...after, known_groups: '' }).toEqual({ ...before, known_groups: '' });
    });

    test('the canaries are there, for those who may see them', async () => {
      const query = '{ memories(first: 100, excludePersonal: false) { nodes { content } } }';
      for (const { word, tenant } of hidings)
        expect(await world.gateway.askForText({ ...people.admin, tenant }, query)).toContain(word);
    });

    test('what is written beside hidden things is written as if they were not there', {
      timeout: 1_200_000,
    }, async () => {
      const bare = await createStore(store().kind);
      try {
        const without = await createWorld(bare);
        await without.build(shown);
        for (const name of sampleOf(['contributor', 'service'] as const, store().kind === 'pglite' ? 2 : 1)) {
          const said = [];
          for (const one of [without, world]) {
            const answers = await sayAgain(one, name, people[name]);
            said.push(new Map([...answers, ...(await askEverything(one, name, people[name]))]));
          }
          const [before = new Map(), after = new Map()] = said;
          expect([...before.values()].join()).toContain('Payload');
          expect(leaksBetween(before, after, (text) => text)).toEqual([]);
        }
      } finally {
        await bare.drop();
      }
    });

    test('every field that a query can answer with was answered', ({ skip }) => {
      if (store().kind === 'pglite') skip();
      const known = new Set([...reached, ...unanswered, ...outOfTurn]);
      expect(
        queriedFields.filter((field) => !known.has(field)),
        'No answer holds a value of these fields: add one to test/security/shown-part.ts or shown-life.ts.',
      ).toEqual([]);
    });
  });
});
