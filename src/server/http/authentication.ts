import { createRemoteJWKSet, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { z } from 'zod';
import { plainClaims } from '#config/claim-mapping.ts';
import type { TokenConfig } from '#config/config.ts';
import { isPlainName, isPlainTenant, isTenantName } from '#domain/privacy/folded-name.ts';
import { type GroupCheck, type Role, roles, type Viewer, withoutWithdrawn } from '#domain/privacy/viewer.ts';
import {
  createMisspelledTenantError,
  createRolelessError,
  createUnauthenticatedError,
} from '#server/operations/public-errors.ts';
import { sessionToken } from './browser-session.ts';
import type { IssuedToken } from './denied-tokens.ts';
import { mapClaims, namesTenant } from './map-claims.ts';

/** Identity that a token proves, and its expiry. */
export interface Identity {
  readonly viewer: Viewer;
  /** Milliseconds until the token ends; 0 or less when it has, or when it is denied. */
  readonly remaining: () => number;
}

export interface Authenticator {
  /**
   * Identifies the bearer of the token, or the browser whose session is named; null when the request has neither. @throws the
   * same UNAUTHENTICATED error for every bad token, FORBIDDEN for one that gives no role or names a tenant in capital letters;
   * another error when the key set cannot be reached.
   */
  authenticate(headers: Pick<Headers, 'get'>): Promise<Identity | null>;
  /** The same, of a token that was verified lately; null for any other one. */
  recall(headers: Pick<Headers, 'get'>): Identity | null;
}

const asymmetricAlgorithms = [
  'RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519',
]; // biome-ignore format: a list to be read across

const longestToken = 8_192;
/** Milliseconds until the key set is read again. */
const keysFor = 30_000;
const bearer = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i;

/** The token of a request; null: it carries none, undefined: none that can be valid. */
const tokenOf = (headers: Pick<Headers, 'get'>): string | null | undefined => {
  const authorization = headers.get('authorization');
  if (authorization === null) return sessionToken(headers);
  return authorization.length <= longestToken ? bearer.exec(authorization)?.[1] : undefined;
};

/** Checks tokens by the secret (HS256 only), by the key set (asymmetric algorithms only), or by both. */
export function createAuthenticator(
  config: TokenConfig,
  {
    now,
    isDenied = () => false,
    isWithdrawn = () => false,
  }: {
    readonly now: () => Date;
    readonly isDenied?: ((token: IssuedToken) => boolean) | undefined;
    /** True for a group that counts no more for a user. */
    readonly isWithdrawn?: GroupCheck | undefined;
  },
): Authenticator {
  const secret = config.secret === null ? null : new TextEncoder().encode(config.secret);
  const keySet =
    config.jwksUrl === null
      ? null
      : createRemoteJWKSet(new URL(config.jwksUrl), {
          timeoutDuration: 5_000,
          cooldownDuration: keysFor,
          cacheMaxAge: keysFor,
        });

  // The algorithm chooses the key, so that no public key is ever taken for a shared secret.
  const keyFor: JWTVerifyGetKey = (header, token) => {
    if (header.alg === 'HS256' && secret !== null) return secret;
    if (header.alg !== 'HS256' && keySet !== null) return keySet(header, token);
    throw new errors.JOSEAlgNotAllowed();
  };

  const verified = createVerifiedTokens(now, isDenied, isWithdrawn);

  return {
    recall: (headers) => {
      const token = tokenOf(headers);
      return token == null ? null : verified.find(token);
    },
    async authenticate(headers) {
      const token = tokenOf(headers);
      if (token === null) return null;
      if (token === undefined) throw createUnauthenticatedError();
      const known = verified.find(token);
      if (known !== null) return known;
      try {
        const { payload } = await jwtVerify(token, keyFor, {
          algorithms: ['HS256', ...asymmetricAlgorithms],
          requiredClaims: ['exp'],
          currentDate: now(),
          ...(config.issuer === null ? {} : { issuer: config.issuer }),
          ...(config.audience === null ? {} : { audience: config.audience }),
        });
        if (isIdToken(payload) || livesTooLong(payload, config, now())) throw createUnauthenticatedError();
        const mapping = config.claims ?? plainClaims;
        const claimed = toViewer(claims.parse(mapClaims(payload, mapping)));
        if (namesTenant(mapping) && !isTenantName(claimed.tenant)) throw createMisspelledTenantError();
        const viewer = withoutWithdrawn(claimed, isWithdrawn);
        if (viewer.roles.length === 0) throw createRolelessError();
        const identity = verified.keep(token, viewer, claimed.groups, payload);
        if (identity.remaining() <= 0) throw createUnauthenticatedError();
        return identity;
      } catch (error) {
        throw isBadToken(error) ? createUnauthenticatedError() : error;
      }
    },
  };
}

/** True for the tokens with which OpenID Connect names who signed in to an application: they give access to nothing else. */
const isIdToken = (payload: JWTPayload): boolean =>
  ['nonce', 'at_hash', 'c_hash'].some((claim) => payload[claim] !== undefined) ||
  payload.token_use === 'id' ||
  payload.typ === 'ID';

const livesTooLong = ({ iat, exp = 0 }: JWTPayload, { longestLife }: TokenConfig, now: Date): boolean =>
  longestLife !== undefined &&
  exp - Math.min(iat ?? Number.POSITIVE_INFINITY, now.getTime() / 1_000) > longestLife;

const mostVerified = 1_000;
const verifiedFor = 30_000;

/**
 * Tokens that were verified within the last half minute, by their whole text, signature included: a client sends the same one
 * with each request. None outlives its end; a key that is taken out of the key set is found missing
 * after another half minute, so that its tokens end within a minute.
 */
const createVerifiedTokens = (
  now: () => Date,
  isDenied: (token: IssuedToken) => boolean,
  isWithdrawn: GroupCheck,
) => {
  const tokens = new Map<
    string,
    { readonly identity: Identity; readonly since: number; readonly withdrawn: readonly string[] }
  >();
  return {
    find: (token: string): Identity | null => {
      const known = tokens.get(token);
      if (known === undefined) return null;
      // A clock that was set back makes it older than nothing.
      const age = now().getTime() - known.since;
      const { identity, withdrawn } = known;
      // Restored since: the token is verified again with the group. What is open goes on without it.
      const isRestored = withdrawn.some((group) => !isWithdrawn(identity.viewer, group));
      return age >= 0 && age < verifiedFor && !isRestored && identity.remaining() > 0 ? identity : null;
    },
    keep: (
      token: string,
      viewer: Viewer,
      claimed: readonly string[],
      { exp = 0, iat = 0 }: JWTPayload,
    ): Identity => {
      const { tenant, user } = viewer;
      const identity = {
        viewer,
        remaining: () =>
          isDenied({ tenant, user, issuedAt: iat * 1_000 }) ||
          // Withdrawn since: what is open ends, and the token is verified again without the group.
          viewer.groups.some((group) => isWithdrawn(viewer, group))
            ? 0
            : exp * 1_000 - now().getTime(),
      };
      const [oldest] = tokens.keys();
      if (tokens.size >= mostVerified && oldest !== undefined) tokens.delete(oldest);
      tokens.delete(token);
      const withdrawn = claimed.filter((group) => !viewer.groups.includes(group));
      tokens.set(token, { identity, since: now().getTime(), withdrawn });
      return identity;
    },
  };
};

const isBadToken = (error: unknown): boolean =>
  error instanceof z.ZodError ||
  (error instanceof errors.JOSEError && !keySetFaults.some((code) => code === error.code));

// Errors of jose when the key set's server fails: our fault, not the caller's.
const keySetFaults = [errors.JOSEError.code, errors.JWKSTimeout.code, errors.JWKSInvalid.code];

/**
 * Characters that every store returns unchanged: PGlite drops a leading byte order mark, and events of such a user would
 * not fit their hashes.
 */
const name = z
  .string()
  .min(1)
  .max(200)
  .regex(/^(?!\uFEFF)[^\p{Cc}\p{Cs}]*$/u);

const claims = z.object({
  sub: name.refine(isPlainName),
  tenant: name.refine(isPlainTenant),
  roles: z.array(z.string().max(100)).max(100).default([]),
  groups: z.array(name).max(500).default([]),
});

/** Roles that this version does not know are left out: they give nothing. */
const toViewer = ({ sub, tenant, roles: claimed, groups }: z.infer<typeof claims>): Viewer => ({
  tenant,
  user: sub,
  roles: roles.filter((role: Role) => claimed.includes(role)),
  groups: [...new Set(groups)],
});
