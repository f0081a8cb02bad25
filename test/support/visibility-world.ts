import fc from 'fast-check';
import type { Kysely } from 'kysely';
import { v7 } from 'uuid';
import {
  type LabelPolicyMode,
  type LabelPolicyRule,
  labelPolicyActions,
} from '#domain/labels/policy/label-policy.ts';
import { labelEffect } from '#domain/labels/policy/stored-policy.ts';
import { labelPolicyRule } from '#domain/privacy/rules/label-policy.ts';
import { hasRole, type Role, roles, type Viewer } from '#domain/privacy/viewer.ts';
import {
  type InteractionVisibilityFacts,
  type ItemVisibilityFacts,
  isDocumentVisible,
  isInteractionVisible,
  isVisible,
} from '#domain/privacy/visibility.ts';
import { type ItemStatus, itemStatuses } from '#domain/review/states.ts';
import type { Database } from '#entities/index.ts';
import { bulkInsert, insertionOfColumns } from '#persistence/store/bulk-insert.ts';
import { beginning } from './gateway.ts';

/** Generated viewers, and a row in every table for each generated thing, with what the pure rules say of it. */

const tenants = ['acme', "o'hara"] as const;
const users = ['ann', "o'brien", 'Zoë, "the" {admin}'] as const;
/** Names that an array literal, a quoted string or a pattern would have to be distinguished from. */
const groupNames = [
  'board',
  'a,b',
  '"',
  '\\',
  '{}',
  'NULL',
  '',
  '%',
  'ünï ☃ 𝄞',
  "');--",
  'line\nbreak',
] as const;

const audience = fc.uniqueArray(fc.constantFrom(...groupNames), { maxLength: 3 });

export const anyViewer: fc.Arbitrary<Viewer> = fc.record({
  tenant: fc.constantFrom(...tenants),
  user: fc.constantFrom(...users),
  roles: fc.uniqueArray(fc.constantFrom<Role>(...roles), { maxLength: 3 }),
  groups: audience,
});

/** A source and the item that came of it; their marks are independent here, though in life the item inherits them. */
export interface Thing {
  readonly source: InteractionVisibilityFacts;
  readonly item: ItemVisibilityFacts;
  /** Whether the item names the extraction it came from. */
  readonly linked: boolean;
}

const labels = ['pii', 'pii.email', 'pii.phone', 'pii.email.work', 'piix', 'legal', 'a,b'] as const;
const anyLabels = fc.oneof(
  fc.constant<string[]>([]),
  fc.uniqueArray(fc.constantFrom(...labels), { maxLength: 3 }),
);

const anyRule: fc.Arbitrary<Omit<LabelPolicyRule, 'id'>> = fc
  .record({
    anyLabel: anyLabels,
    allLabels: anyLabels,
    roles: fc.oneof(
      fc.constant<Role[]>([]),
      fc.uniqueArray(fc.constantFrom<Role>(...roles), { maxLength: 2 }),
    ),
    notRoles: fc.oneof(
      fc.constant<Role[]>([]),
      fc.uniqueArray(fc.constantFrom<Role>(...roles), { maxLength: 2 }),
    ),
    users: fc.oneof(fc.constant<string[]>([]), fc.uniqueArray(fc.constantFrom(...users), { maxLength: 2 })),
    action: fc.constantFrom(...labelPolicyActions),
  })
  .filter(({ anyLabel, allLabels }) => anyLabel.length + allLabels.length > 0);

const soundPolicy = fc.record({
  mode: fc.constantFrom<LabelPolicyMode>('ENFORCE', 'ENFORCE', 'LOG_ONLY'),
  rules: fc
    .array(anyRule, { maxLength: 4 })
    .map((list) => list.map((rule, index) => ({ id: String(index), ...rule }))),
});
/** A rule with one thing in it that no release of today writes. */
const unsoundRule = fc
  .tuple(
    anyRule,
    fc.constantFrom<object>(
      { groups: ['board'] },
      { anyLabel: 'pii' },
      { anyLabel: ['pii', 1] },
      { allLabels: [['pii']] },
      { anyLabel: [], allLabels: [] },
      { roles: ['owner'] },
      { notRoles: ['reader', null] },
      { roles: [['admin']] },
      { users: {} },
      { action: 'ALLOW' },
      { action: ['DENY'] },
      { id: '' },
      { id: 7 },
    ),
  )
  .map(([rule, wrong]) => ({ id: 'r', ...rule, ...wrong }));

