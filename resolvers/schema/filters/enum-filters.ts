import { EntityType, ItemStatus, MemoryKind, SourceState, WorkflowStatus } from '#resolvers/schema/enums.ts';
import { enumFilter } from './filters.ts';

/** Conditions on the closed sets that several filters share. */
export const MemoryKindFilter = enumFilter('MemoryKind', MemoryKind);
export const EntityTypeFilter = enumFilter('EntityType', EntityType);
export const ItemStatusFilter = enumFilter('ItemStatus', ItemStatus);
export const WorkflowStatusFilter = enumFilter('WorkflowStatus', WorkflowStatus);
export const SourceStateFilter = enumFilter('SourceState', SourceState);
