import { createMemory } from '#application/review/create-memory.ts';
import { editItem } from '#application/review/edit-item.ts';
import { proposeGraduation } from '#application/review/propose-graduation.ts';
import { setMemoryPersonal } from '#application/review/set-memory-personal.ts';
import { governedMutation } from '#resolvers/mutations/steps/governed-mutation.ts';
import { commonFields, decisionFields, itemFields } from '#resolvers/mutations/steps/input-fields.ts';
import { ItemPayload, MemoryPayload } from '#resolvers/mutations/steps/item-payloads.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { EntityType, MemoryKind } from '#resolvers/schema/enums.ts';
import { idOf } from '#resolvers/schema/filters/id-arguments.ts';

const CreateMemoryInput = builder.inputType('CreateMemoryInput', {
  description:
    'A candidate in the words of its contributor. Names have 1 to 200 characters, lists at most 50 of them.',
  fields: (t) => ({
    project: t.string({ required: true, description: 'The project that the item belongs to.' }),
    kind: t.field({ type: MemoryKind, required: true, description: 'The kind of statement.' }),
    content: t.string({ required: true, description: 'The statement, 1 to 32,768 characters.' }),
    summary: t.string({ required: false, description: 'A summary of the content, 1 to 2,000 characters.' }),
    subjectId: t.string({
      required: false,
      description: 'The subject that the memory is about, as the caller names it.',
    }),
    domain: t.string({
      required: false,
      description: 'The domain of the memory; absent: the keyword table gives it.',
    }),
    tags: t.stringList({ required: false, description: 'Words by which the memory is found.' }),
    isPersonal: t.boolean({
      required: false,
      description: 'True: only the contributor and admins see the memory.',
    }),
    audience: t.stringList({
      required: false,
      description: 'The groups it is for, each known to the tenant; absent or empty: the whole tenant.',
    }),
    sensitivityLabels: t.stringList({
      required: false,
      description: 'Labels that are known from the start.',
    }),
    ...commonFields(t),
  }),
});

governedMutation(createMemory, {
  description:
    'A contributor writes a candidate by hand: allowed, flagged, discouraged. Extract from real text where there is any.',
  input: CreateMemoryInput,
  payload: MemoryPayload,
});

const EditItemInput = builder.inputType('EditItemInput', {
  description:
    'The memory or entity to reword, and its new words: at least one of `content`, `summary` and `name`.',
  fields: (t) => ({
    content: t.string({
      required: false,
      description: 'The new wording, 1 to 32,768 characters; absent: left alone.',
    }),
    summary: t.string({
      required: false,
      description:
        'The new summary of a memory, 1 to 2,000 characters; absent: left alone, null: removed. Refused for an entity, which has none.',
    }),
    name: t.string({
      required: false,
      description:
        'The new name of an entity, 1 to 200 characters; absent: left alone. Refused for a memory, which has none.',
    }),
    ...itemFields(t),
  }),
});

governedMutation(editItem, {
  description:
    'A reviewer, or its contributor while it is a candidate, rewords a memory or an entity. Of a believed one, words that say more than its source and than what was vouched for are only proposed: see `proposed` of the payload. Every former wording stays in `revisions`; an edit that changes nothing writes nothing.',
  input: EditItemInput,
  payload: ItemPayload,
});

const SetMemoryPersonalInput = builder.inputType('SetMemoryPersonalInput', {
  description: 'A memory, and whether it is for its contributor alone.',
  fields: (t) => ({
    id: t.id({ ...idOf('Memory'), required: true, description: 'The id of the memory (`mem_…`).' }),
    isPersonal: t.boolean({
      required: true,
      description: 'True: for its contributor alone, and no longer mandatory. False: for its audience.',
    }),
    ...decisionFields(t),
  }),
});

governedMutation(setMemoryPersonal, {
  description:
    'The contributor of a memory makes it personal, or shares it again. Of a memory that is believed it is a request, which waits in the inbox (`PERSONAL_REQUEST`): another reviewer grants (true) or declines (false) it, under a mandate an admin grants it. For anyone else the memory is not found. Undone by the opposite.',
  input: SetMemoryPersonalInput,
  payload: MemoryPayload,
});

const ProposeGraduationInput = builder.inputType('ProposeGraduationInput', {
  description: 'The active memory, and the entity that it is to become.',
  fields: (t) => ({
    memoryId: t.id({
      ...idOf('Memory'),
      required: true,
      description: 'The id of the memory, `mem_…`; it is ACTIVE and not personal.',
    }),
    entityType: t.field({
      type: EntityType,
      required: true,
      description: 'The type of the proposed entity.',
    }),
    name: t.string({ required: true, description: 'What it is called, 1 to 200 characters.' }),
    content: t.string({
      required: false,
      description: 'The content of the entity, 1 to 32,768 characters; absent: the content of the memory.',
    }),
    ...decisionFields(t),
  }),
});

governedMutation(proposeGraduation, {
  description:
    'A reviewer proposes that an active memory becomes an entity. The memory is frozen until the proposal is decided. Undone by `deleteCandidate` or `rejectCandidate`.',
  input: ProposeGraduationInput,
  payload: ItemPayload,
});
