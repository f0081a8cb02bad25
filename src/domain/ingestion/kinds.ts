/** Kinds of memories (L1). A decision, requirement or constraint found in a text is a memory first. */
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

/** Types of nodes in the typed graph (L2). */
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
