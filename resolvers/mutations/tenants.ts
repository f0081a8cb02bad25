import { type DeclareGroupsOutcome, declareGroups } from '#application/tenants/declare-groups.ts';
import { type ExportTenantOutcome, exportTenant } from '#application/tenants/export-tenant.ts';
import { holdIntake } from '#application/tenants/hold-intake.ts';
import { releaseIntake } from '#application/tenants/release-intake.ts';
import { restoreGroup } from '#application/tenants/restore-group.ts';
import type { GroupWithdrawalOutcome } from '#application/tenants/steps/group-withdrawal.ts';
import { withdrawGroup } from '#application/tenants/withdraw-group.ts';
import { governedMutation } from '#resolvers/mutations/steps/governed-mutation.ts';
import { commonFields, type InputFields } from '#resolvers/mutations/steps/input-fields.ts';
import { applied } from '#resolvers/mutations/steps/item-payloads.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { idOf } from '#resolvers/schema/filters/id-arguments.ts';
import { IntakeHold, loadIntakeHolds } from '#resolvers/tenant/intake-hold.ts';
import { loadWithdrawnGroups, WithdrawnGroup } from '#resolvers/tenant/withdrawn-group.ts';

const DeclareGroupsInput = builder.inputType('DeclareGroupsInput', {
  description: 'Groups that tokens will carry.',
  fields: (t) => ({
    groups: t.stringList({
      required: true,
      description: 'The names of the groups: at most 50, of up to 200 characters each.',
    }),
    ...commonFields(t),
  }),
});

const DeclareGroupsPayload = builder
  .objectRef<DeclareGroupsOutcome & { readonly applied: boolean }>('DeclareGroupsPayload')
  .implement({
    description: 'The groups that are known now.',
    fields: (t) => ({
      groups: t.stringList({
        description: 'The groups that were declared, sorted by name.',
        resolve: ({ groups }) => [...groups],
      }),
      applied: t.exposeBoolean('applied', applied),
    }),
  });

governedMutation(declareGroups, {
  description:
    'An admin makes groups known to the tenant before any token carries them, so that they may be an audience. One that is withdrawn stays so until `restoreGroup`.',
  input: DeclareGroupsInput,
  payload: DeclareGroupsPayload,
});

const ExportTenantInput = builder.inputType('ExportTenantInput', {
  description: 'What an export is of, or where it goes on.',
  fields: (t) => ({
    project: t.string({
      required: false,
      description:
        'The name of the project whose part of the tenant is exported, in the first call alone; a name that nothing has is refused, with the nearest ones. Absent, with `itemIds`: the whole tenant.',
    }),
    itemIds: t.idList({
      ...idOf('Memory', 'Entity'),
      required: false,
      description:
        'Memories and entities that are exported with all that belongs to them, in the first call alone: at most 1,000, such as a list or a search found.',
    }),
    after: t.string({
      required: false,
      description: 'The `cursor` of the page before; absent: a new export begins, which the audit log keeps.',
    }),
  }),
});

const ExportTenantPayload = builder
  .objectRef<ExportTenantOutcome & { readonly applied: boolean }>('ExportTenantPayload')
  .implement({
    description: 'A page of an export of the tenant, or of a part of it.',
    fields: (t) => ({
      lines: t.stringList({
        description:
          'Lines of the file, in their order, each one JSON value: a header, rows of tables, a mark after each page, and an end with counts. Empty when the export begins.',
        resolve: ({ lines }) => [...lines],
      }),
      cursor: t.exposeString('cursor', {
        nullable: true,
        description: 'What the next call sends as `after`; null after the last page.',
      }),
      applied: t.exposeBoolean('applied', {
        description: 'Always true: an export has no dry run.',
      }),
    }),
  });

governedMutation(exportTenant, {
  description:
    'An admin takes the whole tenant out, page by page: everything with its provenance, versions, evidence, decisions and audit, personal items included, and the key of its fingerprints. Of a project, or of chosen items, it takes what belongs to them, their sources, the settings of the tenant and its audit chain, whose texts are of these alone; the rest is counted by table. Refused while the label policy withholds anything from the admin, and when the tenant changes meanwhile. `vouch export` makes a file of it, `vouch import` a tenant of the file.',
  input: ExportTenantInput,
  payload: ExportTenantPayload,
});

