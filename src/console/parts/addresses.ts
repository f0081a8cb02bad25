/** The id of an item as of an instant, its snapshot's; without an instant, or with one that has not come, its own. */
export const idAsOf = (id: string, asOf: string | undefined): string =>
  asOf === undefined || Date.parse(asOf) > Date.now() ? id : `${id}@${new Date(asOf).toISOString()}`;

/** The id of the item itself, also of a snapshot. */
export const itemIdOf = (id: string): string => id.split('@')[0] ?? id;

/** The instant of a snapshot's id; undefined for the present state. */
export const instantOf = (id: string): string | undefined => id.split('@')[1];

/** An item as it stood: nothing is decided on it. */
export const isSnapshot = (id: string): boolean => instantOf(id) !== undefined;

/** The page of an item below a path; of a snapshot, the page as of then. */
export const addressIn = (path: string, id: string): string => {
  const asOf = instantOf(id);
  return `${path}/${itemIdOf(id)}${asOf === undefined ? '' : `?asOf=${encodeURIComponent(asOf)}`}`;
};

/** The page of a thing that has no snapshots below a path, as of an instant; without one, as it is. */
export const addressAsOf = (path: string, id: string, asOf: string | undefined): string =>
  addressIn(path, idAsOf(itemIdOf(id), asOf));

/** Ends a list at what had come by an instant: the API's bound is `lt`, and its instants are whole milliseconds. */
export const cameBy = (asOf: string | undefined): { readonly lt: string } | undefined =>
  asOf === undefined ? undefined : { lt: new Date(Date.parse(asOf) + 1).toISOString() };

/** True for an instant that came after the one that is shown; false for none. */
export const isAfter = (instant: string | undefined, asOf: string | undefined): boolean =>
  instant !== undefined && asOf !== undefined && Date.parse(instant) > Date.parse(asOf);

export const factAddress = (id: string): string => addressIn('/facts', id);
