import { Parser } from 'htmlparser2';
import { type ReadableText, ReadableWriter } from './readable-text.ts';

/** Elements whose words no reader sees, or that lead elsewhere. */
const hidden: ReadonlySet<string> = new Set(
  'script style template noscript head nav svg button select del s strike ac:parameter ac:placeholder ac:task-id'.split(
    ' ',
  ),
);
const blocks: ReadonlySet<string> = new Set(
  'p div section article main header footer aside figure figcaption details summary dl dt dd form fieldset body hr address ac:rich-text-body ac:task-list ac:layout-cell'.split(
    ' ',
  ),
);
const bold: ReadonlySet<string> = new Set(['b', 'strong']);
const isCode = (name: string): boolean =>
  name === 'pre' || name === 'ac:plain-text-body' || name === 'textarea';

const isMacro = (name: string): boolean => name === 'ac:structured-macro' || name === 'ac:macro';

interface Table {
  columns: number;
  rows: number;
}

/** True for an element that its author hides from readers. */
const isHidden = ({ hidden: attribute, style = '' }: Readonly<Record<string, string>>): boolean =>
  attribute !== undefined || /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(style);

/** True when the element whose tag ends at an offset holds nothing. */
const isEmpty = (source: string, end: number): boolean =>
  source.startsWith('/>', end - 2) || source.startsWith('</', end);

const longestRow = 20_000;

/** The number of cells in the first row of a table that begins at an offset, where it holds no heading; else 0. */
const columnsWithoutHead = (source: string, at: number): number => {
  const row = /^[\s\S]*?<\/tr/i.exec(source.slice(at, at + longestRow))?.[0] ?? '';
  return /<th[\s>]/i.test(row) ? 0 : (row.match(/<td[\s>]/gi)?.length ?? 0);
};

/** Elements within each other. The parser searches and moves its list of them for each tag. */
const deepest = 1_000;

/**
 * Reads HTML, and Confluence's storage format, which is HTML with elements of its own; null where its elements nest deeper
 * than people write.
 */
