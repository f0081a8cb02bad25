/** Words of a record that says it no longer holds. */
const ended = /^\W*(?:superseded|superceded|rejected|deprecated|withdrawn|obsolete|replaced)\b/iu;

/** A section under its headings, as a source has it. */
interface Section {
  readonly headingPath: readonly string[];
  readonly text: string;
}

/** The words below a heading, without the heading's own line. */
const bodyOf = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !line.startsWith('#') && line.trim() !== '')
    .slice(0, 3)
    .join('\n');

/** True when the section `Status` of a record begins by saying that the record was superseded, rejected or deprecated. */
export const saysItEnded = (sections: readonly Section[]): boolean =>
  sections.some(
    ({ headingPath, text }) =>
      /^status$/i.test((headingPath.at(-1) ?? '').trim()) &&
      bodyOf(text)
        .split('\n')
        .some((line) => ended.test(line)),
  );
