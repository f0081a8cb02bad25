/** How one entity stands to another, read from the first to the second. */
export const entityRelations = [
  'PART_OF',
  'DEPENDS_ON',
  'SATISFIES',
  'CONFLICTS_WITH',
  'DERIVED_FROM',
  'RELATED_TO',
] as const;
export type EntityRelation = (typeof entityRelations)[number];
