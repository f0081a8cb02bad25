import {
  type GraphQLField,
  getNamedType,
  isInputObjectType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { schema } from '#resolvers/index.ts';
import type { TestGateway } from '#test/support/gateway.ts';
import { secondsOf } from './measure.ts';

/** Nodes from which every other kind that the store of the bench has is reached. */
const startingNodes = [
  'mem_000000000105',
  'mem_000000000103',
  'ent_000000000120',
  'wfi_000000000103',
  'doc_000000000100',
  'wav_bench',
  'con_000000000152',
];
/** Nodes of one kind that are asked. */
const mostOfKind = 2;
const mostLeaves = 8;

interface Seen {
  readonly __typename: string;
  readonly id: string;
}

const namesOf = (fields: readonly GraphQLField<unknown, unknown>[]) =>
  fields.map(({ name }) => name).join(' ');

/** The selection of a field: of a list its count and the ids of its first page, of anything else an id or some plain values. */
const selectionOf = ({ type }: GraphQLField<unknown, unknown>): string => {
  const named = getNamedType(type);
  if (isLeafType(named) || isInputObjectType(named)) return '';
  const fields = 'getFields' in named ? named.getFields() : {};
  const { nodes, totalCount, id } = fields;
  if (nodes) return `{ ${totalCount ? 'totalCount ' : ''}nodes ${selectionOf(nodes)} }`;
  if (id) return '{ __typename id }';
  const leaves = Object.values(fields).filter(
    ({ type: of, args }) => isLeafType(getNamedType(of)) && !args.some(isRequiredArgument),
  );
  return `{ __typename ${namesOf(leaves.slice(0, mostLeaves))} }`;
};

const nodesIn = (value: unknown): readonly Seen[] => {
  if (Array.isArray(value)) return value.flatMap(nodesIn);
  if (typeof value !== 'object' || value === null) return [];
  if ('nodes' in value) return nodesIn(value.nodes);
  return 'id' in value && '__typename' in value ? [value as Seen] : [];
};

/**
 * Asks every field of every kind of node by itself, as lists that hang on something are asked: twice, so that the second finds the
 * caches filled. Milliseconds of the second by `Type.field`, the slower of two nodes.
 */
export const timesOfFields = async (
  { ask }: TestGateway,
  who: Viewer,
): Promise<ReadonlyMap<string, number>> => {
  const times = new Map<string, number>();
  const nodes = new Map<string, Set<string>>();
  const waiting: Seen[] = [];
  const meet = ({ __typename: kind, id }: Seen): void => {
    const known = nodes.get(kind) ?? new Set();
    nodes.set(kind, known);
    if (known.has(id) || known.size >= mostOfKind) return;
    known.add(id);
    waiting.push({ __typename: kind, id });
  };
  for (const id of startingNodes)
    for (const seen of nodesIn([(await ask(who, `{ node(id: "${id}") { __typename id } }`)).data?.node]))
      meet(seen);
  for (let node = waiting.shift(); node !== undefined; node = waiting.shift()) {
    const type = schema.getType(node.__typename);
    if (!isObjectType(type) || !type.getInterfaces().some(({ name }) => name === 'Node')) continue;
    for (const field of Object.values(type.getFields())) {
      if (field.args.some(isRequiredArgument)) continue;
      const query = `{ node(id: "${node.id}") { ... on ${type.name} { asked: ${field.name} ${selectionOf(field)} } } }`;
      await ask(who, query);
      let answer: Awaited<ReturnType<typeof ask>> | undefined;
      const taken = await secondsOf(async () => {
        answer = await ask(who, query);
      });
      const name = `${type.name}.${field.name}`;
      times.set(name, Math.max(times.get(name) ?? 0, taken * 1_000));
      for (const seen of nodesIn(answer?.data?.node?.asked)) meet(seen);
    }
  }
  return times;
};
