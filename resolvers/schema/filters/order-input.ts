import type { EnumRef } from '@pothos/core';
import { builder } from '#resolvers/schema/builder.ts';
import { OrderDirection } from '#resolvers/schema/enums.ts';

type Types = (typeof builder)['$inferSchemaTypes'];

/** The order of a list: one of its fields, and a direction. */
export const orderInput = <Field extends string>(
  name: string,
  description: string,
  field: EnumRef<Types, Field>,
) =>
  builder.inputType(name, {
    description,
    fields: (t) => ({
      field: t.field({
        type: field,
        required: true,
        description: 'The field by which the list is ordered.',
      }),
      direction: t.field({
        type: OrderDirection,
        required: true,
        description: 'Whether the list is ascending or descending.',
      }),
    }),
  });

/** The order of a list that has one field alone; `by` is the description of the field. */
export const orderByOne = (name: string, things: string, field: string, by: string) =>
  orderInput(
    name,
    `The order of a list of ${things}.`,
    builder.enumType(`${name}Field`, {
      description: `What ${things} are ordered by.`,
      values: { [field]: { description: by } },
    }),
  );