/** What the store may hold as a tenant's policy: none, a sound one, or what nobody can read. */
export const anyStoredPolicy: fc.Arbitrary<StoredPolicy | null> = fc.oneof(
  { weight: 1, arbitrary: fc.constant(null) },
  { weight: 6, arbitrary: soundPolicy },
  {
    weight: 2,
    arbitrary: fc.record({
      mode: fc.constantFrom<LabelPolicyMode>('ENFORCE', 'LOG_ONLY'),
      rules: fc.oneof(
        fc.constantFrom<unknown>({}, 'DENY', 7, [null], ['DENY'], [[]], [{}]),
        unsoundRule.map((rule) => [rule]),
      ),
    }),
  },
);
export interface StoredPolicy {
  readonly mode: LabelPolicyMode;
  readonly rules: unknown;
}

const facts = {
  isPersonal: fc.boolean(),
  audience: fc.oneof(fc.constant<string[]>([]), audience),
  contributor: fc.constantFrom(...users),
};

export const anyThing: fc.Arbitrary<Thing> = fc
  .record({
    tenant: fc.constantFrom(...tenants),
    source: fc.record(facts),
    item: fc.record({
      ...facts,
      status: fc.constantFrom<ItemStatus>(...itemStatuses),
      quarantined: fc.oneof(
        { weight: 4, arbitrary: fc.constant(false) },
        { weight: 1, arbitrary: fc.constant(true) },
      ),
      sensitivityLabels: anyLabels,
      labelPolicy: fc.constant(null),
    }),
    linked: fc.boolean(),
  })
  .map(({ tenant, source, item, linked }) => ({
    source: { tenant, ...source },
    item: { tenant, ...item },
    linked,
  }));

/** The things take turns with them; seven, so that each meets every combination of the marks. */
const labelSets: readonly (readonly string[])[] = [
  [],
  ['pii.email'],
  ['legal'],
  ['pii', 'secret.token'],
  ['piix'],
  ['legal', 'pii.phone'],
  ['secret'],
];
let place = 0;

/** Every combination of what one thing can be, as far as the rules distinguish them; labels in turn. */
export const everyThing: readonly Thing[] = tenants.flatMap((tenant) =>
  itemStatuses.flatMap((status) =>
    [false, true].flatMap((isPersonal) =>
      [[], ['board'], ['a,b', '"']].flatMap((group) =>
        users.slice(0, 2).map((contributor) => {
          const marks = { tenant, isPersonal, audience: group, contributor };
          const sensitivityLabels = labelSets[place++ % labelSets.length] ?? [];
          return {
            source: marks,
            item: { ...marks, status, quarantined: place % 5 === 0, sensitivityLabels, labelPolicy: null },
            linked: true,
          };
        }),
      ),
    ),
  ),
);

export const everyViewer: readonly Viewer[] = tenants.flatMap((tenant) =>
  users
    .slice(0, 2)
    .flatMap((user) =>
      [[], ['board'], ['"', 'NULL']].flatMap((groups) =>
        [[], ...roles.map((role) => [role])].map((given) => ({ tenant, user, groups, roles: given })),
      ),
    ),
);

/** A thing in the store: the id of its row in each table is `prefix_serial`. */
export interface PlacedThing extends Thing {
  readonly serial: string;
  /** Counts all that were placed; says which of several forms a row of it takes. */
  readonly place: number;
  /** The thing to whose entity its own has an edge, and whose memory its own contradicts: the next one of its tenant; null when there is none. */
  readonly neighbour: Thing | null;
}

const prefixes = {
  waves: 'wav',
  documents: 'doc',
  chunks: 'chk',
  interactions: 'int',
  extraction_reports: 'rep',
  extractions: 'ext',
  workflow_items: 'wfi',
  memories: 'mem',
  graph_entities: 'ent',
  revisions: 'rev',
  sightings: 'sgt',
  source_paths: 'src',
  source_checks: 'sck',
  quarantines: 'qua',
  quarantined_items: 'qui',
  label_decisions: 'lbd',
  dropped_statements: 'drp',
  pathways: 'pth',
  pathway_traces: 'trc',
  audit_events: 'aud',
  audit_texts: 'aud',
  entity_relations: 'rel',
  project_state: 'pst',
  project_state_versions: 'psv',
  evidence: 'evi',
  bundle_receipts: 'rct',
  contradictions: 'con',
} as const;
export type GovernedTable = keyof typeof prefixes;
export const governedTables = Object.keys(prefixes) as GovernedTable[];

