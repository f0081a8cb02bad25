import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { schema } from '#resolvers/index.ts';
import { literalsOf, type Offers } from './arguments.ts';
import {
  type Ids,
  type Packed,
  type Piece,
  pack,
  packedOf,
  type Tree,
  textOf,
  treeOf,
} from './packed-operations.ts';

export type AnyField = GraphQLField<unknown, unknown>;

/** Items of a list of the root, and of one below another: large enough for a world, and affordable. */
const rootPage = 8;
const nestedPage = 3;
/** More for a mixed list: there are few of each type. */
const timelinePage = 20;

/** An alias says of which field it is: what follows `__` only distinguishes it from its siblings. */
export const fieldOfKey = (key: string): string => key.replace(/__.*$/, '') || key;

const isConnection = (type: unknown): type is GraphQLObjectType =>
  isObjectType(type) && type.getFields().pageInfo !== undefined;

const isNode = (type: GraphQLObjectType) => type.getInterfaces().some(({ name }) => name === 'Node');

/** Optional arguments without which a field answers less, or nothing; of several, one at a time. */
const alwaysGiven: Readonly<Record<string, readonly string[]>> = {
  pathway: ['id', 'pathwayId'],
  user: ['name', 'id'],
  project: ['name', 'id'],
  memoryBundle: ['task'],
};

/** The ways to fill in a field's arguments, the first of them with its required ones alone. Places in lists are walked, not guessed. */
const callsOf = (field: AnyField, offers: Offers, size: number): readonly string[] => {
  const isGiven = (arg: GraphQLArgument) =>
    isRequiredArgument(arg) || alwaysGiven[field.name]?.[0] === arg.name;
  const fixed = field.args.flatMap((arg) => {
    if (arg.name === 'first') return [`first: ${field.name === 'timeline' ? timelinePage : size}`];
    if (!isGiven(arg)) return [];
    return [`${arg.name}: ${literalsOf(arg, field.name, offers)[0]}`];
  });
  const instead = (name: string) =>
    alwaysGiven[field.name]?.includes(name) ? (alwaysGiven[field.name] ?? []) : [name];
  const varied = field.args
    .filter(({ name }) => name !== 'first' && name !== 'after')
    .flatMap((arg) =>
      literalsOf(arg, field.name, offers).map((literal) => [
        ...fixed.filter((given) => !instead(arg.name).some((name) => given.startsWith(`${name}:`))),
        `${arg.name}: ${literal}`,
      ]),
    );
  return [fixed, ...varied].map((parts) => (parts.length > 0 ? `(${parts.join(', ')})` : ''));
};

export const membersOf = (type: unknown): readonly GraphQLObjectType[] => {
  if (isAbstractType(type as never)) return schema.getPossibleTypes(type as never);
  return isObjectType(type) ? [type] : [];
};

/** Root fields of queries. */
export const rootFields = Object.values(schema.getQueryType()?.getFields() ?? {}) as AnyField[];

/** Fields that distinguish objects: type and id, and for a list also its size and ids. */
const signatureOf = (field: AnyField, offers: Offers): Tree => {
  const type = getNamedType(field.type);
  const tree: Tree = new Map();
  if (!isCompositeType(type)) return tree;
  const fields = 'getFields' in type ? type.getFields() : {};
  if (fields.id) tree.set('id', null);
  if (!isConnection(type)) return tree;
  tree.set('totalCount', null);
  tree.set('pageInfo', new Map(['hasNextPage', 'endCursor'].map((name) => [name, null])));
  const nodes = fields.nodes as AnyField | undefined;
  if (nodes) tree.set('nodes', signatureOf(nodes, offers));
  return tree;
};

/** Every field of a type: leaves, signatures of what stands below, and of a connection the whole items. */
export const everythingOf = (type: GraphQLObjectType, offers: Offers): Tree => {
  const tree: Tree = new Map();
  for (const field of fieldsOf(type, () => true)) {
    const [call = ''] = callsOf(field, offers, nestedPage);
    const named = getNamedType(field.type);
    if (!isCompositeType(named)) tree.set(`${field.name}${call}`, null);
    else if (isConnection(type) && field.name === 'nodes')
      for (const [head, below] of headsTo(field, call, offers)) tree.set(head, below);
    else tree.set(`${field.name}${call}`, signatureOf(field, offers));
  }
  return tree;
};

