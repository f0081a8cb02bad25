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

const ofItems = [
  'RevisionEvent',
  'DecisionEvent',
  'ChangeEvent',
  'EvidenceEvent',
  'ContradictionEvent',
  'ResolutionEvent',
  'LabelsEvent',
  'RoutingEvent',
  'DeliveryEvent',
];
/** Events of each timeline, of all that the one type of timelines could hold. */
const events: Readonly<Record<string, readonly string[]>> = {
  Memory: ofItems,
  Entity: ofItems,
  Document: ['IngestionEvent', ...ofItems],
  PathwayTrace: ['TraceEvent', 'ReplayEvent', 'RetirementEvent'],
  User: ['DecisionEvent', 'ResolutionEvent', 'RoutingEvent'],
};
/** Events of documents and traces, whose `candidate` is always null. */
const ofNoItem = ['IngestionEvent', 'TraceEvent', 'ReplayEvent', 'RetirementEvent'];
/** Types that `target` never has: no action changes them, or they have no row. */
const neverTargets = ['AuditEvent', 'Chunk', 'Evidence', 'ExtractionReport', 'Project', 'User'];

/** The nodes that a node leads to by its fields, through connections and parts that are no nodes. */
const edgesOf = (node: GraphQLObjectType): ReadonlySet<string> => {
  const found = new Set<string>();
  const passed = new Set<GraphQLObjectType>();
  const mayLeadTo = (type: GraphQLObjectType, field: string, next: GraphQLObjectType): boolean => {
    if (type.name === 'AuditEvent' && field === 'target') return !neverTargets.includes(next.name);
    // The entries of a thing are about the thing itself.
    if (field === 'inboxEntries') return false;
    if (ofNoItem.includes(type.name) && field === 'candidate') return false;
    return (
      !next.getInterfaces().some(({ name }) => name === 'TimelineEvent') ||
      (events[node.name] ?? []).includes(next.name)
    );
  };
  const visit = (type: GraphQLObjectType): void => {
    for (const field of Object.values(type.getFields()))
      for (const next of possible(getNamedType(field.type)))
        if (!mayLeadTo(type, field.name, next)) continue;
        else if (nodes.includes(next)) found.add(next.name);
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
  'What waits for the owners of sources is a list of its own: `sourceChanges`': [
    'SourceChange -> Document',
    'SourceChange -> Project',
    'SourceChange -> User',
  ],
  'What somebody did is a root with a filter for auditors: `auditEvents(filter: { actor })`': [
    'AuditEvent -> User',
    'AuditEvent -> Comment',
    'Comment -> User',
    'PathwayTrace -> User',
    'Quarantine -> User',
  ],
  'What hangs on a memory leads to the memory, and that to its document and to its entities': [
    ...['BundleReceipt', 'Contradiction', 'Evidence'].flatMap((to) => [
      `Document -> ${to}`,
      `Entity -> ${to}`,
    ]),
  ],
  'What came from somewhere leads to its source, and a delivered memory to its deliveries': [
    'IngestionWave -> BundleReceipt',
    'IngestionWave -> Contradiction',
    'Interaction -> BundleReceipt',
    'Interaction -> Contradiction',
    'PathwayTrace -> BundleReceipt',
  ],
  'A routing leads to its extraction, and that to the section, to the items, and to the pass': [
    'Document -> WorkflowItem',
    'Entity -> WorkflowItem',
    'Memory -> WorkflowItem',
    'ExtractionReport -> WorkflowItem',
  ],
  'A section leads to its extractions and items, those to their pass, and the pass to its wave': [
    'ExtractionReport -> Chunk',
    'IngestionWave -> Entity',
    'IngestionWave -> Memory',
  ],
  'A memory leads to its traces, and those to the pathway': ['Pathway -> Memory'],
};

test('every edge has its reverse, or stands in the list with its reason', () => {
  const missing = [...edges].flatMap(([from, tos]) =>
    [...tos].filter((to) => edges.get(to)?.has(from) === false).map((to) => `${from} -> ${to}`),
  );
  expect(missing.toSorted()).toEqual(Object.values(oneWay).flat().toSorted());
});
