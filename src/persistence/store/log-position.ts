const form = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i;

/** Checks that a text is a position of PostgreSQL's log, as `pg_lsn` is written: `16/B374D848`. */
export const isLogPosition = (text: string): boolean => form.test(text);

const numberOf = (position: string): bigint => {
  const [, high = '0', low = '0'] = form.exec(position) ?? [];
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
};

/** Negative where the first is earlier in the log, positive where it is later, 0 where both are the same. */
export const comparePositions = (one: string, other: string): number => {
  const [first, second] = [numberOf(one), numberOf(other)];
  return first === second ? 0 : first < second ? -1 : 1;
};

/** The later of two positions; null where neither is given. */
export const laterOf = (one: string | null, other: string | null): string | null =>
  one === null || other === null ? (one ?? other) : comparePositions(one, other) >= 0 ? one : other;
