/** What a memory (L1) can be. A decision, requirement or constraint found in a text is a memory first. */
export const memoryKinds = [
  'DECISION',
  'REQUIREMENT',
  'CONSTRAINT',
  'PREFERENCE',
  'IDENTITY',
  'FACT',
  'PROCEDURE',
  'EPISODE',
] as const;
export type MemoryKind = (typeof memoryKinds)[number];

/** What a node of the typed graph (L2) can be. */
export const entityTypes = [
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
] as const;
export type EntityType = (typeof entityTypes)[number];
