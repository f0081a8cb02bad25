import type { Viewer } from '#domain/privacy/viewer.ts';
import type { TestGateway } from '../../support/gateway.ts';
import type { TestStore } from '../../support/store.ts';
import { others, project } from './world.ts';

/** All that a viewer is given, one entry a facet: `about` is an item, a source, a list. */
interface Facet {
  readonly about: string;
  readonly facet: string;
  /** JSON; undefined where there is no such facet. */
  readonly value: string | undefined;
}
export type Given = ReadonlyMap<string, Facet>;

/** A facet that is otherwise after a step than before it. */
export interface Change {
  readonly observer: string;
  readonly about: string;
  readonly facet: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** Everything that the rules say of an item, in any list. Provenance is one facet: it never changes; its text may be withheld. */
const itemFields = `id status content isPersonal audience sensitivityLabels inReviewersWords
  owner { kind name } verifyBy validFrom
  provenance: rule extractorVersion sourceSpan { start end text } source { id ... on Chunk { document { id path } } }
  sourceState { state } succeeds { id }`;
const itemQuery = `query ($ids: [ID!]!) {
  nodes(ids: $ids) { __typename
    ... on Memory { ${itemFields} kind summary mandatory domain tags supersededBy { id } supersedes { id }
      effectiveConfidence { value base modifiers { name delta } } votes { up down } disputes(first: 5) { totalCount } evidence(first: 5) { totalCount }
      contradictions(first: 5) { nodes { id status severity } } graduatedTo(first: 2) { nodes { id } } }
    ... on Entity { ${itemFields} entityType name entitySupersededBy: supersededBy { id } entitySupersedes: supersedes { id }
      graduatedFrom { id } relations(first: 5) { nodes { relation to { id } } } }
  }
}`;
const listQuery = `query ($project: String!) {
  memoryBundle(tokenBudget: 1000000) { items { memory { id } reason warnings { kind } } excluded { reason count } }
  memories(first: 100) { nodes { id } }
  entities(first: 100) { nodes { id } }
  documents(first: 100) { nodes { id path content kind nextVersion { id path } } }
  projectState(project: $project) { category key value }
}`;
const queueQuery = `{ inbox(first: 100) { nodes { id } } candidates(first: 100) { nodes { id } } }`;

// biome-ignore lint/suspicious/noExplicitAny: the shape of an answer is the query's
type Shape = any;

const textOf = (value: unknown): string => JSON.stringify(value) ?? 'null';

/** The facets of one item, under its id. */
const facetsOfItem = ({ id, __typename, ...fields }: Shape): Facet[] => {
  const { provenance, extractorVersion, sourceSpan, source, ...rest } = fields;
  const { text, ...span } = sourceSpan ?? {};
  return Object.entries<Shape>({
    ...rest,
    sourceText: text,
    provenance: { provenance, extractorVersion, span, source },
  }).map(([facet, value]) => ({ about: id, facet, value: textOf(value?.nodes ?? value) }));
};

const given = (facets: readonly Facet[]): Given =>
  new Map(facets.map((facet) => [`${facet.about} ${facet.facet}`, facet]));

/** Between them they see everything: believed, waiting, the own of a contributor, and what is personal. */
const observers = ['reader', 'contributor', 'boardReviewer', 'admin'] as const;
export type Observer = (typeof observers)[number];

/** The ids of all memories and entities of a tenant, hidden ones too. */
const itemIdsIn = async (store: TestStore, tenant: string): Promise<string[]> =>
  (
    await store.asOwner<{ id: string }>(
      'select id from memories where tenant = ? union all select id from graph_entities where tenant = ? order by 1',
      [tenant, tenant],
    )
  ).map(({ id }) => id);

const lookAs = async (
  { ask }: TestGateway,
  who: Viewer,
  ids: readonly string[],
  seesQueue: boolean,
): Promise<Given> => {
  const pages = [ids.slice(0, 50), ids.slice(50, 100)];
  const read = async (query: string, variables: object = {}): Promise<Shape> => {
    const { data, errors } = await ask(who, query, variables);
    if (errors) throw new Error(JSON.stringify(errors));
    return data;
  };
  const [data, queue, ...answers] = await Promise.all([
    read(listQuery, { project }),
    seesQueue ? read(queueQuery) : null,
    ...pages.map((page) => read(itemQuery, { ids: page })),
  ]);
  const listed = (name: string, ofIds: readonly string[]): Facet[] =>
    ofIds.map((id) => ({ about: id, facet: name, value: 'true' }));
  const idsOf = (list: Shape): string[] => list.nodes.map(({ id }: { id: string }) => id);
  return given([
    ...answers.flatMap((answer) => answer.nodes.filter((node: Shape) => node !== null).flatMap(facetsOfItem)),
    ...data.memoryBundle.items.flatMap(({ memory, reason, warnings }: Shape) => [
      { about: memory.id, facet: 'delivered', value: textOf(reason) },
      { about: memory.id, facet: 'warnings', value: textOf(warnings.map(({ kind }: Shape) => kind).sort()) },
    ]),
    ...listed('listed', [...idsOf(data.memories), ...idsOf(data.entities)]),
    ...data.documents.nodes.flatMap(({ id, nextVersion, ...document }: Shape) => [
      { about: id, facet: 'document', value: textOf(document) },
      { about: id, facet: 'nextVersion', value: textOf(nextVersion) },
    ]),
    ...data.projectState.map(({ category, key, value }: Shape) => ({
      about: `${category}/${key}`,
      facet: 'projectState',
      value: textOf(value),
    })),
    ...(queue ? [...listed('inbox', idsOf(queue.inbox)), ...listed('queued', idsOf(queue.candidates))] : []),
  ]);
};

/** All that each of the others is given at this moment. */
export const lookAtAll = async (
  store: TestStore,
  gateway: TestGateway,
  tenant: string,
): Promise<ReadonlyMap<Observer, Given>> => {
  const ids = await itemIdsIn(store, tenant);
  const people = others(tenant);
  const seen = await Promise.all(
    observers.map(
      async (name) => [name, await lookAs(gateway, people[name], ids, name === 'boardReviewer')] as const,
    ),
  );
  return new Map(seen);
};

/** The facets that differ; an item that an observer begins or ceases to see is one change. */
export const changesBetween = (
  before: ReadonlyMap<Observer, Given>,
  after: ReadonlyMap<Observer, Given>,
): Change[] =>
  observers.flatMap((observer) => {
    const [was, is] = [before.get(observer) ?? new Map(), after.get(observer) ?? new Map()];
    return [...new Set([...was.keys(), ...is.keys()])].flatMap((key): Change[] => {
      const [one, other]: [Facet | undefined, Facet | undefined] = [was.get(key), is.get(key)];
      const { about, facet } = one ?? other ?? { about: '', facet: '' };
      if (one?.value === other?.value) return [];
      const [saw, sees] = [was.has(`${about} status`), is.has(`${about} status`)];
      if (saw !== sees && facet !== 'status') return [];
      const name = saw === sees ? facet : sees ? 'appears' : 'disappears';
      return [{ observer, about, facet: name, before: one?.value, after: other?.value }];
    });
  });

/** Answers given in one tenant, as they are given in a copy of it. */
export const inCopy = (
  seen: ReadonlyMap<Observer, Given>,
  [from, to]: readonly [string, string],
): ReadonlyMap<Observer, Given> =>
  new Map(
    [...seen].map(([observer, facets]) => [
      observer,
      given(
        [...facets.values()].map(({ about, facet, value }) => ({
          about: about.replaceAll(from, to),
          facet,
          value: value?.replaceAll(from, to),
        })),
      ),
    ]),
  );
