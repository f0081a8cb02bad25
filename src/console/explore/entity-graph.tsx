import { useMemo } from 'react';
import { factAddress } from '../parts/addresses.ts';
import { FlowGraph, type GraphLink, type GraphStep } from '../parts/flow-graph.tsx';
import { inWords } from '../parts/words.ts';
import type { EntityRow } from './operations.ts';

/** The entities that were found, and what they are related to. */
export default function EntityGraph({ rows }: { readonly rows: readonly EntityRow[] }) {
  const { steps, links } = useMemo(() => {
    const known = new Map<string, GraphStep>();
    const drawn: GraphLink[] = [];
    for (const { id, name, entityType, status } of rows)
      known.set(id, {
        id,
        what: inWords(entityType),
        title: name,
        detail: inWords(status),
        to: factAddress(id),
      });
    for (const { id, relations } of rows)
      for (const { relation, to } of relations.nodes) {
        if (!known.has(to.id))
          known.set(to.id, { id: to.id, what: 'related', title: to.name, to: factAddress(to.id) });
        drawn.push({ from: id, to: to.id, says: inWords(relation) });
      }
    return { steps: [...known.values()], links: drawn };
  }, [rows]);
  return (
    <FlowGraph
      steps={steps}
      links={links}
      label="Entities and their relations"
      most="max(340px, calc(100dvh - 290px))"
    />
  );
}
