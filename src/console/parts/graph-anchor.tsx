import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { instantOf, itemIdOf } from './addresses.ts';

/** Leads from a page to the place of its object in the graph; from a snapshot, as of then. */
export function GraphAnchor({ id }: { readonly id: string }) {
  const asOf = instantOf(id);
  const then = asOf === undefined ? '' : `&asOf=${encodeURIComponent(asOf)}`;
  return (
    <Anchor component={Link} to={`/graph?start=${itemIdOf(id)}${then}`} size="sm">
      Show in the graph
    </Anchor>
  );
}
