import { Alert } from '@mantine/core';
import { useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import { instantOf } from './search.ts';

/** The address that the browser opened: the router leaves out what no page can read. */
const { pathname: openedPath, search: openedSearch } = window.location;
const given = new URLSearchParams(openedSearch).get('asOf');

/** Says that the address was to look back, but not to which instant; its page is of now. */
export function NoInstant() {
  const { path, asOf } = useRouterState({
    select: ({ location: { pathname, search } }) => ({
      path: pathname,
      asOf: (search as { readonly asOf?: string }).asOf,
    }),
    structuralSharing: true,
  });
  const [isClosed, setClosed] = useState(false);
  const isShown =
    given !== null && instantOf(given) === undefined && path === openedPath && asOf === undefined;
  if (!isShown || isClosed) return null;
  return (
    <Alert
      m="md"
      mb={0}
      color="yellow"
      title="No instant to look back to"
      withCloseButton
      closeButtonLabel="Close"
      onClose={() => setClosed(true)}
    >
      The address asked for this page as of “{given}”, which is no instant of the years 1 to 9999. It is shown
      as it is now.
    </Alert>
  );
}
