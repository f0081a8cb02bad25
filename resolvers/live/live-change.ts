import type { AuditChange } from '#domain/audit/audit-actions.ts';
import { type ChangeStream, followChanges } from '#persistence/store/change-feed.ts';
import { builder } from '#resolvers/schema/builder.ts';
import type { GraphQLContext } from '#resolvers/schema/context.ts';
import { refusingBadInput } from '#resolvers/schema/errors.ts';

/** The arguments of every subscription. */
export const followArgs = builder.args((t) => ({
  after: t.string({
    required: false,
    description:
      'The cursor of the last event that was delivered: what was committed since is delivered first. The `Last-Event-ID` of a client that connects again goes before it. Absent: what is committed from now on.',
  }),
}));

/** The tenant's changes with these names; the field that resolves one reads it under the viewer's visibility. */
export const follow = (
  { dependencies, viewer, lastEventId }: GraphQLContext,
  actions: readonly AuditChange[] | null,
  after: string | null | undefined,
  targetId: string | null = null,
): Promise<ChangeStream> =>
  refusingBadInput(() =>
    followChanges(
      dependencies.orm,
      { viewer, actions, targetId, after: lastEventId ?? after ?? null },
      dependencies,
    ),
  );
