import { projectIdOf, userIdOf } from '#domain/privacy/named-ids.ts';
import { builder } from './builder.ts';
import type { GraphQLContext } from './context.ts';

/** A thing that has a name and no row of its own. */
export interface Named {
  readonly id: string;
  readonly name: string;
}

export const User = builder.objectRef<Named>('User');
export const Project = builder.objectRef<Named>('Project');

/** The user named by a visible row. */
export const userOf = (name: string): Named => ({ id: userIdOf(name), name });
export const userOrNull = (name: string | null): Named | null => (name === null ? null : userOf(name));

/** The project of a visible row. */
export const projectOf = (name: string): Named => ({ id: projectIdOf(name), name });

/** Null where the viewer sees nothing of the project. */
export const findProject = async (
  name: string | null,
  { reads: { loaders } }: GraphQLContext,
): Promise<Named | null> =>
  name !== null && (await loaders.projects.load(name)) !== null ? projectOf(name) : null;
