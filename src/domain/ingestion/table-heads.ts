const row = /^[ \t]{0,3}\|.*\|[ \t]*$/;
const dashes = /^[ \t]{0,3}\|[\s|:-]*-[\s|:-]*\|[ \t]*$/;

/** The two lines at the head of a table that a text ends in, with their line endings; null when it ends in none. */
const headOfLastTable = (text: string): string | null => {
  const lines = text.trimEnd().split('\n');
  let first = lines.length;
  while (first > 0 && row.test(lines[first - 1] ?? '')) first -= 1;
  const [head = '', rule = ''] = lines.slice(first, first + 2);
  return dashes.test(rule) ? `${head}\n${rule}\n` : null;
};

/** By the text of each section that goes on with a table from the section before it: the head of that table. */
export const tableHeadsOf = (
  sections: readonly { readonly headingPath: readonly string[]; readonly text: string }[],
): ReadonlyMap<string, string> => {
  const heads = new Map<string, string>();
  let head: string | null = null;
  for (const { text } of sections) {
    const goesOn: boolean =
      head !== null && row.test(text.split('\n', 1)[0] ?? '') && !dashes.test(text.split('\n', 2)[1] ?? '');
    if (goesOn && head !== null) heads.set(text, head);
    const own: string | null = headOfLastTable(text);
    head = own ?? (goesOn && text.split('\n').every((line) => row.test(line)) ? head : null);
  }
  return heads;
};
