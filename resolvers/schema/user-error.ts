import type { DomainError } from '#domain/domain-error.ts';
import { builder } from './builder.ts';
import { Conflict, Forbidden, InvalidInput, NotFound, RuleViolation } from './errors.ts';

/** The expected refusals of every mutation. */
export const UserError = builder
  .interfaceRef<Pick<DomainError, 'code' | 'message' | 'path'>>('UserError')
  .implement({
    description: 'An expected refusal: nothing was changed. One fragment on it catches every kind.',
    fields: (t) => ({
      code: t.exposeString('code', { description: 'Stable and lower-case, `area.reason`; for programs.' }),
      message: t.exposeString('message', { description: 'What happened and what to do; for people.' }),
      path: t.exposeStringList('path', {
        nullable: true,
        description: 'The part of the input that the refusal is about, outermost first.',
      }),
    }),
  });

const refusal = (error: new (...args: never[]) => DomainError, name: string, description: string) =>
  builder.objectType(error as typeof NotFound, { name, description, interfaces: [UserError] });

refusal(
  NotFound,
  'NotFoundError',
  'An id in the input is missing, hidden, of another tenant or of another type; which, it does not say.',
);
refusal(Forbidden, 'ForbiddenError', 'The viewer lacks the role that the mutation needs.');
refusal(
  InvalidInput,
  'InvalidInputError',
  'The input cannot be meant: too long, empty, out of range, malformed.',
);
refusal(
  Conflict,
  'ConflictError',
  'The item has moved on since the caller looked, or the idempotency key was used for something else.',
);
refusal(
  RuleViolation,
  'RuleViolationError',
  'A rule refuses: an illegal transition, the same person writing and promoting, a repeated statement.',
);

/** Refusals that every mutation may answer instead of its payload. */
export const refusalTypes = [NotFound, Forbidden, InvalidInput, Conflict, RuleViolation];
