import type { EntityType } from '#domain/ingestion/kinds.ts';

/** The words of an item. */
export type ItemWords =
  | { readonly content: string; readonly name: null; readonly entityType: null }
  | { readonly content: string; readonly name: string; readonly entityType: EntityType };

/** The text that an item's vector is made of: a memory's content; an entity's type, its name, and its content, which may begin with it. */
export const embeddedText = ({ content, name, entityType }: ItemWords): string =>
  name === null
    ? content
    : [
        entityType.toLowerCase().replaceAll('_', ' '),
        ...(content.startsWith(name) ? [] : [name]),
        content,
      ].join(': ');
