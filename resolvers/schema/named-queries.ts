import {
  countNames,
  type NameCatalogue,
  type NameFilter,
  nameCursor,
  pageOfNames,
} from '#persistence/people/names.ts';
import type { Direction } from '#persistence/reading/keyset.ts';
import { byText } from '#resolvers/schema/filters/filters.ts';
import { idOf } from '#resolvers/schema/filters/id-arguments.ts';
import { orderByOne } from '#resolvers/schema/filters/order-input.ts';
import { builder } from './builder.ts';
import { readConnection } from './connection.ts';
import type { GraphQLContext } from './context.ts';
import { createBadUserInput } from './errors.ts';
import type { Named } from './named.ts';

/** Arguments for a thing that is looked up by its name or by the id that encodes the name. */
export const nameOrId = (what: string, prefix: string) =>
  builder.args((t) => ({
    name: t.string({ required: false, description: `The name of the ${what}; not together with \`id\`.` }),
    id: t.id({
      ...idOf(prefix === 'usr_' ? 'User' : 'Project'),
      required: false,
      description: `The id of the ${what}, \`${prefix}…\`; not together with \`name\`.`,
    }),
  }));

/** The id that is asked for: the one that is given, or that of the name. Throws BAD_USER_INPUT unless one of them is given. */
export const idAsked = (
  { name, id }: { readonly name?: string | null | undefined; readonly id?: string | null | undefined },
  idOf: (name: string) => string,
): string => {
  if (id != null && name == null) return id;
  if (name != null && id == null) return idOf(name);
  throw createBadUserInput('It is asked for by its name or by its id. Give one of them.', ['name']);
};

export const nameFilter = (typename: string, what: string) =>
  builder.inputType(typename, {
    description: 'All given conditions hold together.',
    fields: (t) => ({ name: t.field(byText(`By the name of the ${what}.`)) }),
  });

/** The order of a list of names. */
export const NameOrder = orderByOne(
  'NameOrder',
  'names',
  'NAME',
  'By the name, as the database orders texts.',
);

interface NameSelection {
  readonly filter?: NameFilter | null | undefined;
  readonly orderBy?: { readonly direction: Direction } | null | undefined;
}

/** A page of what has a name, as far as it exists for the viewer. */
export const readNames = (
  catalogue: NameCatalogue,
  { filter, orderBy }: NameSelection,
  args: Parameters<typeof readConnection>[0],
  { reads: { session } }: GraphQLContext,
  node: (name: string) => Named,
) =>
  readConnection(args, {
    page: (page) =>
      pageOfNames(session, catalogue, { filter: filter ?? {}, direction: orderBy?.direction ?? 'ASC' }, page),
    count: () => countNames(session, catalogue, filter ?? {}),
    cursor: (name) => nameCursor(catalogue, name),
    node,
  });
