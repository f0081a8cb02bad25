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
        ... on ItemPayload { item { ...ItemRow } }
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

export const AcceptChangeMutation = graphql(`
  mutation AcceptChange($input: AcceptSourceChangeInput!) {
    acceptSourceChange(input: $input) {
      __typename
      ... on AcceptSourceChangePayload { sourceChange { id verdict } }
      ... on UserError { code message }
    }
  }
`);

export const DeclineChangeMutation = graphql(`
  mutation DeclineChange($input: DeclineSourceChangeInput!) {
    declineSourceChange(input: $input) {
      __typename
      ... on DeclineSourceChangePayload { sourceChange { id verdict } }
      ... on UserError { code message }
    }
  }
`);

export const AcceptLabelsMutation = graphql(
  `
    mutation AcceptLabels($input: PromoteLabelsInput!) {
      promoteLabels(input: $input) {
        __typename
        ... on PromoteLabelsPayload { item { ...ItemRow } }
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
        ... on DismissLabelsPayload { item { ...ItemRow } }
        ... on UserError { code message }
      }
    }
  `,
  [ItemRow],
);

export const VerifyMutation = graphql(
  `
    mutation VerifyFact($input: VerifyInput!) {
      verify(input: $input) {
        __typename
        ... on ItemPayload { item { ...ItemRow } }
        ... on UserError { code message }
      }
    }
  `,
  [ItemRow],
);

export const EditMutation = graphql(
  `
    mutation EditFact($input: EditItemInput!) {
      editItem(input: $input) {
        __typename
        ... on ItemPayload { item { ...ItemRow } }
        ... on UserError { code message }
      }
    }
  `,
  [ItemRow],
);

/** The newest wordings of an item, oldest first. */
export const WordingsQuery = graphql(`
  query Wordings($id: ID!) {
    node(id: $id) { __typename id ... on Candidate { revisions(last: 10) { nodes { revision content } } } }
  }
`);

export const RetireMutation = graphql(
  `
    mutation RetireFact($input: RetireInput!) {
      retire(input: $input) {
        __typename
        ... on ItemPayload { item { ...ItemRow } }
        ... on UserError { code message }
      }
    }
  `,
  [ItemRow],
);

export const SupersedeMutation = graphql(
  `
    mutation SupersedeFact($input: SupersedeInput!) {
      supersede(input: $input) {
        __typename
        ... on ItemPayload { item { ...ItemRow } }
        ... on UserError { code message }
      }
    }
  `,
  [ItemRow],
);

export const SetHoldingMutation = graphql(
  `
    mutation SetHolding($input: SetHoldingInput!) {
      setHolding(input: $input) {
        __typename
        ... on ItemPayload { item { ...ItemRow holdsFrom holdsUntil } }
        ... on UserError { code message }
      }
    }
  `,
  [ItemRow],
);

export const RestoreMutation = graphql(
  `
    mutation RestoreFact($input: RestoreInput!) {
      restore(input: $input) {
        __typename
        ... on ItemPayload { item { ...ItemRow } }
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

export const ReadWaveMutation = graphql(`
  mutation ReadWave($input: ExtractWaveInput!) {
    extractWave(input: $input) {
      __typename
      ... on ExtractionReportPayload { report { id } }
      ... on UserError { code message }
    }
  }
`);

export const LeaveWaveMutation = graphql(`
  mutation LeaveWave($input: StopExtractionInput!) {
    stopExtraction(input: $input) {
      __typename
      ... on StopExtractionPayload { wave { id stoppedAt } }
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
