import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';

/** Leads from a page to the place of its object in the graph. */
export function GraphAnchor({ id }: { readonly id: string }) {
  return (
    <Anchor component={Link} to={`/graph?start=${id}`} size="sm">
      Show in the graph
    </Anchor>
  );
}
