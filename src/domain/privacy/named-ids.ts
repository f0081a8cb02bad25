/**
 * People and projects have names that the tenant gave, and no row of their own. Their ids encode the name, so that an id is the same
 * in every answer and no table has to be kept beside the rows that name them.
 */
const idOf = (prefix: string, name: string): string =>
  `${prefix}_${Buffer.from(name, 'utf8').toString('base64url')}`;

const nameOf = (prefix: string, id: string): string | null => {
  if (!id.startsWith(`${prefix}_`)) return null;
  const name = Buffer.from(id.slice(prefix.length + 1), 'base64url').toString('utf8');
  // Only one encoding of a name is an id: any other is malformed.
  return name !== '' && !name.includes('\0') && idOf(prefix, name) === id ? name : null;
};

export const userIdOf = (name: string): string => idOf('usr', name);
/** Null for what is no id of a user. */
export const userNameOf = (id: string): string | null => nameOf('usr', id);

export const projectIdOf = (name: string): string => idOf('prj', name);
/** Null for what is no id of a project. */
export const projectNameOf = (id: string): string | null => nameOf('prj', id);
