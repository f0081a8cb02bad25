import type { InteractionVisibilityFacts } from '#domain/privacy/visibility.ts';

/** `,` separates groups and `\` escapes, so that two audiences never share a key. */
const escaped = (group: string): string => group.replaceAll(/[\\,]/g, '\\$&');

/**
 * One visibility, as a string: `shared`, `audience:a,b` (distinct, sorted by UTF-16 code units) or `person:<user>`.
 * Items are compared, counted and deduplicated within one visibility only (docs/rules.md §2). A personal item's audience
 * shows it to nobody, and does not enter.
 */
export const visibilityKey = ({
  isPersonal,
  audience,
  contributor,
}: Pick<InteractionVisibilityFacts, 'isPersonal' | 'audience' | 'contributor'>): string => {
  if (isPersonal) return `person:${contributor}`;
  if (audience.length === 0) return 'shared';
  return `audience:${[...new Set(audience)].sort().map(escaped).join(',')}`;
};
