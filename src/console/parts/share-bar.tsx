/** A part of a whole, and how it is drawn. */
export interface Share {
  readonly name: string;
  readonly count: number;
  readonly color: string;
}

/** Parts of a whole side by side; `most` is the whole of the longest bar beside which it stands. */
export function ShareBar({ shares, most }: { readonly shares: readonly Share[]; readonly most: number }) {
  let left = 0;
  return (
    <svg
      width="100%"
      height="16"
      role="img"
      aria-label={shares.map(({ name, count }) => `${count} ${name}`).join(', ')}
    >
      {shares.map(({ name, count, color }) => {
        const width = (100 * count) / Math.max(1, most);
        const x = left;
        left += width;
        return <rect key={name} x={`${x}%`} width={`${width}%`} height="16" fill={color} />;
      })}
    </svg>
  );
}
