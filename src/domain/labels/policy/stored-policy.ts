import {
  decideByPolicy,
  type LabelPolicy,
  type LabelPolicyAction,
  type LabelPolicyRule,
  labelPolicyActions,
  labelPolicyModes,
} from '#domain/labels/policy/label-policy.ts';
import { type Role, roles, type Viewer } from '#domain/privacy/viewer.ts';

const ruleFields = ['id', 'anyLabel', 'allLabels', 'roles', 'notRoles', 'users', 'action'] as const;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isMember = <Member>(set: readonly Member[], value: unknown): value is Member =>
  (set as readonly unknown[]).includes(value);

const isTextList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((entry) => typeof entry === 'string');

const isRoleList = (value: unknown): value is readonly Role[] =>
  Array.isArray(value) && value.every((entry) => isMember(roles, entry));

/** A field that is not known here is a condition that a later release added: without it the rule would say something else. */
const isRule = (value: unknown): value is LabelPolicyRule =>
  isRecord(value) &&
  Object.keys(value).length === ruleFields.length &&
  ruleFields.every((field) => Object.hasOwn(value, field)) &&
  typeof value.id === 'string' &&
  value.id !== '' &&
  isTextList(value.anyLabel) &&
  isTextList(value.allLabels) &&
  value.anyLabel.length + value.allLabels.length > 0 &&
  isRoleList(value.roles) &&
  isRoleList(value.notRoles) &&
  isTextList(value.users) &&
  isMember(labelPolicyActions, value.action);

/** A policy as the store holds it, `{ mode, rules }`; null when it cannot be read. */
export const readStoredPolicy = (stored: unknown): LabelPolicy | null =>
  isRecord(stored) &&
  isMember(labelPolicyModes, stored.mode) &&
  Array.isArray(stored.rules) &&
  stored.rules.every(isRule)
    ? { mode: stored.mode, rules: stored.rules }
    : null;

/** Effect of the tenant's policy on an item for one viewer. */
export interface LabelEffect {
  readonly action: LabelPolicyAction;
  /** False: it is only noted (LOG_ONLY). */
  readonly enforced: boolean;
}

/**
 * Effect of the stored policy (null for none) on an item with these authoritative labels; null for none. An item without
 * labels is governed by no policy. An unreadable policy denies everything that it could govern.
 */
export const labelEffect = (
  stored: unknown,
  viewer: Viewer,
  labels: readonly string[],
): LabelEffect | null => {
  if (labels.length === 0 || stored === null) return null;
  const policy = readStoredPolicy(stored);
  if (policy === null) return { action: 'DENY', enforced: true };
  const rule = decideByPolicy(policy.rules, viewer, labels);
  return rule && { action: rule.action, enforced: policy.mode === 'ENFORCE' };
};
