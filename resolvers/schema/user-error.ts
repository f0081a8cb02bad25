import type { DomainError } from '#domain/domain-error.ts';
import { type ErrorCode, errorCodes, type RefusalKind, refusalKindOf } from '#domain/error-codes.ts';
import { builder } from './builder.ts';
import { constantName } from './constant-name.ts';

const kinds: Readonly<Record<RefusalKind, string>> = {
  NOT_FOUND:
    'An id in the input is missing, hidden, of another tenant or of another type; which, it does not say.',
  FORBIDDEN: 'The viewer lacks the role that the mutation needs.',
  INVALID_INPUT: 'The input cannot be meant: too long, empty, out of range, malformed.',
  CONFLICT:
    'The item has moved on since the caller looked, or the idempotency key was used for something else.',
  RULE_VIOLATION:
    'A rule refuses: an illegal transition, the same person writing and promoting, a repeated statement.',
};

const UserErrorKind = builder.enumType('UserErrorKind', {
  description: 'What a client does about a refusal.',
  values: Object.fromEntries(
    Object.entries(kinds).map(([kind, description]) => [kind, { description }]),
  ) as Record<RefusalKind, { description: string }>,
});

const UserErrorReason = builder.enumType('UserErrorReason', {
  description:
    'Every `code` of a refusal, in upper case and with `_` for `.`. Members are added, none is renamed.',
  values: Object.fromEntries(
    Object.entries(errorCodes).map(([code, description]) => [
      constantName(code),
      { value: code, description },
    ]),
  ) as Record<string, { value: ErrorCode; description: string }>,
});

/** A refusal as data, wherever a mutation or a part of it is refused. */
export const UserError = builder
  .objectRef<Pick<DomainError, 'code' | 'message' | 'path'>>('UserError')
  .implement({
    description: 'An expected refusal: nothing was changed.',
    fields: (t) => ({
      code: t.exposeString('code', {
        description: 'Stable and lower-case, `area.reason`; for logs and people.',
      }),
      reason: t.field({
        type: UserErrorReason,
        description: 'The code as a member of a closed set, for programs.',
        resolve: ({ code }) => code,
      }),
      kind: t.field({
        type: UserErrorKind,
        description: 'The family of the code.',
        resolve: ({ code }) => refusalKindOf(code),
      }),
      message: t.exposeString('message', { description: 'What happened and what to do; for people.' }),
      path: t.exposeStringList('path', {
        nullable: true,
        description: 'The part of the input that the refusal is about, outermost first.',
      }),
    }),
  });
