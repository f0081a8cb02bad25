import { labelEffect } from '#domain/labels/policy/stored-policy.ts';
import type { ItemVisibilityFacts, VisibilityRule } from '#domain/privacy/visibility.ts';

/** An item that the tenant's label policy denies is seen by nobody whom the rule matches, not even its contributor. */
export const labelPolicyRule: VisibilityRule<
  Pick<ItemVisibilityFacts, 'sensitivityLabels' | 'labelPolicy'>
> = (viewer, { sensitivityLabels, labelPolicy }) => {
  const effect = labelEffect(labelPolicy, viewer, sensitivityLabels);
  return effect === null || !effect.enforced || effect.action !== 'DENY';
};
