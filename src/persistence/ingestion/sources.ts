import DataLoader from 'dataloader';
import { maskingSource, maskWordings, type WithheldText } from '#domain/labels/policy/mask.ts';
import {
  type DocumentVisibilityFacts,
  type InteractionVisibilityFacts,
  isDocumentVisible,
  isInteractionVisible,
} from '#domain/privacy/visibility.ts';
import { atOnce, type Sliced } from '#domain/slices.ts';
import type { Chunk } from '#entities/chunk.ts';
import type { Document } from '#entities/document.ts';
import type { Interaction } from '#entities/interaction.ts';
import type { Wave } from '#entities/wave.ts';
import { inSlices } from '#persistence/reading/in-slices.ts';
import type { NestedList } from '#persistence/reading/nested-list.ts';
import { columnList, type ReadColumns, RowColumns } from '#persistence/reading/row-columns.ts';
import { RowLoader } from '#persistence/reading/row-loader.ts';
import { hasId } from '#persistence/reading/rows-with-ids.ts';
import { type SqlBool, sql } from '#persistence/reading/sql.ts';
import {
  documentsVisibleTo,
  interactionsVisibleTo,
  wavesVisibleTo,
  withheldTexts,
} from '#persistence/reading/visibility-predicate.ts';
import type { ReadSession } from '#persistence/store/viewer-session.ts';
import type { NamesSource } from './source-columns.ts';
import {
  documentConditions,
  documentOrders,
  interactionConditions,
  interactionOrders,
  waveConditions,
  waveOrders,
} from './source-filters.ts';

const waveNames = [
  'id',
  'tenant',
  'project',
  'startedBy',
  'startedAt',
  'extractedAt',
  'stoppedAt',
  'resumedAt',
] as const;
export type WaveRow = ReadColumns<Wave, (typeof waveNames)[number]>;

/** Words of a row that the label policy withholds from this viewer; null when none, or masked already. */
interface Withholding {
  readonly withheld: readonly WithheldText[] | null;
}

const visibilityColumns = ['id', 'tenant', 'contributor', 'audience'] as const;

const documentNames = [
  'waveId',
  'project',
  'path',
  'title',
  'format',
  'kind',
  'kindGiven',
  'updatedAt',
  'createdAt',
  'erasedAt',
] as const;
const chunkPlaces = [...visibilityColumns, 'ordinal', 'startOffset'] as const;
const chunkNames = ['documentId', 'headingPath', 'endOffset', 'text'] as const;
const interactionMarks = [...visibilityColumns, 'isPersonal'] as const;
const interactionNames = [
  'project',
  'subjectId',
  'content',
  'capturedIn',
  'occurredAt',
  'createdAt',
] as const;

/** A document without its content, which is read only where it is asked for. */
export type DocumentRow = Withholding &
  ReadColumns<Document, (typeof visibilityColumns | typeof documentNames)[number]>;
export type ChunkRow = Withholding & ReadColumns<Chunk, (typeof chunkPlaces | typeof chunkNames)[number]>;
export type InteractionRow = ReadColumns<
  Interaction,
  (typeof interactionMarks | typeof interactionNames)[number]
>;

const documentColumns = new RowColumns<DocumentRow>('Document', visibilityColumns, documentNames);
const chunkColumns = new RowColumns<ChunkRow>('Chunk', chunkPlaces, chunkNames);
const interactionColumns = new RowColumns<InteractionRow>('Interaction', interactionMarks, interactionNames);

export const documentRow = (session: ReadSession) =>
  sql`${documentColumns.of('n', session)}, ${withheldTexts({ document: 'n.id' })} as withheld`;
export const interactionRow = (session: ReadSession) =>
  sql`${interactionColumns.of('n', session)}, ${withheldTexts({ source: 'n.id' })} as withheld`;
export const waveColumns = (table: 'n' | 'w') => columnList(table, waveNames);
const chunkRow = (session: ReadSession) =>
  sql`${chunkColumns.of('n', session)}, ${withheldTexts({ document: 'n.document_id' })} as withheld`;

/** A row as loaded: whole or in part. */
type DocumentRead = Partial<DocumentRow> & Pick<DocumentRow, 'id'> & DocumentVisibilityFacts & Withholding;
type ChunkRead = Partial<ChunkRow> & DocumentVisibilityFacts & Withholding;
type InteractionRead = Partial<InteractionRow> & InteractionVisibilityFacts & Partial<Withholding>;