export const idIn = (table: GovernedTable, { serial }: Pick<PlacedThing, 'serial'>): string =>
  `${prefixes[table]}_${serial}`;

const auditTargets = [
  'Memory',
  'Entity',
  'Interaction',
  'Document',
  'Wave',
  'Extraction',
  'WorkflowItem',
  'Contradiction',
] as const;
const auditTables = {
  Memory: 'memories',
  Entity: 'graph_entities',
  Interaction: 'interactions',
  Document: 'documents',
  Wave: 'waves',
  Extraction: 'extractions',
  WorkflowItem: 'workflow_items',
  Contradiction: 'contradictions',
} as const;
/** Things take turns. */
const targetOf = ({ place }: PlacedThing) => auditTargets[place % auditTargets.length] ?? 'Memory';

/** The row that a thing's audit event is about. */
export const auditedIdOf = (thing: PlacedThing): string => idIn(auditTables[targetOf(thing)], thing);
/** True when the thing's revision and sighting are its memory's, false when they are its entity's. */
export const hangsOnMemory = ({ place }: PlacedThing): boolean => place % 2 === 0;

const isReviewing = ({ roles: given }: Viewer) =>
  given.some((role) => role === 'reviewer' || role === 'auditor' || role === 'admin');
const isAuditing = ({ roles: given }: Viewer) => given.includes('auditor') || given.includes('admin');

type Verdict = (viewer: Viewer, thing: PlacedThing) => boolean;

const sourceSeen = (viewer: Viewer, { source }: Thing) =>
  isVisible(viewer, {
    ...source,
    status: 'CANDIDATE',
    quarantined: false,
    sensitivityLabels: [],
    labelPolicy: null,
  });
const itemSeen: Verdict = (viewer, { item }) => isVisible(viewer, item);
const documentSeen: Verdict = (viewer, { source }) => isDocumentVisible(viewer, source);
const interactionSeen: Verdict = (viewer, { source }) => isInteractionVisible(viewer, source);
const extractionSeen: Verdict = (viewer, thing) =>
  (sourceSeen(viewer, thing) || (thing.linked && isVisible(viewer, thing.item))) &&
  !(thing.linked && !labelPolicyRule(viewer, thing.item));
const waveSeen: Verdict = (viewer, { source }) =>
  source.tenant === viewer.tenant &&
  (source.contributor === viewer.user || hasRole(viewer, 'admin') || isDocumentVisible(viewer, source));
const tenantSeen: Verdict = (viewer, { source }) => source.tenant === viewer.tenant;
const eventSeen: Verdict = (viewer, { source }) => source.tenant === viewer.tenant && isAuditing(viewer);

const seenWithNeighbour: Verdict = (viewer, { item, neighbour }) =>
  neighbour !== null && isVisible(viewer, item) && isVisible(viewer, neighbour.item);

const sameTenantSeen: Verdict = (viewer, { source }) => source.tenant === viewer.tenant;

/** May this viewer know of the thing's row in this table? The reference that every check is compared with. */
export const verdicts: Readonly<Record<GovernedTable, Verdict>> = {
  waves: waveSeen,
  documents: documentSeen,
  chunks: documentSeen,
  interactions: interactionSeen,
  // Reports hang on the thing's wave.
  extraction_reports: waveSeen,
  extractions: extractionSeen,
  workflow_items: extractionSeen,
  memories: itemSeen,
  graph_entities: itemSeen,
  revisions: itemSeen,
  sightings: itemSeen,
  source_paths: documentSeen,
  source_checks: itemSeen,
  quarantines: (viewer, { item }) => item.tenant === viewer.tenant && isReviewing(viewer),
  quarantined_items: (viewer, thing) => isReviewing(viewer) && itemSeen(viewer, thing),
  label_decisions: itemSeen,
  evidence: itemSeen,
  // Given to the thing's contributor.
  bundle_receipts: (viewer, { source }) =>
    source.tenant === viewer.tenant && (source.contributor === viewer.user || isAuditing(viewer)),
  dropped_statements: (viewer, thing) => sourceSeen(viewer, thing),
  pathways: tenantSeen,
  pathway_traces: tenantSeen,
  audit_events: eventSeen,
  audit_texts: (viewer, thing) =>
    eventSeen(viewer, thing) && verdicts[auditTables[targetOf(thing)]](viewer, thing),
  entity_relations: seenWithNeighbour,
  // A redacted side is seen, and what is said of its words is not.
  contradictions: (viewer, thing) =>
    seenWithNeighbour(viewer, thing) &&
    [thing.item, thing.neighbour?.item].every(
      (item) =>
        item !== undefined &&
        labelEffect(item.labelPolicy, viewer, item.sensitivityLabels)?.enforced !== true,
    ),
  project_state: sameTenantSeen,
  project_state_versions: sameTenantSeen,
};

