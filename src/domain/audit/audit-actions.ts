/** Every state change has one of these names, `area.past_participle`. */
export const auditChanges = [
  'document.ingested',
  'wave.started',
  'wave.extracted',
  'interaction.recorded',
  'interaction.extracted',
  'workflow.routed',
  'entity.extracted',
  'entity.reinforced',
  'memory.extracted',
  'memory.reinforced',
  'memory.re_extracted',
  'memory.created',
  'memory.edited',
  'memory.promoted',
  'memory.rejected',
  'memory.returned',
  'memory.deferred',
  'memory.deleted',
  'memory.graduated',
  'memory.reclaimed',
  'entity.proposed',
  'entity.edited',
  'entity.promoted',
  'entity.rejected',
  'entity.returned',
  'entity.deferred',
  'entity.deleted',
  'entity.superseded',
  'entity.restored',
  'entity.related',
  'entity.unrelated',
  'project_state.set',
] as const;
export type AuditChange = (typeof auditChanges)[number];

/** A law refused a decision on an item that the actor sees. Nothing changed, and none of these counts as a change. */
export const auditRefusals = [
  'wave.addition.refused',
  'memory.creation.refused',
  'memory.edit.refused',
  'memory.promotion.refused',
  'memory.rejection.refused',
  'memory.return.refused',
  'memory.deferral.refused',
  'memory.deletion.refused',
  'memory.graduation.refused',
  'entity.edit.refused',
  'entity.promotion.refused',
  'entity.rejection.refused',
  'entity.return.refused',
  'entity.deferral.refused',
  'entity.deletion.refused',
  'entity.superseding.refused',
  'entity.restoring.refused',
  'entity.relation.refused',
  'memory.re_extraction.refused',
] as const;
export type AuditRefusal = (typeof auditRefusals)[number];

export const auditActions = [...auditChanges, ...auditRefusals] as const;
export type AuditAction = (typeof auditActions)[number];
