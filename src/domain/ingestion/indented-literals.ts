const codeDirective =
  /^[ \t]*\.\. (?:code(?:-block)?|sourcecode|parsed-literal|doctest|testcode|highlight|prompt|console)::/;
/** Start of a reStructuredText literal: a line that ends with two colons, or a directive that holds code. */
const announces = (line: string): boolean =>
  codeDirective.test(line) || (/::\s*$/.test(line) && !/^[ \t]*\.\. /.test(line));

const hasLiteral = /::[^\r\n]{0,40}\r?\n[ \t]*\r?\n[ \t]+\S/;
const indentOf = (line: string): number => line.length - line.trimStart().length;

/**
 * The text with each character of the literals of reStructuredText (indented below a line that ends with `::`) blank,
 * so that offsets stay.
 */
export const withoutIndentedLiterals = (text: string): string => {
  if (!hasLiteral.test(text)) return text;
  let outside: number | null = null;
  let opening: number | null = null;
  let isFirst = false;
  return text
    .split(/(?<=\n)/)
    .map((line) => {
      const isBlank = line.trim() === '';
      const indent = indentOf(line);
      if (outside !== null) {
        if (isBlank) return line;
        if (indent > outside) return line.replace(/[^\s]/g, ' ');
        outside = null;
      }
      if (opening !== null && !isBlank) {
        const announced = opening;
        opening = null;
        if (isFirst && indent > announced) {
          outside = announced;
          return line.replace(/[^\s]/g, ' ');
        }
      }
      if (isBlank) isFirst = opening !== null;
      else if (announces(line)) {
        opening = indent;
        isFirst = false;
      }
      return line;
    })
    .join('');
};
