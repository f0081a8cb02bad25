import { givenText } from '#domain/bundle/given-text.ts';
import { type ApiAddress, askPatiently } from './api-client.ts';

const rowsPerCall = 100;

/** Lists that can be printed: the fields of a row, and whether the list has the filter `project`. */
const lists = {
  memories: { fields: 'id project { name } status kind content confidence contributor { name } createdAt', byProject: true },
  candidates: { fields: 'id project { name } status content confidence contributor { name } createdAt', byProject: true },
  entities: { fields: 'id project { name } status entityType name content confidence contributor { name } createdAt', byProject: true },
  documents: { fields: 'id project { name } path title kind createdAt', byProject: true },
  contradictions: { fields: 'id status severity itemA { id } itemB { id } explanation detectedAt', byProject: false },
  pathways: { fields: 'id pathwayId taskClass filePrefix signalClass replayCount successRate retired createdAt', byProject: false },
  auditEvents: { fields: 'sequence id at action actor { name } target { id } requestId hash', byProject: false },
} as const; // biome-ignore format: a table

export type ListName = keyof typeof lists;
export const listNames = Object.keys(lists) as ListName[];

type Cell = string | number | boolean | null;
type Row = Readonly<Record<string, Cell | Readonly<Record<string, Cell>>>>;

/** The values of a row; of an object that it names, the one that it was asked for. */
const cellsOf = (row: Row): Cell[] =>
  Object.values(row).map((value) =>
    value !== null && typeof value === 'object' ? (Object.values(value)[0] ?? null) : value,
  );

/** A field of CSV (RFC 4180). A text that a spreadsheet would compute is quoted as a text, with an apostrophe before it. */
export const csvField = (cell: Cell): string => {
  const shown = String(cell ?? '');
  const text = typeof cell === 'string' && /^\s*[=+\-@＝＋－＠\t\r\n]/.test(shown) ? `'${shown}` : shown;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

interface Answer {
  readonly list: {
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
    readonly nodes: readonly Row[];
  };
}

/** How rows are printed: for a terminal, as one JSON object a line, or as CSV. */
export type ListForm = 'text' | 'json' | 'csv';

const printed = (row: Row, form: ListForm): string => {
  if (form === 'json') return JSON.stringify(row);
  const cells = cellsOf(row);
  if (form === 'csv') return cells.map(csvField).join(',');
  return cells.map((cell) => givenText(String(cell ?? '-')).replaceAll(/\s+/g, ' ')).join('  ');
};

/** `vouch list`: every row of a list that the viewer may see, page by page. */
export const list = async (
  address: ApiAddress,
  name: ListName,
  { project, form }: { readonly project?: string | undefined; readonly form: ListForm },
): Promise<void> => {
  const { fields, byProject } = lists[name];
  const ends = form === 'csv' ? '\r\n' : '\n';
  const filter = byProject && project !== undefined;
  const query = `query List($first: Int!, $after: String${filter ? ', $project: String!' : ''}) {
    list: ${name}(first: $first, after: $after${filter ? ', filter: { project: { eq: $project } }' : ''}) {
      pageInfo { hasNextPage endCursor } nodes { ${fields} } } }`;
  if (form === 'csv') {
    const names = fields.replaceAll(/ \{ \w+ \}/g, '').split(' ');
    process.stdout.write(`${names.join(',')}${ends}`);
  }
  for (let after: string | null = null, more = true; more; ) {
    const { list: page }: Answer = await askPatiently(
      address,
      query,
      { first: rowsPerCall, after, ...(filter ? { project } : {}) },
      after !== null,
    );
    for (const row of page.nodes) process.stdout.write(`${printed(row, form)}${ends}`);
    more = page.pageInfo.hasNextPage;
    after = page.pageInfo.endCursor;
  }
};
