import { lockItems } from '#application/review/steps/change-item.ts';
import { maxSummaryLength } from '#application/text-limits.ts';
import { type CommonInput, defineUseCase, notFound } from '#application/use-case.ts';
import { DomainError } from '#domain/domain-error.ts';
import { type NamedOrigin, readOrigin } from '#domain/impact/origin.ts';
import { assertStorableText } from '#domain/input/text.ts';
import { itemsFrom, seesOrigin } from '#persistence/impact.ts';
import { setQuarantined } from '#persistence/quarantined.ts';
import { bulkInsert } from '#persistence/store/bulk-insert.ts';
import { readThrough } from '#persistence/store/viewer-session.ts';

export interface QuarantineInput extends CommonInput {
  readonly of: NamedOrigin;
  readonly reason: string;
}

export interface QuarantineOutcome {
  readonly quarantineId: string;
}

export const originError = (): DomainError =>
  new DomainError(
    'input.invalid',
    'Name exactly one origin: a document, a wave, an interaction, a contributor, a trace or an extractor.',
    ['of'],
  );

/**
 * An admin withholds all that came from somewhere, and what was derived of it, at once: it is hidden from all but reviewers, auditors and
 * admins. What comes from there later is not.
 */
export const setQuarantine = defineUseCase<QuarantineInput, QuarantineOutcome>(
  { mutation: 'quarantine', roles: ['admin'], as: 'viewer' },
  async (useCase, command) => {
    const { session, viewer, now, record } = useCase;
    const { of, reason } = command.input;
    assertStorableText(reason, { name: 'The reason', path: ['reason'], min: 1, max: maxSummaryLength });
    const origin = readOrigin(of);
    if (origin === null) throw originError();
    const reads = readThrough(session);
    if (!(await seesOrigin(reads, origin))) throw notFound(['of']);
    const ids = await itemsFrom(reads, origin);
    await lockItems(useCase, ids);
    const quarantineId = useCase.dependencies.newId('qua');
    await bulkInsert(session.db, 'quarantines', [
      {
        id: quarantineId,
        tenant: viewer.tenant,
        origin,
        reason,
        set_by: viewer.user,
        set_at: now,
        ended_at: ids.length === 0 ? now : null,
      },
    ]);
    await bulkInsert(
      session.db,
      'quarantined_items',
      ids.map((id) => ({
        id: useCase.dependencies.newId('qui'),
        tenant: viewer.tenant,
        quarantine_id: quarantineId,
        memory_id: id.startsWith('ent_') ? null : id,
        entity_id: id.startsWith('ent_') ? id : null,
      })),
    );
    await setQuarantined(session, ids);
    record([
      {
        action: 'quarantine.set',
        targetType: 'Quarantine',
        targetId: quarantineId,
        before: null,
        after: { origin, reason, itemIds: ids },
      },
    ]);
    return { verdict: 'done', outcome: { quarantineId } };
  },
);
