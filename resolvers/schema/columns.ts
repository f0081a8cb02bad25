/**
 * Declares the columns that a field's resolver reads beside those of visibility, so that known queries load no others.
 * An exposed field needs no declaration; a field without one has its whole row loaded.
 */
export const columns = <Row>(...names: readonly (keyof Row & string)[]) => ({
  extensions: { columns: names },
});

/** Declares that a field returns the rows it finds and reads nothing in them. */
export const handsOn = { extensions: { columns: [] } };

/** Declares that a field's resolver reads whole rows of other types, whichever columns the operation selects. */
export const readsWhole = (...types: readonly string[]) => ({ extensions: { readsWhole: types } });
