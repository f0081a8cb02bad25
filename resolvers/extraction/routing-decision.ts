import { replayRouting } from '#application/routing/replay-routing.ts';
import type { Replay } from '#domain/routing/replay.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { WorkflowStatus } from '#resolvers/schema/enums.ts';
import { idOf } from '#resolvers/schema/filters/id-arguments.ts';
import { WorkflowReason } from './workflow-item.ts';

export const RoutingDecision = builder.objectRef<Replay>('RoutingDecision').implement({
  description: 'What the rules of routing say of an extraction. The same inputs give the same decision.',
  fields: (t) => ({
    status: t.expose('status', {
      type: WorkflowStatus,
      description: 'The status that the routing rules gave the extraction.',
    }),
    reason: t.expose('reason', {
      type: WorkflowReason,
      description: 'The routing rule that decided: the first that applied.',
    }),
    idempotencyKey: t.exposeString('idempotencyKey', {
      description: 'The SHA-256, in hex, of `extraction_id|schema_name|routing_version`.',
    }),
    routingVersion: t.exposeString('routingVersion', { description: 'The version of the rules.' }),
    lowConfidenceFields: t.exposeStringList('lowConfidenceFields', {
      description: 'The fields below the threshold, sorted, whatever the status.',
    }),
    matchesStored: t.exposeBoolean('matchesStored', {
      nullable: true,
      description:
        'True when the newest stored item has this status; false where it has another, as after a person decided; null when nothing is stored.',
    }),
  }),
});

builder.queryField('replayRouting', (t) =>
  t.field({
    type: RoutingDecision,
    nullable: true,
    description:
      'Decides a stored extraction again and writes nothing; null when it is missing or hidden. For reviewers, auditors and admins.',
    authScopes: { anyRole: ['reviewer', 'auditor'] },
    args: {
      extractionId: t.arg.id({
        ...idOf('Extraction'),
        required: true,
        description: 'The id of the extraction (`ext_…`).',
      }),
      withRecordedFlags: t.arg.boolean({
        required: false,
        description:
          'True, and when absent: with the flags and the threshold of the newest item, which reproduces its status. False: without flags and with the threshold of the installation.',
      }),
    },
    resolve: (_root, { extractionId, withRecordedFlags }, { reads, dependencies }) =>
      replayRouting(reads, dependencies.settings, extractionId, withRecordedFlags ?? true),
  }),
);
