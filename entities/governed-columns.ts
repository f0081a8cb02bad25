import { p } from '@mikro-orm/core';
import type { ReviewScore } from '#domain/ingestion/review-score.ts';
import type { StatementContext } from '#domain/ingestion/statement-context.ts';
import { type RejectionKind, rejectionKinds } from '#domain/review/rejection-kinds.ts';
import { type ItemStatus, itemStatuses } from '#domain/review/states.ts';
import { type WorkflowStatus, workflowStatuses } from '#domain/routing/workflow-states.ts';
import { type OwnerKind, ownerKinds } from '#domain/verification/verification.ts';
import { reference } from './relations.ts';
import { sourceCheck, sourceReference } from './source-references.ts';
import { textArray } from './text-array.ts';

/** The column of a property. */
export const columnOf = (property: string): string =>
  property.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * A tenant's row: the tenant it cannot leave, and a server-made id (`mem_…` around a UUIDv7, as clients see it). The
 * tenant is first in every key, so that no key shows one tenant what another has.
 */
export const tenantColumns = {
  tenant: p.text().primary(),
  id: p.text().primary(),
};

/** A UTC instant with the resolution of the gateway's clock, milliseconds. */
export const instant = () => p.datetime(3);

/** A number of double precision, as the drivers give it. */
export const double = () => p.double().$type<number>();

/** Visibility of a row, apart from its status: inherited from the source, never widened on the way up. */
export const audienceColumns = {
  contributor: p.text(),
  audience: textArray().defaultRaw(`'{}'`),
};

/** The users and groups that a source belongs to, by the exact names that tokens carry. */
export const sourceOwnerColumns = {
  ownerUsers: textArray().defaultRaw(`'{}'`),
  ownerGroups: textArray().defaultRaw(`'{}'`),
};

export const personalColumns = {
  ...audienceColumns,
  isPersonal: p.boolean().default(false),
};

