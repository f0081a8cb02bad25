import type { BaseSource, ConfidenceModifier } from '#domain/evidence/effective-confidence.ts';
import type { ShownConfidence, ConfidenceStep as Step } from '#domain/evidence/shown-confidence.ts';
import { type GatedField, mayReadField } from '#domain/privacy/field-access.ts';
import type { Viewer } from '#domain/privacy/viewer.ts';
import type { EvidenceRow, VoteFigures } from '#persistence/evidence.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { columns } from '#resolvers/schema/columns.ts';
import { User, userOrNull } from '#resolvers/schema/named.ts';
import { gatedBy } from '#resolvers/schema/required-roles.ts';
import { Interaction } from '#resolvers/sources/interaction.ts';
import { Memory } from './memory.ts';

export const DetectionType = builder.enumType('DetectionType', {
  description: 'How a person came to vouch for a memory.',
  values: {
    CORRECTION: { description: 'A person corrected what was said before.' },
    CONFIRMATION: { description: 'A person confirmed the memory when they met it.' },
    UNPROMPTED_DEFINITION: { description: 'A person stated it without being asked.' },
  },
});

const VoteValue = builder.enumType('VoteValue', {
  description: 'What a user thinks of a memory.',
  values: {
    UP: { description: 'The memory is helpful.' },
    DOWN: { description: 'The memory is not helpful.' },
  },
});

const gated = <Value>(viewer: Viewer, field: GatedField, row: EvidenceRow, value: Value): Value | null =>
  mayReadField(viewer, field, row) ? value : null;

export const Evidence = builder.objectRef<EvidenceRow>('Evidence');

builder.node(Evidence, {
  description: 'One verification event of a memory; written once. Seen with its memory.',
  id: { resolve: ({ id }) => id, description: 'The global id of the piece of evidence (`evi_…`).' },
  loadWithoutCache: (id, { reads }) => reads.loaders.evidence.load(id),
  fields: (t) => ({
    detectionType: t.expose('detectionType', {
      type: DetectionType,
      description: 'How the evidence came about.',
    }),
    userQuote: t.string({
      nullable: true,
      description:
        'What the person said, masked with the words of its memory; null when it was not kept, and for all but reviewers, auditors, admins and the contributor of the memory.',
      ...gatedBy<EvidenceRow>('userQuote', 'userQuote'),
      resolve: (row, _args, { viewer }) => gated(viewer, 'userQuote', row, row.userQuote),
    }),
    sourceRef: t.exposeString('sourceRef', {
      nullable: true,
      description:
        'Where the evidence was given, in the words of the person who recorded it, which are masked with those of its memory; null when they did not say.',
    }),
    sourceUser: t.field({
      type: User,
      nullable: true,
      description:
        'Who verified; null for all but reviewers, auditors, admins and the contributor of the memory.',
      ...gatedBy<EvidenceRow>('sourceUser', 'sourceUser'),
      resolve: (row, _args, { viewer }) => userOrNull(gated(viewer, 'sourceUser', row, row.sourceUser)),
    }),
    memory: t.field({
      type: Memory,
      nullable: true,
      description: 'The memory that the event verifies; null when it is hidden.',
      ...columns<EvidenceRow>('memoryId'),
      resolve: ({ memoryId }, _args, { reads }) => reads.loaders.memories.load(memoryId),
    }),
    interaction: t.field({
      type: Interaction,
      nullable: true,
      description:
        'The interaction that `sourceRef` names; null when it names none, and for viewers who may not read the whole interaction.',
      ...columns<EvidenceRow>('sourceRef'),
      resolve: ({ sourceRef }, _args, { reads }) =>
        sourceRef?.startsWith('int_') ? reads.loaders.interactions.load(sourceRef) : null,
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'When the evidence was recorded, in UTC.',
    }),
  }),
});

export const EvidenceConnection = builder.connectionObject(
  { name: 'EvidenceConnection', type: Evidence, description: 'A page of verification events.' },
  { name: 'EvidenceEdge', description: 'A verification event in a list.' },
);

const Modifier = builder.objectRef<ConfidenceModifier>('ConfidenceModifier').implement({
  description: 'What moves the base of a confidence before age does.',
  fields: (t) => ({
    name: t.exposeString('name', {
      description:
        '`further_verifiers`: each distinct person after the first adds. `ceiling`: what would stand above 1 is taken off.',
    }),
    delta: t.exposeFloat('delta', { description: 'What it adds; below 0: what it takes.' }),
  }),
});

