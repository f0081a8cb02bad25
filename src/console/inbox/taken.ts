import type { Viewer } from '../api/browser-session.ts';
import type { Decision } from './decision.ts';
import type { Entry, Subject } from './operations.ts';

type SubjectType = Subject['__typename'];

/** An entry as it was decided: the ids and the revision that the reviewer looked at, without its words. */
export interface Target {
  /** The id of the entry. */
  readonly id: string;
  readonly subject: {
    readonly __typename: SubjectType;
    readonly id: string;
    readonly revision?: number;
    readonly suggestedLabels?: readonly string[] | null;
  };
  /** The revision that the decision left: another one now is somebody's later change, which undo leaves alone. Absent: not known. */
  readonly leftAt?: number;
}

/** A decision of this tab on one entry, or on several at once. */
export interface Taken {
  /** The idempotency key: the decision is sent again under the same one. */
  readonly key: string;
  /** Without its words once it is answered: the item keeps them. */
  readonly decision: Decision;
  /** When it was made. */
  readonly at: string;
  /** Entries that were not refused. */
  readonly targets: readonly Target[];
  /** True: also where somebody else works on it. */
  readonly takeOver: boolean;
  /** True when the API answered. */
  readonly isAnswered: boolean;
  /** True when it could not be sent: it is marked, and sent again when the person wants it. */
  readonly hasFailed?: boolean;
}

export const targetOf = ({ id, subject }: Entry): Target => ({
  id,
  subject: {
    __typename: subject.__typename,
    id: subject.id,
    ...('revision' in subject ? { revision: subject.revision } : {}),
    ...('suggestedLabels' in subject ? { suggestedLabels: subject.suggestedLabels } : {}),
  },
});

const words: readonly string[] = ['content', 'reason', 'mergedContent', 'note'];

/** The decision with its words emptied: nothing of them is kept in the browser for longer than it takes to send them. */
export const withoutWords = (decision: Decision): Decision =>
  Object.fromEntries(
    Object.entries(decision).map(([name, value]) => [name, words.includes(name) ? '' : value]),
  ) as unknown as Decision;

const storageKey = 'vouch.decisions';
/** Decisions that can be taken back after a reload. */
const mostKept = 100;

/** The name under which decisions are kept. */
export const nameOfViewer = ({ tenant, user }: Pick<Viewer, 'tenant' | 'user'>): string =>
  `${tenant}/${user}`;

/** Decisions that this tab has kept for the viewer; the reload of a page loses none. */
export const readTaken = (viewer: string): readonly Taken[] => {
  const kept = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as {
    viewer: string;
    taken: readonly Taken[];
  } | null;
  return kept?.viewer === viewer ? kept.taken : [];
};

const leftKey = 'vouch.left';
/** When the last page of this tab was left; null in a new tab, and in a copy of one whose page is still open. */
const leftAt = sessionStorage.getItem(leftKey);
sessionStorage.removeItem(leftKey);
addEventListener('pagehide', () => sessionStorage.setItem(leftKey, new Date().toISOString()));
addEventListener('pageshow', () => sessionStorage.removeItem(leftKey));

/** Milliseconds for which a decision is sent again by itself: within the life of its key, and of the person's memory. */
const sentAgainWithin = 3_600_000;

/** True when the last page of this tab was left, not long ago, before the decision was answered or failed. */
export const wasLeft = ({ isAnswered, hasFailed, at }: Taken): boolean =>
  !isAnswered &&
  hasFailed !== true &&
  leftAt !== null &&
  at <= leftAt &&
  Date.now() - Date.parse(at) < sentAgainWithin;

export const keepTaken = (viewer: string, taken: readonly Taken[]): void =>
  sessionStorage.setItem(storageKey, JSON.stringify({ viewer, taken: taken.slice(-mostKept) }));

/** Forgets what this tab has kept, but for what is the viewer's own. */
export const forgetTaken = (viewer?: Pick<Viewer, 'tenant' | 'user'>): void => {
  if (viewer === undefined || readTaken(nameOfViewer(viewer)).length === 0)
    sessionStorage.removeItem(storageKey);
};

/** The decision without some entries; none when it has no other. */
export const without = (one: Taken, ids: ReadonlySet<string>): readonly Taken[] => {
  if (one.isAnswered || !one.targets.some(({ id }) => ids.has(id))) return [one];
  const targets = one.targets.filter(({ id }) => !ids.has(id));
  return targets.length === 0 ? [] : [{ ...one, targets }];
};
