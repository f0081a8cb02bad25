/** Operations of `vouch review`: the console's, with what a terminal shows. */

/** A member of the answer of a mutation; `code` and `message` when it was refused. */
export interface Refusable {
  readonly code?: string;
  readonly message?: string;
  /** The item, as it stands after the mutation. */
  readonly item?: { readonly revision?: number };
  readonly results?: readonly { readonly error: { readonly message: string } | null }[];
}

const item = `id revision content confidence rule stale project { name } contributor { name }
  sourceSpan { text speaker } source { ... on Chunk { text headingPath document { path } } }
  wouldSupersede { id content } possibleDuplicates { candidate { id content } }`;

export const inboxQuery = `query Waiting($first: Int!, $after: String, $project: String) {
  inbox(first: $first, after: $after, filter: { reason: { in: [CANDIDATE, GRADUATION] }, project: { eq: $project } }) {
    nodes { id claimedBy { name } subject { __typename ... on Memory { kind ${item} } ... on Entity { entityType name ${item} } } }
    pageInfo { hasNextPage endCursor } } }`;

export const reviewMutation = `mutation Review($input: ReviewCandidatesInput!) { reviewCandidates(input: $input) { __typename
  ... on ReviewCandidatesPayload { results { error { message } } } ... on UserError { code message } } }`;

export const returnMutation = `mutation Return($input: ReturnToCandidateInput!) { returnToCandidate(input: $input) { __typename
  ... on ItemPayload { item { revision } }  ... on UserError { code message } } }`;

export const snoozeMutation = `mutation Snooze($input: SnoozeInboxItemInput!) { snoozeInboxItem(input: $input) { __typename
  ... on UserError { code message } } }`;
