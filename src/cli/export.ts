import {
  appendFileSync,
  closeSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  rmSync,
  statSync,
} from 'node:fs';
import {
  countRows,
  type ExportHeader,
  exportFormat,
  linesOf,
  partInWords,
  readExportLine,
} from '#persistence/tenant-export-lines.ts';
import { type ApiAddress, askPatiently, CommandFailed } from './api-client.ts';
import { report, sayLeftOut } from './report.ts';

const operation = `mutation ExportTenant($project: String, $itemIds: [ID!], $after: String) {
  exportTenant(input: { project: $project, itemIds: $itemIds, after: $after }) {
    ... on ExportTenantPayload { lines cursor } ... on UserError { code message } } }`;

interface Answer {
  readonly exportTenant:
    | { readonly lines: readonly string[]; readonly cursor: string | null }
    | { readonly code: string; readonly message: string };
}

/** Choice of an export; nothing: the whole tenant. */
export interface ExportChoice {
  readonly project?: string | undefined;
  /** Words, as `vouch search` takes them: the memories and entities that answer, of the project where one is named. */
  readonly search?: string | undefined;
  /** A `MemoryFilter` as JSON: the memories that the list shows, of the project where one is named. */
  readonly filter?: string | undefined;
}

interface Chosen {
  readonly project: string | null;
  readonly itemIds: readonly string[] | null;
}

/** One more than an export takes, so that a longer list is refused and not cut. */
const itemsAsked = 1_001;

const searched = `query Searched($words: String!, $project: String, $first: Int!, $after: String, $begins: Boolean!) {
  list: search(query: $words, kinds: [MEMORY, ENTITY], project: $project, first: $first, after: $after) {
    totalCountIsExact @include(if: $begins) pageInfo { hasNextPage endCursor } nodes { item { ... on Memory { id } ... on Entity { id } } } } }`;
const filtered = `query Filtered($filter: MemoryFilter!, $first: Int!, $after: String) {
  list: memories(filter: $filter, first: $first, after: $after) {
    pageInfo { hasNextPage endCursor } nodes { id } } }`;

interface Listed {
  readonly list: {
    /** False where a search found more than it lists. */
    readonly totalCountIsExact?: boolean;
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
    readonly nodes: readonly ({ readonly id: string } | { readonly item: { readonly id: string } })[];
  };
}

const filterOf = (text: string, project: string | undefined): object => {
  try {
    const given: unknown = JSON.parse(text);
    if (typeof given === 'object' && given !== null)
      return project === undefined ? given : { and: [given], project: { eq: project } };
  } catch {}
  throw new CommandFailed(
    'The filter is no JSON object. Write a MemoryFilter of the API, such as \'{"status": {"eq": "ACTIVE"}}\'.',
  );
};

/** Asks for the items of a query; a project alone is chosen by the gateway. */
const choose = async (address: ApiAddress, { project, search, filter }: ExportChoice): Promise<Chosen> => {
  if (search === undefined && filter === undefined) return { project: project ?? null, itemIds: null };
  const [query, asked] =
    filter === undefined
      ? [searched, { words: search, project }]
      : [filtered, { filter: filterOf(filter, project) }];
  const page = (after: string | null) => ({
    ...asked,
    ...{ first: 100, after },
    ...(filter === undefined ? { begins: after === null } : {}),
  });
  const itemIds: string[] = [];
  for (let after: string | null = null, more = true; more && itemIds.length < itemsAsked; ) {
    const { list }: Listed = await askPatiently(address, query, page(after), false);
    if (list.totalCountIsExact === false)
      throw new CommandFailed(
        'The search finds more than it can list, and an export of a part of it would leave out the rest. Ask for more words, or for a project.',
      );
    itemIds.push(...list.nodes.map((node) => ('item' in node ? node.item.id : node.id)));
    more = list.pageInfo.hasNextPage;
    after = list.pageInfo.endCursor;
  }
  if (itemIds.length === 0)
    throw new CommandFailed('No item that you see answers the query: nothing was exported.');
  return { project: null, itemIds: itemIds.sort() };
};

