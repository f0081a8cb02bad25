import type { Viewer } from '#domain/privacy/viewer.ts';
import { schema } from '#resolvers/index.ts';
import type { Answer } from '../support/story.ts';

/** Actions of people in a part of a world; a refusal fails the test. */
export interface PartRunner {
  readonly does: (who: Viewer, mutation: string, input: object) => Promise<Answer>;
  readonly asks: (who: Viewer, query: string, variables?: object) => Promise<Answer>;
  /** The data of a query in its own words. */
  readonly reads: (who: Viewer, query: string) => Promise<Answer>;
}

/** A part of a world. Its ids and instants are its own, so that no other part shifts them. */
export interface Part {
  readonly name: string;
  readonly tenant: string;
  /** True when anything in it is visible to this viewer. */
  readonly seenBy: (viewer: Viewer) => boolean;
}

/** True when the schema has the type. */
export const has = (type: string): boolean => schema.getType(type) !== undefined;

/** True when the schema has the mutation: a later capability joins the story when it comes. */
export const serves = (mutation: string): boolean =>
  schema.getMutationType()?.getFields()[mutation] !== undefined;
