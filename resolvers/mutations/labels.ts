import { dismissLabels } from '#application/labels/dismiss-labels.ts';
import { promoteLabels } from '#application/labels/promote-labels.ts';
import {
  type PolicyReachCount,
  type SetLabelPolicyOutcome,
  setLabelPolicy,
} from '#application/labels/set-label-policy.ts';
import { setSensitivityLabels } from '#application/labels/set-sensitivity-labels.ts';
import type { LabelReviewOutcome } from '#application/labels/steps/label-item.ts';
import type { PolicyLoss } from '#domain/labels/policy/policy-losses.ts';
import { labelPolicyOf } from '#persistence/labels/label-policy.ts';
import { LabelPolicy, LabelPolicyAction, LabelPolicyMode } from '#resolvers/labels/label-policy.ts';
import { governedMutation } from '#resolvers/mutations/steps/governed-mutation.ts';
import { decisionFields } from '#resolvers/mutations/steps/input-fields.ts';
import { applied, ItemPayload, itemAfter } from '#resolvers/mutations/steps/item-payloads.ts';
import { labelReviewInput } from '#resolvers/mutations/steps/label-review-input.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { present } from '#resolvers/schema/connection.ts';
import { idOf } from '#resolvers/schema/filters/id-arguments.ts';

const DismissLabelsPayload = builder
  .objectRef<LabelReviewOutcome & { readonly applied: boolean }>('DismissLabelsPayload')
  .implement({
    description: 'The memory or the entity after the mutation.',
    fields: (t) => ({
      item: t.field(itemAfter),
      dismissed: t.stringList({
        description: 'What is no longer suggested, sorted.',
        resolve: ({ labels }) => [...labels],
      }),
      applied: t.exposeBoolean('applied', applied),
    }),
  });

governedMutation(dismissLabels, {
  description:
    'A reviewer finds suggestions wrong: they are not made again until the memory or entity is reworded.',
  input: labelReviewInput('DismissLabelsInput'),
  payload: DismissLabelsPayload,
});

const PromoteLabelsPayload = builder
  .objectRef<LabelReviewOutcome & { readonly applied: boolean }>('PromoteLabelsPayload')
  .implement({
    description: 'The memory or the entity after the mutation.',
    fields: (t) => ({
      item: t.field(itemAfter),
      promoted: t.stringList({
        description: 'The labels that became authoritative, sorted.',
        resolve: ({ labels }) => [...labels],
      }),
      applied: t.exposeBoolean('applied', applied),
    }),
  });

governedMutation(promoteLabels, {
  description:
    'A reviewer makes suggestions authoritative, beside the labels that are; every one must stand in `suggestedLabels` now. Undone by `setSensitivityLabels`.',
  input: labelReviewInput('PromoteLabelsInput'),
  payload: PromoteLabelsPayload,
});

const LabelPolicyRuleInput = builder.inputType('LabelPolicyRuleInput', {
  description:
    'One rule. It names a label at least; every condition that it gives must hold, and one that is absent or empty is none.',
  fields: (t) => ({
    id: t.string({ required: true, description: '1 to 200 characters, unique in the policy.' }),
    anyLabel: t.stringList({
      required: false,
      description:
        'The item has at least one of these, or a member of one: `pii` matches `pii.email`. Up to 50.',
    }),
    allLabels: t.stringList({
      required: false,
      description: 'The item has each of these, or a member of each. Up to 50.',
    }),
    roles: t.stringList({ required: false, description: 'The viewer holds one of these roles.' }),
    notRoles: t.stringList({ required: false, description: 'The viewer holds none of these roles.' }),
    users: t.stringList({ required: false, description: 'The viewer is one of these users. Up to 50.' }),
    action: t.field({ type: LabelPolicyAction, required: true, description: 'What becomes of the item.' }),
  }),
});

const SetLabelPolicyInput = builder.inputType('SetLabelPolicyInput', {
  description: 'The whole policy: it takes the place of the one in force.',
  fields: (t) => ({
    mode: t.field({
      type: LabelPolicyMode,
      required: true,
      description: 'Whether the policy is enforced or only logged.',
    }),
    rules: t.field({
      type: [LabelPolicyRuleInput],
      required: true,
      description: 'In order, up to 100; the first that matches wins. Empty: everything is allowed.',
    }),
    ...decisionFields(t),
  }),
});

