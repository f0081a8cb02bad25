import { useMemo } from 'react';
import { FlowGraph, type GraphLink, type GraphStep } from '../parts/flow-graph.tsx';
import { ago } from '../parts/instant.tsx';
import type { SourceDocument } from './operations.ts';

/** The versions of a document, between the records that they take the place of and those that take theirs. */
export default function DocumentChain({ document }: { readonly document: SourceDocument }) {
  const { steps, links } = useMemo(() => chainOf(document), [document]);
  return steps.length < 2 ? null : <FlowGraph steps={steps} links={links} label="The chain of versions" />;
}

const toRecord = ({ id, path, title }: SourceDocument['supersedes']['nodes'][number]): GraphStep => ({
  id,
  what: 'record',
  title: title ?? path,
  detail: path,
  to: `/sources/${id}`,
});

const chainOf = ({ id: here, versions, supersedes, supersededBy }: SourceDocument) => {
  const chain = versions.nodes;
  const [first, last] = [chain[0]?.id ?? here, chain.at(-1)?.id ?? here];
  const steps: GraphStep[] = [
    ...supersedes.nodes.map(toRecord),
    ...chain.map(({ id, createdAt, contributor }, at) => ({
      id,
      what: id === last ? 'last version' : 'former version',
      title: `Version ${at + 1}`,
      detail: `${ago(createdAt)}, ${contributor.name}`,
      to: `/sources/${id}`,
      isHere: id === here,
    })),
    ...supersededBy.nodes.map(toRecord),
  ];
  const links: GraphLink[] = [
    ...supersedes.nodes.map(({ id }) => ({ from: id, to: first, says: 'superseded by' })),
    ...chain.slice(1).map(({ id }, at) => ({ from: chain[at]?.id ?? first, to: id })),
    ...supersededBy.nodes.map(({ id }) => ({ from: last, to: id, says: 'superseded by' })),
  ];
  return { steps, links };
};
