export type Row = Readonly<Record<string, unknown>>;

/** Named things are written as their name. */
export const asText = (value: unknown, between = '; '): string => {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.join(between);
  return typeof value === 'object' && 'name' in value ? String(value.name) : String(value);
};

/** A cell that a spreadsheet would read as a formula is given as text. */
const toCell = (value: unknown): string => {
  const text = asText(value);
  const safe = /^\s*[=+\-@＝＋－＠\t\r\n]/.test(text) && !/^[+-]?[\d.]+$/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

export const toCsv = (columns: readonly string[], rows: readonly Row[]): string =>
  [columns.map(toCell), ...rows.map((row) => columns.map((column) => toCell(row[column])))]
    .map((cells) => `${cells.join(',')}\r\n`)
    .join('');

export const toNdjson = (columns: readonly string[], rows: readonly Row[]): string =>
  rows
    .map((row) => `${JSON.stringify(Object.fromEntries(columns.map((column) => [column, row[column]])))}\n`)
    .join('');

/** Hands a file to the browser. */
export const download = (name: string, type: string, content: string): void => {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
};

interface Page<Item> {
  readonly nodes: readonly Item[];
  readonly totalCount: number;
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

/** Rows of a download; a longer one is for a script. */
const mostRows = 100_000;

/** Rows that were read of a list for a file. */
export interface ReadRows<Item> {
  readonly items: readonly Item[];
  /** How many the list has, at least. */
  readonly total: number;
  /** Why rows are missing; null where none are. */
  readonly missing: string | null;
}

/** Every page, one after another, up to `most` items. Keeps what was read when a page fails, and says why. */
export const readAll = async <Item>(
  read: (after: string | null) => Promise<Page<Item> | null>,
  most = mostRows,
): Promise<ReadRows<Item>> => {
  const items: Item[] = [];
  let total = 0;
  const stop = (missing: string | null): ReadRows<Item> => ({
    items: items.slice(0, most),
    total: Math.max(total, items.length),
    missing,
  });
  for (let after: string | null = null; ; ) {
    let page: Page<Item> | null;
    try {
      page = await read(after);
    } catch (error) {
      return stop(error instanceof Error ? error.message : String(error));
    }
    if (page === null) return stop('The list was refused.');
    items.push(...page.nodes);
    total = page.totalCount;
    after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
    if (after === null) return stop(null);
    if (items.length >= most)
      return stop(
        `A file has at most ${most.toLocaleString('en')} rows. Narrow the list, or use \`vouch list\`.`,
      );
  }
};

export const withRows = <Item, Other>(
  { items, ...read }: ReadRows<Item>,
  change: (item: Item) => Other,
): ReadRows<Other> => ({ ...read, items: items.map(change) });

/** The message about rows that a download does not hold; null where the file holds the whole list. */
export const incompleteMessage = ({ items, total, missing }: ReadRows<unknown>): string | null =>
  missing === null
    ? null
    : items.length === 0
      ? `No file was written. ${missing}`
      : `The file has ${items.length.toLocaleString('en')} rows of ${total.toLocaleString('en')} or more. ${missing}`;
