import type { AuditRefusal } from '#domain/audit/audit-actions.ts';
import { DomainError } from '#domain/domain-error.ts';
import { violationMessage } from '#domain/review/violation-message.ts';
import type { AuditTarget } from '#persistence/store/audit-log.ts';

/** The refusal of a decision about an entry of the inbox that another reviewer has claimed. */
export const claimed = (by: string, action: AuditRefusal, targetType: AuditTarget, targetId: string) =>
  ({
    verdict: 'refused',
    error: new DomainError('inbox.claimed', violationMessage({ code: 'inbox.claimed', by }), ['id']),
    action,
    targetType,
    targetId,
  }) as const;
