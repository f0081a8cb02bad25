import { graphql, type ResultOf, type TadaDocumentNode } from '../api/graphql.ts';

export const LabelReviewQuery = graphql(`
  query LabelReview($first: Int!, $after: String) {
    itemsWithSuggestedLabels(first: $first, after: $after) {
      totalCount
      totalCountIsExact
      catalogue { label description }
      nodes { __typename id content project { id name } status revision suggestedLabels sensitivityLabels }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

export const PolicyQuery = graphql(`
  query Policy {
    labelPolicy {
      mode
      revision
      hash
      setAt
      rules { id action allLabels anyLabel roles notRoles users }
    }
  }
`);

export type Policy = NonNullable<ResultOf<typeof PolicyQuery>['labelPolicy']>;

export const SetPolicyMutation = graphql(`
  mutation SetPolicy($input: SetLabelPolicyInput!) {
    setLabelPolicy(input: $input) {
      __typename
      ... on SetLabelPolicyPayload {
        applied
        wouldChange { denied redacted losses { role user hidden redacted labels } }
        policy { mode revision hash setAt rules { id action allLabels anyLabel roles notRoles users } }
      }
      ... on UserError { code message }
    }
  }
`);

export const AuditQuery = graphql(`
  query Audit($first: Int!, $after: String, $filter: AuditFilter) {
    auditEvents(
      first: $first
      after: $after
      filter: $filter
      orderBy: { field: SEQUENCE, direction: DESC }
    ) {
      totalCount
      totalCountIsExact
      nodes {
        id
        sequence
        at
        action
        requestId
        hash
        actor { id name }
        changes { field before after }
        target { __typename id }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

/** The names of the actions that events may have, as the schema lists them; its types do not describe themselves. */
export const AuditActionsQuery = graphql(`
  query AuditActions {
    __type(name: "AuditAction") { enumValues { name } }
  }
`) as unknown as TadaDocumentNode<
  { readonly __type: { readonly enumValues: readonly { readonly name: string }[] } | null },
  object
>;

export const VerifyQuery = graphql(`
  query VerifyAudit($after: VerifiedUpTo) {
    verifyAuditChain(after: $after, first: 50000) { valid events firstBroken head isComplete }
  }
`);

export const QualityQuery = graphql(`
  query Quality($project: String, $sourceKind: SourceKind) {
    projects(first: 100) { nodes { id name } }
    extractionQuality(project: $project, sourceKind: $sourceKind) {
      rule
      extractorVersion
      proposed
      promotedUnchanged
      promotedEdited
      rejected
      pending
      rejectedByKind { kind count }
      keepRate { value low high }
      suggestedPrior
      medianHoursToDecision
      contradictions
      endedWithin90Days
    }
  }
`);

/** Policy before and after each change. For auditors and admins. */
export const PolicyHistoryQuery = graphql(`
  query PolicyHistory {
    auditEvents(
      first: 50
      filter: { action: { eq: LABEL_POLICY_SET } }
      orderBy: { field: SEQUENCE, direction: DESC }
    ) {
      nodes { id at actor { id name } after before }
    }
  }
`);
