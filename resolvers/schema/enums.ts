import { type SourceState as State, sourceStates } from '#domain/sources/source-states.ts';
import { builder } from './builder.ts';

/** The closed sets that several types share; one that a single type uses stands beside it. */

export const MemoryKind = builder.enumType('MemoryKind', {
  description: 'The kind of statement that a memory makes.',
  values: {
    DECISION: { description: 'The statement says that something was decided.' },
    REQUIREMENT: { description: 'The statement says that something must be so.' },
    CONSTRAINT: { description: 'Something limits what may be done.' },
    PREFERENCE: { description: 'Somebody would rather have it so.' },
    IDENTITY: { description: 'Who or what somebody is.' },
    FACT: { description: 'The statement says that something is so.' },
    PROCEDURE: { description: 'The statement says how something is done.' },
    EPISODE: { description: 'The statement says that something happened.' },
  },
});

export const EntityType = builder.enumType('EntityType', {
  description: 'What an entity of the graph is.',
  values: {
    PROJECT: { description: 'An undertaking with an end.' },
    SUBSYSTEM: { description: 'A part of a system that is a system itself.' },
    COMPONENT: { description: 'A part of a subsystem or a product.' },
    INTERFACE: { description: 'The place or the contract where two parts meet.' },
    REQUIREMENT: { description: 'A property that the project must have.' },
    CONSTRAINT: { description: 'A limit on possible solutions.' },
    DECISION: { description: 'A choice that was made for the project.' },
    MATERIAL: { description: 'What a part is made of.' },
    PARAMETER: { description: 'A named value, often with a unit.' },
    ANALYSIS_MODEL: { description: 'A model that something is computed with.' },
    RESULT: { description: 'What an analysis or a test gave.' },
    VALIDATION_CLAIM: { description: 'A claim that something was shown to hold.' },
    VENDOR: { description: 'A person or an organization that supplies something.' },
    PROCESS: { description: 'How something is made or done, again and again.' },
  },
});

export const ItemStatus = builder.enumType('ItemStatus', {
  description: 'Where a memory or an entity stands between being proposed and being believed.',
  values: {
    CANDIDATE: { description: 'Proposed: it waits in the review queue.' },
    ACTIVE: { description: 'A person promoted the item.' },
    INVALID: { description: 'A person rejected it; it is not proposed again.' },
    SUPERSEDED: { description: 'Superseded: a newer item took its place.' },
    GRADUATED: { description: 'The memory became an entity, and points to it.' },
    RETIRED: { description: 'The item was believed and is no longer; nothing took its place.' },
    ERASED: {
      description:
        'An admin removed its words for good; only its ids and its history without texts are left.',
    },
  },
});

export const RejectionKind = builder.enumType('RejectionKind', {
  description: 'The kind of reason for which a reviewer rejects a candidate.',
  values: {
    NO_STATEMENT: {
      description: 'What was read states nothing, such as a heading, an example or a question.',
    },
    WRONG_WORDING: { description: 'The candidate does not say what its source says.' },
    WRONG_TYPE: { description: 'The candidate has the wrong kind or entity type.' },
    NOT_TRUE: { description: 'The source says so, and it is not true.' },
    OUT_OF_DATE: { description: 'The statement was true once, and is no longer.' },
    DUPLICATE: { description: 'Another item says the same.' },
    NOT_RELEVANT: { description: 'Nobody needs to remember it.' },
    OTHER: { description: 'A reason of another kind.' },
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
    LOW: { description: 'Trust of candidates and of rejected items.' },
    MEDIUM: { description: 'Memories that a person promoted.' },
    HIGH: { description: 'Entities that a person promoted.' },
    HIGHEST: { description: 'The trust in project state, which a curator sets by hand.' },
  },
});

export const OrderDirection = builder.enumType('OrderDirection', {
  description: 'Which end of an order comes first.',
  values: {
    ASC: { description: 'Ascending: the smallest or the oldest first.' },
    DESC: { description: 'Descending: the largest or the newest first.' },
  },
});

export const WorkflowStatus = builder.enumType('WorkflowStatus', {
  description: 'Where routing, or a person, put an extraction.',
  values: {
    AUTO_APPROVED: { description: 'Sound enough to stand in the queue unflagged; never promoted by that.' },
    NEEDS_REVIEW: { description: 'A person has to decide about the extraction.' },
    REJECTED: { description: 'A guardrail or a person rejected it.' },
    APPROVED: { description: 'A person has approved the extraction.' },
  },
});

const sourceStateDescriptions: Readonly<Record<State, string>> = {
  UNKNOWN: 'Never checked: written by hand, said in an interaction, or its source has not changed.',
  UNCHANGED: 'The version in force says the same words under the same heading.',
  MOVED: 'The same words stand under another heading, or in another source that is in force.',
  REWORDED: 'Another statement of the same type stands under the same heading.',
  GONE: 'The version in force does not say it, and says nothing like it in its place.',
  WITHDRAWN:
    'The path was withdrawn, or the record’s own status says that it was superseded, rejected or deprecated.',
};

export const SourceState = builder.enumType('SourceState', {
  description: 'What the last check found of the statement that an item came from.',
  values: Object.fromEntries(
    sourceStates.map((state) => [state, { description: sourceStateDescriptions[state] }]),
  ) as Record<State, { description: string }>,
});
