import { isInCategory } from '#domain/labels/policy/conditions/label-category.ts';
import type { LabelPolicyCondition } from '#domain/labels/policy/label-policy.ts';

/** `allLabels`: the item has each of them, or a member of each. */
export const allLabelsCondition: LabelPolicyCondition = ({ allLabels }, _viewer, labels) =>
  allLabels.every((category) => labels.some((label) => isInCategory(label, category)));
