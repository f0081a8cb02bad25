/** Statuses of a memory or an entity between proposal and belief. */
export const itemStatuses = [
  'CANDIDATE',
  'ACTIVE',
  'INVALID',
  'SUPERSEDED',
  'GRADUATED',
  'RETIRED',
  'ERASED',
] as const;
export type ItemStatus = (typeof itemStatuses)[number];

const itemKinds = ['memory', 'entity'] as const;
export type ItemKind = (typeof itemKinds)[number];

const layers = ['L1_CANDIDATE', 'L1_ACTIVE', 'L2_CANDIDATE', 'L2_ACTIVE', 'L3'] as const;
export type Layer = (typeof layers)[number];

const trustLevels = ['LOW', 'MEDIUM', 'HIGH', 'HIGHEST'] as const;
export type TrustLevel = (typeof trustLevels)[number];

interface Transition {
  readonly from: readonly ItemStatus[];
  readonly to: ItemStatus;
}

/**
 * The one transition table. Each step has a name, because two steps may reach the same status: what was superseded or
 * retired becomes ACTIVE again by `restore`, never by `promote`. Retired: was believed, is no longer, nothing took its place.
 * Erased: its words are gone for good, and no step leads on.
 */
export const transitions = {
  promote: { from: ['CANDIDATE'], to: 'ACTIVE' },
  reject: { from: ['CANDIDATE'], to: 'INVALID' },
  return: { from: ['ACTIVE', 'INVALID'], to: 'CANDIDATE' },
  supersede: { from: ['ACTIVE'], to: 'SUPERSEDED' },
  retire: { from: ['ACTIVE'], to: 'RETIRED' },
  restore: { from: ['SUPERSEDED', 'RETIRED'], to: 'ACTIVE' },
  graduate: { from: ['ACTIVE'], to: 'GRADUATED' },
  reclaim: { from: ['GRADUATED'], to: 'ACTIVE' },
  erase: {
    from: ['CANDIDATE', 'ACTIVE', 'INVALID', 'SUPERSEDED', 'GRADUATED', 'RETIRED'],
    to: 'ERASED',
  },
} as const satisfies Readonly<Record<string, Transition>>;
export type TransitionName = keyof typeof transitions;

/** True when some named step leads from one status to the other. Staying where one is, is no step. */
export const isLegalTransition = (from: ItemStatus, to: ItemStatus): boolean =>
  Object.values<Transition>(transitions).some((step) => step.to === to && step.from.includes(from));

/** Superseded, retired and graduated items were promoted once, and keep the layer and the trust that a person gave them. */
const wasPromoted: Readonly<Record<ItemStatus, boolean>> = {
  CANDIDATE: false,
  INVALID: false,
  ACTIVE: true,
  SUPERSEDED: true,
  GRADUATED: true,
  RETIRED: true,
  ERASED: false,
};

/** The layer of an item (contract, "Closed sets"). L3 holds project state alone, which is no item. */
export const layerOf = (kind: ItemKind, status: ItemStatus): Layer => {
  if (kind === 'memory') return wasPromoted[status] ? 'L1_ACTIVE' : 'L1_CANDIDATE';
  return wasPromoted[status] ? 'L2_ACTIVE' : 'L2_CANDIDATE';
};

/** The trust that an item has earned (contract, "Closed sets"). HIGHEST belongs to project state alone. */
export const trustOf = (kind: ItemKind, status: ItemStatus): TrustLevel => {
  if (!wasPromoted[status]) return 'LOW';
  return kind === 'memory' ? 'MEDIUM' : 'HIGH';
};
