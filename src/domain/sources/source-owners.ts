import { hasRole, type Viewer } from '#domain/privacy/viewer.ts';

/** The people whom a source belongs to: users and groups, by the exact names that tokens carry. */
export interface SourceOwners {
  readonly users: readonly string[];
  readonly groups: readonly string[];
}

/** The owners of a path that this viewer is the first to bring in: they and the groups of their token, a service like a person. */
export const firstOwners = ({ user, groups }: Viewer): SourceOwners => ({ users: [user], groups });

/** Names the owners of every source of a project whose path is this one, or is in this folder. */
export interface SourceOwnerRule extends SourceOwners {
  readonly project: string;
  /** A path, or a folder of paths. */
  readonly prefix: string;
}

/** Owners of a source; null: nobody has brought it in yet. */
export interface OwnedSource {
  readonly owners: SourceOwners | null;
  /** True: a rule names them, and not who first brought the source in. */
  readonly isRuled: boolean;
}

interface SourcePlace {
  readonly project: string;
  readonly path: string;
}

const governs = ({ project, prefix }: SourceOwnerRule, place: SourcePlace): boolean =>
  project === place.project &&
  (place.path === prefix || place.path.startsWith(prefix.endsWith('/') ? prefix : `${prefix}/`));

/** The owners of a source: whom the rule with the longest prefix names, else those of its path. */
export const ownersUnder = (
  rules: readonly SourceOwnerRule[],
  source: SourcePlace,
  known: SourceOwners | null,
): OwnedSource => {
  const [rule = null] = rules
    .filter((one) => governs(one, source))
    .sort((one, other) => other.prefix.length - one.prefix.length);
  return rule === null
    ? { owners: known, isRuled: false }
    : { owners: { users: rule.users, groups: rule.groups }, isRuled: true };
};

export const isOwner = ({ user, groups }: Viewer, owners: SourceOwners): boolean =>
  owners.users.includes(user) || owners.groups.some((group) => groups.includes(group));

/**
 * True when a version or a withdrawal by this viewer takes effect at once: for an owner and an admin, and for anybody while the path has
 * no owner.
 */
export const mayChangeSource = (viewer: Viewer, owners: SourceOwners | null): boolean =>
  owners === null || hasRole(viewer, 'admin') || isOwner(viewer, owners);
