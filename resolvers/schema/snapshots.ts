import {
  defaultFieldResolver,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { sourceTypenames } from '#domain/ingestion/source.ts';
import { typenameOfId } from '#domain/input/ids.ts';
import { notLaterThan } from '#domain/input/instant.ts';
import { readSnapshotId, snapshotId } from '#domain/input/shown-id.ts';
import { replay } from '#domain/routing/replay.ts';
import {
  contradictionAt,
  disputeAt,
  pathwayAt,
  quarantineAt,
  relationAt,
  traceAt,
  workflowItemAt,
} from '#domain/versions/as-it-stood.ts';
import type { ContradictionRow } from '#persistence/contradictions/contradictions.ts';
import type { DisputeRow } from '#persistence/disputes.ts';
import type { RelationRow } from '#persistence/graph.ts';
import type { PathwayRow, TraceRow } from '#persistence/pathways/pathways.ts';
import type { ProjectStateRow } from '#persistence/project-state.ts';
import type { QuarantineRow } from '#persistence/quarantines.ts';
import type { WorkflowItemRow } from '#persistence/workflow-items.ts';
import type { GraphQLContext } from './context.ts';

/**
 * Snapshots below an `asOf` answer. A row shown as of an instant passes the instant to its fields: lists hold what stood then, and items
 * that decisions change are shown as of the same instant, each under its snapshot's id. What came later is left out, and shown as it is
 * where a field cannot be null; sources, names and what follows them are shown as they are.
 */

interface Standing {
  readonly id: string;
  readonly stoodAt?: Date;
}

/** Types that no decision changes: the same at any instant. */
const sources: readonly string[] = ['Document', ...sourceTypenames, 'IngestionWave'];
const names: readonly string[] = ['User', 'Project'];
/** Named things have no row: their id is their name, in a preview too. */
export const isName = (typename: string): boolean => names.includes(typename);
const isSource = (typename: string): boolean => sources.includes(typename) || isName(typename);

/** The row with other values, and all else that it is: its guard, and the type that it is known to be of. */
const copyWith = <Row extends object>(row: Row, values: object): Row =>
  Object.create(Object.getPrototypeOf(row), {
    ...Object.getOwnPropertyDescriptors(row),
    ...Object.getOwnPropertyDescriptors(values),
  });

const changed =
  <Row extends object>(at: (row: Row, instant: Date) => object | null) =>
  async (row: Row, instant: Date): Promise<Row | null> => {
    const values = at(row, instant);
    return values && copyWith(row, { ...values, stoodAt: instant });
  };

type ReadAt<Row, Read = Row> = (row: Row, at: Date, context: GraphQLContext) => Promise<Read | null>;

/** By type, the row as it stood; null when it was not there yet. */
const readers: Readonly<Record<string, ReadAt<never, object>>> = {
  Memory: ({ id }: Standing, at, { reads }) => reads.loaders.memorySnapshots.load(snapshotId(id, at)),
  Entity: ({ id }: Standing, at, { reads }) => reads.loaders.entitySnapshots.load(snapshotId(id, at)),
  Contradiction: changed<ContradictionRow>(contradictionAt),
  Dispute: changed<DisputeRow>(disputeAt),
  Relation: changed<RelationRow>(relationAt),
  Quarantine: changed<QuarantineRow>(quarantineAt),
  PathwayTrace: changed<TraceRow>(traceAt),
  Pathway: changed<PathwayRow>(pathwayAt),
  WorkflowItem: async (row: WorkflowItemRow, at, { reads, dependencies: { settings } }) => {
    const extraction = await reads.loaders.extractions.load(row.extractionId);
    if (extraction === null) return null;
    const { status, reason } = replay({ ...extraction, extractionId: row.extractionId }, row, {
      withRecordedFlags: true,
      threshold: settings.confidenceReviewThreshold,
      ruleSet: settings.routing,
    });
    return changed<WorkflowItemRow>((item) => workflowItemAt(item, at, { status, reason }))(row, at);
  },
  ProjectStateEntry: async (row: ProjectStateRow, at, { reads }) => {
    const history = await reads.loaders.projectStateHistory.load(row.id);
    const then = history.find(({ setAt }) => setAt <= at);
    return then ? copyWith(row, { ...then, stoodAt: at }) : null;
  },
};

/** The instant that a row of a type is shown as of; undefined: it is shown as it is. */
export const stoodAt = (typename: string, row: object): Date | undefined =>
  typename in readers ? (row as Standing).stoodAt : undefined;

/** A look-up by id that takes the id of a snapshot too; null for an instant that has not come. */
export const orAsItStood =
  <Row extends object>(
    typename: string,
    load: (id: string, context: GraphQLContext) => Promise<Row | null>,
  ) =>
  async (id: string, context: GraphQLContext): Promise<Row | null> => {
    const snapshot = readSnapshotId(id);
    if (snapshot === null) return load(id, context);
    if (snapshot.at > context.now()) return null;
    const row = await load(snapshot.id, context);
    return row && (readers[typename] as ReadAt<Row>)(row, snapshot.at, context);
  };

/** A later instant than now is taken as now, so that `node` gives the snapshot again. */
const idAsOf = (id: string, at: Date, now: Date): string =>
  snapshotId(readSnapshotId(id)?.id ?? id, notLaterThan(now, at));

interface ById<Row> {
  readonly load: (id: string) => Promise<Row | null>;
}

/** An item by its id: as it is, or as it stood at an instant. */
export const itemAsOf = <Row>(
  { items, snapshots }: { readonly items: ById<Row>; readonly snapshots: ById<Row> },
  id: string,
  at: Date | null | undefined,
  now: Date,
): Promise<Row | null> => {
  if (at != null) return snapshots.load(idAsOf(id, at, now));
  return readSnapshotId(id) === null ? items.load(id) : snapshots.load(id);
};

/** Like `orAsItStood`, for an instant given beside the id. */
export const atInstant = <Row extends object>(
  typename: string,
  load: (id: string, context: GraphQLContext) => Promise<Row | null>,
) => {
  const loadAt = orAsItStood(typename, load);
  return (id: string, at: Date | null | undefined, context: GraphQLContext): Promise<Row | null> =>
    loadAt(at == null ? id : idAsOf(id, at, context.now()), context);
};

/** Hands the instant on to what a field gave; null for what came later. */
const handOn = async (
  given: unknown,
  type: GraphQLNamedType,
  at: Date,
  context: GraphQLContext,
): Promise<unknown> => {
  const value = await given;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value))
    return (await Promise.all(value.map((item) => handOn(item, type, at, context)))).filter(
      (item) => item !== null,
    );
  const isItem = type.name === 'Candidate' || type.name === 'Node';
  const typename = isItem ? typenameOfId((value as Standing).id) : type.name;
  if (typename === null || isSource(typename) || typename === 'PageInfo') return value;
  const read = readers[typename] as ReadAt<object> | undefined;
  if (read) return read(value, at, context);
  // An edge belongs to its list alone, and has what no copy has.
  return typename.endsWith('Edge') ? Object.assign(value, { stoodAt: at }) : copyWith(value, { stoodAt: at });
};

