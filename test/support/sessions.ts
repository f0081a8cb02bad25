import type { Viewer } from '#domain/privacy/viewer.ts';
import { viewerRole } from '#entities/policies.ts';
import { sql } from '#persistence/reading/sql.ts';
import type { Orm } from '#persistence/store/orm.ts';
import { inReadSession, type ReadSession } from '#persistence/store/viewer-session.ts';
import { people } from './gateway.ts';

/** Identity of a session, according to the database. */
export interface Who {
  readonly role: string;
  readonly tenant: string | null;
  readonly user: string | null;
  readonly groups: string[];
  readonly roles: string | null;
}

export const whoLooks = sql<Who>`select current_user::text as role, viewer_tenant() as tenant, viewer_user() as user,
  viewer_groups() as groups, nullif(current_setting('vouch.roles', true), '') as roles`;

/** Reads in a session of its own, which is closed whatever comes of it. */
export const inSession = async <Result>(
  orm: Orm,
  viewer: Viewer,
  read: (session: ReadSession) => Promise<Result>,
  role: string = viewerRole,
): Promise<Result> => inReadSession(orm, viewer, role, read);

export const alice: Viewer = { ...people.admin, groups: ['board'] };
