import { audienceRule } from '#domain/privacy/rules/audience.ts';
import { interactionReaderRule } from '#domain/privacy/rules/interaction-reader.ts';
import { labelPolicyRule } from '#domain/privacy/rules/label-policy.ts';
import { personalRule } from '#domain/privacy/rules/personal.ts';
import { quarantineRule } from '#domain/privacy/rules/quarantine.ts';
import { sameTenantRule } from '#domain/privacy/rules/same-tenant.ts';
import { sourceChangeReaderRule } from '#domain/privacy/rules/source-change-reader.ts';
import { visibleStatusRule } from '#domain/privacy/rules/visible-status.ts';
import { hasRole, type Viewer } from '#domain/privacy/viewer.ts';
import type { ItemStatus } from '#domain/review/states.ts';
import type { SourceOwners } from '#domain/sources/source-owners.ts';

/** A document, and each of its chunks. `contributor` is the user who ingested it. */
export interface DocumentVisibilityFacts {
  readonly tenant: string;
  /** The groups that it is for; empty: for the whole tenant. */
  readonly audience: readonly string[];
  readonly contributor: string;
}

/** `contributor` is the user who recorded it. */
export interface InteractionVisibilityFacts extends DocumentVisibilityFacts {
  readonly isPersonal: boolean;
}

/** A change of a source that was sent by somebody who does not own it. `contributor` is the user who sent it. */
export interface SourceChangeVisibilityFacts extends DocumentVisibilityFacts {
  readonly owners: SourceOwners;
}

/** A memory or an entity. */
export interface ItemVisibilityFacts extends InteractionVisibilityFacts {
  readonly status: ItemStatus;
  /** Withheld until every quarantine that names it releases it. */
  readonly quarantined: boolean;
  /** The authoritative labels. */
  readonly sensitivityLabels: readonly string[];
  /**
   * The tenant's label policy as it is stored (`{ mode, rules }`), read with the item; null when there is none, or
   * when the item has no label.
   */
  readonly labelPolicy: unknown;
}

/** True when the rule lets the viewer see. A thing is seen when every rule of its list lets it be. */
export type VisibilityRule<Facts = ItemVisibilityFacts> = (viewer: Viewer, facts: Facts) => boolean;

export const visibilityRules: readonly VisibilityRule[] = Object.freeze([
  sameTenantRule,
  visibleStatusRule,
  personalRule,
  audienceRule,
  quarantineRule,
  labelPolicyRule,
]);

const documentVisibilityRules: readonly VisibilityRule<DocumentVisibilityFacts>[] = Object.freeze([
  sameTenantRule,
  audienceRule,
]);

const interactionVisibilityRules: readonly VisibilityRule<InteractionVisibilityFacts>[] = Object.freeze([
  sameTenantRule,
  interactionReaderRule,
  personalRule,
  audienceRule,
]);

const sourceChangeVisibilityRules: readonly VisibilityRule<SourceChangeVisibilityFacts>[] = Object.freeze([
  sameTenantRule,
  sourceChangeReaderRule,
  audienceRule,
]);

/** True when the viewer may know that the memory or entity exists (docs/rules.md §1). */
export const isVisible = (viewer: Viewer, facts: ItemVisibilityFacts): boolean =>
  visibilityRules.every((rule) => rule(viewer, facts));

/** True when the viewer may read the document, and so its chunks. */
export const isDocumentVisible = (viewer: Viewer, facts: DocumentVisibilityFacts): boolean =>
  documentVisibilityRules.every((rule) => rule(viewer, facts));

/** True when the viewer may read the whole interaction. Others still read the span of an item that they see. */
export const isInteractionVisible = (viewer: Viewer, facts: InteractionVisibilityFacts): boolean =>
  interactionVisibilityRules.every((rule) => rule(viewer, facts));

/** True when the viewer may know of the change of a source, and read its text. */
export const isSourceChangeVisible = (viewer: Viewer, facts: SourceChangeVisibilityFacts): boolean =>
  sourceChangeVisibilityRules.every((rule) => rule(viewer, facts));

/** The items that the viewer may see, in their order. */
export const visibleSubset = <Item extends ItemVisibilityFacts>(
  viewer: Viewer,
  items: readonly Item[],
): Item[] => items.filter((item) => isVisible(viewer, item));

/** Lists leave personal items out, unless an admin asks for them; anyone else's `false` is silently taken as true. */
export const excludesPersonal = (viewer: Viewer, requested: boolean | null): boolean =>
  requested !== false || !hasRole(viewer, 'admin');
