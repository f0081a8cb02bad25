import { builder } from './builder.ts';

/** The closed sets that several types share; one that a single type uses stands beside it. */

export const MemoryKind = builder.enumType('MemoryKind', {
  description: 'What a memory states.',
  values: {
    DECISION: { description: 'Something was decided.' },
    REQUIREMENT: { description: 'Something must be so.' },
    CONSTRAINT: { description: 'Something limits what may be done.' },
    PREFERENCE: { description: 'Somebody would rather have it so.' },
    IDENTITY: { description: 'Who or what somebody is.' },
    FACT: { description: 'Something is so.' },
    PROCEDURE: { description: 'How something is done.' },
    EPISODE: { description: 'Something happened.' },
  },
});

export const EntityType = builder.enumType('EntityType', {
  description: 'What an entity of the graph is.',
  values: {
    PROJECT: { description: 'An undertaking with an end.' },
    SUBSYSTEM: { description: 'A part of a system that is a system itself.' },
    COMPONENT: { description: 'A part.' },
    INTERFACE: { description: 'Where two parts meet.' },
    REQUIREMENT: { description: 'What must hold.' },
    CONSTRAINT: { description: 'What limits the solution.' },
    DECISION: { description: 'What was decided.' },
    MATERIAL: { description: 'What a part is made of.' },
    PARAMETER: { description: 'A named value, often with a unit.' },
    ANALYSIS_MODEL: { description: 'A model that something is computed with.' },
    RESULT: { description: 'What an analysis or a test gave.' },
    VALIDATION_CLAIM: { description: 'A claim that something was shown to hold.' },
    VENDOR: { description: 'Who supplies something.' },
    PROCESS: { description: 'How something is made or done, again and again.' },
  },
});

export const ItemStatus = builder.enumType('ItemStatus', {
  description: 'Where a memory or an entity stands between being proposed and being believed.',
  values: {
    CANDIDATE: { description: 'Proposed; in the review queue.' },
    ACTIVE: { description: 'A person vouched for it.' },
    INVALID: { description: 'A person rejected it; it is not proposed again.' },
    SUPERSEDED: { description: 'Something newer took its place.' },
    GRADUATED: { description: 'It became an entity, and points to it.' },
    RETIRED: { description: 'It was believed and is no longer; nothing took its place.' },
  },
});

export const Layer = builder.enumType('Layer', {
  description: 'The layer of the promotion graph that an item stands in.',
  values: {
    L1_CANDIDATE: { description: 'A memory that nobody has vouched for.' },
    L1_ACTIVE: { description: 'A memory that a person promoted.' },
    L2_CANDIDATE: { description: 'An entity that nobody has vouched for.' },
    L2_ACTIVE: { description: 'An entity that a person promoted.' },
    L3: { description: 'Trusted project state, written by a curator.' },
  },
});

export const Trust = builder.enumType('Trust', {
  description: 'How far an item is trusted, by its layer.',
  values: {
    LOW: { description: 'Candidates, and what was rejected.' },
    MEDIUM: { description: 'Memories that a person promoted.' },
    HIGH: { description: 'Entities that a person promoted.' },
    HIGHEST: { description: 'Trusted project state.' },
  },
});

export const OrderDirection = builder.enumType('OrderDirection', {
  description: 'Which end of an order comes first.',
  values: {
    ASC: { description: 'Smallest or oldest first.' },
    DESC: { description: 'Largest or newest first.' },
  },
});

export const InstantRange = builder.inputType('InstantRange', {
  description: 'A half-open interval of time.',
  fields: (t) => ({
    gte: t.field({ type: 'DateTime', required: false, description: 'Not before this instant.' }),
    lt: t.field({ type: 'DateTime', required: false, description: 'Before this instant.' }),
  }),
});
