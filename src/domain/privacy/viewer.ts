/** The roles that a token may carry. `admin` includes reviewer, contributor and auditor; no other role includes another. */
export const roles = ['reader', 'contributor', 'reviewer', 'curator', 'auditor', 'admin', 'service'] as const;
export type Role = (typeof roles)[number];

const includedInAdmin: readonly Role[] = ['reviewer', 'contributor', 'auditor'];

/** The user on whose behalf an operation runs: the verified claims of one token, nothing else. */
export interface Viewer {
  readonly tenant: string;
  readonly user: string;
  readonly roles: readonly Role[];
  /** The audiences that the user belongs to. */
  readonly groups: readonly string[];
}

/** True for a group that was withdrawn from a user, or from everybody of their tenant. */
export type GroupCheck = (viewer: Pick<Viewer, 'tenant' | 'user'>, group: string) => boolean;

/** The viewer without the groups that count no more. */
export const withoutWithdrawn = (viewer: Viewer, isWithdrawn: GroupCheck): Viewer => ({
  ...viewer,
  groups: viewer.groups.filter((group) => !isWithdrawn(viewer, group)),
});

/** True when the viewer holds the role, or is an admin and the role is one that admin includes. */
export const hasRole = (viewer: Viewer, role: Role): boolean =>
  viewer.roles.includes(role) || (viewer.roles.includes('admin') && includedInAdmin.includes(role));

/** True when the viewer holds at least one of the roles. */
export const hasAnyRole = (viewer: Viewer, anyOf: readonly Role[]): boolean =>
  anyOf.some((role) => hasRole(viewer, role));
