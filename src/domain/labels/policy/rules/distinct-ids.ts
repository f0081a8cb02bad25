import type { PolicyShapeRule } from '#domain/labels/policy/decide-policy.ts';

/** The rules of a policy have ids of their own. */
export const distinctIdsRule: PolicyShapeRule = (rules) => {
  const ids = rules.map(({ id }) => id);
  const repeated = ids.findIndex((id, index) => ids.indexOf(id) < index);
  return repeated < 0
    ? null
    : { message: 'Two rules have the same id. Give each one its own.', path: [String(repeated), 'id'] };
};
