import { isStorableInstant } from './instant.ts';

/**
 * The ids of what is not the present state, so that a client that keeps items by their ids keeps the present ones apart: a preview is
 * the outcome of a dry run, a snapshot is an item as it stood at an instant.
 */

export const previewId = (id: string): string => `${id}~preview`;

export const snapshotId = (id: string, at: Date): string => `${id}@${at.toISOString()}`;

export interface Snapshot {
  readonly id: string;
  readonly at: Date;
}

/** The item and the instant of a snapshot's id, as `snapshotId` encodes it; null for any other text. */
export const readSnapshotId = (text: string): Snapshot | null => {
  const sign = text.indexOf('@');
  if (sign < 0) return null;
  const at = new Date(text.slice(sign + 1));
  const id = text.slice(0, sign);
  return isStorableInstant(at.getTime()) && snapshotId(id, at) === text ? { id, at } : null;
};

/** The key of an item as it is, or as it stood at an instant. */
export const standingId = ({ id, stoodAt }: { readonly id: string; readonly stoodAt?: Date }): string =>
  stoodAt === undefined ? id : snapshotId(id, stoodAt);

/** The item and the instant of a key that `standingId` gave; the instant is null for now. */
export const readStandingId = (key: string): { readonly id: string; readonly at: Date | null } =>
  readSnapshotId(key) ?? { id: key, at: null };
