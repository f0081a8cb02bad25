import type { Orm } from './orm.ts';

/** Values that a process keeps of each store, by a key; of too many, those that were used longest ago go first. */
export interface RecentlyUsed<Value> {
  /** The value of a key, begun anew where none is kept. It is the last to go. */
  readonly use: (orm: Orm, key: string) => Value;
}

/** Keeps values that grow while they are kept: `sizeOf` is asked at each use, and their sum is at most `most` beside the one in use. */
export const keepRecentlyUsed = <Value>(
  begin: () => Value,
  sizeOf: (value: Value) => number,
  most: number,
): RecentlyUsed<Value> => {
  const stores = new WeakMap<Orm, Map<string, Value>>();
  return {
    use: (orm, key) => {
      const values = stores.get(orm) ?? new Map<string, Value>();
      stores.set(orm, values);
      const used = values.get(key) ?? begin();
      values.delete(key);
      values.set(key, used);
      let kept = 0;
      for (const value of values.values()) kept += sizeOf(value);
      for (const [other, value] of values) {
        if (kept <= most || other === key) break;
        kept -= sizeOf(value);
        values.delete(other);
      }
      return used;
    },
  };
};
