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

type Attributes = Readonly<Record<string, string>>;

/** Writes the words and the marks of elements, as the parser comes upon them. */
class HtmlReader {
  readonly writer: ReadableWriter;
  readonly #source: string;
  readonly #lists: { ordered: boolean }[] = [];
  readonly #macros: string[] = [];
  /** True for each element that is open and whose words are hidden. */
  readonly #open: boolean[] = [];
  /** Elements of code that are open. */
  #code = 0;
  /** Tables that are open within each other; the outermost is read as a table. */
  #tables = 0;
  #table: Table | null = null;
  #isTaskStatus = false;

  constructor(source: string) {
    this.#source = source;
    this.writer = new ReadableWriter(source);
  }

  /** Elements that are open. */
  get depth(): number {
    return this.#open.length;
  }

  open(name: string, attributes: Attributes, at: number, end: number): void {
    if (isMacro(name)) this.#macros.push(attributes['ac:name'] ?? '');
    const isUnseen = this.#open.at(-1) === true || this.#hides(name, attributes);
    this.#open.push(isUnseen);
    if (!isUnseen) this.#opens(name, attributes, at, end);
  }

  close(name: string, at: number): void {
    if (this.#open.pop() === false) this.#closes(name, at);
    if (isMacro(name)) this.#macros.pop();
  }

  read(text: string, at: number, end: number): void {
    if (this.#open.at(-1) === true) return;
    if (this.#isTaskStatus) this.writer.mark(text === 'complete' ? '[x] ' : '[ ] ', at);
    else if (this.#code === 0) this.writer.words(text, at, end);
    else if (this.#isAtTop) this.writer.mark(text.replaceAll('~~~~~~', '------'), at);
  }

  /** True outside of tables and lists. */
  get #isAtTop(): boolean {
    return this.#table === null && this.#lists.length === 0;
  }

  /** True where rows and cells are those of the outermost table. */
  get #isInTable(): boolean {
    return this.#table !== null && this.#tables === 1;
  }

  /** Confluence shows the title of a status, and no other parameter. */
  #hides(name: string, attributes: Attributes): boolean {
    const isTitle =
      name === 'ac:parameter' && this.#macros.at(-1) === 'status' && attributes['ac:name'] === 'title';
    return isHidden(attributes) || (hidden.has(name) && !isTitle);
  }

  #opens(name: string, attributes: Attributes, at: number, end: number): void {
    switch (name) {
      case 'table':
        this.#openTable(at);
        break;
      case 'tr':
        this.#openRow(at);
        break;
      case 'td':
      case 'th':
        this.#openCell(at);
        break;
      case 'h1':
      case 'h2':
      case 'h3':
      case 'h4':
      case 'h5':
      case 'h6':
        this.#openHeading(Number(name.slice(1)), at);
        break;
      case 'ul':
      case 'ol':
      case 'ac:task-list':
        if (this.#isAtTop) this.writer.block(at);
        this.#lists.push({ ordered: name === 'ol' });
        break;
      case 'li':
      case 'ac:task':
        if (this.#table === null) this.#beginItem(at);
        else this.#space(at);
        break;
      case 'blockquote':
        this.#begin(at);
        if (this.#isAtTop) this.writer.mark('> ', at);
        break;
      case 'br':
        if (this.#isAtTop) this.writer.line(at);
        else this.#space(at);
        break;
      case 'pre':
      case 'textarea':
      case 'ac:plain-text-body':
        this.#openCode(at);
        break;
      case 'time':
        if (attributes.datetime !== undefined && isEmpty(this.#source, end))
          this.writer.words(attributes.datetime, at, end);
        break;
      case 'ac:task-status':
        this.#isTaskStatus = true;
        break;
      case 'input':
        if (attributes.type === 'checkbox') this.writer.mark('checked' in attributes ? '[x] ' : '[ ] ', at);
        break;
      default:
        if (!this.#markInline(name, at) && blocks.has(name)) this.#begin(at);
    }
  }

  #closes(name: string, at: number): void {
    switch (name) {
      case 'table':
        this.#closeTable(at);
        break;
      case 'tr':
        this.#closeRow(at);
        break;
      case 'td':
      case 'th':
        if (this.#isInTable) this.writer.mark(' | ', at);
        break;
      case 'h1':
      case 'h2':
      case 'h3':
      case 'h4':
      case 'h5':
      case 'h6':
        if (this.#table === null) this.writer.block(at);
        else this.#begin(at);
        break;
      case 'ul':
      case 'ol':
      case 'ac:task-list':
        this.#lists.pop();
        if (this.#isAtTop) this.writer.block(at);
        break;
      case 'pre':
      case 'textarea':
      case 'ac:plain-text-body':
        this.#closeCode(at);
        break;
      case 'ac:task-status':
        this.#isTaskStatus = false;
        break;
      default:
        if (!this.#markInline(name, at) && (blocks.has(name) || name === 'blockquote')) this.#begin(at);
    }
  }

  /** Marks the beginning or the end of code or bold words within a line; false for any other element. */
  #markInline(name: string, at: number): boolean {
    if (name === 'code') {
      if (this.#code === 0) this.writer.mark('`', at);
      return true;
    }
    if (bold.has(name)) this.writer.mark('**', at);
    return bold.has(name);
  }

  #space(at: number): void {
    this.writer.words(' ', at, at + 1);
  }

  /** Begins a block; within a cell or an item it is no more than a space. */
  #begin(at: number): void {
    if (this.#isAtTop) this.writer.block(at);
    else this.#space(at);
  }

  #beginItem(at: number): void {
    this.writer.line(at);
    const { ordered = false } = this.#lists.at(-1) ?? {};
    const indent = '   '.repeat(Math.max(0, Math.min(this.#lists.length, 8) - 1));
    this.writer.mark(`${indent}${ordered ? '1. ' : '-  '}`, at);
  }

  #openHeading(level: number, at: number): void {
    if (this.#table !== null) {
      this.#begin(at);
      return;
    }
    this.writer.block(at);
    this.writer.mark(`${'#'.repeat(level)} `, at);
  }

  #openCode(at: number): void {
    if (this.#isAtTop) {
      this.writer.block(at);
      this.writer.mark('~~~~~~\n', at);
    }
    this.#code += 1;
  }

  #closeCode(at: number): void {
    this.#code = Math.max(0, this.#code - 1);
    if (!this.#isAtTop) return;
    this.writer.line(at);
    this.writer.mark('~~~~~~', at);
    this.writer.block(at);
  }

  #openTable(at: number): void {
    this.#tables += 1;
    if (this.#tables > 1) return;
    this.writer.block(at);
    const columns = columnsWithoutHead(this.#source, at);
    this.#table = { columns, rows: columns > 0 ? 1 : 0 };
    if (columns > 0) this.writer.mark(`${'| '.repeat(columns)}|\n|${'-|'.repeat(columns)}`, at);
  }

  #closeTable(at: number): void {
    this.#tables = Math.max(0, this.#tables - 1);
    if (this.#tables > 0) return;
    this.#table = null;
    this.writer.block(at);
  }

  #openRow(at: number): void {
    if (this.#table === null || !this.#isInTable) return;
    this.writer.line(at);
    this.writer.mark('| ', at);
    if (this.#table.rows === 0) this.#table.columns = 0;
  }

  #closeRow(at: number): void {
    if (this.#table === null || !this.#isInTable) return;
    if (this.#table.rows === 0) this.writer.mark(`\n|${'-|'.repeat(this.#table.columns)}`, at);
    this.#table.rows += 1;
  }

  #openCell(at: number): void {
    if (this.#table === null) return;
    // A table in a cell is words of that cell.
    if (this.#tables > 1) this.#begin(at);
    else if (this.#table.rows === 0) this.#table.columns += 1;
  }
}

/**
 * Reads HTML, and Confluence's storage format, which is HTML with elements of its own; null where its elements nest deeper
 * than people write.
 */
export const readHtml = (source: string): ReadableText | null => {
  const reader = new HtmlReader(source);
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        reader.open(name, attributes, parser.startIndex, (parser.endIndex ?? parser.startIndex) + 1);
        if (reader.depth > deepest) parser.pause();
      },
      onclosetag: (name) => reader.close(name, parser.startIndex),
      ontext: (text) => reader.read(text, parser.startIndex, (parser.endIndex ?? parser.startIndex) + 1),
    },
    { decodeEntities: true, recognizeSelfClosing: true, recognizeCDATA: true },
  );
  parser.end(source);
  return reader.depth > deepest ? null : reader.writer.done();
};
