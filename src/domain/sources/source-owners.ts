import { hasRole, type Viewer } from '#domain/privacy/viewer.ts';

/** The people whom a source belongs to: users and groups, by the exact names that tokens carry. */
export interface SourceOwners {
  readonly users: readonly string[];
  readonly groups: readonly string[];
}

/** The owners of a path that this viewer is the first to bring in: they and the groups of their token, a service like a person. */
export const firstOwners = ({ user, groups }: Viewer): SourceOwners => ({ users: [user], groups });

export const isOwner = ({ user, groups }: Viewer, owners: SourceOwners): boolean =>
  owners.users.includes(user) || owners.groups.some((group) => groups.includes(group));

/**
 * May a version or a withdrawal by this viewer take effect at once? Yes for an owner and an admin, and for anybody while the path has no
 * owner.
 */
export const mayChangeSource = (viewer: Viewer, owners: SourceOwners | null): boolean =>
  owners === null || hasRole(viewer, 'admin') || isOwner(viewer, owners);
