/**
 * Of a field whose resolver reads these columns of its row, beside those of visibility, and no other: rows of a query that is known are read
 * without what it does not ask for. A field that is exposed needs none; one that neither is nor says so has its whole row read.
 */
export const columns = <Row>(...names: readonly (keyof Row & string)[]) => ({
  extensions: { columns: names },
});

/** Of a field that hands on the rows it finds, and reads nothing in them. */
export const handsOn = { extensions: { columns: [] } };

/** Of a field whose resolver reads rows of other types, whichever columns the operation asks of them. */
export const readsWhole = (...types: readonly string[]) => ({ extensions: { readsWhole: types } });