let places = 0;

/** Inserts, as the owner, a row in every table for each thing. */
export const placeThings = async (db: Kysely<Database>, things: readonly Thing[]): Promise<PlacedThing[]> => {
  const serials = things.map(() => v7());
  const neighbours = things.map((thing, index) =>
    things.findIndex((next, at) => at > index && next.item.tenant === thing.item.tenant),
  );
  const placed = things.map((thing, index) => ({
    ...thing,
    serial: serials[index] ?? '',
    place: ++places,
    neighbour: things[neighbours[index] ?? -1] ?? null,
  }));
  const at = beginning;
  const marks = ({ tenant, contributor, audience: groups, isPersonal }: InteractionVisibilityFacts) => ({
    tenant,
    contributor,
    audience: groups,
    is_personal: isPersonal,
  });
  const rows = (table: GovernedTable, row: (thing: PlacedThing, index: number) => object) =>
    insertionOfColumns(
      table,
      placed.map((thing, index) => ({ id: idIn(table, thing), ...row(thing, index) })),
    )?.execute(db);
  const sourceMarks = ({ source: { tenant, contributor, audience: groups } }: Thing) => ({
    tenant,
    contributor,
    audience: groups,
  });
  await rows('waves', ({ source }) => ({
    tenant: source.tenant,
    project: 'p',
    started_by: source.contributor,
    started_at: at,
  }));
  await rows('documents', (thing) => ({
    ...sourceMarks(thing),
    wave_id: idIn('waves', thing),
    project: 'p',
    path: `${thing.serial}.md`,
    content: `secret ${thing.serial}`,
    content_hash: thing.serial,
    visibility_key: 'shared',
    created_at: at,
  }));
  await rows('chunks', (thing) => ({
    ...sourceMarks(thing),
    document_id: idIn('documents', thing),
    ordinal: 0,
    heading_path: [],
    start_offset: 0,
    end_offset: 7,
    text: `secret ${thing.serial}`,
  }));
  await rows('interactions', ({ source, serial }) => ({
    ...marks(source),
    project: 'p',
    content: `secret ${serial}`,
    occurred_at: at,
    created_at: at,
  }));
  await rows('extraction_reports', (thing) => ({
    tenant: thing.source.tenant,
    wave_id: idIn('waves', thing),
    extractor_version: 'x',
    errors: [],
    created_by: thing.source.contributor,
    created_at: at,
  }));
  await rows('extractions', (thing) => ({
    ...marks(thing.source),
    project: 'p',
    schema_name: 'vouch.statements',
    payload: {},
    field_confidence: [],
    report_id: idIn('extraction_reports', thing),
    created_at: at,
  }));
  await rows('workflow_items', (thing) => ({
    tenant: thing.source.tenant,
    extraction_id: idIn('extractions', thing),
    idempotency_key: thing.serial,
    routing_version: 'v1',
    status: 'AUTO_APPROVED',
    reason: 'OK',
    guardrail_flags: [],
    threshold: 0.75,
    created_at: at,
    updated_at: at,
  }));
  const governed = (thing: PlacedThing, index: number) => ({
    ...marks(thing.item),
    project: 'p',
    rule: 'heading.typed',
    extraction_id: thing.linked ? idIn('extractions', thing) : null,
    chunk_id: thing.linked ? idIn('chunks', thing) : null,
    interaction_id: thing.linked ? idIn('interactions', thing) : null,
    report_id: idIn('extraction_reports', thing),
    hand_authored: !thing.linked,
    visibility_key: 'shared',
    status: thing.item.status,
    quarantined: thing.item.quarantined,
    revision: 1,
    content: `secret ${thing.serial}`,
    confidence: (index % 10) / 10,
    pending_since: at,
    created_at: at,
    updated_at: at,
  });
  // Each item took its own place: what shows it shows what it superseded.
  await rows('memories', (thing, index) => ({
    ...governed(thing, index),
    kind: 'FACT',
    tags: [],
    sensitivity_labels: thing.item.sensitivityLabels,
    superseded_by_id: idIn('memories', thing),
  }));
  await rows('graph_entities', (thing, index) => ({
    ...governed(thing, index),
    entity_type: 'COMPONENT',
    name: 'secret',
    sensitivity_labels: thing.item.sensitivityLabels,
    superseded_by_id: idIn('graph_entities', thing),
    graduated_from_id: idIn('memories', thing),
  }));
  await bulkInsert(
    db,
    'contradictions',
    placed.flatMap((thing, index) => {
      const neighbour = placed[neighbours[index] ?? -1];
      return neighbour
        ? [
            {
              id: idIn('contradictions', thing),
              tenant: thing.item.tenant,
              older_id: idIn('memories', thing),
              newer_id: idIn('memories', neighbour),
              status: 'OPEN',
              explanation: `secret ${thing.serial}`,
              judge: 'heuristic',
              loser_ids: [],
              revision: 1,
              detected_at: at,
            },
          ]
        : [];
    }),
  );
  await bulkInsert(
    db,
    'entity_relations',
    placed.flatMap((thing, index) => {
      const neighbour = placed[neighbours[index] ?? -1];
      return neighbour
        ? [
            {
              id: idIn('entity_relations', thing),
              tenant: thing.item.tenant,
              from_id: idIn('graph_entities', thing),
              to_id: idIn('graph_entities', neighbour),
              relation: 'DEPENDS_ON',
              related_by: 'ann',
              related_at: at,
            },
          ]
        : [];
    }),
  );
  const stated = { version: 1, value: 'open', set_by: 'ann', set_at: at };
  await rows('project_state', ({ source, serial }) => ({
    tenant: source.tenant,
    project: 'p',
    category: 'c',
    key: serial,
    ...stated,
  }));
  await rows('project_state_versions', (thing) => ({
    tenant: thing.source.tenant,
    state_id: idIn('project_state', thing),
    ...stated,
  }));
  const itemOf = (thing: PlacedThing) => ({
    tenant: thing.item.tenant,
    memory_id: hangsOnMemory(thing) ? idIn('memories', thing) : null,
    entity_id: hangsOnMemory(thing) ? null : idIn('graph_entities', thing),
  });
  await rows('revisions', (thing) => ({
    ...itemOf(thing),
    revision: 1,
    status: thing.item.status,
    content: `secret ${thing.serial}`,
    reworded: true,
    edited_by: thing.item.contributor,
    edited_at: at,
  }));
  await rows('sightings', (thing) => ({
    ...itemOf(thing),
    report_id: idIn('extraction_reports', thing),
    interaction_id: idIn('interactions', thing),
    seen_at: at,
  }));
  await rows('source_paths', (thing) => ({
    tenant: thing.source.tenant,
    project: 'p',
    visibility_key: 'shared',
    path: `${thing.serial}.md`,
    document_id: idIn('documents', thing),
    changed_at: at,
  }));
  await rows('source_checks', (thing) => ({
    ...itemOf(thing),
    state: 'REWORDED',
    document_id: idIn('documents', thing),
    chunk_id: idIn('chunks', thing),
    span_start: 0,
    span_end: 7,
    span_text: `secret ${thing.serial}`,
    successor_id: idIn('memories', thing),
    checked_at: at,
  }));
  await rows('quarantines', ({ item }) => ({
    tenant: item.tenant,
    origin: {},
    reason: 'secret',
    set_by: 'ann',
    set_at: at,
  }));
  await rows('quarantined_items', (thing) => ({
    ...itemOf(thing),
    quarantine_id: idIn('quarantines', thing),
  }));
  await rows('label_decisions', (thing) => ({
    ...itemOf(thing),
    verdict: 'PROMOTED',
    labels: ['pii.email'],
    revision: 1,
    decided_by: 'ann',
    decided_at: at,
  }));
  await rows('evidence', (thing) => ({
    tenant: thing.item.tenant,
    memory_id: idIn('memories', thing),
    detection_type: 'CONFIRMATION',
    user_quote: `secret ${thing.serial}`,
    source_user: 'ann',
    recorded_by: 'ann',
    created_at: at,
  }));
  await rows('bundle_receipts', ({ source, serial }) => ({
    tenant: source.tenant,
    user_id: source.contributor,
    token_budget: 6_000,
    item_ids: [`mem_${serial}`],
    item_digests: [serial],
    context_hash: serial,
    policy_hash: serial,
    signature: serial,
    issued_at: at,
  }));
  await bulkInsert(
    db,
    'votes',
    placed.map((thing) => ({
      tenant: thing.item.tenant,
      memory_id: idIn('memories', thing),
      user_id: 'voter',
      vote: 'UP',
      voted_at: at,
    })),
  );
  await rows('dropped_statements', (thing) => ({
    ...marks(thing.source),
    report_id: idIn('extraction_reports', thing),
    reason: 'KNOWN',
    rule: 'heading.typed',
    content: `secret ${thing.serial}`,
    confidence: 0.5,
    extraction_id: idIn('extractions', thing),
    memory_id: idIn('memories', thing),
  }));
  await rows('pathways', ({ source, serial }) => ({
    tenant: source.tenant,
    pathway_id: serial,
    task_class: 'repair',
    file_prefix: serial,
    created_at: at,
    updated_at: at,
  }));
  await bulkInsert(
    db,
    'pathway_vectors',
    placed.map(({ source: { tenant }, serial }) => ({ tenant, counts: serial })),
  );
  await rows('pathway_traces', (thing) => ({
    tenant: thing.source.tenant,
    pathway_ref: idIn('pathways', thing),
    trace_uid: thing.serial,
    version: 1,
    root_trace_uid: thing.serial,
    task_class: 'repair',
    file_path: thing.serial,
    vector_counts: thing.serial,
    document: { secret: thing.serial },
    redactions: {},
    created_at: at,
  }));
  const target = (thing: PlacedThing) => ({
    tenant: thing.source.tenant,
    target_type: targetOf(thing),
    target_id: auditedIdOf(thing),
  });
  await rows('audit_events', (thing) => ({
    ...target(thing),
    sequence: thing.place,
    at,
    actor: 'ann',
    action: 'memory.created',
    hash: thing.serial,
  }));
  await rows('audit_texts', (thing) => ({
    ...target(thing),
    salt: 'ff',
    before: { secret: thing.serial },
    after: { secret: thing.serial },
  }));
  return placed;
};