/** Refuses to go on with the file of another choice. */
const assertSameChoice = (file: string, { part }: ExportHeader, { project, itemIds }: Chosen): void => {
  const isSame = project === (part?.project ?? null) && String(itemIds ?? '') === String(part?.chosen ?? '');
  if (!isSame)
    throw new CommandFailed(
      `The export ${file} is of ${part === null ? 'the whole tenant' : partInWords(part)}, and was cut: ask for the same again, or name another file.`,
    );
};

/** The place after the last whole page of a file that was cut: bytes, and the cursor. Null: it has no whole page. */
const findPlace = async (file: string, chosen: Chosen): Promise<{ bytes: number; after: string } | null> => {
  let bytes = 0;
  let place: { bytes: number; after: string } | null = null;
  for await (const text of linesOf(file)) {
    bytes += Buffer.byteLength(text) + 1;
    // Rows are not parsed.
    const line = /^\{"(format|after|end)":/.test(text) ? readExportLine(text) : null;
    if (line !== null && 'end' in line)
      throw new CommandFailed(`The export ${file} is whole already: name another file.`);
    if (line !== null && 'format' in line) assertSameChoice(file, line, chosen);
    if (line !== null && 'after' in line) place = { bytes, after: line.after };
  }
  return place;
};

const openOrFail = (file: string, flags: 'r' | 'a' | 'ax'): number => {
  try {
    return openSync(file, flags, 0o600);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new CommandFailed(`The file ${file} cannot be opened (${why}): nothing was exported.`);
  }
};

/** Refuses a file that is there and has anything else than the beginning of an export: it would be lost. */
const assertMayBeWritten = (file: string): void => {
  const beginning = `{"format":"${exportFormat}"`;
  const start = Buffer.alloc(beginning.length);
  const descriptor = openOrFail(file, 'r');
  try {
    const isFile = statSync(file).isFile();
    const found = isFile ? start.toString('latin1', 0, readSync(descriptor, start)) : '';
    if (!isFile || !beginning.startsWith(found))
      throw new CommandFailed(`${file} is there already, and is no export that was cut: name another file.`);
  } finally {
    closeSync(descriptor);
  }
};

/** `vouch export`: the tenant, or a part of it, in a file, page by page; a file that was cut is gone on with. */
export const exportTenant = async (
  address: ApiAddress,
  file: string,
  { json, ...choice }: ExportChoice & { readonly json: boolean },
): Promise<void> => {
  const isThere = existsSync(file);
  if (isThere) assertMayBeWritten(file);
  const chosen = await choose(address, choice);
  const place = isThere ? await findPlace(file, chosen) : null;
  const descriptor = openOrFail(file, isThere ? 'a' : 'ax');
  let position = place?.bytes ?? 0;
  let isBegun = false;
  try {
    let after = place?.after ?? null;
    let ending: string | undefined;
    do {
      const { exportTenant: answer } = await askPatiently<Answer>(
        address,
        operation,
        after === null ? chosen : { after },
      );
      if ('code' in answer)
        throw new CommandFailed(
          answer.code === 'export.changed' ? `${answer.message} Remove ${file} first.` : answer.message,
        );
      if (!isBegun) ftruncateSync(descriptor, position);
      isBegun = true;
      const text = answer.lines.map((line) => `${line}\n`).join('');
      appendFileSync(descriptor, text);
      position += Buffer.byteLength(text);
      fsyncSync(descriptor);
      report(json, `${position} bytes`);
      ending = answer.lines.at(-1);
      after = answer.cursor;
    } while (after !== null);
    const end = readExportLine(ending ?? '');
    if (end === null || !('end' in end))
      throw new CommandFailed('The gateway ended the export without an end.');
    const rows = countRows(end);
    if (json)
      process.stdout.write(`${JSON.stringify({ file, rows, tables: end.rows, leftOut: end.leftOut })}\n`);
    else {
      process.stdout.write(
        `Exported ${rows} rows to ${file}: ${end.rows.memories ?? 0} memories, ${end.rows.graph_entities ?? 0} entities, ${end.rows.documents ?? 0} documents, ${end.rows.audit_events ?? 0} audit events.\n`,
      );
      sayLeftOut(end.leftOut);
    }
  } finally {
    closeSync(descriptor);
    // A refused export leaves no empty file.
    if (!isThere && !isBegun) rmSync(file);
  }
};
