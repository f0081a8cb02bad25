import { labelEffect } from '#domain/labels/policy/stored-policy.ts';
import { labelPolicyRule } from '#domain/privacy/rules/label-policy.ts';
import { hasRole, type Viewer } from '#domain/privacy/viewer.ts';
import {
  isDocumentVisible,
  isInteractionVisible,
  isSourceChangeVisible,
  isVisible,
} from '#domain/privacy/visibility.ts';
import { auditTables, type GovernedTable, type PlacedThing, sourceOwnersOf, targetOf } from './thing-rows.ts';
import type { Thing } from './things.ts';

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
  former_states: itemSeen,
  sightings: itemSeen,
  source_paths: documentSeen,
  source_changes: (viewer, thing) =>
    isSourceChangeVisible(viewer, { ...thing.source, owners: sourceOwnersOf(thing) }),
  source_checks: itemSeen,
  record_names: documentSeen,
  // A quarantine whose only item is the thing's.
  quarantines: (viewer, thing) =>
    thing.item.tenant === viewer.tenant &&
    isReviewing(viewer) &&
    (hasRole(viewer, 'admin') || itemSeen(viewer, thing)),
  quarantined_items: (viewer, thing) => isReviewing(viewer) && itemSeen(viewer, thing),
  label_decisions: itemSeen,
  evidence: itemSeen,
  disputes: itemSeen,
  comments: itemSeen,
  // Given to the thing's contributor.
  bundle_receipts: (viewer, { source }) =>
    source.tenant === viewer.tenant && (source.contributor === viewer.user || isAuditing(viewer)),
  dropped_statements: (viewer, thing) => sourceSeen(viewer, thing),
  waiting_statements: (viewer, thing) => sourceSeen(viewer, thing),
  source_readings: documentSeen,
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
