import { foldedName } from '#domain/privacy/folded-name.ts';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { type RawBuilder, sql } from '#persistence/reading/sql.ts';

/** The names under which a person is known in their tenant, as an array of texts: every spelling, and that of this token. */
export const spellingsOf = ({ tenant, user }: Viewer): RawBuilder<string[]> =>
  sql`array(select spelling from known_users where tenant = ${tenant} and name = ${foldedName(user)} union select ${user})`;
