import { newKey } from '../api/new-key.ts';
import type { Taken } from './taken.ts';

/** A decision that no answer came for, with its words: the browser keeps it until it is answered, forgotten, or somebody signs out. */
interface Unsent {
  readonly viewer: string;
  /** The page that sends it. */
  readonly page: string;
  readonly one: Taken;
}

/** Each decision has a place of its own, so that two tabs never write over each other. */
const place = 'vouch.unsent.';
/** The id of this page: a copy of its tab has another. */
const page = newKey();
const lockOf = (owner: string): string => `vouch.page.${owner}`;
/** A page without encryption has no locks: every other page counts as gone. */
const locks = 'locks' in navigator ? navigator.locks : null;
// Kept until the page is gone, however it goes.
void locks?.request(lockOf(page), () => new Promise(() => {}));

/** Signals that this page took over decisions of a page that is gone. */
export const takenOver = new EventTarget();

const readAll = (): readonly Unsent[] =>
  Object.keys(localStorage)
    .filter((name) => name.startsWith(place))
    .map((name) => JSON.parse(localStorage.getItem(name) ?? 'null') as Unsent | null)
    .filter((one) => one !== null);

const write = (unsent: Unsent): void =>
  localStorage.setItem(`${place}${unsent.one.key}`, JSON.stringify(unsent));

const isOwn =
  (viewer: string) =>
  (one: Unsent): boolean =>
    one.viewer === viewer && one.page === page;

const isOfOther =
  (viewer: string) =>
  (one: Unsent): boolean =>
    one.viewer === viewer && one.page !== page;

/** Decisions of the viewer that this page has to send, oldest first. */
export const readUnsent = (viewer: string): readonly Taken[] =>
  readAll()
    .filter(isOwn(viewer))
    .map(({ one }) => one)
    .sort((one, other) => one.at.localeCompare(other.at));

/** Keeps these, and none else of this page. */
export const keepUnsent = (viewer: string, taken: readonly Taken[]): void => {
  for (const { one } of readAll().filter(isOwn(viewer)))
    if (!taken.some(({ key }) => key === one.key)) localStorage.removeItem(`${place}${one.key}`);
  for (const one of taken) write({ viewer, page, one });
};

/** Forgets what the browser keeps, but for what is the viewer's own. */
export const forgetUnsent = (viewer: string | null): void => {
  for (const one of readAll()) if (one.viewer !== viewer) localStorage.removeItem(`${place}${one.one.key}`);
};

/** How many entries the viewer decided that no page of this browser has an answer for. */
export const countUnsent = (viewer: string): number =>
  readAll()
    .filter((one) => one.viewer === viewer)
    .reduce((sum, { one }) => sum + one.targets.length, 0);

/** Takes over what the viewer's other pages have not sent, living ones too; gives how to give the rest back. */
export const borrowUnsent = (viewer: string): (() => void) => {
  const others = readAll().filter(isOfOther(viewer));
  for (const { one } of others) write({ viewer, page, one });
  const owners = new Map(others.map(({ page: owner, one }) => [one.key, owner]));
  return () => {
    for (const unsent of readAll().filter(isOwn(viewer)))
      write({ ...unsent, page: owners.get(unsent.one.key) ?? page });
  };
};

/**
 * Takes over what the viewer's other pages have not sent, as soon as each of them is gone: a tab that was closed, one that
 * was loaded anew, a browser that ended. The page of a tab that was copied lives on, and keeps its own. Gives how to end it.
 */
export const takeOverLeft = (viewer: string): (() => void) => {
  const ending = new AbortController();
  const others = readAll().filter(isOfOther(viewer));
  for (const owner of new Set(others.map((one) => one.page))) {
    const take = () => {
      if (ending.signal.aborted) return;
      const left = readAll().filter((one) => one.viewer === viewer && one.page === owner);
      for (const { one } of left) write({ viewer, page, one });
      if (left.length > 0) takenOver.dispatchEvent(new Event('taken'));
    };
    if (locks === null) take();
    else void locks.request(lockOf(owner), { signal: ending.signal }, take).catch(() => {});
  }
  return () => ending.abort();
};
