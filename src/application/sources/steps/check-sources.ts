import { typeKeyOf } from '#application/ingestion/steps/candidate-proposal.ts';
import { fingerprintOf } from '#application/ingestion/steps/fingerprints.ts';
import { findKnownItems } from '#application/ingestion/steps/known-items.ts';
import type { ReadProposal } from '#application/ingestion/steps/propose-reading.ts';
import type { UseCaseContext } from '#application/use-case.ts';
import { extractionRuleIds } from '#domain/ingestion/rules/extraction-rule.ts';
import type { ExtractionSource } from '#domain/ingestion/types.ts';
import { saysItEnded } from '#domain/sources/record-status.ts';
import {
  decideSourceChecks,
  type SourceCheck,
  type SourcedItem,
  type StandingStatement,
} from '#domain/sources/source-checks.ts';
import { isDrift } from '#domain/sources/source-states.ts';
import { standingQuote } from '#domain/sources/standing-quote.ts';
import {
  itemsOfSources,
  type NewSourceCheck,
  type SightedRow,
  type SourcedItemRow,
  settledItems,
  sightedElsewhere,
  storeSourceChecks,
} from '#persistence/sources/source-checks.ts';
import { type SourceKey, sourceOf } from '#persistence/sources/source-paths.ts';

/** A source whose version in force has changed, with the sections of that version. */
export interface ChangedSource extends SourceKey {
  readonly documentId: string;
  /** Null: the path was withdrawn. */
  readonly sections: readonly ExtractionSource[] | null;
}

/** An item that came from a source, with its row. */
export interface ReadItem extends SourcedItem {
  readonly row: SourcedItemRow;
}

interface Standing extends StandingStatement {
  readonly documentId: string;
  readonly chunkId: string;
  readonly span: { readonly start: number; readonly end: number; readonly text: string } | null;
  /** Reading found there; null when the exact text was found. */
  readonly proposal: ReadProposal | null;
}

const typeKeyOfRow = ({ itemKind, type }: SourcedItemRow) => `${itemKind}:${type}` as const;

const isReadByRule = ({ rule }: SourcedItemRow): boolean =>
  (extractionRuleIds as readonly (string | null)[]).includes(rule);

/** Statements of the changed sources, read by rules and by the model. */
const readStatements = (
  changed: readonly ChangedSource[],
  proposals: readonly ReadProposal[],
): Standing[] => {
  const places = new Map(
    changed.flatMap(({ sections, documentId, ...key }) =>
      (sections ?? []).map(
        (section) => [section.source.id, { section, documentId, source: sourceOf(key) }] as const,
      ),
    ),
  );
  return proposals.flatMap((proposal): Standing[] => {
    const { source } = proposal.origin;
    const place = source?.kind === 'chunk' ? places.get(source.id) : undefined;
    if (!place || source === null) return [];
    return [
      {
        source: place.source,
        typeKey: typeKeyOf(proposal.type),
        fingerprint: proposal.fingerprint,
        words: proposal.content,
        headingPath: place.section.headingPath,
        documentId: place.documentId,
        chunkId: source.id,
        span: proposal.span,
        proposal,
      },
    ];
  });
};

/** Statements that no rule reads, such as a model's or a service's, are looked for by their exact text. */
const quotedStatements = (changed: readonly ChangedSource[], items: readonly ReadItem[]): Standing[] => {
  const sections = new Map(changed.map((source) => [sourceOf(source), source]));
  return items.flatMap((item): Standing[] => {
    const { row, source, typeKey, fingerprint, words } = item;
    const current = sections.get(source);
    if (isReadByRule(row) || row.spanText === null || !current?.sections) return [];
    for (const {
      source: { id: chunkId },
      text,
      offset,
      headingPath,
    } of current.sections) {
      const start = standingQuote(text, row.spanText);
      if (start === null) continue;
      const span = { start: offset + start, end: offset + start + row.spanText.length, text: row.spanText };
      const { documentId } = current;
      return [
        { source, typeKey, fingerprint, words, headingPath, documentId, chunkId, span, proposal: null },
      ];
    }
    return [];
  });
};

const sightedStatement = (sighted: SightedRow, item: ReadItem): Standing => {
  const { documentId, chunkId, headingPath, text, startOffset } = sighted;
  const { typeKey, fingerprint, words, row } = item;
  const start = row.spanText === null ? null : standingQuote(text, row.spanText);
  return {
    source: sourceOf(sighted),
    typeKey,
    fingerprint,
    words,
    headingPath,
    documentId,
    chunkId,
    span:
      start === null || row.spanText === null
        ? null
        : { start: startOffset + start, end: startOffset + start + row.spanText.length, text: row.spanText },
    proposal: null,
  };
};

