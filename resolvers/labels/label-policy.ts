import type {
  LabelPolicyRule as LabelPolicyRuleShape,
  labelPolicyActions,
  labelPolicyModes,
} from '#domain/labels/policy/label-policy.ts';
import { readStoredPolicy } from '#domain/labels/policy/stored-policy.ts';
import { type LabelPolicyRow, labelPolicyOf, revisionsOfPolicy } from '#persistence/labels/label-policy.ts';
import { Difference, revisionsToCompare } from '#resolvers/history/difference.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { itself, nestedArgs, readNestedConnection } from '#resolvers/schema/connection.ts';
import { createBadUserInput, createUnreadablePolicyError } from '#resolvers/schema/errors.ts';
import { User, userOf } from '#resolvers/schema/named.ts';

const modes: Readonly<Record<(typeof labelPolicyModes)[number], { description: string }>> = {
  LOG_ONLY: { description: 'The policy changes nothing; what it would have done is counted and logged.' },
  ENFORCE: { description: 'The policy is in force in every process, from its commit on.' },
};
export const LabelPolicyMode = builder.enumType('LabelPolicyMode', {
  description: 'Whether a label policy holds.',
  values: modes,
});

const actions: Readonly<Record<(typeof labelPolicyActions)[number], { description: string }>> = {
  DENY: {
    description: 'The item is hidden: nobody whom the rule matches can distinguish it from a missing one.',
  },
  REDACT: {
    description:
      'The item is shown without its words: `[REDACTED by policy]` stands in their place, and in the text they came from.',
  },
};
export const LabelPolicyAction = builder.enumType('LabelPolicyAction', {
  description:
    'What a rule does to an item. Either way its span is masked in chunk, document, interaction and payload.',
  values: actions,
});

const LabelPolicyRule = builder.objectRef<LabelPolicyRuleShape>('LabelPolicyRule').implement({
  description:
    'One rule. It matches when every condition that it gives holds; an empty list is no condition.',
  fields: (t) => ({
    id: t.exposeString('id', { description: 'The id of the rule, unique in its policy.' }),
    anyLabel: t.exposeStringList('anyLabel', {
      description: 'The item has at least one of them; `pii` stands for `pii.email`, too. Sorted.',
    }),
    allLabels: t.exposeStringList('allLabels', {
      description: 'The item has each of them; `pii` stands for `pii.email`, too. Sorted.',
    }),
    roles: t.exposeStringList('roles', {
      description:
        'The viewer holds one of them; an admin holds reviewer, contributor and auditor, too. Sorted.',
    }),
    notRoles: t.exposeStringList('notRoles', {
      description:
        'The viewer holds none of them; an admin holds reviewer, contributor and auditor, too. Sorted.',
    }),
    users: t.exposeStringList('users', { description: 'The viewer is one of them. Sorted.' }),
    action: t.expose('action', { type: LabelPolicyAction, description: 'What becomes of the item.' }),
  }),
});

/** Throws where the stored policy cannot be read: an answer without its rules would say that it allows everything. */
const readable = (row: LabelPolicyRow) => {
  const policy = readStoredPolicy(row);
  if (policy === null) throw createUnreadablePolicyError();
  return policy;
};

const textOf = (row: LabelPolicyRow): string => JSON.stringify(readable(row), null, 2);

export const LabelPolicy = builder.objectRef<LabelPolicyRow>('LabelPolicy');

LabelPolicy.implement({
  description:
    'What becomes of items, by their authoritative labels and by the viewer: ordered rules, the first that matches wins, what none matches is allowed. It binds everybody, contributors and admins too.',
  fields: (t) => ({
    revision: t.exposeInt('revision', { description: 'Counts its changes, from 1; for `expectedRevision`.' }),
    hash: t.exposeString('hash', {
      description: 'SHA-256 over the canonical JSON of mode and rules, lower-case hex.',
    }),
    mode: t.field({
      type: LabelPolicyMode,
      description: 'Whether the policy is enforced or only logged.',
      resolve: (row) => readable(row).mode,
    }),
    rules: t.field({
      type: [LabelPolicyRule],
      description: 'The rules of the policy in order; the first that matches decides.',
      resolve: (row) => [...readable(row).rules],
    }),
    setBy: t.field({
      type: User,
      description: 'The admin who set this revision.',
      resolve: ({ setBy }) => userOf(setBy),
    }),
    setAt: t.expose('setAt', { type: 'DateTime', description: 'When the policy was set, in UTC.' }),
    versions: t.field({
      type: LabelPolicyConnection,
      description: 'Every revision of the tenant’s policy, this one among them, the first first.',
      args: nestedArgs,
      resolve: (_row, args, { viewer, reads: { loaders } }) =>
        readNestedConnection(
          viewer.tenant,
          args,
          revisionsOfPolicy,
          loaders.revisionsOfPolicy,
          loaders.revisionCountsOfPolicy,
          itself,
        ),
    }),
    diff: t.field({
      type: Difference,
      nullable: true,
      description:
        'Mode and rules of two revisions of the tenant’s policy, as indented JSON, compared by words; null when there is no such revision.',
      args: revisionsToCompare,
      resolve: async (_row, { from, to }, { reads: { session } }) => {
        const [before, after] = await Promise.all(
          [from, to].map((revision) => labelPolicyOf(session, { revision })),
        );
        return before && after ? { from: textOf(before), to: textOf(after) } : null;
      },
    }),
  }),
});

const LabelPolicyConnection = builder.connectionObject(
  {
    name: 'LabelPolicyConnection',
    type: LabelPolicy,
    description: 'A page of revisions of a label policy.',
  },
  { name: 'LabelPolicyEdge', description: 'A revision of a label policy in a list.' },
);

builder.queryField('labelPolicy', (t) =>
  t.field({
    type: LabelPolicy,
    nullable: true,
    description: 'The tenant’s label policy; null when none was ever set. For auditors and admins.',
    authScopes: { anyRole: ['auditor'] },
    args: {
      revision: t.arg.int({
        required: false,
        description: 'The revision of the policy to read, null when there is none; absent: the one in force.',
      }),
      asOf: t.arg({
        type: 'DateTime',
        required: false,
        description:
          'The revision that was in force at this instant, null when none was; not together with `revision`. Absent: now.',
      }),
    },
    resolve: (_root, { revision, asOf }, { reads }) => {
      if (revision != null && asOf != null)
        throw createBadUserInput(
          'A revision of the policy is asked for by its number or by an instant. Give one of the two.',
          ['asOf'],
        );
      return labelPolicyOf(reads.session, { revision, asOf });
    },
  }),
);
