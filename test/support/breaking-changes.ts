import { execFileSync } from 'node:child_process';
import { buildSchema, findBreakingChanges } from 'graphql';

/** A line of the changes of the schema that names a break, in graphql-js's own words for it. */
const declaration = /^\s*(?:[-*]\s+)?BREAKING: (.+?)\s*$/gm;

/** A type that left a union because it is gone altogether: its own removal says so. */
const follows = (description: string, all: readonly string[]): boolean => {
  const member = /^(\w+) was removed from union type /.exec(description)?.[1];
  return member !== undefined && all.includes(`${member} was removed.`);
};

/** Breaking changes for operations written against `before` that the changelog does not name. */
export const undeclaredBreaks = (before: string, after: string, changelog: string): string[] => {
  const declared = new Set([...changelog.matchAll(declaration)].map((match) => match[1]));
  const all = findBreakingChanges(buildSchema(before), buildSchema(after)).map(
    ({ description }) => description,
  );
  return all.filter((description) => !declared.has(description) && !follows(description, all));
};

/**
 * The newest committed schema that is not the working one: in CI, whose HEAD holds the change, the one before it; at a
 * desk, where the change is not committed, HEAD's. Null where there is no history to ask.
 */
export const findFormerSchema = (root: string, working: string): string | null => {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    const versions = git('log', '--first-parent', '-n', '2', '--format=%H', '--', 'schema.graphql')
      .split('\n')
      .filter((hash) => hash !== '')
      .map((hash) => git('show', `${hash}:schema.graphql`));
    return versions.find((version) => version.trim() !== working.trim()) ?? null;
  } catch {
    return null;
  }
};