const rule = (id: string, given: Partial<LabelPolicyRule>): LabelPolicyRule => ({
  id,
  anyLabel: [],
  allLabels: [],
  roles: [],
  notRoles: [],
  users: [],
  action: 'DENY',
  ...given,
});

/** Policies in which each condition, the order, the categories and both actions decide something. */
export const worldPolicies: Readonly<Record<string, StoredPolicy | null>> = {
  acme: {
    mode: 'ENFORCE',
    rules: [
      rule('own-secrets', { anyLabel: ['secret'], users: ['ann'], action: 'REDACT' }),
      rule('secrets', { anyLabel: ['secret', 'medical'], notRoles: ['curator', 'reviewer'] }),
      rule('legal-phones', { allLabels: ['legal', 'pii'], roles: ['reader', 'service', 'reviewer'] }),
      rule('pii', { anyLabel: ['pii'], notRoles: ['auditor'], action: 'REDACT' }),
    ],
  },
  "o'hara": { mode: 'LOG_ONLY', rules: [rule('all', { anyLabel: ['pii', 'legal', 'secret', 'piix'] })] },
};

let policyRevisions = 0;

/** Puts policies in force, by tenant; null: one that has no rules. Returns the things as facts under them. */
export const placePolicies = async (
  db: Kysely<Database>,
  things: readonly PlacedThing[],
  policies: Readonly<Record<string, StoredPolicy | null>>,
): Promise<PlacedThing[]> => {
  const stored = new Map<string, StoredPolicy>(
    Object.entries(policies).map(([tenant, policy]) => [tenant, policy ?? { mode: 'ENFORCE', rules: [] }]),
  );
  await bulkInsert(
    db,
    'label_policies',
    [...stored].map(([tenant, { mode, rules }]) => ({
      id: `pol_${v7()}`,
      tenant,
      revision: ++policyRevisions,
      mode,
      rules,
      hash: 'x',
      set_by: 'ann',
      set_at: beginning,
    })),
  );
  const governed = <Of extends Thing>(thing: Of): Of => ({
    ...thing,
    item: { ...thing.item, labelPolicy: stored.get(thing.item.tenant) ?? null },
  });
  return things.map((thing) => ({
    ...governed(thing),
    neighbour: thing.neighbour && governed(thing.neighbour),
  }));
};
