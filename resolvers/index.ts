import './audit-event.ts';
import './bundle.ts';
import './bundle-receipt.ts';
import './candidate.ts';
import './chunk.ts';
import './contradiction.ts';
import './contributions.ts';
import './document.ts';
import './domain-keywords.ts';
import './entity.ts';
import './evidence.ts';
import './extraction.ts';
import './extraction-report.ts';
import './ingestion-wave.ts';
import './interaction.ts';
import './label-policy.ts';
import './label-queue.ts';
import './memory.ts';
import './project-state.ts';
import './queue.ts';
import './pathway.ts';
import './pathway-state.ts';
import './pathway-trace.ts';
import './revision.ts';
import './routing-decision.ts';
import './trace-queries.ts';
import './schema/user-error.ts';
import './viewer.ts';
import './workflow-item.ts';
import './mutations/bundle/deliver-bundle.ts';
import './mutations/review/create-memory.ts';
import './mutations/routing/decide-workflow-item.ts';
import './mutations/contradictions/detect-contradictions.ts';
import './mutations/contradictions/reopen-contradiction.ts';
import './mutations/contradictions/resolve-contradiction.ts';
import './mutations/review/defer-candidate.ts';
import './mutations/review/delete-candidate.ts';
import './mutations/labels/dismiss-labels.ts';
import './mutations/review/edit-candidate.ts';
import './mutations/review/edit-entity.ts';
import './mutations/review/edit-memory.ts';
import './mutations/ingestion/extract-interaction.ts';
import './mutations/ingestion/extract-wave.ts';
import './mutations/pathways/import-pathway-state.ts';
import './mutations/ingestion/ingest-documents.ts';
import './mutations/review/promote-candidate.ts';
import './mutations/review/promote-entity.ts';
import './mutations/labels/promote-labels.ts';
import './mutations/review/promote-memory.ts';
import './mutations/review/propose-graduation.ts';
import './mutations/review/reject-candidate.ts';
import './mutations/review/reject-entity.ts';
import './mutations/ingestion/re-extract-memory.ts';
import './mutations/ingestion/record-extraction.ts';
import './mutations/ingestion/record-interaction.ts';
import './mutations/pathways/insert-trace.ts';
import './mutations/pathways/record-replay.ts';
import './mutations/review/reject-memory.ts';
import './mutations/graph/relate-entities.ts';
import './mutations/routing/reroute-all.ts';
import './mutations/review/restore-entity.ts';
import './mutations/review/restore-memory.ts';
import './mutations/review/retire-entity.ts';
import './mutations/review/retire-memory.ts';
import './mutations/review/supersede-memory.ts';
import './mutations/review/return-entity-to-candidate.ts';
import './mutations/review/return-memory-to-candidate.ts';
import './mutations/review/return-to-candidate.ts';
import './mutations/review/review-candidates.ts';
import './mutations/project-state/set-project-state.ts';
import './mutations/labels/set-sensitivity-labels.ts';
import './mutations/review/supersede-entity.ts';
import './mutations/graph/unrelate-entities.ts';
import './mutations/pathways/revise-trace.ts';
import './mutations/routing/route-extraction.ts';
import './mutations/evidence/record-evidence.ts';
import './mutations/evidence/vote-memory.ts';
import './mutations/tenants/declare-groups.ts';
import './mutations/evidence/mandate-memory.ts';
import './mutations/classification/set-domain-keywords.ts';
import './mutations/labels/set-label-policy.ts';
import './mutations/review/set-memory-personal.ts';
import type { GraphQLInterfaceType, GraphQLObjectType } from 'graphql';
import { builder } from './schema/builder.ts';
import { columns } from './schema/columns.ts';
import type { PageInfo } from './schema/page-info.ts';

/** The one schema, made of every file that this one loads. */
export const schema = builder.toSchema();

// Our ids are global as they are. Relay's plugin would wait for each.
for (const type of schema.getPossibleTypes(schema.getType('Node') as GraphQLInterfaceType)) {
  const { id } = type.getFields();
  if (id) {
    id.resolve = (row: { readonly id: string }) => row.id;
    id.extensions = { ...id.extensions, ...columns<{ readonly id: string }>('id').extensions };
  }
}

// Relay's plugin knows of no page that looks further when it is asked to.
const { hasNextPage, hasPreviousPage } = (schema.getType('PageInfo') as GraphQLObjectType).getFields();
if (hasNextPage) hasNextPage.resolve = (page: PageInfo) => page.isFollowed();
if (hasPreviousPage) hasPreviousPage.resolve = (page: PageInfo) => page.isPreceded();
