import { assertName, assertNames } from '#application/input-shape.ts';
import { maxPolicyRules } from '#application/text-limits.ts';
import { type CommonInput, defineUseCase, type UseCaseContext } from '#application/use-case.ts';
import { DomainError } from '#domain/domain-error.ts';
import { decideLabelPolicy, type ProposedRule } from '#domain/labels/policy/decide-policy.ts';
import {
  type LabelPolicyMode,
  type LabelPolicyRule,
  labelPolicyHash,
} from '#domain/labels/policy/label-policy.ts';
import { type PolicyLoss, policyLosses } from '#domain/labels/policy/policy-losses.ts';
import { policyReach } from '#domain/labels/policy/policy-reach.ts';
import { readStoredPolicy } from '#domain/labels/policy/stored-policy.ts';
import { LabelPolicyTable } from '#entities/label-policy.ts';
import { countByLabels, findLabelPolicy } from '#persistence/labels/label-policy.ts';
import { insertionOfRow } from '#persistence/store/stored-rows.ts';

export interface SetLabelPolicyInput extends CommonInput {
  readonly mode: LabelPolicyMode;
  readonly rules: readonly ProposedRule[];
  /** The revision that the caller looked at; 0: there must be none yet. */
  readonly expectedRevision?: number | null | undefined;
}

/** How many items of the tenant the policy, enforced, denies to somebody, and redacts for somebody; and who sees less than now. */
export interface PolicyReachCount {
  readonly denied: number;
  readonly redacted: number;
  readonly losses: readonly PolicyLoss[];
}

export interface SetLabelPolicyOutcome {
  readonly revision: number;
  readonly wouldChange: PolicyReachCount;
}

const assertShape = (rules: readonly ProposedRule[]): void => {
  if (rules.length > maxPolicyRules)
    throw new DomainError(
      'input.invalid',
      `The rules are ${rules.length}; at most ${maxPolicyRules} are accepted.`,
      ['rules'],
    );
  for (const [index, { id, anyLabel, allLabels, roles, notRoles, users }] of rules.entries()) {
    const at = ['rules', String(index)];
    assertName(id, 'The id', [...at, 'id']);
    assertNames(anyLabel, 'The labels', [...at, 'anyLabel']);
    assertNames(allLabels, 'The labels', [...at, 'allLabels']);
    assertNames(roles, 'The roles', [...at, 'roles']);
    assertNames(notRoles, 'The roles', [...at, 'notRoles']);
    assertNames(users, 'The users', [...at, 'users']);
  }
};

const countReach = async (
  { session, viewer }: UseCaseContext,
  present: unknown,
  rules: readonly LabelPolicyRule[],
): Promise<PolicyReachCount> => {
  const items = await countByLabels(session.db, viewer.tenant);
  let denied = 0;
  let redacted = 0;
  for (const { labels, count } of items) {
    const reach = policyReach(rules, labels);
    if (reach.has('DENY')) denied += count;
    if (reach.has('REDACT')) redacted += count;
  }
  return { denied, redacted, losses: policyLosses(present, rules, items) };
};

/**
 * An admin sets the tenant's label policy; former revisions stay. The same policy again writes nothing; one that
 * cannot be read is replaced, whatever its hash says. As the system role, who counts what the policy hides.
 */
export const setLabelPolicy = defineUseCase<SetLabelPolicyInput, SetLabelPolicyOutcome>(
  { mutation: 'setLabelPolicy', roles: ['admin'], as: 'system' },
  async (useCase, command) => {
    const { session, viewer, now, record } = useCase;
    const { mode, rules: proposed, expectedRevision } = command.input;
    assertShape(proposed);
    const decision = decideLabelPolicy(proposed);
    if (decision.outcome === 'refused')
      throw new DomainError('input.invalid', decision.violation.message, [
        'rules',
        ...decision.violation.path,
      ]);
    const { rules } = decision;

    const present = await findLabelPolicy(session.db, viewer.tenant);
    const revision = present?.revision ?? 0;
    if (expectedRevision != null && expectedRevision !== revision)
      throw new DomainError(
        'conflict.stale_revision',
        `The policy is at revision ${revision}; this one was meant for revision ${expectedRevision}. Read it again.`,
        ['expectedRevision'],
      );
    const wouldChange = await countReach(useCase, present, rules);
    const hash = labelPolicyHash({ mode, rules });
    if (present?.hash === hash && readStoredPolicy(present) !== null)
      return { verdict: 'done', outcome: { revision, wouldChange } };

    const policy = {
      id: useCase.dependencies.newId('pol'),
      tenant: viewer.tenant,
      revision: revision + 1,
      mode,
      rules,
      hash,
      setBy: viewer.user,
      setAt: now,
    };
    session.send(insertionOfRow(LabelPolicyTable, policy));
    const audited = (of: { revision: number; hash: string; mode: unknown; rules: unknown }) => ({
      revision: of.revision,
      hash: of.hash,
      mode: of.mode,
      rules: of.rules,
    });
    record([
      {
        action: 'label_policy.set',
        targetType: 'LabelPolicy',
        targetId: policy.id,
        before: present && audited(present),
        after: audited(policy),
      },
    ]);
    return { verdict: 'done', outcome: { revision: revision + 1, wouldChange } };
  },
);
