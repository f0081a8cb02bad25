/** The vector at length 1; null for what has no direction. */
export const unitVector = (numbers: readonly number[]): Float32Array | null => {
  const largest = numbers.reduce((most, number) => Math.max(most, Math.abs(number)), 0);
  if (!Number.isFinite(largest) || largest === 0 || numbers.some(Number.isNaN)) return null;
  const scaled = numbers.map((number) => number / largest);
  const length = Math.sqrt(scaled.reduce((sum, number) => sum + number * number, 0));
  return Float32Array.from(scaled, (number) => number / length);
};
