/** The page of a fact; of a snapshot, `<id>@<instant>`, the page as of then. */
export const factAddress = (id: string): string => {
  const [itemId, asOf] = id.split('@');
  return `/facts/${itemId}${asOf === undefined ? '' : `?asOf=${encodeURIComponent(asOf)}`}`;
};
