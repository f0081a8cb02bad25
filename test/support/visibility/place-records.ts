import { bulkInsert } from '#persistence/store/bulk-insert.ts';
import { at, itemOf, marks, type Placing, sourceMarks } from './placing.ts';
import { auditedIdOf, idIn, type PlacedThing, sourceChangeOf, targetOf } from './thing-rows.ts';

/** Rows of an item or a source that changes leave: wordings, sightings, checks, quarantines, label decisions. */
export const placeHistory = async ({ rows }: Placing): Promise<void> => {
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
};

/** Rows that people leave about an item, and receipts of bundles. */
export const placeOpinions = async ({ db, placed, rows }: Placing): Promise<void> => {
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
};

/** Statements that a pass dropped or left waiting, and what it read. */
export const placeReadings = async ({ rows }: Placing): Promise<void> => {
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
};

/** Pathways and their traces. */
export const placePathways = async ({ db, placed, rows }: Placing): Promise<void> => {
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
};

/** Audit events with their texts. */
export const placeEvents = async ({ rows }: Placing): Promise<void> => {
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
};
