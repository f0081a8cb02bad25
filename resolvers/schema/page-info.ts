import type { PageArguments } from '#persistence/reading/keyset.ts';

interface ReadPage {
  readonly asked: PageArguments;
  /** True when further rows lie between the cursors that were given; null: nobody has looked. */
  readonly hasMore: boolean | null;
  readonly cursors: readonly { readonly cursor: string }[];
  /** Cursor of the row that the page was read up to, where that is beyond its last row. */
  readonly reached?: string | undefined;
  /** True when the list holds any row of a page. */
  readonly isAny: (page: PageArguments) => Promise<boolean>;
}

/** Position of a page in its list. Rows beyond a given cursor are looked for only when selected. */
export class PageInfo {
  /** Judged from the page alone; `isFollowed` reads further. */
  readonly hasNextPage: boolean;
  /** Judged from the page alone; `isPreceded` reads further. */
  readonly hasPreviousPage: boolean;
  readonly #page: ReadPage;

  constructor(page: ReadPage) {
    this.#page = page;
    this.hasNextPage = page.hasMore === true && page.asked.fromEnd !== true;
    this.hasPreviousPage = page.hasMore === true && page.asked.fromEnd === true;
  }

  isFollowed(): boolean | Promise<boolean> {
    const { asked, hasMore, isAny } = this.#page;
    if (hasMore === null && asked.fromEnd !== true) return isAny({ ...asked, size: 1 });
    if (this.hasNextPage || asked.before == null) return this.hasNextPage;
    return isAny({ size: 1, after: asked.before, inclusive: true });
  }

  isPreceded(): boolean | Promise<boolean> {
    const { asked, hasMore, isAny } = this.#page;
    if (hasMore === null && asked.fromEnd === true) return isAny({ ...asked, size: 1 });
    if (this.hasPreviousPage || asked.after === null) return this.hasPreviousPage;
    return isAny({ size: 1, fromEnd: true, after: null, before: asked.after, inclusive: true });
  }

  get startCursor(): string | null {
    const { asked, cursors, reached } = this.#page;
    return (asked.fromEnd === true ? reached : null) ?? cursors.at(0)?.cursor ?? null;
  }

  get endCursor(): string | null {
    const { asked, cursors, reached } = this.#page;
    return (asked.fromEnd === true ? null : reached) ?? cursors.at(-1)?.cursor ?? null;
  }
}
