import type { PolicyShapeRule } from '#domain/labels/policy/decide-policy.ts';

/** A rule names at least one label: a label policy governs what has labels, and nothing else. */
export const namesLabelsRule: PolicyShapeRule = (rules) => {
  const unnamed = rules.findIndex(({ anyLabel, allLabels }) => anyLabel.length + allLabels.length === 0);
  return unnamed < 0
    ? null
    : {
        message: 'A rule names no label. Give it anyLabel or allLabels.',
        path: [String(unnamed), 'anyLabel'],
      };
};
