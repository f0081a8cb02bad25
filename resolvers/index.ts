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
import './user-error.ts';
import './viewer.ts';
import './workflow-item.ts';
import './mutations/create-memory.ts';
import './mutations/decide-workflow-item.ts';
import './mutations/detect-contradictions.ts';
import './mutations/reopen-contradiction.ts';
import './mutations/resolve-contradiction.ts';
import './mutations/defer-candidate.ts';
import './mutations/delete-candidate.ts';
import './mutations/dismiss-labels.ts';
import './mutations/edit-entity.ts';
import './mutations/edit-memory.ts';
import './mutations/extract-interaction.ts';
import './mutations/extract-wave.ts';
import './mutations/import-pathway-state.ts';
import './mutations/ingest-documents.ts';
import './mutations/promote-entity.ts';
import './mutations/promote-labels.ts';
import './mutations/promote-memory.ts';
import './mutations/propose-graduation.ts';
import './mutations/reject-entity.ts';
import './mutations/re-extract-memory.ts';
import './mutations/record-extraction.ts';
import './mutations/record-interaction.ts';
import './mutations/insert-trace.ts';
import './mutations/record-replay.ts';
import './mutations/reject-memory.ts';
import './mutations/relate-entities.ts';
import './mutations/reroute-all.ts';
import './mutations/restore-entity.ts';
import './mutations/return-entity-to-candidate.ts';
import './mutations/return-memory-to-candidate.ts';
import './mutations/review-candidates.ts';
import './mutations/set-project-state.ts';
import './mutations/set-sensitivity-labels.ts';
import './mutations/supersede-entity.ts';
import './mutations/unrelate-entities.ts';
import './mutations/revise-trace.ts';
import './mutations/route-extraction.ts';
import './mutations/record-evidence.ts';
import './mutations/vote-memory.ts';
import './mutations/declare-groups.ts';
import './mutations/mandate-memory.ts';
import './mutations/set-domain-keywords.ts';
import './mutations/set-label-policy.ts';
import './mutations/set-memory-personal.ts';
import type { GraphQLInterfaceType } from 'graphql';
import { builder } from './builder.ts';
import { columns } from './columns.ts';

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
