/** The rows of ids, in their order, without those that the viewer does not see. */
export const loadSeen = async <Row>(
  loader: { readonly load: (id: string) => Promise<Row | null> },
  ids: readonly string[],
): Promise<Row[]> =>
  (await Promise.all(ids.map((id) => loader.load(id)))).filter(
    (row): row is Awaited<Row> & Row => row !== null,
  );
