import type { EntityListFilter } from '#persistence/graph.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { originFields } from '#resolvers/schema/origin-fields.ts';
import { EntityTypeFilter, ItemStatusFilter } from './enum-filters.ts';
import { byEnum, byInstant, byName, byNumber, byText, combinable } from './filters.ts';
import { orderInput } from './order-input.ts';
import { searchField } from './search-field.ts';

type Filter = Omit<EntityListFilter, 'and' | 'or' | 'search'> & {
  search?: string | null;
  and?: Filter[] | null;
  or?: Filter[] | null;
};

export const EntityFilter = builder.inputRef<Filter>('EntityFilter').implement({
  description: combinable,
  fields: (t) => ({
    project: t.field(byName('project', 'By the name of the project that the entity belongs to.')),
    entityType: t.field(byEnum(EntityTypeFilter, 'By what the entity is.')),
    status: t.field(
      byEnum(
        ItemStatusFilter,
        'By the status of the entity; with `asOf`, by its status then. The list of all entities leaves SUPERSEDED, RETIRED and ERASED out unless a condition names a status.',
      ),
    ),
    name: t.field(
      byText(
        'By the name of the entity; with `asOf`, by its name then. Of one whose words are withheld nothing is found.',
      ),
    ),
    ...originFields(t),
    label: t.field(byName('label', 'By any of its authoritative sensitivity labels.')),
    audience: t.field(byName('audience', 'By any group of its audience; an entity for everybody has none.')),
    confidence: t.field(byNumber('By `confidence`, from 0 to 1.')),
    reviewScore: t.field(byNumber('By `reviewScore`, from 0 to 1.')),
    createdAt: t.field(byInstant('By when the entity was written, in UTC.')),
    updatedAt: t.field(byInstant('By when the entity last changed, in UTC.')),
    search: searchField(t, 'In whose name or content'),
    and: t.field({ type: [EntityFilter], required: false, description: 'All of these hold as well.' }),
    or: t.field({ type: [EntityFilter], required: false, description: 'One of these holds as well.' }),
  }),
});

export const EntityOrder = orderInput(
  'EntityOrder',
  'The order of a list of entities.',
  builder.enumType('EntityOrderField', {
    description: 'What entities are ordered by; equal ones by id.',
    values: {
      CREATED_AT: { description: 'By the time when the entity was written.' },
      UPDATED_AT: { description: 'By the time when the entity last changed.' },
      CONFIDENCE: { description: 'By `confidence`: the base of the belief.' },
    },
  }),
);