/** A part of a source beside the one that states. */
export interface FurtherSpan {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** How an extracted item came to be; set once, refused to any update by trigger. Null in an item that a person dictated. */
export const provenanceColumns = {
  rule: p.text().nullable(),
  extractorVersion: p.text().nullable(),
  ...sourceReference,
  extractionId: reference('extractions').nullable(),
  reportId: reference('extraction_reports').nullable(),
  /** UTF-16 code units into the content of the source document or interaction. */
  spanStart: p.integer().nullable(),
  spanEnd: p.integer().nullable(),
  spanText: p.text().nullable(),
  /** Speaker of the statement, where the source is a transcript. */
  spanSpeaker: p.text().nullable(),
  /** Context that the statement needs to stand alone. */
  context: p.json<StatementContext>().nullable(),
  /** The other parts of the source that its content was composed of. */
  furtherSpans: p.json<readonly FurtherSpan[]>().nullable(),
  prior: double().nullable(),
  structuralSignalMultiplier: double().nullable(),
  freshnessBonus: double().nullable(),
  /** Terms of its review score; null when no score was computed. */
  reviewTerms: p.json<ReviewScore['terms']>().nullable(),
  /** [0, 1]: how likely a reviewer keeps it as it stands; 1 for what a person wrote. */
  reviewScore: double().default(1),
  handAuthored: p.boolean(),
};

/** Columns that memories and entities share during and after review. */
export const governedColumns = {
  ...tenantColumns,
  project: p.text(),
  ...personalColumns,
  ...provenanceColumns,
  /** One visibility as a string: duplicates and novelty are computed within it. */
  visibilityKey: p.text(),
  status: p.text().$type<ItemStatus>(),
  /** Counts every change of the item; `expectedRevision` is compared with it. */
  revision: p.integer(),
  content: p.text(),
  /** [0, 1]. */
  confidence: double(),
  /** When the item came to stand in the review queue; kept while it is not in it, so that an undo puts it back in its place. */
  pendingSince: instant(),
  /** Not due in the queue before this instant; null: due. */
  deferredUntil: instant().nullable(),
  /** The authoritative labels, sorted; an entity has those of the memory that it came from. */
  sensitivityLabels: textArray().defaultRaw(`'{}'`),
  /**
   * Labels suggested by detectors, less those that are authoritative or dismissed; sorted. Advisory only. Empty for an
   * entity that came from a memory.
   */
  suggestedLabels: textArray().defaultRaw(`'{}'`),
  /** The believed items of the same table whose place it takes when it is promoted. */
  succeedsIds: textArray().defaultRaw(`'{}'`),
  /** The reviewer who made it believed in words of their own that say more than its source; null once another has confirmed them. */
  wordingBy: p.text().nullable(),
  /** The item of the same table that took its place. */
  supersededById: p.text().nullable(),
  /** True while what took its place was promoted in the same step: the undo of either undoes both. */
  successorPromoted: p.boolean().default(false),
  /** Since when it has been believed, and until when; null: not yet, or still. */
  validFrom: instant().nullable(),
  validUntil: instant().nullable(),
  /** Since when what it says holds in the world, and until when; null: nobody said. */
  holdsFrom: instant().nullable(),
  holdsUntil: instant().nullable(),
  /** When a reviewer first did something about it; null: none has. */
  openedAt: instant().nullable(),
  /** When it was first reworded; null: it says what was proposed. */
  firstRewordedAt: instant().nullable(),
  reviewedBy: p.text().nullable(),
  reviewedAt: instant().nullable(),
  rejectionReason: p.text().nullable(),
  /** Kind of the rejection reason; null when none was given. */
  rejectionKind: p.text().$type<RejectionKind>().nullable(),
  /** Status of the newest routing of its extraction; null when there is none. Kept by a trigger. */
  routingStatus: p.text().$type<WorkflowStatus>().nullable(),
  /** Why nobody believes it any more, where nothing took its place; null in any status but RETIRED. */
  retirementReason: p.text().nullable(),
  /** Why a reviewer returned it to the queue; null when nobody said, and in any status but CANDIDATE. */
  returnReason: p.text().nullable(),
  /** Withheld from all but reviewers, auditors and admins, until every quarantine that names it releases it. */
  quarantined: p.boolean().default(false),
  /** When a person must look at it again; null: nobody need, or it is not believed. */
  verifyBy: instant().nullable(),
  /** True when a reviewer set that date; false: it follows from the effective confidence. */
  verifyBySet: p.boolean().default(false),
  /** When a reviewer last said that it still holds. */
  verifiedAt: instant().nullable(),
  /** The user who is responsible for it; null: nobody in particular. */
  ownerKind: p.text().$type<OwnerKind>().nullable(),
  ownerName: p.text().nullable(),
  createdAt: instant(),
  updatedAt: instant(),
};

/** A check that a text column holds a member of a closed set; text and not an enum, whose equality is not leakproof. */
export const oneOf = (table: string, column: string, values: readonly string[]) => ({
  name: `${table}_${column}_check`,
  expression: `${column} in (${values.map((value) => `'${value}'`).join(', ')})`,
});

export const governedChecks = (table: string) => [
  oneOf(table, 'status', itemStatuses),
  oneOf(table, 'routing_status', workflowStatuses),
  oneOf(table, 'rejection_kind', rejectionKinds),
  oneOf(table, 'owner_kind', ownerKinds),
  { name: `${table}_owner_check`, expression: '(owner_kind is null) = (owner_name is null)' },
  {
    name: `${table}_confidence_check`,
    expression: `confidence >= '0'::double precision and confidence <= '1'::double precision`,
  },
  {
    name: `${table}_review_score_check`,
    expression: `review_score >= '0'::double precision and review_score <= '1'::double precision`,
  },
  {
    name: `${table}_source_check`,
    expression: 'hand_authored = (source_id is null)',
  },
  sourceCheck(table),
  {
    name: `${table}_sensitivity_labels_check`,
    expression: `sensitivity_labels = '{}' or are_labels(sensitivity_labels)`,
  },
];
