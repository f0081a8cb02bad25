import { type CommonInput, defineUseCase, notFound } from '#application/use-case.ts';
import { DomainError } from '#domain/domain-error.ts';
import { lockWebhook, rotateSecret } from '#persistence/webhooks.ts';
import type { WebhookOutcome } from './create-webhook.ts';

export interface RotateWebhookSecretInput extends CommonInput {
  readonly id: string;
  /** Hours for which the secret before signs, too; null: 24. */
  readonly overlapHours?: number | null | undefined;
}

const [longestOverlap, usualOverlap] = [168, 24];

/** An admin gives a webhook a new secret; the one before signs beside it for a while, so that no delivery is refused. */
export const rotateWebhookSecret = defineUseCase<RotateWebhookSecretInput, WebhookOutcome>(
  { mutation: 'rotateWebhookSecret', roles: ['admin'], as: 'viewer' },
  async ({ session, now, record }, { input }) => {
    const hours = input.overlapHours ?? usualOverlap;
    if (hours < 0 || hours > longestOverlap)
      throw new DomainError('input.invalid', `overlapHours is ${hours}; write 0 to ${longestOverlap}.`, [
        'overlapHours',
      ]);
    const webhook = await lockWebhook(session, input.id);
    if (webhook === null) throw notFound();
    const { secretVersion } = webhook;
    const previousSecretUntil = new Date(now.getTime() + hours * 3_600_000);
    await rotateSecret(session, input.id, previousSecretUntil);
    record([
      {
        action: 'webhook.secret_rotated',
        targetType: 'Webhook',
        targetId: input.id,
        before: { secretVersion },
        after: { secretVersion: secretVersion + 1, previousSecretUntil },
      },
    ]);
    return { verdict: 'done', outcome: { webhookId: input.id } };
  },
);
