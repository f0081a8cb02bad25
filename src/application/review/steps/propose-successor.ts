import { classifyAfterCommit } from '#application/classification/steps/classify-by-model.ts';
import { keepFingerprint } from '#application/ingestion/steps/fingerprints.ts';
import type { UseCaseContext } from '#application/use-case.ts';
import { type GraphEntity, GraphEntityTable } from '#entities/graph-entity.ts';
import { insertionOfRow, type NewRow } from '#persistence/store/stored-rows.ts';
import { auditedItem } from './audited-item.ts';
import { addRevision } from './change-item.ts';
import { type Item, isMemory, targetOf } from './item.ts';
import { assertRoomInQueue } from './pending-limit.ts';
import { writeMemory } from './write-memory.ts';

const writeSuccessor = async (useCase: UseCaseContext, entity: GraphEntity): Promise<GraphEntity> => {
  const { session, dependencies, viewer, now } = useCase;
  const { tenant, project, audience, isPersonal, visibilityKey, sensitivityLabels } = entity;
  const { content, name, entityType, graduatedFromId } = entity;
  const successor = {
    ...{ tenant, project, audience, isPersonal, visibilityKey, sensitivityLabels },
    ...{ content, name, entityType, graduatedFromId },
    id: dependencies.newId('ent'),
    contributor: viewer.user,
    handAuthored: true,
    status: 'CANDIDATE',
    revision: 1,
    confidence: dependencies.settings.confidence.handAuthoredBase,
    suggestedLabels: [] as string[],
    succeedsIds: [entity.id],
    ownerKind: entity.ownerKind ?? null,
    ownerName: entity.ownerName ?? null,
    ...{ pendingSince: now, createdAt: now, updatedAt: now },
  } satisfies NewRow<GraphEntity> as GraphEntity;
  session.send(insertionOfRow(GraphEntityTable, successor));
  addRevision(useCase, successor);
  await keepFingerprint(
    useCase,
    { project, type: `entity:${entityType}`, content },
    { memoryId: null, entityId: successor.id, revision: 1, visibilityKey, claimed: false },
  );
  return successor;
};

/**
 * Write and record: a believed item in other words as a candidate of the actor, which takes the item's place when somebody else promotes
 * it. Throws `queue.contributor_full`.
 */
export const proposeSuccessor = async (useCase: UseCaseContext, item: Item): Promise<string> => {
  await assertRoomInQueue(useCase);
  const successor: Item = isMemory(item)
    ? await writeMemory(useCase, {
        project: item.project,
        kind: item.kind,
        content: item.content,
        summary: item.summary ?? null,
        subjectId: item.subjectId ?? null,
        domain: item.domain ?? null,
        tags: item.tags,
        audience: item.audience,
        isPersonal: item.isPersonal,
        sensitivityLabels: item.sensitivityLabels,
        contributor: useCase.viewer.user,
        status: 'CANDIDATE',
        succeedsIds: [item.id],
      })
    : await writeSuccessor(useCase, item);
  if (isMemory(successor)) classifyAfterCommit(useCase, [successor.id]);
  useCase.record([
    {
      action: isMemory(successor) ? 'memory.created' : 'entity.proposed',
      targetType: targetOf(successor),
      targetId: successor.id,
      before: null,
      after: { ...auditedItem(successor), succeedsIds: successor.succeedsIds },
    },
  ]);
  return successor.id;
};
