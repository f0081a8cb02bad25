import { addressAsOf, factAddress, isAfter, itemIdOf } from '../parts/addresses.ts';
import type { GraphStep } from '../parts/flow-graph.tsx';
import { onDate, onDay } from '../parts/instant.tsx';
import { inWords } from '../parts/words.ts';
import { type Edge, type EdgeKind, keyOf, type Reading } from './edge.ts';
import type { Ends, Point, WalkedNode } from './operations.ts';

/** The version of a document, in words that set it apart from others of its path. */
export const versionWords = (document: {
  readonly createdAt: string;
  readonly nextVersion: object | null;
}): string => `${onDate(document.createdAt)}${document.nextVersion === null ? '' : ', former version'}`;

/** A node as a step of a picture, with the page that it opens, as of the same instant. */
export const toStep = (point: Point, asOf: string | undefined): GraphStep => {
  switch (point.__typename) {
    case 'Document':
      return {
        id: point.id,
        what: 'document',
        title: point.path,
        detail: [versionWords(point), ...(point.title === null ? [] : [point.title])].join(', '),
        to: addressAsOf('/sources', point.id, asOf),
      };
    case 'Interaction':
      return {
        id: point.id,
        what: 'conversation',
        title: point.capturedIn ?? 'A conversation',
        detail: onDay(point.occurredAt),
        to: addressAsOf('/records', point.id, asOf),
      };
    case 'PathwayTrace':
      return {
        id: itemIdOf(point.id),
        what: 'run',
        title: point.taskClass,
        detail: `version ${point.version}`,
        to: addressAsOf('/chains', point.id, asOf),
      };
    default:
      return {
        id: itemIdOf(point.id),
        what: inWords('entityType' in point ? point.entityType : point.__typename),
        title: 'name' in point ? point.name : point.content,
        detail: inWords(point.status),
        to: factAddress(point.id),
      };
  }
};

const backOf: Readonly<Record<string, string>> = {
  PART_OF: 'has as a part',
  DEPENDS_ON: 'is needed by',
  SATISFIES: 'is satisfied by',
  DERIVED_FROM: 'is the basis of',
};