const maskedDocument = (row: DocumentRead): Partial<DocumentRow> => ({
  ...row,
  ...(row.title == null ? {} : { title: maskWordings(row.title, row.withheld) }),
  withheld: null,
});
function* maskingChunk({ headingPath, text, withheld, ...row }: ChunkRead): Sliced<Partial<ChunkRow>> {
  return {
    ...row,
    ...(headingPath && { headingPath: headingPath.map((heading) => maskWordings(heading, withheld)) }),
    ...(text !== undefined && { text: yield* maskingSource(text, withheld, row.startOffset) }),
    withheld: null,
  };
}

export const documentAsShown = (row: DocumentRead, session: ReadSession): DocumentRow =>
  documentColumns.guarded(session, row.withheld === null ? row : maskedDocument(row));
function* showingChunk(row: ChunkRead, session: ReadSession): Sliced<ChunkRow> {
  return chunkColumns.guarded(session, row.withheld === null ? row : yield* maskingChunk(row));
}
const chunkAsShown = (row: ChunkRead, session: ReadSession): ChunkRow => atOnce(showingChunk(row, session));

function* showingInteraction(
  { withheld, ...row }: InteractionRead,
  session: ReadSession,
): Sliced<InteractionRow> {
  return interactionColumns.guarded(
    session,
    row.content === undefined
      ? row
      : { ...row, content: yield* maskingSource(row.content, withheld ?? null) },
  );
}
export const interactionAsShown = (row: InteractionRead, session: ReadSession): InteractionRow =>
  atOnce(showingInteraction(row, session));

/** Many rows, one after the other. */
function* showingAll<Read, Row>(rows: readonly Read[], showing: (row: Read) => Sliced<Row>): Sliced<Row[]> {
  const shown: Row[] = [];
  for (const row of rows) {
    shown.push(yield* showing(row));
    yield;
  }
  return shown;
}

/** `whole`: nothing masked, for a use case that reads statements in it; what it reads there is not for the caller. */
interface SourceReading {
  readonly whole?: boolean;
}

/** Rows by id in the order asked; null where the viewer sees none. */
const inOrder = <Row extends { readonly id: string }>(
  ids: readonly string[],
  rows: readonly Row[],
): (Row | null)[] => {
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => found.get(id) ?? null);
};

/** Loads the words of sources that the label policy withholds from this viewer; null for none. */
export const withheldOfSources = (session: ReadSession) =>
  new DataLoader<NamesSource, readonly WithheldText[] | null, string>(
    async (keys) => {
      const { rows } = await sql<Withholding & { place: number }>`select s.place::int as place,
          ${withheldTexts({ source: 's.id' })} as withheld
        from unnest(${keys.map(({ sourceId }) => sourceId)}::text[]) with ordinality as s (id, place)`.execute(
        await session.byKey(),
      );
      const found = new Map(rows.map(({ place, withheld }) => [place, withheld]));
      return keys.map((_, at) => found.get(at + 1) ?? null);
    },
    { cacheKeyFn: ({ sourceId }) => sourceId ?? '' },
  );

export const documentsById = (session: ReadSession) =>
  new RowLoader<DocumentRow>(async (ids) => {
    const { rows } = await sql<DocumentRead>`select ${documentRow(session)} from documents n
      where ${hasId(session.viewer.tenant, ids, 'n')}`.execute(await session.byKey());
    const seen = rows.filter((row) => isDocumentVisible(session.viewer, row));
    return inOrder(
      ids,
      seen.map((row) => documentAsShown(row, session)),
    );
  });

/** The whole text of documents that the viewer sees, but for what the label policy withholds. */
export const documentContents = (session: ReadSession) =>
  new DataLoader<string, string | null>(async (ids) => {
    const { rows } = await sql<{ id: string; content: string } & Withholding>`select n.id, n.content,
        ${withheldTexts({ document: 'n.id' })} as withheld from documents n
      where ${hasId(session.viewer.tenant, ids, 'n')} and ${documentsVisibleTo(session.viewer, 'n')}`.execute(
      await session.byKey(),
    );
    const contents: (string | null)[] = [];
    for (const row of inOrder(ids, rows))
      contents.push(row && (await inSlices(maskingSource(row.content, row.withheld))));
    return contents;
  });

