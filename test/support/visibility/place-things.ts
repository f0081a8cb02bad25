import type { Kysely } from 'kysely';
import { v7 } from 'uuid';
import type { InteractionVisibilityFacts } from '#domain/privacy/visibility.ts';
import type { Database } from '#entities/index.ts';
import { bulkInsert, insertionOfColumns } from '#persistence/store/bulk-insert.ts';
import { beginning } from '#test/support/gateway.ts';
import {
  auditedIdOf,
  type GovernedTable,
  idIn,
  isOfMemory,
  type PlacedThing,
  sourceChangeOf,
  targetOf,
} from './thing-rows.ts';
import type { Thing } from './things.ts';

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
    extractor_version: thing.linked ? '3' : null,
    extraction_id: thing.linked ? idIn('extractions', thing) : null,
    source_id: thing.linked ? idIn('chunks', thing) : null,
    report_id: idIn('extraction_reports', thing),
    hand_authored: !thing.linked,
    visibility_key: 'shared',
    status: thing.item.status,
    quarantined: thing.item.quarantined,
    revision: 1,
    content: `secret ${thing.serial}`,
    confidence: (index % 10) / 10,
    review_score: (index % 11) / 10,
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
    memory_id: isOfMemory(thing) ? idIn('memories', thing) : null,
    entity_id: isOfMemory(thing) ? null : idIn('graph_entities', thing),
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
    source_id: idIn('interactions', thing),
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
  await rows('record_names', (thing) => ({
    tenant: thing.source.tenant,
    project: 'p',
    document_id: idIn('documents', thing),
    naming_kind: 'IS',
    record_key: `docs ${thing.serial}`,
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
  await rows('source_changes', (thing) => ({ ...sourceMarks(thing), ...sourceChangeOf(thing), sent_at: at }));
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
  await rows('former_states', (thing) => ({
    ...itemOf(thing),
    until: at,
    confidence: 0.5,
    rejection_reason: `secret ${thing.serial}`,
    pending_since: at,
    updated_at: at,
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
    verifier_key: 'ann',
    created_at: at,
  }));
  await rows('disputes', (thing) => ({
    tenant: thing.item.tenant,
    memory_id: idIn('memories', thing),
    user_quote: `secret ${thing.serial}`,
    raised_by: 'ann',
    raiser_key: 'ann',
    raised_at: at,
  }));
  const written = { written_by: 'ann', written_at: at };
  await rows('comments', (thing) => ({ ...itemOf(thing), text: `secret ${thing.serial}`, ...written }));
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
    kind: 'FACT',
    content: `secret ${thing.serial}`,
    confidence: 0.5,
    extraction_id: idIn('extractions', thing),
    memory_id: idIn('memories', thing),
  }));
  await rows('waiting_statements', (thing) => ({
    ...marks(thing.source),
    project: 'tides',
    report_id: idIn('extraction_reports', thing),
    target_id: idIn('waves', thing),
    visibility_key: thing.serial,
    document_id: idIn('documents', thing),
    source_id: idIn('chunks', thing),
    rule: 'heading.typed',
    content: `secret ${thing.serial}`,
    confidence: 0.5,
    rank: 0.5,
    reading: {},
  }));
  await rows('source_readings', (thing) => ({
    tenant: thing.source.tenant,
    report_id: idIn('extraction_reports', thing),
    document_id: idIn('documents', thing),
    extractor_version: '1',
    read_sections: 1,
    unread_sections: [
      { sourceId: idIn('chunks', thing), start: 0, end: 1, reason: 'NO_STATEMENT' },
      { sourceId: idIn('chunks', thing), start: 1, end: 2, reason: 'CODE', isPart: true },
    ],
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
