import { assertName } from '#application/input-shape.ts';
import { type CommonInput, defineUseCase, notFound } from '#application/use-case.ts';
import { userIdOf } from '#domain/privacy/named-ids.ts';
import { readThrough } from '#persistence/store/viewer-session.ts';
import { pageOfSubject } from '#persistence/subjects.ts';

export interface SubjectReportInput extends CommonInput {
  readonly subjectId: string;
}

export interface SubjectReportOutcome {
  readonly subjectId: string;
}

/** An admin is shown all that is about a person or by them. The answer reads it; that it was asked is in the audit. */
export const subjectReport = defineUseCase<SubjectReportInput, SubjectReportOutcome>(
  { mutation: 'subjectReport', roles: ['admin'], as: 'viewer' },
  async ({ session, record }, command) => {
    const { subjectId } = command.input;
    assertName(subjectId, 'The subject', ['subjectId']);
    const { rows } = await pageOfSubject(readThrough(session), subjectId, { size: 1, after: null });
    if (rows.length === 0) throw notFound(['subjectId']);
    record([
      {
        action: 'subject.reported',
        targetType: 'User',
        targetId: userIdOf(subjectId),
        before: null,
        after: null,
      },
    ]);
    return { verdict: 'done', outcome: { subjectId } };
  },
);
