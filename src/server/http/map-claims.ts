import { type ClaimMapping, plainClaims, type ValueMap } from '#config/claim-mapping.ts';

type Claims = Readonly<Record<string, unknown>>;

const isClaims = (value: unknown): value is Claims =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Value at a path; undefined where there is none. A name with dots is tried whole first. */
const find = (claims: unknown, path: string): unknown => {
  if (!isClaims(claims)) return undefined;
  if (Object.hasOwn(claims, path)) return claims[path];
  for (let dot = path.lastIndexOf('.'); dot > 0; dot = path.lastIndexOf('.', dot - 1)) {
    const name = path.slice(0, dot);
    if (Object.hasOwn(claims, name)) return find(claims[name], path.slice(dot + 1));
  }
  return undefined;
};

/** A list; at a path that was configured also names parted by spaces, as in `scope`. */
const findList = (claims: Claims, path: string, usual: string): unknown => {
  const value = find(claims, path);
  return typeof value === 'string' && path !== usual ? value.split(/\s+/).filter(Boolean) : value;
};

/** Translates each value; `others` says what one becomes that the map does not name. */
const mapped = (values: unknown, map: ValueMap, others: (value: unknown) => readonly unknown[]): unknown =>
  Array.isArray(values) && map.size > 0
    ? values.flatMap((value) => (typeof value === 'string' && map.get(value)) || others(value))
    : values;

const dropped = () => [];
const kept = (value: unknown) => [value];

const tenantOf = (claims: Claims, { tenant, onlyTenant, tenantMap }: ClaimMapping): unknown => {
  if (onlyTenant !== null) return onlyTenant;
  const named = find(claims, tenant);
  return tenantMap.size > 0 ? tenantMap.get(String(named))?.[0] : named;
};

/**
 * True where the tenant of a token is a name, in the claim of this gateway. Ids of an issuer's own claim differ by letter case, and
 * what the operator wrote is as they wrote it.
 */
export const namesTenant = ({ tenant, onlyTenant, tenantMap }: ClaimMapping): boolean =>
  tenant === plainClaims.tenant && onlyTenant === null && tenantMap.size === 0;

/** Maps the claims of a verified token to the gateway's names; missing claims are left out. */
export const mapClaims = (claims: Claims, mapping: ClaimMapping): Claims => ({
  sub: find(claims, mapping.user),
  tenant: tenantOf(claims, mapping),
  roles: mapped(findList(claims, mapping.roles, plainClaims.roles), mapping.roleMap, dropped),
  groups: mapped(findList(claims, mapping.groups, plainClaims.groups), mapping.groupMap, kept),
});