interface Listed<Node> {
  readonly nodes: readonly Node[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

/** True for a source or a run that came later. */
export const isLaterThan = (asOf: string | undefined, point: Point | WalkedNode): boolean => {
  const came = 'recordedAt' in point ? point.recordedAt : 'createdAt' in point ? point.createdAt : undefined;
  return isAfter(came, asOf);
};

export interface WalkedReading extends Reading {
  readonly ends: Ends;
}

/** Collects the edges of one node, and the nodes at their other ends. */
class Collected {
  readonly edges: Edge[] = [];
  readonly points: Point[] = [];
  readonly ends: { [List in keyof Ends]: string } = {};
  readonly cut = new Set<EdgeKind>();
  readonly #asOf: string | undefined;

  constructor(asOf: string | undefined) {
    this.#asOf = asOf;
  }

  add(other: Point | null, edge: Edge): void {
    if (other === null || isLaterThan(this.#asOf, other)) return;
    this.points.push(other);
    this.edges.push({ ...edge, from: itemIdOf(edge.from), to: itemIdOf(edge.to) });
  }

  addAll<Node>(kind: EdgeKind, name: keyof Ends, list: Listed<Node>, add: (node: Node) => void): void {
    for (const node of list.nodes) add(node);
    if (list.pageInfo.hasNextPage) this.cut.add(kind);
    if (list.pageInfo.endCursor !== null) this.ends[name] = list.pageInfo.endCursor;
  }
}

const states = (from: string, to: string): Edge => ({
  kind: 'source',
  from,
  to,
  says: 'states',
  saysBack: 'read from',
});
const graduated = (from: string, to: string): Edge => ({
  kind: 'graduation',
  from,
  to,
  says: 'graduated to',
  saysBack: 'graduated from',
});
const succeeded = (from: string, to: string): Edge => ({
  kind: 'succession',
  from,
  to,
  says: 'superseded by',
  saysBack: 'supersedes',
});
const versioned = (from: string, to: string): Edge => ({
  kind: 'succession',
  from,
  to,
  says: 'next version',
  saysBack: 'version before',
});
const given = (from: string, to: string): Edge => ({
  kind: 'run',
  from,
  to,
  says: 'given to',
  saysBack: 'was given',
});
const related = (relation: string, from: string, to: string): Edge => ({
  kind: 'relation',
  from,
  to,
  says: inWords(relation),
  saysBack: backOf[relation] ?? inWords(relation),
});
/** The same from either side. */
const contradicts = (one: string, other: string): Edge => {
  const [from, to] = one < other ? [one, other] : [other, one];
  return { kind: 'contradiction', from, to, says: 'contradicts', saysBack: 'contradicts' };
};

const collectItem = (node: Extract<WalkedNode, { __typename: 'Memory' | 'Entity' }>, found: Collected) => {
  const { id, source } = node;
  const origin = source?.__typename === 'Chunk' ? source.document : source;
  if (origin?.__typename === 'Document' || origin?.__typename === 'Interaction')
    found.add(origin, states(origin.id, id));
  found.addAll('run', 'traces', node.pathwayTraces, (trace) => found.add(trace, given(id, trace.id)));
  if (node.__typename === 'Memory') {
    found.addAll('graduation', 'graduated', node.graduatedTo, (entity) =>
      found.add(entity, graduated(id, entity.id)),
    );
    if (node.supersededBy) found.add(node.supersededBy, succeeded(id, node.supersededBy.id));
    for (const former of node.supersedes) found.add(former, succeeded(former.id, id));
    found.addAll(
      'contradiction',
      'contradictions',
      node.contradictions,
      ({ other }) => other && found.add(other, contradicts(id, other.id)),
    );
    return;
  }
  if (node.graduatedFrom) found.add(node.graduatedFrom, graduated(node.graduatedFrom.id, id));
  if (node.successor) found.add(node.successor, succeeded(id, node.successor.id));
  for (const former of node.predecessors) found.add(former, succeeded(former.id, id));
  found.addAll('relation', 'relations', node.relations, ({ relation, to }) =>
    found.add(to, related(relation, id, to.id)),
  );
  found.addAll('relation', 'incoming', node.incomingRelations, ({ relation, from }) =>
    found.add(from, related(relation, from.id, id)),
  );
};

/** Edges of a node in both directions, and everything that they name; without what came later than `asOf`. */
export const readingOf = (
  node: WalkedNode,
  asOf: string | undefined,
): { readonly reading: WalkedReading; readonly points: Point[] } => {
  const found = new Collected(asOf);
  const { id } = node;
  switch (node.__typename) {
    case 'Document':
      found.addAll('source', 'candidates', node.candidates, (item) => found.add(item, states(id, item.id)));
      if (node.previousVersion) found.add(node.previousVersion, versioned(node.previousVersion.id, id));
      if (node.nextVersion) found.add(node.nextVersion, versioned(id, node.nextVersion.id));
      found.addAll('succession', 'replaced', node.replaced, (former) =>
        found.add(former, succeeded(former.id, id)),
      );
      found.addAll('succession', 'replacedBy', node.replacedBy, (later) =>
        found.add(later, succeeded(id, later.id)),
      );
      found.addAll('run', 'traces', node.pathwayTraces, (trace) => found.add(trace, given(id, trace.id)));
      break;
    case 'Interaction':
      found.addAll('source', 'candidates', node.candidates, (item) => found.add(item, states(id, item.id)));
      break;
    case 'PathwayTrace':
      found.addAll('run', 'candidates', node.candidates, (item) => found.add(item, given(item.id, id)));
      found.addAll('run', 'documents', node.documents, (document) =>
        found.add(document, given(document.id, id)),
      );
      if (node.parent) found.add(node.parent, versioned(node.parent.id, id));
      if (node.revisedAs) found.add(node.revisedAs, versioned(id, node.revisedAs.id));
      break;
    default:
      collectItem(node, found);
  }
  return {
    reading: { id: itemIdOf(id), edges: found.edges, cut: [...found.cut], ends: found.ends },
    points: [node, ...found.points],
  };
};

/** A reading with the next part of its lists. */
export const joined = (before: WalkedReading, next: WalkedReading): WalkedReading => ({
  ...next,
  edges: [...new Map([...before.edges, ...next.edges].map((edge) => [keyOf(edge), edge])).values()],
  ends: { ...before.ends, ...next.ends },
});
