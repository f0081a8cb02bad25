import { type AuditChange, auditChanges } from '#domain/audit/audit-actions.ts';

/** Areas whose changes are about something that a receiver can look at. */
const areas = ['memory', 'entity', 'contradiction', 'workflow', 'document', 'quarantine'];

/** Changes after which their target is gone: nobody is notified of what nobody can see. */
const deletions: readonly AuditChange[] = ['memory.deleted', 'entity.deleted'];

/** The types of events that webhooks deliver, by the names of the audit log. */
export const webhookEventTypes: readonly AuditChange[] = auditChanges.filter(
  (change) =>
    change === 'project_state.set' ||
    (areas.includes(change.split('.')[0] ?? '') && !deletions.includes(change)),
);
