/**
 * Leaves the null members of an input out, at any depth: an argument that is null means the same as one that is absent. Nulls of a list
 * stay, and the `meant` members of the input itself are left as they are, with all that is in them.
 */
export const withoutNulls = (value: unknown, meant: readonly string[] = []): unknown => {
  if (Array.isArray(value)) return value.map((item) => withoutNulls(item));
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, member]) => member !== null || meant.includes(name))
      .map(([name, member]) => [name, meant.includes(name) ? member : withoutNulls(member)]),
  );
};
