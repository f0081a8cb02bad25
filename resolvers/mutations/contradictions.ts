import {
  type DetectContradictionsOutcome,
  detectContradictions,
} from '#application/contradictions/detect-contradictions.ts';
import {
  type ReopenContradictionOutcome,
  reopenContradiction,
} from '#application/contradictions/reopen-contradiction.ts';
import {
  type ResolveContradictionOutcome,
  resolveContradiction,
} from '#application/contradictions/resolve-contradiction.ts';
import { Contradiction, ResolutionAction } from '#resolvers/items/contradiction.ts';
import { Memory } from '#resolvers/items/memory.ts';
import { governedMutation } from '#resolvers/mutations/steps/governed-mutation.ts';
import { commonFields, decisionFields } from '#resolvers/mutations/steps/input-fields.ts';
import { applied } from '#resolvers/mutations/steps/item-payloads.ts';
import { loadSeen } from '#resolvers/mutations/steps/load-visible.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { idOf } from '#resolvers/schema/filters/id-arguments.ts';
import { rowById } from '#resolvers/schema/row-by-id.ts';

const DetectContradictionsInput = builder.inputType('DetectContradictionsInput', {
  description: 'Which memory `detectContradictions` judges.',
  fields: (t) => ({
    memoryId: t.id({ ...idOf('Memory'), required: true, description: 'The id of the memory (`mem_…`).' }),
    ...commonFields(t),
  }),
});

const DetectContradictionsPayload = builder
  .objectRef<DetectContradictionsOutcome & { readonly applied: boolean }>('DetectContradictionsPayload')
  .implement({
    description: 'The result of `detectContradictions`: what the judge found.',
    fields: (t) => ({
      contradictions: t.field({
        type: [Contradiction],
        description: 'The contradictions that the judge named, also those known before, resolved or not.',
        resolve: ({ contradictionIds }, _args, { reads }) =>
          loadSeen(reads.loaders.contradictions, contradictionIds),
      }),
      candidatesConsidered: t.exposeInt('candidatesConsidered', {
        description:
          'The number of memories it was compared with, at most 100: the newest of its domain (without one, its project) that share its visibility and that you see.',
      }),
      judgeCalls: t.exposeInt('judgeCalls', {
        description: '1; 0 when there was nothing to compare with.',
      }),
      answered: t.boolean({
        description:
          'False when the judge failed: the memory stands, nothing was found, and it may be judged again.',
        resolve: ({ ending }) => ending === 'judged' || ending === 'empty',
      }),
      applied: t.exposeBoolean('applied', applied),
    }),
  });

governedMutation(detectContradictions, {
  description:
    'Judges a memory against its company now. Every new memory is judged by itself, soon after it was written.',
  input: DetectContradictionsInput,
  payload: DetectContradictionsPayload,
});

const ReopenContradictionInput = builder.inputType('ReopenContradictionInput', {
  description: 'Which contradiction `reopenContradiction` opens again.',
  fields: (t) => ({
    id: t.id({
      ...idOf('Contradiction'),
      required: true,
      description: 'The id of the contradiction (`con_…`), which must be RESOLVED.',
    }),
    ...decisionFields(t),
  }),
});

const ReopenContradictionPayload = builder
  .objectRef<ReopenContradictionOutcome & { readonly applied: boolean }>('ReopenContradictionPayload')
  .implement({
    description: 'The contradiction, and its sides after the mutation.',
    fields: (t) => ({
      contradiction: t.field({
        type: Contradiction,
        nullable: true,
        description: 'The contradiction as the viewer sees it now; it is OPEN.',
        resolve: ({ contradictionId }, _args, { reads }) =>
          reads.loaders.contradictions.load(contradictionId),
      }),
      restored: t.field({
        type: [Memory],
        description: 'The sides that have their place again, in the status that they had.',
        resolve: ({ restoredIds }, _args, { reads }) => loadSeen(reads.loaders.memories, restoredIds),
      }),
      applied: t.exposeBoolean('applied', applied),
    }),
  });

governedMutation(reopenContradiction, {
  description:
    'The undo of `resolveContradiction`: every side that it moved is what it was, and a merged memory is withdrawn (INVALID). Refused when a side is no longer where the resolution put it.',
  input: ReopenContradictionInput,
  payload: ReopenContradictionPayload,
});

const ResolveContradictionInput = builder.inputType('ResolveContradictionInput', {
  description: 'The contradiction, and what it comes to.',
  fields: (t) => ({
    id: t.id({
      ...idOf('Contradiction'),
      required: true,
      description: 'The id of the contradiction (`con_…`), which must be OPEN.',
    }),
    action: t.field({
      type: ResolutionAction,
      required: true,
      description: 'How the contradiction is resolved.',
    }),
    mergedContent: t.string({
      required: false,
      description: 'What the merged memory says; for MERGE, and for nothing else. 1 to 32,768 characters.',
    }),
    note: t.string({ required: false, description: 'The reason for the decision, 1 to 2,000 characters.' }),
    ...decisionFields(t),
  }),
});

const ResolveContradictionPayload = builder
  .objectRef<ResolveContradictionOutcome & { readonly applied: boolean }>('ResolveContradictionPayload')
  .implement({
    description: 'The contradiction, and its sides after the mutation.',
    fields: (t) => ({
      contradiction: t.field({
        type: Contradiction,
        nullable: true,
        description: 'The item as the viewer sees it now; null when the decision hid it from them.',
        resolve: ({ contradictionId }, _args, { reads }) =>
          reads.loaders.contradictions.load(contradictionId),
      }),
      superseded: t.field({
        type: [Memory],
        description: 'The sides that lost their place: SUPERSEDED, or INVALID where it was a candidate.',
        resolve: ({ supersededIds }, _args, { reads }) => loadSeen(reads.loaders.memories, supersededIds),
      }),
      merged: t.field({
        type: Memory,
        description:
          'The memory that MERGE made, ACTIVE; null for the other actions, where it is only proposed, and where it is for another person alone.',
        ...rowById('mergedId', ({ memories }) => memories),
      }),
      proposed: t.field({
        type: Memory,
        nullable: true,
        description:
          'The merged memory as a candidate, where it says more than its sides: both stand, and the contradiction is open, until somebody else promotes it. Null otherwise.',
        resolve: ({ proposedId }, _args, { reads }) =>
          proposedId == null ? null : reads.loaders.memories.load(proposedId),
      }),
      promoted: t.field({
        type: Memory,
        nullable: true,
        description:
          'The candidate that took the place of a believed side and was promoted in the same step; null when there was none.',
        resolve: ({ promotedId }, _args, { reads }) =>
          promotedId == null ? null : reads.loaders.memories.load(promotedId),
      }),
      applied: t.exposeBoolean('applied', applied),
    }),
  });

governedMutation(resolveContradiction, {
  description:
    'A reviewer decides a contradiction, and it takes effect: the loser is superseded by the winner, or both by the merged memory; one that says more than both sides is only proposed, and waits for somebody else. A candidate takes the place of a believed side only when the reviewer may promote it, and is promoted in the same step. Undone by `reopenContradiction`.',
  input: ResolveContradictionInput,
  payload: ResolveContradictionPayload,
});
