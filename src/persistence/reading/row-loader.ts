import DataLoader from 'dataloader';

/**
 * Loads rows by id as the viewer sees them; null where the viewer sees none. Rows that are visible with their parent ask for it by `seen`,
 * which is their visibility check: a row that is primed must have passed the rule, too.
 */
export class RowLoader<Row> extends DataLoader<string, Row | null> {
  readonly #rows: Map<string, Promise<Row | null>>;
  readonly #primed = new Map<string, () => Row | null>();

  constructor(load: (ids: readonly string[]) => Promise<(Row | null)[]>) {
    const rows = new Map<string, Promise<Row | null>>();
    super(load, { cacheMap: rows });
    this.#rows = rows;
  }

  /** Primes the loader with a row that another statement read. `asSeen` is called when the row is first loaded, if it ever is. */
  primeLazily(id: string, asSeen: () => Row | null): void {
    if (!this.#rows.has(id)) this.#primed.set(id, asSeen);
  }

  override load(id: string): Promise<Row | null> {
    const asSeen = this.#primed.get(id);
    if (asSeen !== undefined) {
      this.#primed.delete(id);
      if (!this.#rows.has(id)) this.prime(id, asSeen());
    }
    return super.load(id);
  }

  /** Like `load`, but joins no new batch if the row was requested before. */
  seen(id: string): Promise<Row | null> {
    return this.#rows.get(id) ?? this.load(id);
  }
}

export type SeenRows<Row> = Pick<RowLoader<Row>, 'seen'>;

/** Loads the visible rows among these ids. */
export const seenAmong = async <Row>(
  rows: SeenRows<Row>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Row>> => {
  const found = await Promise.all(ids.map((id) => rows.seen(id)));
  return new Map(
    ids.flatMap((id, place) => {
      const row = found[place];
      return row == null ? [] : [[id, row]];
    }),
  );
};