const PolicyLossType = builder.objectRef<PolicyLoss>('LabelPolicyLoss').implement({
  description:
    'Who would see less under a policy that was proposed, once it is enforced, than under the one in force: a role, or a user whom a rule names. Labels alone decide it; whether an audience hides an item from them already is not asked.',
  fields: (t) => ({
    role: t.exposeString('role', {
      nullable: true,
      description:
        'A viewer who holds this role and no other: reader, contributor, reviewer, curator, auditor, admin or service. Null where `user` is given.',
    }),
    user: t.exposeString('user', {
      nullable: true,
      description:
        'A user whom a rule of the proposed policy or of the one in force names, looked at with each role alone and without any. Counted is what they lose in any of these beyond what others with the same role lose. Null where `role` is given.',
    }),
    hidden: t.exposeInt('hidden', {
      description: 'Memories and entities, in any status, that would be hidden from them and are not now.',
    }),
    redacted: t.exposeInt('redacted', {
      description:
        'Memories and entities, in any status, that they would see without their words and see with them now.',
    }),
    labels: t.exposeStringList('labels', {
      description:
        'What the proposed rules that hide or redact these memories and entities name, as the rules write it, sorted. Other labels of theirs are not given.',
    }),
  }),
});

const PolicyReach = builder.objectRef<PolicyReachCount>('LabelPolicyReach').implement({
  description:
    'How many memories and entities of the tenant a policy governs once it is enforced, in any status, whether or not the caller sees them. An item that is denied to some and redacted for others counts in both.',
  fields: (t) => ({
    denied: t.exposeInt('denied', {
      description:
        'Items that are hidden from somebody: a rule that denies matches their labels, and no rule before it takes everybody.',
    }),
    redacted: t.exposeInt('redacted', {
      description: 'Items that somebody sees without their words, likewise.',
    }),
    losses: t.field({
      type: [PolicyLossType],
      description:
        'Who would see less than under the policy in force: each role, then each user whom a rule names, in force or proposed, the first 100 of them by name. Empty: none of these sees less.',
      resolve: ({ losses }) => losses,
    }),
  }),
});

const SetLabelPolicyPayload = builder
  .objectRef<SetLabelPolicyOutcome & { readonly applied: boolean }>('SetLabelPolicyPayload')
  .implement({
    description: 'The policy after the mutation.',
    fields: (t) => ({
      policy: t.field({
        type: LabelPolicy,
        description: 'The label policy as this mutation left it.',
        resolve: async ({ revision }, _args, { reads }) =>
          present(await labelPolicyOf(reads.session, { revision })),
      }),
      applied: t.exposeBoolean('applied', applied),
      wouldChange: t.field({
        type: PolicyReach,
        description:
          'What the policy reaches, counted when the mutation ran; in LOG_ONLY, what it would reach.',
        resolve: ({ wouldChange }) => wouldChange,
      }),
    }),
  });

governedMutation(setLabelPolicy, {
  description:
    'An admin sets the tenant’s label policy. It binds everybody whom a rule matches, admins and contributors too; former revisions stay. The same policy again writes nothing.',
  input: SetLabelPolicyInput,
  toInput: (input) => ({
    ...input,
    rules: input.rules.map(({ anyLabel, allLabels, roles, notRoles, users, ...rule }) => ({
      ...rule,
      anyLabel: anyLabel ?? [],
      allLabels: allLabels ?? [],
      roles: roles ?? [],
      notRoles: notRoles ?? [],
      users: users ?? [],
    })),
  }),
  payload: SetLabelPolicyPayload,
});

const SetSensitivityLabelsInput = builder.inputType('SetSensitivityLabelsInput', {
  description: 'The memory or entity, and all of its authoritative labels.',
  fields: (t) => ({
    id: t.id({
      ...idOf('Memory', 'Entity'),
      required: true,
      description: 'The id of the memory (`mem_…`), or of an entity that came by the short path (`ent_…`).',
    }),
    labels: t.stringList({
      required: true,
      description: 'Up to 50, each 1 to 200 characters; they take the place of those that were. Empty: none.',
    }),
    ...decisionFields(t),
  }),
});

governedMutation(setSensitivityLabels, {
  description:
    'An admin or a service says which labels of a memory, or of an entity of the short path, are authoritative, suggested or not; the entities that came from a memory follow it.',
  input: SetSensitivityLabelsInput,
  payload: ItemPayload,
});
