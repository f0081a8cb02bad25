import { systemRole, viewerRole } from '#entities/policies.ts';
import { connectionOf } from './server-address.ts';
import { createClient } from './server-client.ts';

/** State of a database and of the login that asks, for `vouch doctor`. */
export interface ServerState {
  readonly version: string;
  readonly login: string;
  /** Superuser, or one that row-level security does not bind. */
  readonly passesPolicies: boolean;
  readonly ownsTables: boolean;
  /** Session roles that the login may not take. */
  readonly missingRoles: readonly string[];
  readonly hasTrigrams: boolean;
  readonly freeConnections: number;
  /** Milliseconds by which the server's clock is ahead of this machine's. */
  readonly clockAhead: number;
}

/** Lists why a login must not serve; empty when row-level security binds it. */
export const faultsOfLogin = (
  { login, passesPolicies, ownsTables }: ServerState,
  variable: string,
): string[] => [
  ...(passesPolicies
    ? [`Row-level security does not bind ${login}: give ${variable} a login without SUPERUSER and BYPASSRLS.`]
    : []),
  ...(ownsTables
    ? [`${login} owns tables: let another login migrate (DATABASE_MIGRATION_URL) and own them.`]
    : []),
];

/** @throws the error of the driver. */
export const readServerState = async (url: string, now: () => number): Promise<ServerState> => {
  const client = createClient({
    connectionTimeoutMillis: 5_000,
    query_timeout: 10_000,
    ...connectionOf(url),
  });
  await client.connect();
  try {
    const asked = now();
    const { rows } = await client.query<
      Omit<ServerState, 'clockAhead' | 'missingRoles'> & { clock: number; roles: string[] }
    >(
      `select current_setting('server_version') as version, current_user as login,
        (select rolsuper or rolbypassrls from pg_roles where rolname = current_user) as "passesPolicies",
        exists (select from pg_tables where schemaname = 'public' and tableowner = current_user) as "ownsTables",
        array(select rolname::text from pg_roles where rolname = any($1)
          and pg_has_role(current_user, oid, case when current_setting('server_version_num')::int >= 160000 then 'SET' else 'MEMBER' end)) as roles,
        exists (select from pg_extension where extname = 'pg_trgm') as "hasTrigrams",
        current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
          - (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as "freeConnections",
        extract(epoch from clock_timestamp())::float8 * 1000 as clock`,
      [[viewerRole, systemRole]],
    );
    const [state] = rows;
    if (state === undefined) throw new Error('The server answered without a row.');
    const { clock, roles, ...rest } = state;
    return {
      ...rest,
      missingRoles: [viewerRole, systemRole].filter((role) => !roles.includes(role)),
      clockAhead: Math.round(clock - (asked + now()) / 2),
    };
  } finally {
    await client.end().catch(() => undefined);
  }
};
