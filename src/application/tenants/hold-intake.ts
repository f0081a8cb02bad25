import { assertName } from '#application/input-shape.ts';
import { type CommonInput, defineUseCase } from '#application/use-case.ts';
import { userIdOf } from '#domain/privacy/named-ids.ts';
import { storeIntakeHold } from '#persistence/people/intake-holds.ts';

export interface IntakeInput extends CommonInput {
  /** The person or service, by any spelling of their name. */
  readonly user: string;
}

/**
 * An admin keeps a person or a service from bringing anything in, from now on; what they brought in stays as it is. One who is kept from
 * it already is left as they are.
 */
export const holdIntake = defineUseCase<IntakeInput, object>(
  { mutation: 'holdIntake', roles: ['admin'], as: 'viewer' },
  async ({ session, viewer, now, record }, { input: { user } }) => {
    assertName(user, 'The user', ['user']);
    if (await storeIntakeHold(session, { namedUser: user, setBy: viewer.user, setAt: now }))
      record([
        {
          action: 'intake.paused',
          targetType: 'User',
          targetId: userIdOf(user),
          before: { onHold: false },
          after: { onHold: true },
        },
      ]);
    return { verdict: 'done', outcome: {} };
  },
);
