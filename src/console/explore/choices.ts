import type { VariablesOf } from '../api/graphql.ts';
import type { EntitiesQuery, MemoriesQuery } from './operations.ts';

type MemoryFilter = NonNullable<VariablesOf<typeof MemoriesQuery>['filter']>;
type EntityFilter = NonNullable<VariablesOf<typeof EntitiesQuery>['filter']>;

export const statuses: readonly NonNullable<MemoryFilter['status']>[] = [
  'CANDIDATE',
  'ACTIVE',
  'GRADUATED',
  'SUPERSEDED',
  'RETIRED',
  'ERASED',
  'INVALID',
];

export const memoryKinds: readonly NonNullable<MemoryFilter['kind']>[] = [
  'DECISION',
  'REQUIREMENT',
  'CONSTRAINT',
  'PREFERENCE',
  'IDENTITY',
  'FACT',
  'PROCEDURE',
  'EPISODE',
];

export const entityTypes: readonly NonNullable<EntityFilter['entityType']>[] = [
  'PROJECT',
  'SUBSYSTEM',
  'COMPONENT',
  'INTERFACE',
  'REQUIREMENT',
  'CONSTRAINT',
  'DECISION',
  'MATERIAL',
  'PARAMETER',
  'ANALYSIS_MODEL',
  'RESULT',
  'VALIDATION_CLAIM',
  'VENDOR',
  'PROCESS',
];
