import { maxSummaryLength } from '#application/text-limits.ts';
import { type CommonInput, defineUseCase } from '#application/use-case.ts';
import { assertStorableText } from '#domain/input/text.ts';
import { settleSourceChanges } from '#persistence/sources/source-changes.ts';
import { type SourceChangeOutcome, settleSourceChange } from './steps/settle-source-change.ts';

export interface DeclineSourceChangeInput extends CommonInput {
  readonly id: string;
  readonly reason: string;
}

/** A version or a withdrawal of a source is declined: the source stays as it is, and the sender reads why. */
export const declineSourceChange = defineUseCase<DeclineSourceChangeInput, SourceChangeOutcome>(
  { mutation: 'declineSourceChange', roles: ['reviewer', 'contributor', 'service'], as: 'viewer' },
  async (useCase, { input: { id, reason } }) => {
    assertStorableText(reason, { name: 'The reason', path: ['reason'], min: 1, max: maxSummaryLength });
    const { session, now, record } = useCase;
    return settleSourceChange(useCase, id, 'source.change_decline.refused', async () => {
      settleSourceChanges(session, [id], { verdict: 'DECLINED', now, note: reason });
      record([
        {
          action: 'source.change_declined',
          targetType: 'SourceChange',
          targetId: id,
          before: null,
          after: { decisionNote: reason },
        },
      ]);
      return { verdict: 'done', outcome: { sourceChangeId: id } };
    });
  },
);
