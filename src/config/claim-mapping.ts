/** Places of the viewer's facts in an issuer's tokens. A path is a claim's whole name, or names separated by dots. */
export interface ClaimMapping {
  readonly user: string;
  readonly tenant: string;
  readonly roles: string;
  readonly groups: string;
  /** The tenant of everybody, where the issuer names none; null: as the token says. */
  readonly onlyTenant: string | null;
  /** Translations of the issuer's values. With a map of tenants or of roles, only what it names counts; unmapped groups pass unchanged. */
  readonly tenantMap: ValueMap;
  readonly roleMap: ValueMap;
  readonly groupMap: ValueMap;
}

export type ValueMap = ReadonlyMap<string, readonly string[]>;

const noValues: ValueMap = new Map();

/** The claims `sub`, `tenant`, `roles` and `groups`, as they are. */
export const plainClaims: ClaimMapping = {
  user: 'sub',
  tenant: 'tenant',
  roles: 'roles',
  groups: 'groups',
  onlyTenant: null,
  tenantMap: noValues,
  roleMap: noValues,
  groupMap: noValues,
};