const ConfidenceBaseSource = builder.enumType('ConfidenceBaseSource', {
  description: 'Where the base of a confidence comes from.',
  values: {
    MANDATE: { description: 'An admin mandated the memory.' },
    CORRECTION: { description: 'Evidence of the memory is a correction.' },
    CONFIRMATION: { description: 'Evidence of the memory is a confirmation.' },
    UNPROMPTED_DEFINITION: { description: 'Evidence of the memory is a definition that nobody asked for.' },
    WRITTEN: { description: 'The confidence that the memory was written with, which no evidence exceeds.' },
  } satisfies Record<BaseSource, object>,
});

const ConfidenceStepKind = builder.enumType('ConfidenceStepKind', {
  description: 'What a step from the base of a confidence to its value is.',
  values: {
    BASE: { description: 'The base, which `baseSource` names.' },
    FURTHER_VERIFIERS: {
      description: 'Each distinct person who verified the memory, after the first, adds.',
    },
    CEILING: { description: 'What would stand above 1 is taken off.' },
    DECAY: { description: 'What age takes, since `decaysSince`.' },
    FLOOR: { description: 'What age took below the floor is given back.' },
  } satisfies Record<Step['step'], object>,
});

const ConfidenceStep = builder.objectRef<Step>('ConfidenceStep').implement({
  description: 'One step from the base of an effective confidence to its value.',
  fields: (t) => ({
    step: t.expose('step', { type: ConfidenceStepKind, description: 'What the step is.' }),
    change: t.exposeFloat('change', { description: 'What the step adds; below 0: what it takes.' }),
    value: t.exposeFloat('value', { description: 'What stands after the step, from 0.' }),
  }),
});

export const EffectiveConfidence = builder.objectRef<ShownConfidence>('EffectiveConfidence').implement({
  description:
    'How far a memory is believed now, part by part: `value` is base and deltas times decay, and never less than the floor. Every number is rounded to 6 decimals; votes do not enter.',
  fields: (t) => ({
    value: t.exposeFloat('value', { description: 'The effective confidence, from 0 to 1.' }),
    base: t.exposeFloat('base', {
      description:
        'The base of the belief, from 0 to 1: 1 under a mandate, else the highest of what the memory was written with and of its evidence.',
    }),
    baseSource: t.expose('baseSource', {
      type: ConfidenceBaseSource,
      description: 'What the base comes from; where evidence equals what was written, `WRITTEN`.',
    }),
    modifiers: t.field({
      type: [Modifier],
      description: 'What moves the base; empty when nothing does.',
      resolve: ({ modifiers }) => [...modifiers],
    }),
    decay: t.exposeFloat('decay', {
      description: 'What age leaves: 1 when new, half after twelve months without new evidence.',
    }),
    decaysSince: t.expose('decaysSince', {
      type: 'DateTime',
      description:
        'The instant since which age counts, in UTC: of the newest evidence, else of the creation.',
    }),
    floor: t.exposeFloat('floor', {
      description: 'What age never takes; 0 when nobody but its own authors verified it.',
    }),
    steps: t.field({
      type: [ConfidenceStep],
      description:
        'The whole sum in order, from the base to `value`; a step that changes nothing is left out. The changes add up to `value`.',
      resolve: ({ steps }) => [...steps],
    }),
    evidenceCount: t.exposeInt('evidenceCount', {
      description: 'How many pieces of evidence the memory has, those included that raise nothing.',
    }),
    asOf: t.expose('asOf', {
      type: 'DateTime',
      description: 'The instant it was computed for; one for the whole answer.',
    }),
  }),
});

export const MemoryVotes = builder.objectRef<VoteFigures>('MemoryVotes').implement({
  description: 'How a memory was voted. Votes do not enter its confidence.',
  fields: (t) => ({
    up: t.exposeInt('up', { description: 'Users who find that it helps.' }),
    down: t.exposeInt('down', { description: 'Users who find that it does not.' }),
    mine: t.expose('mine', {
      type: VoteValue,
      nullable: true,
      description: 'The viewer’s own; null when they have none.',
    }),
  }),
});
