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
  const safe = /^[=+\-@\t\r]/.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text;
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
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

/** Every page, one after another, up to `most` items; a list that is not there ends it. */
export const readAll = async <Item>(
  read: (after: string | null) => Promise<Page<Item> | null>,
  most: number,
): Promise<Item[]> => {
  const items: Item[] = [];
  let after: string | null = null;
  do {
    const page: Page<Item> | null = await read(after);
    if (page === null) break;
    items.push(...page.nodes);
    after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
  } while (after !== null && items.length < most);
  return items.slice(0, most);
};
