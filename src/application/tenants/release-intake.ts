import { assertName } from '#application/input-shape.ts';
import { defineUseCase } from '#application/use-case.ts';
import { userIdOf } from '#domain/privacy/named-ids.ts';
import { endIntakeHold } from '#persistence/people/intake-holds.ts';
import type { IntakeInput } from './hold-intake.ts';

/** An admin lets a person or a service bring in texts again; one who may is left as they are. */
export const releaseIntake = defineUseCase<IntakeInput, object>(
  { mutation: 'releaseIntake', roles: ['admin'], as: 'viewer' },
  async ({ session, now, record }, { input: { user } }) => {
    assertName(user, 'The user', ['user']);
    if (await endIntakeHold(session, user, now))
      record([
        {
          action: 'intake.released',
          targetType: 'User',
          targetId: userIdOf(user),
          before: { onHold: true },
          after: { onHold: false },
        },
      ]);
    return { verdict: 'done', outcome: {} };
  },
);
