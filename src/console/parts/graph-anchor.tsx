import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';

/** Leads from a page to the place of its object in the graph. */
export function GraphAnchor({ id, asOf }: { readonly id: string; readonly asOf?: string | undefined }) {
  const then = asOf === undefined ? '' : `&asOf=${encodeURIComponent(asOf)}`;
  return (
    <Anchor component={Link} to={`/graph?start=${id}${then}`} size="sm">
      Show in the graph
    </Anchor>
  );
}
