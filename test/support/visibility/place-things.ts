import type { Kysely } from 'kysely';
import { v7 } from 'uuid';
import type { Database } from '#entities/index.ts';
import { bulkInsert, insertionOfColumns } from '#persistence/store/bulk-insert.ts';
import { placeEvents, placeHistory, placeOpinions, placePathways, placeReadings } from './place-records.ts';
import { at, marks, type Placing, sourceMarks } from './placing.ts';
import { idIn, type PlacedThing } from './thing-rows.ts';
import type { Thing } from './things.ts';

let places = 0;

/** Waves, documents with their chunks, and interactions. */
const placeSources = async ({ rows }: Placing): Promise<void> => {
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
};

/** Passes, and extractions with their routings. */
const placeExtractions = async ({ rows }: Placing): Promise<void> => {
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
};

/** Memories and entities. */
const placeItems = async ({ rows }: Placing): Promise<void> => {
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
};

/** Rows about two items: contradictions and relations. */
const placePairs = async ({ db, placed, neighbours }: Placing): Promise<void> => {
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
};

/** Project state. */
const placeProjectState = async ({ rows }: Placing): Promise<void> => {
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
};

/** Inserts, as the owner, a row in every table for each thing; a table after those that it refers to. */
export const placeThings = async (db: Kysely<Database>, things: readonly Thing[]): Promise<PlacedThing[]> => {
  const serials = things.map(() => v7());
  const neighbours = things.map((thing, index) =>
    things.findIndex((next, place) => place > index && next.item.tenant === thing.item.tenant),
  );
  const placed = things.map((thing, index) => ({
    ...thing,
    serial: serials[index] ?? '',
    place: ++places,
    neighbour: things[neighbours[index] ?? -1] ?? null,
  }));
  const rows: Placing['rows'] = (table, row) =>
    insertionOfColumns(
      table,
      placed.map((thing, index) => ({ id: idIn(table, thing), ...row(thing, index) })),
    )?.execute(db);
  const placing = { db, placed, neighbours, rows };
  await placeSources(placing);
  await placeExtractions(placing);
  await placeItems(placing);
  await placePairs(placing);
  await placeProjectState(placing);
  await placeHistory(placing);
  await placeOpinions(placing);
  await placeReadings(placing);
  await placePathways(placing);
  await placeEvents(placing);
  return placed;
};