/** The document of a chunk, joined where the operation's projection has it, which is one round trip less. */
const joinedDocument = (session: ReadSession) => {
  if (!session.projection?.has('Document') || !session.projection.get('Chunk')?.has('documentId'))
    return { columns: sql``, join: sql``, take: () => null };
  const withheld = withheldTexts({ document: 'd.id' });
  const { columns, take } = documentColumns.joined('d', session, { withheld });
  return {
    columns: sql`, ${columns}`,
    join: sql`left join documents d on d.tenant = n.tenant and d.id = n.document_id`,
    take: (chunk: ChunkRead) => take(chunk) as DocumentRead | null,
  };
};

/** `documents` is primed with those that are joined. */
export const chunksById = (
  session: ReadSession,
  {
    whole = false,
    documents,
  }: SourceReading & { readonly documents?: Pick<RowLoader<DocumentRow>, 'primeLazily'> } = {},
) => {
  const { columns, join, take } = joinedDocument(session);
  return new DataLoader<string, ChunkRow | null>(async (ids) => {
    const { rows } = await sql<ChunkRead>`select ${chunkRow(session)}${columns} from chunks n ${join}
      where ${hasId(session.viewer.tenant, ids, 'n')}`.execute(await session.byKey());
    const seen = rows.filter((row) => isDocumentVisible(session.viewer, row));
    for (const row of seen) {
      const document = take(row);
      if (document !== null)
        documents?.primeLazily(document.id, () =>
          isDocumentVisible(session.viewer, document) ? documentAsShown(document, session) : null,
        );
    }
    return inOrder(
      ids,
      whole
        ? seen.map((row) => chunkColumns.guarded(session, row))
        : await inSlices(showingAll(seen, (row) => showingChunk(row, session))),
    );
  });
};

export const interactionsById = (session: ReadSession, { whole = false }: SourceReading = {}) =>
  new DataLoader<string, InteractionRow | null>(async (ids) => {
    const { rows } = await sql<InteractionRead>`select ${interactionRow(session)}
      from interactions n where ${hasId(session.viewer.tenant, ids, 'n')}`.execute(await session.byKey());
    const seen = rows.filter((row) => isInteractionVisible(session.viewer, row));
    return inOrder(
      ids,
      whole
        ? seen.map((row) => interactionColumns.guarded(session, row))
        : await inSlices(showingAll(seen, (row) => showingInteraction(row, session))),
    );
  });

export const wavesById = (session: ReadSession) =>
  new DataLoader<string, WaveRow | null>(async (ids) => {
    const { rows } = await sql<WaveRow>`select ${waveColumns('w')}
      from waves w where ${hasId(session.viewer.tenant, ids, 'w')} and ${wavesVisibleTo(session.viewer, 'w')}`.execute(
      await session.byKey(),
    );
    return inOrder(ids, rows);
  });

/** Documents by what they are of, in the order they came. */
export const documentsOf = (
  name: string,
  parent: 'wave_id' | 'project' | 'contributor',
): NestedList<DocumentRow> => ({
  name,
  columns: documentRow,
  from: sql`documents`,
  parent,
  key: 'id',
  keyOf: ({ id }) => id,
  visible: (viewer) => documentsVisibleTo(viewer, 'n'),
  conditions: documentConditions,
  orders: documentOrders,
  asShown: documentAsShown,
});
export const documentsOfWave = documentsOf('documents', 'wave_id');

/** Interactions by what they are of, in the order they were recorded; personal ones are not listed. */
export const interactionsOf = (
  name: string,
  parent: 'project' | 'contributor',
): NestedList<InteractionRow> => ({
  name,
  columns: interactionRow,
  from: sql`interactions`,
  parent,
  key: 'id',
  keyOf: ({ id }) => id,
  visible: (viewer) => sql<SqlBool>`(${interactionsVisibleTo(viewer, 'n')} and not n.is_personal)`,
  conditions: interactionConditions,
  orders: interactionOrders,
  asShown: interactionAsShown,
});

/** Waves by what they are of, in the order they were started. */
export const wavesOf = (name: string, parent: 'project'): NestedList<WaveRow> => ({
  name,
  columns: waveColumns('n'),
  from: sql`waves`,
  parent,
  key: 'id',
  keyOf: ({ id }) => id,
  visible: (viewer) => wavesVisibleTo(viewer, 'n'),
  conditions: waveConditions,
  orders: waveOrders,
});

export const chunksOfDocument: NestedList<ChunkRow> = {
  name: 'chunks',
  columns: chunkRow,
  from: sql`chunks`,
  parent: 'document_id',
  key: 'ordinal',
  keyOf: ({ ordinal }) => ordinal,
  visible: (viewer) => documentsVisibleTo(viewer, 'n'),
  asShown: chunkAsShown,
};
