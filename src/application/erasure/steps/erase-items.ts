import { forgetWords } from '#application/erasure/forget-words.ts';
import { readRecordNames } from '#application/ingestion/steps/document-versions.ts';
import { keepReportArtifact } from '#application/ingestion/steps/store-report-artifact.ts';
import { maxSummaryLength } from '#application/text-limits.ts';
import { notFound, type UseCaseContext } from '#application/use-case.ts';
import { DomainError } from '#domain/domain-error.ts';
import {
  erasedMark,
  erasedWordingsOf,
  fillerFor,
  longestRuns,
  spellingsIn,
} from '#domain/erasure/erased-words.ts';
import type { SoughtWords } from '#domain/erasure/names-with-words.ts';
import { assertStorableText } from '#domain/input/text.ts';
import { findWordings } from '#domain/labels/policy/wording-in-text.ts';
import { isVisible } from '#domain/privacy/visibility.ts';
import {
  contentsOf,
  type ErasedPlace,
  type ErasedSubject,
  entitiesOf,
  eraseTexts,
  itemsHolding,
  itemsNamed,
  linksHolding,
  reportsHolding,
  type StatedLink,
  storeErasedWordings,
  storeLinks,
  storeTombstones,
  textsThatMayHold,
  wordingsOfItems,
} from '#persistence/erasure.ts';
import { noteErasedWords } from '#persistence/ingestion/report-artifact.ts';
import { assertNothingErased, wordingKey } from './erased-at-entry.ts';

/** Scope of an erasure. */
export interface Erasure {
  readonly ids: readonly string[];
  /** Items in scope that the actor sees. */
  readonly seenIds: readonly string[];
  /** Items that the actor sees, that hold the words, and that nobody named: while there is one, nothing is erased. */
  readonly unnamedIds: readonly string[];
  readonly wordings: readonly string[];
  /** In which the wordings stand, the longest first. */
  readonly spellings: readonly string[];
}

export const assertErasureReason = (reason: string): void =>
  assertStorableText(reason, { name: 'The reason', path: ['reason'], min: 1, max: maxSummaryLength });

export const sharedWordsError = (ids: readonly string[]): DomainError =>
  new DomainError(
    'erasure.words_shared',
    `Other items hold the same words, or stand in the same place of the source: ${ids.join(', ')}. Name them in alsoErase, and they are erased, too.`,
    ['alsoErase'],
  );

/**
 * Read: all that goes when items go. Entities that came of a memory go with it; of others that hold the words, those that were named, and
 * those that the actor does not see, which are shown to nobody. Throws `not_found` for a name of what the actor does not see.
 */
export const findErasure = async (
  { session, viewer }: UseCaseContext,
  itemIds: readonly string[],
  named: readonly string[],
  /** Texts that go whole, beside what the items say. */
  texts: readonly string[] = [],
): Promise<Erasure> => {
  const known = await itemsNamed(session, named);
  const seesNamed = new Set(known.filter((item) => isVisible(viewer, item)).map(({ id }) => id));
  if (named.some((id) => !seesNamed.has(id))) throw notFound(['alsoErase']);
  const ids = new Set([...itemIds, ...(await entitiesOf(session, itemIds))]);
  const seen = new Set(ids);
  const unnamed = new Set<string>();
  for (;;) {
    const wordings = [...texts, ...(await wordingsOfItems(session, [...ids]))];
    const spellings = spellingsIn(await textsThatMayHold(session, longestRuns(wordings)), wordings);
    const before = ids.size;
    for (const item of await itemsHolding(session, spellings, [...ids])) {
      const isSeen = isVisible(viewer, item);
      if (isSeen && !named.includes(item.id)) {
        unnamed.add(item.id);
        continue;
      }
      ids.add(item.id);
      if (isSeen) seen.add(item.id);
    }
    for (const id of await entitiesOf(session, [...ids])) if (!ids.has(id)) ids.add(id);
    if (ids.size === before)
      return {
        ids: [...ids].sort(),
        seenIds: [...seen].sort(),
        unnamedIds: [...unnamed].filter((id) => !ids.has(id)).sort(),
        wordings,
        spellings,
      };
  }
};

