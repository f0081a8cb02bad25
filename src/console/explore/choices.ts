import type { VariablesOf } from '../api/graphql.ts';
import type { EntitiesQuery, MemoriesQuery } from './operations.ts';

type MemoryFilter = NonNullable<VariablesOf<typeof MemoriesQuery>['filter']>;
type EntityFilter = NonNullable<VariablesOf<typeof EntitiesQuery>['filter']>;

/** The values of an enum that a filter takes. */
type Value<Condition extends { eq?: unknown } | null | undefined> = NonNullable<NonNullable<Condition>['eq']>;

export const statuses: readonly Value<MemoryFilter['status']>[] = [
  'CANDIDATE',
  'ACTIVE',
  'GRADUATED',
  'SUPERSEDED',
  'RETIRED',
  'ERASED',
  'INVALID',
];

export const memoryKinds: readonly Value<MemoryFilter['kind']>[] = [
  'DECISION',
  'REQUIREMENT',
  'CONSTRAINT',
  'PREFERENCE',
  'IDENTITY',
  'FACT',
  'PROCEDURE',
  'EPISODE',
];

export const entityTypes: readonly Value<EntityFilter['entityType']>[] = [
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
