import { readdirSync, readFileSync } from 'node:fs';
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  visit,
} from 'graphql';

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

/** The text of the contract operation that asks for a mutation, of that for entities where the id is one's; null for none. */
export const findContractMutation = (mutation: string, id = ''): string | null => {
  const asking = contractOperations.filter(({ document }) => {
    const [operation] = document.definitions as readonly OperationDefinitionNode[];
    const [field] = operation?.selectionSet.selections ?? [];
    return field?.kind === Kind.FIELD && field.name.value === mutation;
  });
  const found = asking.find(({ name }) => name.includes('Entity') === id.startsWith('ent_')) ?? asking[0];
  return found ? print(found.document) : null;
};

/** The text of a contract operation. */
export const contractOperation = (name: string): string => {
  const operation = contractOperations.find((candidate) => candidate.name === name);
  if (!operation) throw new Error(`No operation of the contract is called ${name}.`);
  return print(operation.document);
};