const intakeFields = (t: InputFields) => ({
  user: t.string({
    required: true,
    description: 'The user of their tokens, a person or a service; every spelling of the name is meant.',
  }),
  ...commonFields(t),
});

const HoldIntakeInput = builder.inputType('HoldIntakeInput', {
  description: 'The person or service that brings nothing in from now on.',
  fields: intakeFields,
});

const ReleaseIntakeInput = builder.inputType('ReleaseIntakeInput', {
  description: 'The person or service that may bring texts in again.',
  fields: intakeFields,
});

const IntakeHoldsPayload = builder.objectRef<{ readonly applied: boolean }>('IntakeHoldsPayload').implement({
  description: 'The holds of the tenant after the mutation.',
  fields: (t) => ({
    intakeHolds: t.field({
      type: [IntakeHold],
      description: 'The holds that are in force, the oldest first, at most 200.',
      resolve: (_payload, _args, context) => loadIntakeHolds(context),
    }),
    applied: t.exposeBoolean('applied', applied),
  }),
});

governedMutation(holdIntake, {
  description:
    'An admin puts on hold what a person or a service brings in: every mutation by which they would take in documents, withdrawals, conversations, extractions, statements, edits, evidence or traces is refused with `intake.on_hold`. What they brought in stays, and they read, decide, vote and dispute as before, but state nothing in its place. Undone by `releaseIntake`.',
  input: HoldIntakeInput,
  payload: IntakeHoldsPayload,
});

governedMutation(releaseIntake, {
  description: 'An admin lets a person or a service bring texts in again. Undone by `holdIntake`.',
  input: ReleaseIntakeInput,
  payload: IntakeHoldsPayload,
});

const groupWithdrawalFields = (t: InputFields) => ({
  group: t.string({ required: true, description: 'The name of the group, as tokens carry it.' }),
  user: t.string({
    required: false,
    description:
      'The user of the tokens; every spelling of the name is meant. Absent: everybody, persons and services.',
  }),
  ...commonFields(t),
});

const WithdrawGroupInput = builder.inputType('WithdrawGroupInput', {
  description: 'The group that counts no more, and for whom.',
  fields: groupWithdrawalFields,
});

const RestoreGroupInput = builder.inputType('RestoreGroupInput', {
  description: 'The group that counts again, and for whom it was withdrawn.',
  fields: groupWithdrawalFields,
});

const WithdrawnGroupsPayload = builder
  .objectRef<GroupWithdrawalOutcome & { readonly applied: boolean }>('WithdrawnGroupsPayload')
  .implement({
    description: 'The withdrawals of the tenant after the mutation.',
    fields: (t) => ({
      withdrawnGroups: t.field({
        type: [WithdrawnGroup],
        description: 'The withdrawals that are in force, the oldest first, at most 200.',
        resolve: (_payload, _args, context) => loadWithdrawnGroups(context),
      }),
      nearestGroups: t.stringList({
        nullable: true,
        description:
          'Null where the group is known. Set where nobody has named it here yet, in a declaration or in a token that wrote: the known groups with the most similar names, at most three, none included. What was asked is done all the same, since a token that only reads may carry the group.',
        resolve: ({ nearestGroups }) => nearestGroups && [...nearestGroups],
      }),
      applied: t.exposeBoolean('applied', applied),
    }),
  });

governedMutation(withdrawGroup, {
  description:
    'An admin takes a group from one person or from everybody: tokens that carry it count without it, so that what is for that group alone is shown to them no more, and their open live updates end, and are without it when they are opened again; a group withdrawn from everybody is no audience of anything new, nor a group of webhooks. In force at once, in other processes within two seconds. Undone by `restoreGroup`.',
  input: WithdrawGroupInput,
  payload: WithdrawnGroupsPayload,
});

governedMutation(restoreGroup, {
  description:
    'An admin lets a group count again, for the one person or for everybody that it was withdrawn from; what the operator denies stays denied. Tokens in use have it again within half a minute. Undone by `withdrawGroup`.',
  input: RestoreGroupInput,
  payload: WithdrawnGroupsPayload,
});
