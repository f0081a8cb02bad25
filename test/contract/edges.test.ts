import { type GraphQLObjectType, getNamedType, isAbstractType, isObjectType } from 'graphql';
import { expect, test } from 'vitest';
import { schema } from '#resolvers/index.ts';

/** The types with an id of their own that `node` gives. */
const nodes: readonly GraphQLObjectType[] = Object.values(schema.getTypeMap())
  .filter(isObjectType)
  .filter((type) => type.getInterfaces().some(({ name }) => name === 'Node'));

const possible = (type: unknown): readonly GraphQLObjectType[] => {
  if (isObjectType(type)) return [type];
  return isAbstractType(type) ? schema.getPossibleTypes(type) : [];
};

/** The nodes that a node leads to by its fields, through connections and parts that are no nodes. */
const edgesOf = (node: GraphQLObjectType): ReadonlySet<string> => {
  const found = new Set<string>();
  const passed = new Set<GraphQLObjectType>();
  const visit = (type: GraphQLObjectType): void => {
    for (const field of Object.values(type.getFields()))
      for (const next of possible(getNamedType(field.type)))
        if (nodes.includes(next)) found.add(next.name);
        else if (!passed.has(next)) {
          passed.add(next);
          visit(next);
        }
  };
  visit(node);
  return found;
};

const edges: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  nodes.map((node) => [node.name, edgesOf(node)]),
);

const reachedFrom = (start: string): ReadonlySet<string> => {
  const reached = new Set<string>();
  const ahead = [start];
  for (let name = ahead.pop(); name !== undefined; name = ahead.pop())
    for (const next of edges.get(name) ?? [])
      if (!reached.has(next)) {
        reached.add(next);
        ahead.push(next);
      }
  return reached;
};

test.for([...edges.keys()])('every type with an id is reached from %s by its edges alone', (name) => {
  const reached = reachedFrom(name);
  expect([...edges.keys()].filter((other) => other !== name && !reached.has(other))).toEqual([]);
});

/** Edges without a reverse, each group with its reason. It only shrinks. */
const oneWay: Readonly<Record<string, readonly string[]>> = {
  'An event is read from what it is about by `auditTrail`; of a type without one, by `auditEvents` for auditors':
    [
      'BundleReceipt',
      'Chunk',
      'Contradiction',
      'Document',
      'Evidence',
      'ExtractionReport',
      'IngestionWave',
      'Interaction',
      'Pathway',
      'Project',
      'ProjectStateEntry',
      'Quarantine',
      'User',
    ].map((to) => `AuditEvent -> ${to}`),
  'A timeline is one type for all; events of these kinds lead back by the memory that they are about': [
    ...['BundleReceipt', 'Contradiction', 'Evidence', 'WorkflowItem'].flatMap((to) => [
      `Document -> ${to}`,
      `Entity -> ${to}`,
    ]),
    'Memory -> WorkflowItem',
    'PathwayTrace -> BundleReceipt',
    'PathwayTrace -> Evidence',
    'PathwayTrace -> WorkflowItem',
  ],
  'The list on the other side is a root with a filter: `extractions(filter: { project, interactionId })`': [
    'Extraction -> Chunk',
    'Extraction -> Interaction',
    'Extraction -> Project',
  ],
  'An item leads to its pass, and the pass to its wave or to the section': [
    'ExtractionReport -> Chunk',
    'IngestionWave -> Entity',
    'IngestionWave -> Memory',
  ],
  'A routing leads to its extraction, and that to the pass': ['ExtractionReport -> WorkflowItem'],
  'A memory leads to the chunks, the traces to the pathways': ['Pathway -> Memory'],
  'Not there yet: the receipts of a project, the evidence of an interaction, the project state that a user set':
    ['BundleReceipt -> Project', 'Evidence -> Interaction', 'ProjectStateEntry -> User'],
  'A quarantine is for reviewers, auditors and admins, who meet it in the inbox': [
    'Quarantine -> Entity',
    'Quarantine -> Memory',
    'Quarantine -> User',
  ],
};

test('every edge has its reverse, or stands in the list with its reason', () => {
  const missing = [...edges].flatMap(([from, tos]) =>
    [...tos].filter((to) => edges.get(to)?.has(from) === false).map((to) => `${from} -> ${to}`),
  );
  expect(missing.toSorted()).toEqual(Object.values(oneWay).flat().toSorted());
});
