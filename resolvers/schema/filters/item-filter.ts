import type { ItemFilter as Filter } from '#persistence/review/item-filter.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { selectionArgs } from '#resolvers/schema/connection.ts';
import { originFields } from '#resolvers/schema/origin-fields.ts';
import { EntityTypeFilter, ItemStatusFilter, MemoryKindFilter } from './enum-filters.ts';
import { byEnum, byInstant, byName, byNumber, byText, combinable } from './filters.ts';
import { asOfListArg } from './list-as-of.ts';
import { orderInput } from './order-input.ts';

interface Combined extends Omit<Filter, 'and' | 'or'> {
  and?: Combined[] | null;
  or?: Combined[] | null;
}

/** The filter of lists of memories and entities below a parent. */
export const ItemFilter = builder.inputRef<Combined>('ItemFilter').implement({
  description: combinable,
  fields: (t) => ({
    project: t.field(byName('project', 'By the name of the project that the item belongs to.')),
    kind: t.field(byEnum(MemoryKindFilter, 'By the kind of a memory; entities have none.')),
    entityType: t.field(byEnum(EntityTypeFilter, 'By the type of an entity; memories have none.')),
    status: t.field(byEnum(ItemStatusFilter, 'By the status of the item.')),
    domain: t.field(byName('domain', 'By the domain of a memory; entities have none.')),
    tag: t.field(byName('tag', 'By any of the tags of a memory; entities have none.')),
    subjectId: t.field(byText('By the subject of a memory; entities have none.')),
    name: t.field(byText('By the name of an entity, as far as the viewer may read its words.')),
    ...originFields(t),
    label: t.field(byName('label', 'By any of its authoritative sensitivity labels.')),
    audience: t.field(byName('audience', 'By any group of its audience; an item for everybody has none.')),
    confidence: t.field(byNumber('By `confidence`, from 0 to 1.')),
    reviewScore: t.field(byNumber('By `reviewScore`, from 0 to 1.')),
    pendingSince: t.field(byInstant('By since when the item has been in the review queue, in UTC.')),
    createdAt: t.field(byInstant('By when the item was written, in UTC.')),
    updatedAt: t.field(byInstant('By when the item last changed, in UTC.')),
    and: t.field({ type: [ItemFilter], required: false, description: 'All of these hold as well.' }),
    or: t.field({ type: [ItemFilter], required: false, description: 'One of these holds as well.' }),
  }),
});

export const ItemOrder = orderInput(
  'ItemOrder',
  'The order of a list of memories and entities.',
  builder.enumType('ItemOrderField', {
    description:
      'What memories and entities are ordered by; equal ones in the order in which they were written.',
    values: {
      CREATED_AT: { description: 'By the time when the item was written.' },
      UPDATED_AT: { description: 'By the time when the item last changed.' },
      PENDING_SINCE: { description: 'By the time since which the item was last in the review queue.' },
      CONFIDENCE: { description: 'By `confidence`: the base of the belief.' },
      REVIEW_SCORE: {
        description: 'By `reviewScore`: how likely a reviewer keeps the item as it stands.',
      },
    },
  }),
);

/** The arguments of a list of memories and entities below a parent. */
export const itemListArgs = { ...selectionArgs(ItemFilter, ItemOrder), ...asOfListArg };
