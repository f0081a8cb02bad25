import { typenameOfId } from '#domain/input/ids.ts';
import { userNameOf } from '#domain/privacy/named-ids.ts';
import { loadReadComment } from './candidate.ts';
import type { GraphQLContext } from './context.ts';
import { userOf } from './named.ts';

/** The row that an id of any type names, as its viewer sees it; null when it is missing or hidden. */
export const loadRow = (id: string, context: GraphQLContext) => {
  const { loaders } = context.reads;
  switch (typenameOfId(id)) {
    case 'Memory':
      return loaders.memories.load(id);
    case 'Entity':
      return loaders.entities.load(id);
    case 'Document':
      return loaders.documents.load(id);
    case 'IngestionWave':
      return loaders.waves.load(id);
    case 'Interaction':
      return loaders.interactions.load(id);
    case 'Extraction':
      return loaders.extractions.load(id);
    case 'WorkflowItem':
      return loaders.workflowItems.load(id);
    case 'ProjectStateEntry':
      return loaders.projectState.load(id);
    case 'Pathway':
      return loaders.pathways.load(id);
    case 'PathwayTrace':
      return loaders.traces.load(id);
    case 'BundleReceipt':
      return loaders.receipts.load(id);
    case 'Contradiction':
      return loaders.contradictions.load(id);
    case 'Quarantine':
      return loaders.quarantines.load(id);
    case 'SourceChange':
      return loaders.sourceChanges.load(id);
    case 'Evidence':
      return loaders.evidence.load(id);
    case 'Comment':
      return loadReadComment(id, context);
    case 'AuditEvent':
      return loaders.auditEvents.load(id);
    case 'User':
      return loaders.users.load(userNameOf(id) ?? '').then((name) => (name === null ? null : userOf(name)));
    default:
      return null;
  }
};

/** Like `loadRow`, for a field of type `Node`. */
export const loadNode = async (id: string, context: GraphQLContext) => {
  const row = await loadRow(id, context);
  const typename = typenameOfId(id);
  return row === null || typename === null ? null : { ...row, __typename: typename };
};
