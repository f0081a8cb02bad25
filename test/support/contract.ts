import { readdirSync, readFileSync } from 'node:fs';
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { schema } from '#resolvers/index.ts';
import { laterFields } from './later-fields.ts';

const folder = new URL('../contract/documents/', import.meta.url);

/** One operation that integrators hold, alone with the fragments that it spreads. */
export interface ContractOperation {
  readonly name: string;
  readonly file: string;
  readonly document: DocumentNode;
}

const spreadsOf = (node: OperationDefinitionNode | FragmentDefinitionNode): string[] => {
  const names: string[] = [];
  visit(node, {
    FragmentSpread: ({ name }) => {
      names.push(name.value);
    },
  });
  return names;
};

const operationsOf = (file: string): ContractOperation[] => {
  const { definitions } = parse(readFileSync(new URL(file, folder), 'utf8'));
  const fragments = new Map(
    definitions.flatMap((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition] as const] : [],
    ),
  );
  return definitions.flatMap((operation) => {
    if (operation.kind !== Kind.OPERATION_DEFINITION) return [];
    const used = new Set<FragmentDefinitionNode>();
    const follow = (names: readonly string[]) => {
      for (const fragment of names.map((name) => fragments.get(name))) {
        if (fragment === undefined || used.has(fragment)) continue;
        used.add(fragment);
        follow(spreadsOf(fragment));
      }
    };
    follow(spreadsOf(operation));
    const document: DocumentNode = { kind: Kind.DOCUMENT, definitions: [operation, ...used] };
    return [{ name: operation.name?.value ?? '', file, document }];
  });
};

export const contractOperations: readonly ContractOperation[] = readdirSync(folder)
  .filter((file) => file.endsWith('.graphql'))
  .sort()
  .flatMap(operationsOf);

const later = new Set(laterFields);

/**
 * Splits a document at what the schema does not have: the places that are missing (`Type.field`, the outermost only, and
 * the `Type` of a fragment), and the document without those that `laterFields` lists. Null when no field of the operation is left.
 */
export const readAgainstSchema = (
  document: DocumentNode,
): { readonly missing: readonly string[]; readonly served: DocumentNode | null } => {
  const missing = new Set<string>();
  const types = new TypeInfo(schema);
  const roots = { query: 'Query', mutation: 'Mutation', subscription: 'Subscription' } as const;
  let root = '';
  const served: DocumentNode = visit(
    document,
    visitWithTypeInfo(types, {
      OperationDefinition: ({ operation }) => {
        root = roots[operation];
      },
      FragmentDefinition: ({ typeCondition: { name } }) => {
        if (schema.getType(name.value)) return undefined;
        missing.add(name.value);
        return later.has(name.value) ? null : false;
      },
      Field: (node: FieldNode) => {
        const parent = types.getParentType()?.name ?? root;
        if (types.getFieldDef() || node.name.value === '__typename') return undefined;
        const place = `${parent}.${node.name.value}`;
        missing.add(place);
        return later.has(place) ? null : false;
      },
    }),
  );
  const [operation] = served.definitions;
  const isEmpty =
    operation?.kind === Kind.OPERATION_DEFINITION && operation.selectionSet.selections.length === 0;
  return { missing: [...missing], served: isEmpty ? null : served };
};

/** The text of a contract operation, without the fields that belong to later capabilities. */
export const contractOperation = (name: string): string => {
  const operation = contractOperations.find((candidate) => candidate.name === name);
  const served = operation && readAgainstSchema(operation.document).served;
  if (!served) throw new Error(`No operation of the contract that is served is called ${name}.`);
  return print(served);
};
