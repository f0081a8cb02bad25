import type { Viewer } from '../api/browser-session.ts';
import { newKey } from '../api/new-key.ts';
import type { Decision } from './decision.ts';
import type { Entry, Subject } from './operations.ts';
import { forgetUnsent, keepUnsent, readUnsent } from './unsent.ts';

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
  /** True when the decision did not leave, or no answer came: it is marked, and sent again when the person wants it. */
  readonly hasFailed?: boolean;
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
  /** True when the API answered: of a decision on several, those that it answered stand apart, under the same key. */
  readonly isAnswered: boolean;
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
const withoutWords = (decision: Decision): Decision =>
  Object.fromEntries(
    Object.entries(decision).map(([name, value]) => [name, words.includes(name) ? '' : value]),
  ) as unknown as Decision;

const storageKey = 'vouch.decisions';
/** Decisions that can be taken back after a reload. */
const mostKept = 100;

/** The name under which decisions are kept. */
export const nameOfViewer = ({ tenant, user }: Pick<Viewer, 'tenant' | 'user'>): string =>
  `${tenant}/${user}`;

/** Answered decisions that the tab keeps for the viewer, without words. */
const readAnswered = (viewer: string): readonly Taken[] => {
  const kept = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as {
    viewer: string;
    taken: readonly Taken[];
  } | null;
  return kept?.viewer === viewer ? kept.taken : [];
};

/** Decisions of the viewer, oldest first: answered ones of this tab, and unanswered ones that this page has to send. */
export const readTaken = (viewer: string): readonly Taken[] =>
  [...readAnswered(viewer), ...readUnsent(viewer)].sort((one, other) => one.at.localeCompare(other.at));

/** Milliseconds for which a decision is sent again by itself: within the life of its key, and of the person's memory. */
const sentAgainWithin = 3_600_000;

/** True when its page was left, not long ago, before the entry's decision was answered or failed. */
export const wasLeft = ({ isAnswered, at }: Taken, { hasFailed }: Target): boolean =>
  !isAnswered && hasFailed !== true && Date.now() - Date.parse(at) < sentAgainWithin;

export const keepTaken = (viewer: string, taken: readonly Taken[]): void => {
  const answered = taken.filter(({ isAnswered }) => isAnswered).slice(-mostKept);
  sessionStorage.setItem(storageKey, JSON.stringify({ viewer, taken: answered }));
  keepUnsent(
    viewer,
    taken.filter(({ isAnswered }) => !isAnswered),
  );
};

/** Forgets what the browser has kept, but for what is the viewer's own. */
export const forgetTaken = (viewer?: Pick<Viewer, 'tenant' | 'user'>): void => {
  const name = viewer === undefined ? null : nameOfViewer(viewer);
  if (name === null || readAnswered(name).length === 0) sessionStorage.removeItem(storageKey);
  forgetUnsent(name);
};

/** Answers to a decision on several: refused entries are not kept, failed ones stay marked. */
interface Answers {
  readonly applied: readonly Target[];
  readonly refused: readonly Target[];
  readonly failed: readonly Target[];
}

export const withAnswers = (
  taken: readonly Taken[],
  key: string,
  { applied, refused, failed }: Answers,
): readonly Taken[] => {
  const asked = taken.find((one) => one.key === key && !one.isAnswered);
  if (asked === undefined) return taken;
  const before = taken.find((one) => one.key === key && one.isAnswered);
  const answered = new Set([...applied, ...refused].map(({ id }) => id));
  const marked = new Set(failed.map(({ id }) => id));
  const left = asked.targets
    .filter(({ id }) => !answered.has(id))
    .map((target) => (marked.has(target.id) ? { ...target, hasFailed: true } : target));
  const done = [...(before?.targets ?? []), ...applied];
  return [
    ...taken.filter((one) => one.key !== key),
    ...(done.length === 0
      ? []
      : [{ ...asked, decision: withoutWords(asked.decision), targets: done, isAnswered: true }]),
    ...(left.length === 0 ? [] : [{ ...asked, targets: left }]),
  ];
};

/** The decision without some entries; none when it has no other. */
export const without = (one: Taken, ids: ReadonlySet<string>): readonly Taken[] => {
  if (one.isAnswered || !one.targets.some(({ id }) => ids.has(id))) return [one];
  const targets = one.targets.filter(({ id }) => !ids.has(id));
  if (targets.length === 0) return [];
  // Under one key the API takes one input only.
  const key = targets.some(({ hasFailed }) => hasFailed === true) ? newKey() : one.key;
  return [{ ...one, key, targets }];
};
