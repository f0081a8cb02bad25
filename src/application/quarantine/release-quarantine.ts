import { lockItems } from '#application/review/steps/change-item.ts';
import { type CommonInput, defineUseCase, notFound } from '#application/use-case.ts';
import { releaseItems, setQuarantined } from '#persistence/quarantined.ts';
import { quarantinesById } from '#persistence/quarantines.ts';
import { readThrough } from '#persistence/store/viewer-session.ts';

export interface ReleaseQuarantineInput extends CommonInput {
  readonly id: string;
  /** Absent or null: all of it. */
  readonly itemIds?: readonly string[] | null | undefined;
}

export interface ReleaseQuarantineOutcome {
  readonly quarantineId: string;
  readonly releasedIds: readonly string[];
}

/** The undo of a quarantine, whole or item by item. What another quarantine names, too, stays withheld. */
export const releaseQuarantine = defineUseCase<ReleaseQuarantineInput, ReleaseQuarantineOutcome>(
  { mutation: 'releaseQuarantine', roles: ['admin'], as: 'viewer' },
  async (useCase, command) => {
    const { session, now, record } = useCase;
    const { id, itemIds } = command.input;
    if ((await quarantinesById(readThrough(session)).load(id)) === null) throw notFound();
    const releasedIds = await releaseItems(session, id, itemIds ?? null, now);
    await lockItems(useCase, releasedIds);
    await setQuarantined(session, releasedIds);
    if (releasedIds.length > 0)
      record([
        {
          action: 'quarantine.released',
          targetType: 'Quarantine',
          targetId: id,
          before: null,
          after: { itemIds: releasedIds },
        },
      ]);
    return { verdict: 'done', outcome: { quarantineId: id, releasedIds } };
  },
);