/** A field with everything of its type; one alias for each member where it may be of several. */
const headsTo = (field: AnyField, call: string, offers: Offers): [string, Tree | null][] => {
  const named = getNamedType(field.type);
  if (!isCompositeType(named)) return [[`${field.name}${call}`, null]];
  const members = membersOf(named);
  if (isObjectType(named)) return [[`${field.name}${call}`, everythingOf(named, offers)]];
  return members.map((member) => [
    `${field.name}__${member.name}: ${field.name}${call}`,
    new Map([[`... on ${member.name}`, everythingOf(member, offers)]]),
  ]);
};

/** Fields of queries that write when they are asked for: what they answer is new each time, and has tests of its own. */
const issuing: readonly string[] = ['MemoryBundle.receipt'];

const pageOf = (parent: GraphQLObjectType): number =>
  parent === schema.getQueryType() ? rootPage : nestedPage;

/** The fields of a type; of the root those that may be sent. */
const fieldsOf = (type: GraphQLObjectType, maySend: (root: string) => boolean): AnyField[] =>
  (Object.values(type.getFields()) as AnyField[]).filter(
    ({ name }) =>
      (type !== schema.getQueryType() || maySend(name)) && !issuing.includes(`${type.name}.${name}`),
  );

/** Null for nearly every argument: no way to the type that they answer with. */
const seldomAnswered: readonly string[] = ['Document.diff', 'PathwayTrace.diff', 'WorkflowItem.diff'];

/** The way that leads to each object type: what has an id by its id, all else by the shortest. */
const chainsOf = (offers: Offers, maySend: (root: string) => boolean): Map<string, readonly string[]> => {
  const query = schema.getQueryType();
  const chains = new Map<string, readonly string[]>(query ? [[query.name, []]] : []);
  const queue: GraphQLObjectType[] = query ? [query] : [];
  for (const type of Object.values(schema.getTypeMap()))
    if (isObjectType(type) && isNode(type)) {
      chains.set(type.name, [`nodes__all${type.name}: nodes(ids: $${type.name})`, `... on ${type.name}`]);
      queue.push(type);
    }
  for (let type = queue.shift(); type; type = queue.shift()) {
    const chain = chains.get(type.name) ?? [];
    for (const field of fieldsOf(type, maySend)) {
      if (seldomAnswered.includes(`${type.name}.${field.name}`)) continue;
      const [call = ''] = callsOf(field, offers, pageOf(type));
      const named = getNamedType(field.type);
      for (const member of membersOf(named)) {
        if (chains.has(member.name)) continue;
        const head = `${field.name}${call}`;
        chains.set(
          member.name,
          isObjectType(named)
            ? [...chain, head]
            : [...chain, `${field.name}__${member.name}: ${head}`, `... on ${member.name}`],
        );
        queue.push(member);
      }
    }
  }
  return chains;
};

/** Every field of every type that a query reaches, by every field that leads to its type. */
const piecesOf = (offers: Offers, maySend: (root: string) => boolean): Piece[] =>
  [...chainsOf(offers, maySend)].flatMap(([name, chain]) => {
    const type = schema.getType(name);
    if (!isObjectType(type)) return [];
    const own: Piece[] = isNode(type) ? [{ chain, below: everythingOf(type, offers) }] : [];
    return [
      ...own,
      ...fieldsOf(type, maySend).flatMap((field) => {
        const [call = '', ...calls] = callsOf(field, offers, pageOf(type));
        const heads = headsTo(field, call, offers);
        const others = calls
          .filter(() => name !== 'Query')
          .map((other, at): [string, Tree | null] => [
            `${field.name}__${at}: ${field.name}${other}`,
            isCompositeType(getNamedType(field.type)) ? signatureOf(field, offers) : null,
          ]);
        return [...heads, ...others].map(
          ([head, below]): Piece => ({ chain: [...chain, head], below: below ?? null }),
        );
      }),
    ];
  });

/** Every optional argument of every query, at each of its values, with a small page: counts, pages, orders, filters. */
const variantsOf = (
  offers: Offers,
  maySend: (root: string) => boolean,
  sizes: readonly number[] = [2, rootPage],
): Piece[] =>
  rootFields
    .filter(({ name }) => maySend(name))
    .flatMap((field) =>
      [...new Set(sizes.flatMap((size) => callsOf(field, offers, size)))].map(
        (call, at): Piece => ({
          chain: [`${field.name}__${at}: ${field.name}${call}`],
          below: isCompositeType(getNamedType(field.type)) ? signatureOf(field, offers) : null,
        }),
      ),
    );