/** The instant that the arguments of a nested list name. */
const instantAsked = (
  { asOf }: { readonly asOf?: Date | null },
  { now }: GraphQLContext,
): Date | undefined => (asOf == null ? undefined : notLaterThan(now(), asOf));

const handsOnInstant = (type: GraphQLObjectType): void => {
  for (const field of Object.values(type.getFields())) {
    const given = getNamedType(field.type);
    const takesInstant = field.args.some(({ name }) => name === 'asOf');
    if (!isCompositeType(given) || (isSource(type.name) && !takesInstant)) continue;
    const resolve = field.resolve ?? defaultFieldResolver;
    field.resolve = (row, args, context, info) => {
      const at = (row as Standing).stoodAt ?? instantAsked(args, context);
      if (at === undefined) return resolve(row, args, context, info);
      // A list takes the instant beside its own arguments.
      const result = resolve(row, { ...args, asOf: at }, context, info);
      const stood = handOn(result, given, at, context);
      return isNonNullType(field.type) ? stood.then((value) => value ?? result) : stood;
    };
  }
};

/** Every type but the roots; of sources and names, which are the same at any instant, the lists that take one. */
export const handOnInstants = (schema: GraphQLSchema): void => {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  for (const type of Object.values(schema.getTypeMap()))
    if (isObjectType(type) && !type.name.startsWith('__') && !roots.includes(type)) handsOnInstant(type);
};