/** Read, before it is erased: words by which names are found; those of hidden items find none, since that would show them. */
export const soughtInNames = async (
  { session }: UseCaseContext,
  { seenIds }: Erasure,
  texts: readonly string[] = [],
  person: string | null = null,
): Promise<SoughtWords> => ({ wordings: [...texts, ...(await wordingsOfItems(session, seenIds))], person });

/** Write: what was forgotten with the erased words of its document, and stands in others of it. */
const keepStatedLinks = async (
  { dependencies, session }: UseCaseContext,
  links: readonly StatedLink[],
): Promise<void> => {
  const stated = new Set<string>();
  const documents = await contentsOf(session, [...new Set(links.map((link) => link.document_id))]);
  for (const { id, path, content } of documents)
    for (const { naming, record } of await readRecordNames(dependencies, path, content))
      stated.add(`${id} ${naming} ${record}`);
  await storeLinks(
    session,
    links.filter((link) => stated.has(`${link.document_id} ${link.naming_kind} ${link.record_key}`)),
  );
};

/**
 * Write: that these reports lost words. After the commit the process forgets the words, and writes its files of the reports anew; other
 * gateways find theirs by the note (`rewriteErasedReports`).
 */
export const forgetAfterCommit = async (
  { dependencies, session, viewer, now, afterCommit }: UseCaseContext,
  reportIds: readonly string[],
): Promise<void> => {
  await noteErasedWords(session, reportIds, now);
  afterCommit(async () => {
    forgetWords();
    for (const reportId of reportIds) await keepReportArtifact(dependencies, viewer, reportId);
  });
};

/** Write and record: the tombstones of items whose words were removed. */
export const buryItems = async (
  { dependencies, session, now, record }: UseCaseContext,
  ids: readonly string[],
  reason: string,
): Promise<void> => {
  await storeTombstones(
    session,
    ids.map((id) => ({ id, revisionId: dependencies.newId('rev') })),
    erasedMark,
    now,
  );
  record(
    ids.map((id) => ({
      action: id.startsWith('ent_') ? 'entity.erased' : 'memory.erased',
      targetType: id.startsWith('ent_') ? 'Entity' : 'Memory',
      targetId: id,
      before: null,
      after: { status: 'ERASED', reason },
    })),
  );
};

/** The audit log keeps the reason of an erasure: it is refused where it holds one of these. */
export const assertReasonWithout = (reason: string, wordings: readonly string[]): void => {
  if (findWordings(reason, wordings).length > 0)
    throw new DomainError(
      'input.invalid',
      'The reason repeats words that are to be erased, and the audit log keeps it. Say why in other words.',
      ['reason'],
    );
};

/**
 * Write and record: locked items become tombstones, and their words are removed wherever they stand; so is a person,
 * where one is given.
 */
export const eraseItems = async (
  useCase: UseCaseContext,
  { ids, wordings, spellings }: Erasure,
  reason: string,
  subject: ErasedSubject | null = null,
): Promise<ErasedPlace[]> => {
  const { dependencies, session, now } = useCase;
  await assertNothingErased(useCase, { reason });
  assertReasonWithout(reason, wordings);
  const reportIds = await reportsHolding(
    session,
    spellings,
    ids,
    subject?.interactions.map(({ id }) => id) ?? [],
  );
  const [first = null] = ids;
  const kept = erasedWordingsOf(wordings, wordingKey(dependencies));
  const links = await linksHolding(session, spellings);
  const places = await eraseTexts(session, {
    subject,
    ids,
    spellings,
    fillers: spellings.map(fillerFor),
    erasedMark,
    now,
  });
  if (links.length > 0) await keepStatedLinks(useCase, links);
  await buryItems(useCase, ids, reason);
  await storeErasedWordings(
    session,
    kept.map((wording) => ({ ...wording, id: dependencies.newId('ers'), itemId: first })),
    now,
  );
  await forgetAfterCommit(useCase, reportIds);
  return places;
};
