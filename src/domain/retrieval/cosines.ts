/**
 * Cosines of the first `count` unit vectors of `values`, which stand there one after another, with the unit vector `asked`, in
 * their order; 0 for a vector of zeros. Linear.
 */
export const cosinesWith = (asked: Float32Array, values: Float32Array, count: number): Float64Array => {
  const dimension = asked.length;
  const cosines = new Float64Array(count);
  for (let place = 0; place < count; place += 1) {
    const at = place * dimension;
    let dot = 0;
    for (let number = 0; number < dimension; number += 1)
      dot += (values[at + number] ?? 0) * (asked[number] ?? 0);
    cosines[place] = dot;
  }
  return cosines;
};
