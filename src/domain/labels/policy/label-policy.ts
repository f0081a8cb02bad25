import { createHash } from 'node:crypto';
import { canonicalJson } from '#domain/audit/canonical-json.ts';
import { allLabelsCondition } from '#domain/labels/policy/conditions/all-labels.ts';
import { anyLabelCondition } from '#domain/labels/policy/conditions/any-label.ts';
import { notRolesCondition } from '#domain/labels/policy/conditions/not-roles.ts';
import { rolesCondition } from '#domain/labels/policy/conditions/roles.ts';
import { usersCondition } from '#domain/labels/policy/conditions/users.ts';
import type { Role, Viewer } from '#domain/privacy/viewer.ts';

/** LOG_ONLY counts what a policy would do, and does nothing. */
export const labelPolicyModes = ['LOG_ONLY', 'ENFORCE'] as const;
export type LabelPolicyMode = (typeof labelPolicyModes)[number];

/** DENY hides an item from whom the rule matches; REDACT shows it to them without its words. */
export const labelPolicyActions = ['DENY', 'REDACT'] as const;
export type LabelPolicyAction = (typeof labelPolicyActions)[number];

/** Every condition that is given must hold; an empty list is no condition. Lists are sets, sorted. */
export interface LabelPolicyRule {
  readonly id: string;
  readonly anyLabel: readonly string[];
  readonly allLabels: readonly string[];
  readonly roles: readonly Role[];
  readonly notRoles: readonly Role[];
  readonly users: readonly string[];
  readonly action: LabelPolicyAction;
}

export interface LabelPolicy {
  readonly mode: LabelPolicyMode;
  /** In order: the first that matches wins; an item that none matches is allowed. */
  readonly rules: readonly LabelPolicyRule[];
}

/** True when the rule, as far as this condition goes, matches the viewer and the item's authoritative labels. */
export type LabelPolicyCondition = (
  rule: LabelPolicyRule,
  viewer: Viewer,
  labels: readonly string[],
) => boolean;

/** Conditions of a rule on an item. */
export const itemConditions: readonly LabelPolicyCondition[] = Object.freeze([
  anyLabelCondition,
  allLabelsCondition,
]);

/** Conditions of a rule on the viewer. */
export const viewerConditions: readonly LabelPolicyCondition[] = Object.freeze([
  rolesCondition,
  notRolesCondition,
  usersCondition,
]);

const conditions = [...itemConditions, ...viewerConditions];

/** The first rule that matches an item with these labels, for this viewer; null: allowed. */
export const decideByPolicy = (
  rules: readonly LabelPolicyRule[],
  viewer: Viewer,
  labels: readonly string[],
): LabelPolicyRule | null =>
  rules.find((rule) => conditions.every((condition) => condition(rule, viewer, labels))) ?? null;

/** SHA-256, lower-case hex, over the canonical JSON of mode and rules: the same policy has the same hash. */
export const labelPolicyHash = ({ mode, rules }: LabelPolicy): string =>
  createHash('sha256').update(canonicalJson({ mode, rules })).digest('hex');
