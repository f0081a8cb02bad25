import { assertNames, sortedSet } from '#application/input-shape.ts';
import { maxSummaryLength } from '#application/text-limits.ts';
import type { UseCaseContext } from '#application/use-case.ts';
import { refusalOfReceiver } from '#application/webhooks/steps/receiver-address.ts';
import type { AuditChange } from '#domain/audit/audit-actions.ts';
import { DomainError } from '#domain/domain-error.ts';
import { assertStorableText } from '#domain/input/text.ts';
import { violationMessage } from '#domain/review/violation-message.ts';
import { webhookEventTypes } from '#domain/webhooks/event-types.ts';
import type { WebhookRole } from '#domain/webhooks/webhook.ts';
import { findUnknownGroups } from '#persistence/tenants.ts';
import type { WebhookSettings } from '#persistence/webhooks.ts';

/** Settings of a webhook as a caller gives them. */
export interface GivenSettings {
  readonly url?: string | null | undefined;
  readonly description?: string | null | undefined;
  readonly eventTypes?: readonly AuditChange[] | null | undefined;
  readonly projects?: readonly string[] | null | undefined;
  readonly roles?: readonly WebhookRole[] | null | undefined;
  readonly groups?: readonly string[] | null | undefined;
}

const longestUrl = 2_000;

const someOf = <Value>(values: readonly Value[], name: string, path: string): readonly Value[] => {
  if (values.length > 0) return values;
  throw new DomainError('input.invalid', `${name} are empty. Name at least one.`, [path]);
};

/** The settings of a webhook after what is given replaces what stands. */
export const readSettings = async (
  { session, viewer, dependencies }: UseCaseContext,
  given: GivenSettings,
  before: WebhookSettings,
): Promise<WebhookSettings> => {
  const url = given.url ?? before.url;
  assertStorableText(url, { name: 'The address', path: ['url'], min: 1, max: longestUrl });
  const refusal = refusalOfReceiver(url, dependencies.settings.webhookPrivateAddresses);
  if (refusal !== null) throw new DomainError('input.invalid', `The address ${refusal}`, ['url']);
  const description = given.description ?? before.description;
  assertStorableText(description, {
    name: 'The description',
    path: ['description'],
    min: 0,
    max: maxSummaryLength,
  });
  const projects = given.projects ?? before.projects;
  assertNames(projects, 'The projects', ['projects']);
  const groups = sortedSet(given.groups ?? before.groups);
  assertNames(groups, 'The groups', ['groups']);
  const [group] = await findUnknownGroups(session.db, { ...viewer, groups: [] }, groups);
  if (group !== undefined)
    throw new DomainError(
      'audience.unknown_group',
      violationMessage({ code: 'audience.unknown_group', group }),
      ['groups'],
    );
  const eventTypes = new Set(someOf(given.eventTypes ?? before.eventTypes, 'The event types', 'eventTypes'));
  const roles = someOf(given.roles ?? before.roles, 'The roles', 'roles');
  return {
    ...{ url, description, groups, state: before.state },
    eventTypes: webhookEventTypes.filter((type) => eventTypes.has(type)),
    projects: sortedSet(projects),
    roles: sortedSet(roles) as WebhookRole[],
  };
};
