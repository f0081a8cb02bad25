const values = /: ([^:]+), and ([^:]+)\.$/;

const spelledIn = (value: string, content: string): string => {
  const at = content.toLowerCase().indexOf(value);
  // Some letters are longer in small: then nothing is at the same place.
  return at < 0 || content.length !== content.toLowerCase().length
    ? value
    : content.slice(at, at + value.length);
};

/** An explanation with its two values as the statements spell them: they are compared in lower case. */
export const withSpelling = (explanation: string, ofA: string, ofB: string): string =>
  explanation.replace(
    values,
    (_, a: string, b: string) => `: ${spelledIn(a, ofA)}, and ${spelledIn(b, ofB)}.`,
  );
