/** Where an issuer writes what a viewer is made of. A path is a claim's whole name, or names parted by dots into it. */
export interface ClaimMapping {
  readonly user: string;
  readonly tenant: string;
  readonly roles: string;
  readonly groups: string;
  /** The tenant of everybody, where the issuer names none; null: as the token says. */
  readonly onlyTenant: string | null;
  /** What the issuer's values mean here. Of the tenant only those in the map are taken, where there is one; of roles and groups others stay as they are. */
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
