import { graphql } from '../api/graphql.ts';
import { ItemRow } from './operations.ts';

export const ReviewMutation = graphql(
  `
    mutation Review($input: ReviewCandidatesInput!) {
      reviewCandidates(input: $input) {
        __typename
        ... on ReviewCandidatesPayload {
          results { index error { code message } candidate { ...ItemRow } }
        }
        ... on UserError { code message }
      }
    }
  `,
  [ItemRow],
);

export const ReturnMutation = graphql(
  `
    mutation Return($input: ReturnToCandidateInput!) {
      returnToCandidate(input: $input) {
        __typename
        ... on CandidatePayload { candidate { ...ItemRow } }
        ... on UserError { code message }
      }
    }
  `,
  [ItemRow],
);

export const SnoozeMutation = graphql(`
  mutation Snooze($input: SnoozeInboxItemInput!) {
    snoozeInboxItem(input: $input) {
      __typename
      ... on InboxItemPayload { item { id snoozedUntil claimedBy { id name } } }
      ... on UserError { code message }
    }
  }
`);

export const ClaimMutation = graphql(`
  mutation Claim($input: ClaimInboxItemInput!) {
    claimInboxItem(input: $input) {
      __typename
      ... on InboxItemPayload { item { id claimedBy { id name } } }
      ... on UserError { code message }
    }
  }
`);

export const ReleaseMutation = graphql(`
  mutation Release($input: ReleaseInboxItemInput!) {
    releaseInboxItem(input: $input) {
      __typename
      ... on InboxItemPayload { item { id claimedBy { id name } } }
      ... on UserError { code message }
    }
  }
`);

export const AcceptLabelsMutation = graphql(
  `
    mutation AcceptLabels($input: PromoteLabelsInput!) {
      promoteLabels(input: $input) {
        __typename
        ... on PromoteLabelsPayload { candidate { ...ItemRow } }
        ... on UserError { code message }
      }
    }
  `,
  [ItemRow],
);

export const DismissLabelsMutation = graphql(
  `
    mutation DismissLabels($input: DismissLabelsInput!) {
      dismissLabels(input: $input) {
        __typename
        ... on DismissLabelsPayload { candidate { ...ItemRow } }
        ... on UserError { code message }
      }
    }
  `,
  [ItemRow],
);

export const VerifyMemoryMutation = graphql(
  `
    mutation VerifyFact($input: VerifyMemoryInput!) {
      verifyMemory(input: $input) {
        __typename
        ... on MemoryPayload { memory { ...ItemRow } }
        ... on UserError { code message }
      }
    }
  `,
  [ItemRow],
);

export const VerifyEntityMutation = graphql(
  `
    mutation VerifyEntityFact($input: VerifyEntityInput!) {
      verifyEntity(input: $input) {
        __typename
        ... on EntityPayload { entity { ...ItemRow } }
        ... on UserError { code message }
      }
    }
  `,
  [ItemRow],
);

export const EditMutation = graphql(
  `
    mutation EditFact($input: EditCandidateInput!) {
      editCandidate(input: $input) {
        __typename
        ... on EditedCandidatePayload { candidate { ...ItemRow } }
        ... on UserError { code message }
      }
    }
  `,
  [ItemRow],
);

export const RetireMemoryMutation = graphql(
  `
    mutation RetireFact($input: RetireMemoryInput!) {
      retireMemory(input: $input) {
        __typename
        ... on MemoryPayload { memory { ...ItemRow } }
        ... on UserError { code message }
      }
    }
  `,
  [ItemRow],
);

export const RetireEntityMutation = graphql(
  `
    mutation RetireEntityFact($input: RetireEntityInput!) {
      retireEntity(input: $input) {
        __typename
        ... on EntityPayload { entity { ...ItemRow } }
        ... on UserError { code message }
      }
    }
  `,
  [ItemRow],
);

export const RestoreMemoryMutation = graphql(
  `
    mutation RestoreFact($input: RestoreMemoryInput!) {
      restoreMemory(input: $input) {
        __typename
        ... on MemoryPayload { memory { ...ItemRow } }
        ... on UserError { code message }
      }
    }
  `,
  [ItemRow],
);

export const RestoreEntityMutation = graphql(
  `
    mutation RestoreEntityFact($input: RestoreEntityInput!) {
      restoreEntity(input: $input) {
        __typename
        ... on EntityPayload { entity { ...ItemRow } }
        ... on UserError { code message }
      }
    }
  `,
  [ItemRow],
);

export const DecideRoutingMutation = graphql(`
  mutation DecideRouting($input: DecideWorkflowItemInput!) {
    decideWorkflowItem(input: $input) {
      __typename
      ... on DecideWorkflowItemPayload { workflowItem { id workflowStatus: status revision } }
      ... on UserError { code message }
    }
  }
`);

export const ReleaseQuarantineMutation = graphql(`
  mutation ReleaseQuarantine($input: ReleaseQuarantineInput!) {
    releaseQuarantine(input: $input) {
      __typename
      ... on ReleaseQuarantinePayload { quarantine { id endedAt } }
      ... on UserError { code message }
    }
  }
`);

export const SettleDisputeMutation = graphql(
  `
    mutation SettleDispute($input: SettleDisputeInput!) {
      settleDispute(input: $input) {
        __typename
        ... on MemoryPayload { memory { ...ItemRow } }
        ... on UserError { code message }
      }
    }
  `,
  [ItemRow],
);

export const SetPersonalMutation = graphql(
  `
    mutation SetPersonal($input: SetMemoryPersonalInput!) {
      setMemoryPersonal(input: $input) {
        __typename
        ... on MemoryPayload { memory { ...ItemRow } }
        ... on UserError { code message }
      }
    }
  `,
  [ItemRow],
);
