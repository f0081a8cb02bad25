/** Every state change has one of these names, `area.past_participle`. */
export const auditChanges = [
  'document.ingested',
  'wave.started',
  'wave.extracted',
  'interaction.recorded',
  'interaction.extracted',
  'extraction.recorded',
  'workflow.routed',
  'workflow.approved',
  'workflow.rejected',
  'workflow.reopened',
  'entity.extracted',
  'entity.reinforced',
  'memory.extracted',
  'memory.reinforced',
  'memory.created',
  'memory.edited',
  'memory.promoted',
  'memory.rejected',
  'memory.returned',
] as const;
export type AuditChange = (typeof auditChanges)[number];

/** A law refused a decision on an item that the actor sees. Nothing changed, and none of these counts as a change. */
export const auditRefusals = [
  'wave.addition.refused',
  'workflow.routing.refused',
  'workflow.decision.refused',
  'memory.creation.refused',
  'memory.edit.refused',
  'memory.promotion.refused',
  'memory.rejection.refused',
  'memory.return.refused',
] as const;
export type AuditRefusal = (typeof auditRefusals)[number];

export const auditActions = [...auditChanges, ...auditRefusals] as const;
export type AuditAction = (typeof auditActions)[number];
