import { keepFingerprint } from '#application/ingestion/steps/fingerprints.ts';
import { assertName } from '#application/input-shape.ts';
import { maxContentLength } from '#application/text-limits.ts';
import { type CommonInput, defineUseCase } from '#application/use-case.ts';
import type { EntityType } from '#domain/ingestion/kinds.ts';
import { assertStorableText } from '#domain/input/text.ts';
import { decideGraduation } from '#domain/review/promotion.ts';
import { type GraphEntity, GraphEntityTable } from '#entities/graph-entity.ts';
import { insertionOfRow, type NewRow } from '#persistence/store/stored-rows.ts';
import { auditedItem } from './steps/audited-item.ts';
import { addRevision, getMemoryForUpdate, type ItemOutcome } from './steps/change-item.ts';

export interface ProposeGraduationInput extends CommonInput {
  readonly memoryId: string;
  readonly entityType: EntityType;
  readonly name: string;
  /** Absent: the memory's own words. */
  readonly content?: string | null | undefined;
  readonly expectedRevision?: number | null | undefined;
}

/**
 * Proposes that an active memory becomes an entity: a candidate with the memory's provenance, visibility and labels. The
 * memory is frozen until the candidate is decided. Undone by deleting or rejecting the candidate.
 */
export const proposeGraduation = defineUseCase<ProposeGraduationInput, ItemOutcome>(
  { mutation: 'proposeGraduation', roles: ['reviewer'], as: 'viewer' },
  async (useCase, command) => {
    const { session, now, record } = useCase;
    const { input } = command;
    assertName(input.name, 'The name', ['name']);
    if (input.content != null)
      assertStorableText(input.content, {
        name: 'The content',
        path: ['content'],
        min: 1,
        max: maxContentLength,
      });

    const { item: memory, refusedBy } = await getMemoryForUpdate(useCase, input.memoryId, ['memoryId']);
    const refused = await refusedBy(input.expectedRevision, decideGraduation, 'memory.graduation.refused');
    if (refused) return refused;

    const { id: graduatedFromId, tenant, project, contributor, audience, isPersonal, visibilityKey } = memory;
    const entity = {
      id: useCase.dependencies.newId('ent'),
      tenant,
      project,
      contributor,
      audience,
      isPersonal,
      visibilityKey,
      rule: memory.rule ?? null,
      extractorVersion: memory.extractorVersion ?? null,
      sourceId: memory.sourceId ?? null,
      extractionId: memory.extractionId ?? null,
      spanStart: memory.spanStart ?? null,
      spanEnd: memory.spanEnd ?? null,
      spanText: memory.spanText ?? null,
      prior: memory.prior ?? null,
      structuralSignalMultiplier: memory.structuralSignalMultiplier ?? null,
      freshnessBonus: memory.freshnessBonus ?? null,
      handAuthored: memory.handAuthored,
      routingStatus: memory.routingStatus ?? null,
      status: 'CANDIDATE',
      revision: 1,
      content: input.content ?? memory.content,
      confidence: memory.confidence,
      sensitivityLabels: memory.sensitivityLabels,
      suggestedLabels: [] as string[],
      pendingSince: now,
      createdAt: now,
      updatedAt: now,
      entityType: input.entityType,
      name: input.name,
      graduatedFromId,
    } satisfies NewRow<GraphEntity> as GraphEntity;
    session.send(insertionOfRow(GraphEntityTable, entity));
    addRevision(useCase, entity);
    await keepFingerprint(
      useCase,
      { project, type: `entity:${entity.entityType}`, content: entity.content },
      { memoryId: null, entityId: entity.id, revision: 1, visibilityKey, claimed: false },
    );
    record([
      {
        action: 'entity.proposed',
        targetType: 'Entity',
        targetId: entity.id,
        before: null,
        after: { ...auditedItem(entity), graduatedFromId },
      },
    ]);
    return { verdict: 'done', outcome: { itemId: entity.id } };
  },
);
