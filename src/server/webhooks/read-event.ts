import { execute } from 'graphql';
import type { AppDependencies } from '#application/app-dependencies.ts';
import { withoutWithdrawn } from '#domain/privacy/viewer.ts';
import { viewerOfWebhook } from '#domain/webhooks/webhook.ts';
import type { WebhookDeliveryRow, WebhookRow } from '#persistence/webhooks.ts';
import { schema } from '#resolvers/index.ts';
import { openReadContext } from '#resolvers/schema/context.ts';
import { eventDocument } from './event-document.ts';

interface InProject {
  readonly project?: { readonly name: string };
}

/** The target of an event, in the parts that say where it belongs. */
interface Target extends InProject {
  readonly itemA?: InProject;
  readonly extraction?: InProject | null;
}

const projectOf = ({ project, itemA, extraction }: Target): string | undefined =>
  (project ?? itemA?.project ?? extraction?.project)?.name;

/**
 * The body that reports an event, about the target as the webhook sees it now; null when it is hidden from
 * the webhook, gone, or of a project that the webhook is not notified of. Throws when the target could not be read.
 */
export const readEvent = async (
  dependencies: AppDependencies,
  webhook: WebhookRow,
  { id, eventType, eventAt, targetId }: WebhookDeliveryRow,
): Promise<string | null> => {
  const viewer = withoutWithdrawn(viewerOfWebhook(webhook), dependencies.isWithdrawnGroup ?? (() => false));
  const context = openReadContext(dependencies, viewer, id);
  try {
    const { data, errors } = await execute({
      schema,
      document: eventDocument,
      contextValue: context,
      variableValues: { id: targetId },
    });
    if (errors?.[0] !== undefined) throw errors[0];
    const target = (data?.node ?? null) as Target | null;
    if (target === null) return null;
    const { projects } = webhook;
    if (projects.length > 0 && !projects.includes(projectOf(target) ?? '')) return null;
    return JSON.stringify({ type: eventType, timestamp: eventAt.toISOString(), data: target });
  } finally {
    await context.close();
  }
};