/** The item that says what was found in another's place; null where it is that item itself, or none says it. */
const findSuccessors = async (
  useCase: UseCaseContext,
  checks: readonly SourceCheck<Standing>[],
): Promise<ReadonlyMap<string, string>> => {
  const reworded = checks.flatMap(({ itemId, state, found }) =>
    state === 'REWORDED' && found?.proposal ? [{ itemId, proposal: found.proposal }] : [],
  );
  const { items } = await findKnownItems(
    useCase,
    reworded.map(({ proposal }) => proposal),
  );
  return new Map(
    reworded.flatMap(({ itemId, proposal }) => {
      const item = items.get(proposal.identity);
      const id = item?.memoryId ?? item?.entityId;
      return id && !item?.rejected ? [[itemId, id] as const] : [];
    }),
  );
};

const readItem = (key: string, row: SourcedItemRow): ReadItem => ({
  id: row.id,
  source: sourceOf(row),
  version: row.version,
  typeKey: typeKeyOfRow(row),
  fingerprint: fingerprintOf(key, row.words),
  words: row.words,
  headingPath: row.headingPath,
  row,
});

/** Read: items that came from any version of these sources and are not settled. For a system session. */
export const readItemsOf = async (
  { dependencies, session }: UseCaseContext,
  changed: readonly ChangedSource[],
): Promise<ReadItem[]> =>
  (await itemsOfSources(session, changed)).map((row) => readItem(dependencies.fingerprintKey, row));

/** The settled candidates and superseded items of these sources that are said again in them. */
const readSaidAgain = async (
  { dependencies, session }: UseCaseContext,
  statements: readonly Standing[],
): Promise<ReadItem[]> => {
  const said = new Set(
    statements.map(({ source, typeKey, fingerprint }) => `${source} ${typeKey} ${fingerprint}`),
  );
  const wordings = statements.flatMap(({ proposal, typeKey: type, fingerprint }) =>
    proposal ? [{ project: proposal.origin.project, type, fingerprint }] : [],
  );
  return (await settledItems(session, wordings))
    .map((row) => readItem(dependencies.fingerprintKey, row))
    .filter(({ source, typeKey, fingerprint }) => said.has(`${source} ${typeKey} ${fingerprint}`));
};

/**
 * Write and record: of every item that came from these sources, what has become of its statement. In bulk, whatever the
 * number of items. For a system session, after the pass that read the sources; gives the ids of the items that have drifted.
 */
export const checkSources = async (
  useCase: UseCaseContext,
  {
    changed,
    items: unsettled,
  }: { readonly changed: readonly ChangedSource[]; readonly items: readonly ReadItem[] },
  proposals: readonly ReadProposal[],
): Promise<readonly string[]> => {
  const { dependencies, session, now, record } = useCase;
  const statements = readStatements(changed, proposals);
  const items = [...unsettled, ...(await readSaidAgain(useCase, statements))];
  if (items.length === 0) return [];
  const read = [...statements, ...quotedStatements(changed, items)];
  const wordings = new Set(read.map(({ typeKey, fingerprint }) => `${typeKey} ${fingerprint}`));
  const missing = new Map(
    items
      .filter(({ typeKey, fingerprint }) => !wordings.has(`${typeKey} ${fingerprint}`))
      .map((item) => [item.id, item]),
  );
  const gone = new Set(changed.map(sourceOf));
  const elsewhere = (await sightedElsewhere(session, [...missing.keys()])).flatMap((sighted): Standing[] => {
    const item = missing.get(sighted.itemId);
    return item && !gone.has(sourceOf(sighted)) ? [sightedStatement(sighted, item)] : [];
  });
  const checks = decideSourceChecks<Standing>(
    items,
    changed.map((source) => ({
      source: sourceOf(source),
      isWithdrawn: source.sections === null || saysItEnded(source.sections),
    })),
    [...read, ...elsewhere],
  );
  const successors = await findSuccessors(useCase, checks);
  const documents = new Map(changed.map((source) => [sourceOf(source), source.documentId]));
  const byId = new Map(items.map((item) => [item.id, item]));
  const stored = checks.flatMap(({ itemId, state, found, similarity }): NewSourceCheck[] => {
    const item = byId.get(itemId);
    if (!item) return [];
    return [
      {
        id: dependencies.newId('sck'),
        itemId,
        itemKind: item.row.itemKind,
        state,
        documentId: found?.documentId ?? documents.get(item.source) ?? '',
        chunkId: found?.chunkId ?? null,
        span: found?.span ?? null,
        similarity,
        successorId: successors.get(itemId) ?? null,
        isDrift: isDrift(state),
        wasDrift: isDrift(item.row.state),
        isNews: item.row.state !== state || item.row.lastFound !== (found?.span?.text ?? null),
      },
    ];
  });
  storeSourceChecks(session, stored, now);
  const drifted = stored.filter(({ itemId, state, isDrift: drifts, isNews }) => {
    const row = byId.get(itemId)?.row;
    return drifts && isNews && !(row?.isOpen && row.state === state);
  });
  record(
    drifted.map(({ itemId, itemKind, state, documentId }) => ({
      action: itemKind === 'memory' ? 'memory.source_drifted' : 'entity.source_drifted',
      targetType: itemKind === 'memory' ? 'Memory' : 'Entity',
      targetId: itemId,
      before: null,
      after: { sourceState: state, documentId },
    })),
  );
  return drifted.map(({ itemId }) => itemId);
};
