import { isInCategory } from '#domain/labels/policy/conditions/label-category.ts';
import type { LabelPolicyCondition } from '#domain/labels/policy/label-policy.ts';

/** `anyLabel`: the item has at least one of them, or a member of one of them. */
export const anyLabelCondition: LabelPolicyCondition = ({ anyLabel }, _viewer, labels) =>
  anyLabel.length === 0 || anyLabel.some((category) => labels.some((label) => isInCategory(label, category)));