export const readHtml = (source: string): ReadableText | null => {
  const writer = new ReadableWriter(source);
  const lists: { ordered: boolean }[] = [];
  const macros: string[] = [];
  /** True for each element that is open and whose words are hidden. */
  const open: boolean[] = [];
  let code = 0;
  let tables = 0;
  let isTaskStatus = false;
  let table: Table | null = null;

  /** Confluence shows the title of a status, and no other parameter. */
  const hides = (name: string, attributes: Readonly<Record<string, string>>): boolean =>
    isHidden(attributes) ||
    (hidden.has(name) &&
      !(name === 'ac:parameter' && macros.at(-1) === 'status' && attributes['ac:name'] === 'title'));
  const item = (at: number) => {
    writer.line(at);
    const { ordered = false } = lists.at(-1) ?? {};
    writer.mark(`${'   '.repeat(Math.max(0, Math.min(lists.length, 8) - 1))}${ordered ? '1. ' : '-  '}`, at);
  };
  /** Within a cell or an item a block of its own is no more than a space. */
  const begin = (at: number) => {
    if (table === null && lists.length === 0) writer.block(at);
    else writer.words(' ', at, at + 1);
  };
  const opens = (name: string, attributes: Readonly<Record<string, string>>, at: number, end: number) => {
    const heading = /^h([1-6])$/.exec(name)?.[1];
    if (name === 'table') {
      tables += 1;
      if (tables > 1) return;
      writer.block(at);
      table = { columns: 0, rows: 0 };
      const columns = columnsWithoutHead(source, at);
      if (columns > 0) {
        writer.mark(`${'| '.repeat(columns)}|\n|${'-|'.repeat(columns)}`, at);
        table = { columns, rows: 1 };
      }
    } else if (name === 'tr' && table !== null && tables === 1) {
      writer.line(at);
      writer.mark('| ', at);
      if (table.rows === 0) table.columns = 0;
    } else if ((name === 'td' || name === 'th') && table !== null) {
      // A table in a cell is words of that cell.
      if (tables > 1) begin(at);
      else if (table.rows === 0) table.columns += 1;
    } else if (heading !== undefined) {
      if (table === null) {
        writer.block(at);
        writer.mark(`${'#'.repeat(Number(heading))} `, at);
      } else begin(at);
    } else if (name === 'ul' || name === 'ol' || name === 'ac:task-list') {
      if (table === null && lists.length === 0) writer.block(at);
      lists.push({ ordered: name === 'ol' });
    } else if (name === 'li' || name === 'ac:task') {
      if (table === null) item(at);
      else writer.words(' ', at, at + 1);
    } else if (name === 'blockquote' && table === null && lists.length === 0) {
      writer.block(at);
      writer.mark('> ', at);
    } else if (name === 'br') {
      if (table === null && lists.length === 0) writer.line(at);
      else writer.words(' ', at, at + 1);
    } else if (isCode(name)) {
      if (table === null && lists.length === 0) {
        writer.block(at);
        writer.mark('~~~~~~\n', at);
      }
      code += 1;
    } else if (name === 'code' && code === 0) writer.mark('`', at);
    else if (bold.has(name)) writer.mark('**', at);
    else if (name === 'time' && attributes.datetime !== undefined && isEmpty(source, end))
      writer.words(attributes.datetime, at, end);
    else if (name === 'ac:task-status') isTaskStatus = true;
    else if (name === 'input' && attributes.type === 'checkbox')
      writer.mark('checked' in attributes ? '[x] ' : '[ ] ', at);
    else if (blocks.has(name) || name === 'blockquote') begin(at);
  };
  const closes = (name: string, at: number) => {
    if (name === 'table') {
      tables = Math.max(0, tables - 1);
      if (tables === 0) {
        table = null;
        writer.block(at);
      }
    } else if (name === 'tr' && table !== null && tables === 1) {
      if (table.rows === 0) writer.mark(`\n|${'-|'.repeat(table.columns)}`, at);
      table.rows += 1;
    } else if ((name === 'td' || name === 'th') && table !== null && tables === 1) writer.mark(' | ', at);
    else if (/^h[1-6]$/.test(name) && table === null) writer.block(at);
    else if (name === 'ul' || name === 'ol' || name === 'ac:task-list') {
      lists.pop();
      if (lists.length === 0 && table === null) writer.block(at);
    } else if (isCode(name)) {
      code = Math.max(0, code - 1);
      if (table === null && lists.length === 0) {
        writer.line(at);
        writer.mark('~~~~~~', at);
        writer.block(at);
      }
    } else if (name === 'code' && code === 0) writer.mark('`', at);
    else if (bold.has(name)) writer.mark('**', at);
    else if (name === 'ac:task-status') isTaskStatus = false;
    else if (blocks.has(name) || name === 'blockquote' || /^h[1-6]$/.test(name)) begin(at);
  };

  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        const at = parser.startIndex;
        if (isMacro(name)) macros.push(attributes['ac:name'] ?? '');
        const isUnseen = open.at(-1) === true || hides(name, attributes);
        open.push(isUnseen);
        if (open.length > deepest) parser.pause();
        if (!isUnseen) opens(name, attributes, at, (parser.endIndex ?? at) + 1);
      },
      onclosetag: (name) => {
        if (open.pop() === false) closes(name, parser.startIndex);
        if (isMacro(name)) macros.pop();
      },
      ontext: (text) => {
        if (open.at(-1) === true) return;
        const at = parser.startIndex;
        if (isTaskStatus) writer.mark(text === 'complete' ? '[x] ' : '[ ] ', at);
        else if (code === 0) writer.words(text, at, (parser.endIndex ?? at) + 1);
        else if (lists.length === 0 && table === null) writer.mark(text.replaceAll('~~~~~~', '------'), at);
      },
    },
    { decodeEntities: true, recognizeSelfClosing: true, recognizeCDATA: true },
  );
  parser.end(source);
  return open.length > deepest ? null : writer.done();
};
