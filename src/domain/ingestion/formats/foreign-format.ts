const openings: readonly (readonly [string, string])[] = [
  ['%PDF-', 'a PDF'],
  ['{\\rtf', 'RTF'],
  ['PK\u0003\u0004', 'a ZIP archive (so are .docx, .odt and .epub)'],
];

/** The name of a format whose words no reader gets at; null for any other text. */
export const foreignFormatOf = (content: string): string | null =>
  openings.find(([opening]) => content.startsWith(opening))?.[1] ?? null;
