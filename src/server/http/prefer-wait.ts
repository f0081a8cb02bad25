const shortest = 1;
const longest = 60;

/** `wait=2` in a list of preferences. */
const wait = /(?:^|,)\s*wait\s*=\s*"?(\d{1,9})"?\s*(?:[;,]|$)/i;

/**
 * The `wait` of a `Prefer` header (RFC 7240: the seconds that a client waits for its answer), in milliseconds and bounded;
 * undefined without one.
 */
export const deadlineOf = (prefer: string | null): number | undefined => {
  const seconds = prefer === null ? undefined : wait.exec(prefer)?.[1];
  return seconds === undefined ? undefined : 1_000 * Math.min(longest, Math.max(shortest, Number(seconds)));
};