/**
 * Every path of the schema that begins with what may be sent, or the share of the paths that `chosen` takes; `ids` are those of each
 * type that has any.
 */
export const packedQueries = (
  offers: Offers,
  ids: Ids,
  maySend: (root: string) => boolean,
  {
    longest,
    chosen = (pieces) => pieces,
  }: { longest?: number; chosen?: (pieces: readonly Piece[]) => readonly Piece[] } = {},
): readonly Packed[] => [
  ...pack('query', chosen(piecesOf({ ...offers, isBelowRoot: true }, maySend)), ids, longest),
  ...pack('query', chosen(variantsOf(offers, maySend)), ids, longest),
];

/** The ways to items of lists: every field that is one, whatever it hangs on. */
const listsOf = (
  chains: ReadonlyMap<string, readonly string[]>,
  offers: Offers,
  maySend: (root: string) => boolean,
): [string, readonly string[]][] =>
  [...chains].flatMap(([name, chain]) => {
    const type = schema.getType(name);
    if (!isObjectType(type)) return [];
    return fieldsOf(type, maySend).flatMap((field): [string, readonly string[]][] => {
      const connection = getNamedType(field.type);
      const node = isConnection(connection) && getNamedType(connection.getFields().nodes?.type);
      const [call = ''] = callsOf(field, offers, pageOf(type));
      return node && isObjectType(node) ? [[node.name, [...chain, `${field.name}${call}`, 'nodes']]] : [];
    });
  });

/**
 * Every field of every type in an operation of its own, which asks for as little as there is below it, by its id and in every list, and
 * every query with each of its arguments.
 */
export const narrowQueries = (
  offers: Offers,
  ids: Ids,
  maySend: (root: string) => boolean,
): readonly Packed[] => {
  const chains = chainsOf(offers, maySend);
  const narrow = [...chains, ...listsOf(chains, offers, maySend)].flatMap(([name, chain]) => {
    const type = schema.getType(name);
    if (!isObjectType(type)) return [];
    return fieldsOf(type, maySend).map((field): Piece => {
      const [call = ''] = callsOf(field, offers, pageOf(type));
      const named = getNamedType(field.type);
      const signature = signatureOf(field, offers);
      const below = signature.size === 0 && isObjectType(named) ? everythingOf(named, offers) : signature;
      return { chain: [...chain, `${field.name}${call}`], below: isCompositeType(named) ? below : null };
    });
  });
  return [...narrow, ...variantsOf(offers, maySend, [rootPage])].map((piece) =>
    packedOf('query', treeOf(piece), ids),
  );
};

/** One field of the root by itself: a viewer who may not send it is refused. */
export const aloneQuery = (field: AnyField, offers: Offers): string =>
  `{ ${field.name}${callsOf(field, offers, 1)[0]} ${textBelow(signatureOf(field, offers), field)} }`;

const textBelow = (tree: Tree, { type }: AnyField): string =>
  isCompositeType(getNamedType(type)) ? `{ __typename ${textOf(tree)} }` : '';

/** One page of each list of the root, from where the one before ended; `ends` by the name of the list. */
export const pagesQuery = (ends: ReadonlyMap<string, string | null>, offers: Offers): string =>
  `{ ${rootFields
    .filter(({ name }) => ends.has(name))
    .map((field) => {
      const call = callsOf(field, offers, 3)[0]?.replace(
        /\)$/,
        `, after: ${JSON.stringify(ends.get(field.name))})`,
      );
      return `${field.name}${call} ${textBelow(signatureOf(field, offers), field)}`;
    })
    .join(' ')} }`;

/** The lists of the root. */
export const rootLists = rootFields
  .filter(({ type }) => isConnection(getNamedType(type)))
  .map(({ name }) => name);

/** `Type.field` of every object type that a query can answer with. */
export const queriedFields: readonly string[] = (() => {
  const fields = new Map<string, readonly string[]>();
  const follow = (type: GraphQLObjectType): void => {
    if (fields.has(type.name)) return;
    fields.set(
      type.name,
      fieldsOf(type, () => true).map((field) => `${type.name}.${field.name}`),
    );
    for (const field of Object.values(type.getFields()))
      for (const member of membersOf(getNamedType(field.type))) follow(member);
  };
  const query = schema.getQueryType();
  if (query) follow(query);
  return [...fields.values()].flat();
})();
