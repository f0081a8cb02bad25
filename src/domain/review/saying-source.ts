import { isSamePerson } from '#domain/privacy/folded-name.ts';

/** A source that says an item: who brought it in, whom it is about, and who speaks there. */
export interface SayingSource {
  readonly broughtBy: string;
  readonly about: string | null;
  readonly speaker: string | null;
}

/** A source is brought in by the user for whom it speaks, whatever service or person recorded it; else by its recorder. */
export const bringerFor = (user: string, { broughtBy, about, speaker }: SayingSource): string =>
  [about, speaker].some((name) => name !== null && isSamePerson(name, user)) ? user : broughtBy;
