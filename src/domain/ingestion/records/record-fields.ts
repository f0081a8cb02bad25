/** Names under which records of several languages write their status and their date. */
const statusNames =
  'status|current state|state|decision status|zustand|estado|statut|état|situação|stato|ステータス|状態|状況|状态|狀態';
const dateNames =
  'date|decided(?: on)?|created|creation-date|last[- ]updated|datum|fecha|data|日付|日期|決定日|决定日期|date de décision';

/** `Status: …`, `* **Status**: …`, `:status: …`, `#+STATUS: …`, `Status:: …`, at the head of a line. */
const field = (names: string): RegExp =>
  new RegExp(
    String.raw`^[ \t>*+:#-]{0,6}[*_]{0,3}(?:${names})[*_]{0,3}[ \t]*[:：]{1,2}[*_]{0,3}[ \t]*(\S[^\n]*)`,
    'im',
  );
const isName = (names: string): RegExp => new RegExp(`^[*_ ]*(?:${names})[*_ :：]*$`, 'i');

const cellsOf = (line: string): readonly string[] =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim());
const isRule = (line: string): boolean => /^[\s|:-]+$/.test(line);

/** Tables of a text, each as its rows without the line of dashes. */
const tablesOf = (text: string): readonly (readonly (readonly string[])[])[] => {
  const tables: (readonly string[])[][] = [];
  let table: (readonly string[])[] | null = null;
  for (const line of text.includes('|') ? text.split('\n') : []) {
    if (!line.includes('|')) table = null;
    else if (!isRule(line)) {
      table ??= [];
      if (table.length === 0) tables.push(table);
      table.push(cellsOf(line));
    }
  }
  return tables;
};

/** The cell beside a name, in a table of two columns, or below it, in a table of one row: a table of several rows lists several matters. */
const cellOf = (text: string, name: RegExp): string | null => {
  for (const table of tablesOf(text)) {
    const beside = table.find(
      ([head = '', ...rest]) => name.test(head) && rest.length === 1 && rest[0] !== '',
    );
    if (beside !== undefined && (table.length > 2 || table[0] === beside)) return beside[1] ?? null;
    const column = table[0]?.findIndex((cell) => name.test(cell)) ?? -1;
    if (column !== -1 && table.length === 2) return table[1]?.[column] ?? null;
    if (beside !== undefined) return beside[1] ?? null;
  }
  return null;
};

const badge = /!\[(?:status|state|estado|statut)[:\s-]+([^\]\n]+)\]|\/badge\/(?:status|state)-([^-)\s]+)/i;
const readField = (text: string, names: string): string | null =>
  field(names).exec(text)?.[1] ?? cellOf(text, isName(names));

/** The words in which a text states the status of its record: a field, a cell, or a badge; null when it states none. */
export const spelledStatus = (text: string): string | null => {
  const [, shown, colour] = badge.exec(text) ?? [];
  return readField(text, statusNames) ?? shown ?? colour?.replaceAll('_', ' ') ?? null;
};

/** The words in which a text states the date of its record; null when it states none. */
export const spelledDate = (text: string): string | null => readField(text, dateNames);

/** True for a heading, or the head of a column, that is the name of a status; of a date. */
export const namesStatus = (heading: string): boolean =>
  isName(`(?:record )?(?:${statusNames})`).test(heading);
export const namesDate = (heading: string): boolean => isName(`${dateNames}|when`).test(heading);

const inBrackets = /^\W*[[(【（]([^\])】）]{2,40})[\])】）]|[[(【（]([^\])】）]{2,40})[\])】）]\W*$/u;
const beforeMark = /^\W*(\p{L}[\p{L} ]{2,30}?)(?: ?[:：] | [–—-]+ )/u;

/** Remarks in a title beside its matter: `[SUPERSEDED] ADR 6`, `Rejected: radar`, `Radar (deprecated)`; empty when it says nothing. */
export const remarksOfTitle = (title: string): readonly string[] => [
  ...(inBrackets.exec(title)?.slice(1) ?? []).filter((words) => words !== undefined),
  ...(beforeMark.exec(title)?.slice(1) ?? []),
];

/** Lines of a text that are one or two words in bold or capitals: `**REJECTED**`. */
export const remarksOfHead = (text: string): readonly string[] =>
  [
    ...text.matchAll(
      /^[ \t>]*(?:[*_]{1,3}([^*_\n]{2,60})[*_]{1,3}|(\p{Lu}{4,}(?: [\p{L}\p{N}-]+){0,4}))[.!]?[ \t]*$/gmu,
    ),
  ].map(([, marked, capitals]) => marked ?? capitals ?? '');
