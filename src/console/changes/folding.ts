import { isProposal } from '../parts/proposal.ts';
import { counted } from '../parts/words.ts';

/** A change, as far as it decides about its line. */
interface AnyChange {
  readonly __typename: string;
  readonly at: unknown;
  readonly actor: { readonly id: string } | null;
  readonly from?: unknown;
  readonly wording?: { readonly revision: number } | null;
  readonly document?: { readonly id: string; readonly path: string } | null;
  readonly candidate: {
    readonly __typename: string;
    readonly source: {
      readonly __typename: string;
      readonly document?: { readonly path: string } | null;
    } | null;
  } | null;
}

/** A proposal whose item can be seen. */
type Shown<Change extends AnyChange> = Change & { readonly candidate: NonNullable<Change['candidate']> };

/** Proposals of one person and one instant, as one line. */
export interface Proposals<Change extends AnyChange = AnyChange> {
  readonly proposals: readonly Shown<Change>[];
  /** More of them may be on the next page. */
  readonly mayGoOn: boolean;
}

/** A document that was brought in, and can be seen. */
type Read<Change extends AnyChange> = Change & { readonly document: NonNullable<AnyChange['document']> };

/** Documents of one ingestion, as one line. */
export interface Documents<Change extends AnyChange = AnyChange> {
  readonly documents: readonly Read<Change>[];
  /** More of them may be on the next page. */
  readonly mayGoOn: boolean;
}

const isShown = <Change extends AnyChange>(change: Change): change is Shown<Change> =>
  isProposal(change) && change.candidate !== null;

const isRead = <Change extends AnyChange>(change: Change): change is Read<Change> =>
  change.__typename === 'IngestionEvent' && change.document != null;

const areOfOne = (one: AnyChange, other: AnyChange): boolean =>
  ((isShown(one) && isShown(other)) || (isRead(one) && isRead(other))) &&
  one.at === other.at &&
  one.actor?.id === other.actor?.id;

/**
 * Joins neighbouring proposals, and neighbouring documents, of one person and one instant; `goesOn` when changes that
 * were not loaded follow the last.
 */
export const foldChanges = <Change extends AnyChange>(
  changes: readonly Change[],
  goesOn: boolean,
): (Change | Proposals<Change> | Documents<Change>)[] => {
  const lines: Change[][] = [];
  for (const change of changes) {
    const line = lines.at(-1);
    const last = line?.at(-1);
    if (last !== undefined && areOfOne(last, change)) line?.push(change);
    else lines.push([change]);
  }
  return lines.flatMap<Change | Proposals<Change> | Documents<Change>>((line) => {
    if (line.length === 1) return line;
    const mayGoOn = goesOn && line === lines.at(-1);
    const documents = line.filter((change) => isRead(change));
    return documents.length > 0
      ? { documents, mayGoOn }
      : { proposals: line.filter((change) => isShown(change)), mayGoOn };
  });
};

/** `9 documents`; `9 or more documents` where the rest was not loaded. */
export const countedSoFar = (count: number, mayGoOn: boolean, noun: string): string =>
  counted(mayGoOn ? `${count} or more` : count, noun);

/** `24 statements`; `24 or more statements` where the rest was not loaded. */
export const numberOf = ({ proposals, mayGoOn }: Proposals): string => {
  const noun = proposals.every(({ candidate }) => candidate.__typename === 'Memory') ? 'statement' : 'item';
  return countedSoFar(proposals.length, mayGoOn, noun);
};

/** The document, or the number of documents, that they are from; null where one has none, or not all are loaded. */
export const originOf = ({
  proposals,
  mayGoOn,
}: Proposals): { readonly path: string } | { readonly documents: number } | null => {
  const paths = new Set(proposals.map(({ candidate }) => candidate.source?.document?.path));
  const [path] = paths;
  if (mayGoOn || path === undefined || paths.has(undefined)) return null;
  return paths.size === 1 ? { path } : { documents: paths.size };
};
