import {
  type GraphQLArgument,
  type GraphQLInputField,
  getNamedType,
  isInputObjectType,
  isObjectType,
} from 'graphql';
import { expect, test } from 'vitest';
import { schema } from '#resolvers/index.ts';

type Taker = GraphQLArgument | GraphQLInputField;

/** Every text among the arguments of a field, and among the members of the inputs in them. */
const textsOf = (takers: readonly Taker[], of: string, passed: ReadonlySet<unknown>): [string, Taker][] =>
  takers.flatMap((taker) => {
    const type = getNamedType(taker.type);
    if (type.name === 'String' || type.name === 'StringFilter') return [[`${of}.${taker.name}`, taker]];
    if (!isInputObjectType(type) || passed.has(type)) return [];
    return textsOf(Object.values(type.getFields()), type.name, new Set([...passed, type]));
  });

const pages: readonly string[] = ['after', 'before'];
const texts = new Map(
  Object.values(schema.getTypeMap())
    .filter((type) => isObjectType(type))
    .filter((type) => type !== schema.getMutationType() && type !== schema.getSubscriptionType())
    .flatMap((type) =>
      Object.values(type.getFields()).flatMap(({ name, args }) =>
        textsOf(
          args.filter((arg) => !pages.includes(arg.name)),
          `${type.name}.${name}`,
          new Set(),
        ),
      ),
    ),
);

/** Texts of no vocabulary, and why: one that nothing has is answered with nothing. */
const free: Readonly<Record<string, readonly string[]>> = {
  'words of a person': [
    'CandidateFilter.search',
    'EntityFilter.search',
    'MemoryFilter.search',
    'Query.bundleChanges.task',
    'Query.memoryBundle.task',
    'Query.search.query',
  ],
  'which are themselves looked for': [
    'DocumentFilter.path',
    'EntityFilter.name',
    'InteractionFilter.capturedIn',
    'ItemFilter.name',
    'PathwayFilter.filePrefix',
    'PathwayFilter.pathwayId',
    'PathwayTraceFilter.filePath',
    'ProjectFilter.name',
    'Query.pathway.pathwayId',
    'Query.project.name',
    'Query.user.name',
    'SourceChangeFilter.path',
    'UserFilter.name',
  ],
  'whom something is about': [
    'InteractionFilter.subjectId',
    'ItemFilter.subjectId',
    'MemoryFilter.subjectId',
    'Query.itemsWithSuggestedLabels.subjectId',
    'Query.memoryBundle.subjectId',
    'Query.tracesBySubject.subjectId',
  ],
  'an agent asks before there is anything': [
    'Query.memoryBundle.project',
    'Query.projectState.category',
    'Query.projectState.project',
    'Query.queryForHotswap.filePath',
    'Query.queryForHotswap.signalClass',
    'Query.queryForHotswap.taskClass',
  ],
  'refused by a catalogue of their own': ['Query.itemsWithSuggestedLabels.label'],
};

test('a text that a query takes is of a vocabulary, or is said to be of none', () => {
  const ofNone = [...texts].filter(([, { extensions }]) => extensions.vocabulary === undefined);
  expect(texts.size - ofNone.length).toBeGreaterThan(50);
  expect(ofNone.map(([name]) => name).sort()).toEqual(Object.values(free).flat().sort());
});

test('the description says what becomes of a text that nothing has', () => {
  for (const [name, { type, extensions, description }] of texts) {
    if (extensions.vocabulary !== undefined)
      expect(description, name).toMatch(/is refused, with the nearest (names|ones)/);
    else if (getNamedType(type).name === 'StringFilter') expect(description, name).toContain('is no error');
  }
});
