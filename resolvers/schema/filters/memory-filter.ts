import type { MemoryListFilter } from '#persistence/review/items.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { originFields } from '#resolvers/schema/origin-fields.ts';
import { ItemStatusFilter, MemoryKindFilter } from './enum-filters.ts';
import { byEnum, byInstant, byName, byNumber, byText, combinable } from './filters.ts';
import { orderInput } from './order-input.ts';
import { searchField } from './search-field.ts';

type Filter = Omit<MemoryListFilter, 'and' | 'or' | 'search'> & {
  search?: string | null;
  and?: Filter[] | null;
  or?: Filter[] | null;
};

export const MemoryFilter = builder.inputRef<Filter>('MemoryFilter').implement({
  description: combinable,
  fields: (t) => ({
    project: t.field(byName('project', 'By the name of the project that the memory belongs to.')),
    kind: t.field(byEnum(MemoryKindFilter, 'By the kind of statement that the memory makes.')),
    status: t.field(
      byEnum(
        ItemStatusFilter,
        'By the status of the memory; with `asOf`, by its status then. The list of all memories leaves SUPERSEDED, RETIRED and ERASED out unless a condition names a status.',
      ),
    ),
    domain: t.field(byName('domain', 'By the domain of the memory.')),
    tag: t.field(byName('tag', 'By any of the tags of the memory.')),
    subjectId: t.field(byText('By the subject of the memory.')),
    ...originFields(t),
    label: t.field(byName('label', 'By any of its authoritative sensitivity labels.')),
    audience: t.field(byName('audience', 'By any group of its audience; a memory for everybody has none.')),
    confidence: t.field(byNumber('By `confidence`, from 0 to 1: the base of the belief.')),
    reviewScore: t.field(byNumber('By `reviewScore`, from 0 to 1.')),
    createdAt: t.field(byInstant('By when the memory was written, in UTC.')),
    updatedAt: t.field(byInstant('By when the memory last changed, in UTC.')),
    search: searchField(t, 'In whose content or summary'),
    and: t.field({ type: [MemoryFilter], required: false, description: 'All of these hold as well.' }),
    or: t.field({ type: [MemoryFilter], required: false, description: 'One of these holds as well.' }),
  }),
});

const MemoryOrderField = builder.enumType('MemoryOrderField', {
  description: 'What memories are ordered by; equal ones by id.',
  values: {
    CREATED_AT: { description: 'By the time when the memory was written.' },
    UPDATED_AT: { description: 'By the time when the memory last changed.' },
    CONFIDENCE: { description: 'By `confidence`: the base of the belief, before verifiers and age.' },
  },
});

export const MemoryOrder = orderInput('MemoryOrder', 'The order of a list of memories.', MemoryOrderField);
