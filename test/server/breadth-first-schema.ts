import {
  GraphQLEnumType,
  type GraphQLFieldConfig,
  GraphQLID,
  GraphQLInputObjectType,
  GraphQLInt,
  GraphQLInterfaceType,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLScalarType,
  GraphQLSchema,
  GraphQLString,
  GraphQLUnionType,
} from 'graphql';

interface Thing {
  readonly is: 'Person' | 'Robot' | 'Part';
  readonly at: number;
}
type Field = GraphQLFieldConfig<Thing, object>;

/** A small schema with every way to answer a field, and with every way to fail. `isImmediate`: the same without promises. */
const createSchema = (isImmediate: boolean) => {
  const broken = (): never => {
    throw new Error('broken');
  };
  const later = (value: unknown): unknown => (isImmediate ? value : Promise.resolve(value));
  const muchLater = (value: unknown): unknown =>
    isImmediate ? value : new Promise((go) => setImmediate(go, value));
  const thenable = (value: unknown): unknown =>
    isImmediate
      ? value
      : {
          // biome-ignore lint/suspicious/noThenProperty: a promise that is none of the language's
          then: (go: (value: unknown) => void) => go(value),
        };
  /** As a value: an error in the place of a value is as good as a rejection. */
  const rejected = (): unknown => (isImmediate ? new Error('broken') : Promise.reject(new Error('broken')));
  const rejectedMuchLater = (): unknown =>
    isImmediate ? rejected() : new Promise((_, no) => setImmediate(no, new Error('broken')));
  /** As a call. */
  const rejects = (): unknown => (isImmediate ? broken() : rejected());

  /** A thing knows some of its fields itself: as a property, as a method, as a promise. */
  const thing = (is: Thing['is'], at: number) => ({
    is,
    at,
    id: `${is}-${at}`,
    name: at % 3 === 0 ? null : `name ${at}`,
    model: () => at,
    later: later(at),
    born: new Date(Date.UTC(2000, 0, 1 + at)),
    constructor: 'built',
  });
  const kinds = ['Person', 'Robot', 'Part'] as const;
  /** Things below a thing: few enough for an end. */
  const below = (at: number, many = 3) =>
    [...Array(many).keys()].map((place) => thing(kinds[(at + place) % 3] ?? 'Part', at * 3 + place + 1));
  const beingsBelow = (at: number) => below(at).filter(({ is }) => is !== 'Part');

  const Colour = new GraphQLEnumType({
    name: 'Colour',
    values: { RED: { value: 0 }, BLUE: { value: { b: 1 } } },
  });
  const Day = new GraphQLScalarType<unknown, string>({
    name: 'Day',
    serialize: (value) => (value instanceof Date ? value.toISOString().slice(0, 10) : broken()),
  });
  const Style = new GraphQLInputObjectType({
    name: 'Style',
    fields: {
      before: { type: GraphQLString, defaultValue: '<' },
      times: { type: new GraphQLNonNull(GraphQLInt) },
    },
  });

  const list = (type: GraphQLOutputType) => new GraphQLList(type);
  const must = (type: GraphQLOutputType) => new GraphQLNonNull(type as never);
  const leaf = (type: GraphQLOutputType, resolve: NonNullable<Field['resolve']>): Field => ({
    type,
    resolve,
  });
  /** Fields that are answered without an error. */
  const leaves = (): Record<string, Field> => ({
    id: { type: must(GraphQLID) },
    name: { type: GraphQLString },
    model: { type: GraphQLInt },
    later: { type: must(GraphQLInt) },
    born: { type: Day },
    constructor: { type: GraphQLString },
    nothing: { type: GraphQLString },
    colour: leaf(Colour, ({ at }) => (at % 2 ? 0 : null)),
    hidden: leaf(must(GraphQLString), ({ at }) => later(`hidden ${at}`)),
    soon: leaf(GraphQLString, () => thenable('soon')),
    sometimes: leaf(GraphQLString, ({ at }) => (at % 2 ? 'now' : muchLater('later'))),
    set: leaf(list(GraphQLInt), () => new Set([1, 2])),
    words: leaf(must(list(must(GraphQLString))), () => [later('a'), 'b', thenable('c')]),
    gaps: leaf(list(GraphQLInt), ({ at }) => muchLater([at, null, later(null), undefined])),
    grid: leaf(list(list(GraphQLInt)), ({ at }) => [[at, later(1)], null, later([]), [null, muchLater(2)]]),
    echo: {
      type: GraphQLString,
      args: {
        size: { type: GraphQLInt, defaultValue: 7 },
        style: { type: Style },
        colour: { type: Colour, defaultValue: 0 },
        among: { type: new GraphQLList(GraphQLID) },
      },
      resolve: (_thing, args) => JSON.stringify(args),
    },
  });

  /** Fields with an error. */
  const faults = (): Record<string, Field> => ({
    throws: leaf(GraphQLString, broken),
    throwsSometimes: leaf(GraphQLString, ({ at }) => (at % 2 ? rejected() : broken())),
    rejects: leaf(GraphQLString, rejected),
    rejectsSometimes: leaf(GraphQLString, ({ at }) => (at % 3 === 2 ? 'well' : rejected())),
    missing: leaf(must(GraphQLString), () => null),
    missingLater: leaf(must(GraphQLString), () => muchLater(undefined)),
    missingInList: leaf(list(must(GraphQLInt)), () => [1, later(null)]),
    errorValue: leaf(GraphQLString, () => new Error('as a value')),
    errorInList: leaf(list(list(GraphQLString)), () => [[rejected()], new Error('in a list')]),
    errorBelow: leaf(list(anything), ({ at }) => [...below(at), new Error('in a list')]),
    noNumber: leaf(GraphQLInt, () => 'words'),
    noDay: leaf(Day, () => 'words'),
    noColour: leaf(Colour, () => 'GREEN'),
    noList: leaf(list(GraphQLInt), () => 5),
    listLaterBeside: leaf(list(list(GraphQLInt)), () => [[rejected()], later([rejected()]), muchLater([1])]),
    noListBeside: leaf(list(list(GraphQLInt)), () => [[rejected(), muchLater(1)], [rejectedMuchLater()], 5]),
    listRejectedBeside: leaf(list(list(GraphQLInt)), () => [[rejected()], rejected(), later([rejected()])]),
    missingBeside: leaf(list(must(list(GraphQLInt))), () => [[rejected()], null]),
    notAThing: leaf(part, () => ({ is: 'Robot' })),
    typeRejected: leaf(list(strange), () => [{ typeIs: rejects }, { typeIs: broken }]),
    typeUnstated: leaf(strange, () => ({ typeIs: () => undefined })),
    typeUnstatedLater: leaf(strange, () => ({ typeIs: () => later(undefined) })),
    typeUnknown: leaf(strange, () => ({ typeIs: () => 'Robot' })),
    typeLeftOver: leaf(oddity, () => ({ odd: rejects })),
  });

  const ways = (): Record<string, Field> => ({
    part: leaf(part, ({ at }) => (at % 4 === 0 ? null : thing('Part', at + 1))),
    robot: leaf(must(robot), ({ at }) => later(thing('Robot', at + 2))),
    being: leaf(being, ({ at }) => (at % 2 ? thing('Robot', at + 1) : later(thing('Person', at + 1)))),
    beings: leaf(must(list(being)), ({ at }) => [...beingsBelow(at).map(later), null]),
    anything: leaf(anything, ({ at }) => muchLater(below(at)[0])),
    everything: leaf(list(anything), ({ at }) => below(at)),
    shelves: leaf(list(list(anything)), ({ at }) => [below(at), null, below(at + 1, 1)]),
    nobody: leaf(list(being), () => []),
  });

  const fieldsOf = () => ({ ...leaves(), ...ways(), ...faults() });
  const being: GraphQLInterfaceType = new GraphQLInterfaceType({
    name: 'Being',
    fields: fieldsOf,
    resolveType: ({ is }: Thing) => later(is) as string,
  });
  const person = new GraphQLObjectType({ name: 'Person', interfaces: [being], fields: fieldsOf });
  const robot = new GraphQLObjectType({ name: 'Robot', interfaces: [being], fields: fieldsOf });
  const part: GraphQLObjectType = new GraphQLObjectType({
    name: 'Part',
    isTypeOf: ({ is }: Thing) => is === 'Part',
    fields: fieldsOf,
  });
  const anything = new GraphQLUnionType({
    name: 'Anything',
    types: () => [person, robot, part],
    resolveType: ({ is }: Thing) => is,
  });
  const strange = new GraphQLUnionType({
    name: 'Strange',
    types: () => [part],
    resolveType: ({ typeIs }: { typeIs: () => string }) => typeIs(),
  });
  const oddity = new GraphQLObjectType<{ odd: () => unknown }>({
    name: 'Oddity',
    isTypeOf: ({ odd }) => odd() as Promise<boolean>,
    fields: { id: { type: GraphQLID } },
  });

  const atRoot = (fields: Record<string, Field>) =>
    Object.fromEntries(
      Object.entries(fields).map(([name, { resolve, extensions, ...rest }]): [string, Field] => [
        name,
        {
          ...rest,
          resolve: (_root, args, context, info) => {
            const root = thing('Person', 1);
            if (resolve) return resolve(root, args, context, info);
            const value = root[name as keyof typeof root];
            return typeof value === 'function' ? value() : value;
          },
        },
      ]),
    );

  const schema = new GraphQLSchema({
    query: new GraphQLObjectType({ name: 'Query', fields: () => atRoot(fieldsOf()) }),
    mutation: new GraphQLObjectType({ name: 'Mutation', fields: () => atRoot(fieldsOf()) }),
    types: [person, robot, part],
  });
  return { schema, leaves: leaves(), faults: faults(), ways: ways() };
};

const mixed = createSchema(false);
/** Fields are settled in any order. */
export const { schema } = mixed;
/** The same answers without any waiting, so that graphql-js meets errors in the order of the answer. */
export const immediateSchema = createSchema(true).schema;
export const answeredLeaves = Object.keys(mixed.leaves);
export const faultyFields = Object.keys(mixed.faults);
/** A field that leads on, and the type that it leads to. */
export const wayTypes: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(mixed.ways).map(([name, { type }]) => [name, String(type).replaceAll(/[[\]!]/g, '')]),
);
