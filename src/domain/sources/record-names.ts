import type { DocumentFacts } from '#domain/ingestion/records/document-facts.ts';

/** How a document stands to a record that it names by number: it is that record, takes its place, or was replaced by it. */
export const recordNamings = ['IS', 'SUPERSEDES', 'SUPERSEDED_BY'] as const;
export type RecordNaming = (typeof recordNamings)[number];

export interface RecordName {
  readonly naming: RecordNaming;
  /** The folder of the records and the number: `docs/adr 9`. */
  readonly record: string;
}

/** Records have numbers of their own in every folder; `adr/9/README.md` lies in `adr`, as `adr/9.md` does. */
const folderOf = (path: string): string => {
  const folders = path.split('/').slice(0, -1);
  return (/(?:^|\/)(?:readme|index)\.[^/]*$/i.test(path) ? folders.slice(0, -1) : folders).join('/');
};

/** The records that a document at this path names, itself among them; each once. */
export const recordNamesOf = (
  path: string,
  { number, relations }: Pick<DocumentFacts, 'number' | 'relations'>,
): readonly RecordName[] => {
  const folder = folderOf(path);
  const named = (naming: RecordNaming, of: string): RecordName => ({ naming, record: `${folder} ${of}` });
  return [
    ...(number === null ? [] : [named('IS', number)]),
    // Nothing takes its own place.
    ...relations.flatMap(({ relation, record }) => (record === number ? [] : [named(relation, record)])),
  ];
};

/** A document that names records, by the project that they are of. */
interface NamingDocument {
  readonly project?: string | null;
  readonly records?: readonly RecordName[];
}

/** Finds which of two documents replaces the other, according to either; null when neither does, or both do. */
export const succeedingRecord = (a: NamingDocument, b: NamingDocument): 'a' | 'b' | null => {
  const [ofA, ofB] = [a.records ?? [], b.records ?? []];
  if (ofA.length === 0 || ofB.length === 0 || a.project !== b.project) return null;
  const records = (ones: readonly RecordName[]) =>
    new Set(ones.filter(({ naming }) => naming === 'IS').map(({ record }) => record));
  const [recordsOfA, recordsOfB] = [records(ofA), records(ofB)];
  const meets = (ones: readonly RecordName[], naming: RecordNaming, others: ReadonlySet<string>): boolean =>
    ones.some((one) => one.naming === naming && others.has(one.record));
  const [isA, isB] = [
    meets(ofA, 'SUPERSEDES', recordsOfB) || meets(ofB, 'SUPERSEDED_BY', recordsOfA),
    meets(ofB, 'SUPERSEDES', recordsOfA) || meets(ofA, 'SUPERSEDED_BY', recordsOfB),
  ];
  return isA === isB ? null : isA ? 'a' : 'b';
};
