import SchemaBuilder from '@pothos/core';
import RelayPlugin from '@pothos/plugin-relay';
import ScopeAuthPlugin, { type AuthFailure } from '@pothos/plugin-scope-auth';
import { GraphQLScalarType } from 'graphql';
import { DateTimeResolver, JSONResolver, SafeIntResolver } from 'graphql-scalars';
import { typenameOfId } from '#domain/input/ids.ts';
import { isStorableInstant } from '#domain/input/instant.ts';
import { hasAnyRole, type Role } from '#domain/privacy/viewer.ts';
import type { Count } from '#persistence/reading/count.ts';
import { maxPageSize } from '#persistence/reading/keyset.ts';
import IdArgumentsPlugin from '#resolvers/schema/filters/id-arguments.ts';
import KnownNamesPlugin from '#resolvers/schema/filters/known-names.ts';
import type { GraphQLContext } from './context.ts';
import { createBadUserInput, createForbiddenError } from './errors.ts';

interface SchemaTypes {
  Context: GraphQLContext;
  DefaultFieldNullability: false;
  DefaultEdgesNullability: false;
  DefaultNodeNullability: false;
  AuthScopes: { anyRole: readonly Role[] };
  Connection: { totalCount: () => Promise<Count> };
  Scalars: {
    ID: { Input: string; Output: string };
    DateTime: { Input: Date; Output: Date };
    JSON: { Input: unknown; Output: unknown };
    SafeInt: { Input: number; Output: number };
  };
}

/** The roles of which any one would have done. */
const rolesNeeded = (failure: AuthFailure): readonly Role[] => {
  if ('failures' in failure) return failure.failures.flatMap(rolesNeeded);
  return 'parameter' in failure && Array.isArray(failure.parameter) ? (failure.parameter as Role[]) : [];
};

/** Holds the schema's plugins and no types: those stand in their own files. */
/** Types that have ids and are no `Node`. */
const isNoNode: ReadonlySet<string> = new Set(['InboxItem', 'Webhook', 'WebhookDelivery']);

export const builder = new SchemaBuilder<SchemaTypes>({
  plugins: [RelayPlugin, ScopeAuthPlugin, IdArgumentsPlugin, KnownNamesPlugin],
  defaultFieldNullability: false,
  scopeAuth: {
    authorizeOnSubscribe: true,
    authScopes: ({ viewer }) => ({ anyRole: (roles) => hasAnyRole(viewer, roles) }),
    unauthorizedError: (_parent, _context, { fieldName }, { failure }) =>
      createForbiddenError(fieldName, rolesNeeded(failure)),
  },
  relay: {
    cursorType: 'String',
    encodeGlobalID: (_typename, id) => String(id),
    // An id of unknown form, or of what is no node, is looked up among the memories, where it is missing.
    decodeGlobalID: (id) => {
      const typename = typenameOfId(id);
      return { typename: typename === null || isNoNode.has(typename) ? 'Memory' : typename, id };
    },
    nodesOnConnection: { description: 'The items of this page.' },
    edgesFieldOptions: { description: 'The items of this page, each with its cursor.' },
    nodeFieldOptions: { description: 'The object with this id; null when it is missing or hidden.' },
    cursorFieldOptions: { description: 'The place of the item in this list, for `after`.' },
    pageInfoFieldOptions: { description: 'Where this page stands in its list.' },
    pageInfoTypeOptions: { description: 'Where a page stands in its list.' },
    hasNextPageFieldOptions: {
      description:
        'True when items follow this page, or may follow: a filter that no index serves is compared with so many items a page, so that a page may have fewer items than were asked for, or none, and the list goes on after its `endCursor`.',
    },
    hasPreviousPageFieldOptions: { description: 'True when items precede this page.' },
    startCursorFieldOptions: { description: 'The cursor of the first item; null when the page is empty.' },
    endCursorFieldOptions: {
      description: 'The cursor of the last item, for `after` of the next page; null when the page is empty.',
    },
    nodeTypeOptions: { description: 'Anything that has an id of its own.' },
    idFieldOptions: { description: 'Opaque to programs; its prefix names the type of what it is of.' },
    nodeQueryOptions: {
      description: 'Whatever this id is of; null when it is missing, hidden, or malformed.',
      args: { id: { description: 'Any id that the gateway gave.' } },
    },
    nodesQueryOptions: {
      description: 'The objects of up to 100 ids, as `node` gives them; each place answers for its own id.',
      args: { ids: { description: 'Ids that the gateway gave.' } },
      resolve: (_root, { ids }, _context, _info, resolveNodes) => {
        if (ids.length > maxPageSize)
          throw createBadUserInput(`ids are ${ids.length}; ask for at most ${maxPageSize} at once.`, ['ids']);
        return resolveNodes(ids);
      },
    },
  },
});

const notAnInstant = () =>
  createBadUserInput(
    'A DateTime is a day that exists and a time with its offset, of the years 1 to 9999, such as 2026-11-29T09:00:00Z.',
  );
/** The instant that a client gave. */
const instantOf = (parse: () => Date): Date => {
  let date: Date;
  try {
    date = parse();
  } catch {
    throw notAnInstant();
  }
  if (!isStorableInstant(date.getTime())) throw notAnInstant();
  return date;
};

builder.addScalarType(
  'DateTime',
  new GraphQLScalarType<Date, string>({
    ...DateTimeResolver.toConfig(),
    specifiedByURL: 'https://scalars.graphql.org/andimarek/date-time.html',
    // Formatted here: JSON.stringify would take a slower way to the same text.
    serialize: (value) => DateTimeResolver.serialize(value).toISOString(),
    parseValue: (value) => instantOf(() => DateTimeResolver.parseValue(value)),
    parseLiteral: (ast, variables) => instantOf(() => DateTimeResolver.parseLiteral(ast, variables)),
  }),
);
builder.addScalarType('JSON', JSONResolver);
builder.addScalarType('SafeInt', SafeIntResolver);
builder.queryType({ description: 'What a viewer may read. Hidden and missing are answered alike.' });
builder.mutationType({
  description: 'Every mutation answers with its payload or with a `UserError`.',
});
builder.subscriptionType({
  description:
    'What is delivered to a viewer while they listen. Every event is read when it is delivered, under the visibility of that moment: what is hidden by then is not delivered.',
});
builder.globalConnectionField('totalCount', (t) =>
  t.int({
    description:
      'How many items the whole list holds for this viewer, up to 10,000 where they are counted one by one, and among the newest where a filter compares what no index has (50,000 memories, entities or audit events, 5,000 contradictions, 10,000 of other things; of the inbox the 10,000 that wait longest, as many of each reason); of a search, up to its 1,000 newest hits. `totalCountIsExact` says whether there are more. Counted only when it is asked for.',
    resolve: async ({ totalCount }) => (await totalCount()).value,
  }),
);
builder.globalConnectionField('totalCountIsExact', (t) =>
  t.boolean({
    description:
      'False when the list holds, or may hold, more items than `totalCount` says, which then is shown as `10,000+`.',
    resolve: async ({ totalCount }) => (await totalCount()).isExact,
  }),
);
