import type { EnumRef } from '@pothos/core';
import type { Vocabulary } from '#domain/input/unknown-names.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { idOf } from './id-arguments.ts';
import { namedIn, refusalsOf } from './known-names.ts';

/**
 * The one filter language: a member of a filter is a condition `{ eq, in, not, gte, lt, contains }` on one value, as far
 * as that makes sense for the value. All that is given holds together; what is absent or null states nothing.
 */

type Types = (typeof builder)['$inferSchemaTypes'];

const rule = 'All given members hold together.';

const StringFilter = builder.inputType('StringFilter', {
  description: `A condition on a text. ${rule}`,
  fields: (t) => ({
    eq: t.string({ required: false, description: 'The value is this text, in this case.' }),
    in: t.stringList({ required: false, description: 'The value is one of these texts.' }),
    not: t.stringList({
      required: false,
      description: 'The value is none of these texts, or there is none.',
    }),
    contains: t.string({
      required: false,
      description: 'The value has these characters in it, in whatever case.',
    }),
  }),
});

const IdFilter = builder.inputType('IdFilter', {
  description: `A condition on an id. ${rule}`,
  fields: (t) => ({
    eq: t.id({ required: false, description: 'The id is this one.' }),
    in: t.idList({ required: false, description: 'The id is one of these.' }),
  }),
});

const DateTimeFilter = builder.inputType('DateTimeFilter', {
  description: `A condition on an instant. ${rule}`,
  fields: (t) => ({
    gte: t.field({
      type: 'DateTime',
      required: false,
      description: 'The value is at or after this instant.',
    }),
    lt: t.field({ type: 'DateTime', required: false, description: 'The value is before this instant.' }),
  }),
});

const FloatFilter = builder.inputType('FloatFilter', {
  description: `A condition on a number. ${rule}`,
  fields: (t) => ({
    gte: t.float({ required: false, description: 'At least this number.' }),
    lt: t.float({ required: false, description: 'Less than this number.' }),
  }),
});

/** The condition on a value of an enum: one input type an enum, `<Name>Filter`. */
export const enumFilter = <Value extends string>(name: string, values: EnumRef<Types, Value>) =>
  builder.inputType(`${name}Filter`, {
    description: `A condition on a \`${name}\`. ${rule}`,
    fields: (t) => ({
      eq: t.field({ type: values, required: false, description: 'The value is this one.' }),
      in: t.field({ type: [values], required: false, description: 'The value is one of these.' }),
      not: t.field({
        type: [values],
        required: false,
        description: 'The value is none of these, or there is none.',
      }),
    }),
  });

const condition =
  <Filter>(type: Filter) =>
  (description: string) => ({ type, required: false as const, description });

/** Members of a filter: a condition on one value, understood by this sentence. Of texts, those that are of no vocabulary. */
export const byText = (description: string) =>
  condition(StringFilter)(`${description} A text that nothing has is no error: the list is empty.`);
export const byInstant = condition(DateTimeFilter);
export const byNumber = condition(FloatFilter);

/** Like `byText`, on an id of one of these types; ids of other types are refused. */
export const byId = (types: readonly string[], description: string) => ({
  ...condition(IdFilter)(description),
  ...idOf(...types),
});

/** Like `byText`, on a name of a vocabulary; `eq` and `in` of another name are refused. */
export const byName = (vocabulary: Vocabulary, description: string) => ({
  ...condition(StringFilter)(`${description}${refusalsOf(vocabulary, 'What `eq` and `in` name')}`),
  ...namedIn(vocabulary),
});

/** Like `byText`, with the condition on an enum. */
export const byEnum = <Filter>(type: Filter, description: string) => condition(type)(description);

/** The description of a filter whose conditions can be combined. */
export const combinable =
  'All given conditions hold together. `and` and `or` hold further filters of this type: all of `and`, and one of `or`, hold as well; an empty `or` holds for nothing.';
