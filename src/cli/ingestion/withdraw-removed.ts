import { randomUUID } from 'node:crypto';
import { type ApiAddress, askPatiently, CommandFailed } from '../api-client.ts';

const inForceQuery = `query ($project: String!, $user: String!, $after: String) {
  project(name: $project) { documents(filter: { contributor: { eq: $user }, inForce: true }, first: 100, after: $after) {
    pageInfo { hasNextPage endCursor } nodes { path } } } }`;

interface InForceAnswer {
  /** Null before the project has anything. */
  readonly project: {
    readonly documents: {
      readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
      readonly nodes: readonly { readonly path: string }[];
    };
  } | null;
}

/** A user who ingests, and the project. */
export interface Ingester {
  readonly project: string;
  readonly user: string;
}

/** The paths of the project that are in force and came from the user. */
const pathsInForce = async (address: ApiAddress, { project, user }: Ingester): Promise<string[]> => {
  const paths = new Set<string>();
  for (let after: string | null = null; ; ) {
    const variables: object = { project, user, after };
    const answer: InForceAnswer = await askPatiently<InForceAnswer>(address, inForceQuery, variables);
    const { nodes = [], pageInfo } = answer.project?.documents ?? {};
    for (const { path } of nodes) paths.add(path);
    if (!pageInfo?.hasNextPage) return [...paths].sort();
    after = pageInfo.endCursor;
  }
};

const withdrawOperation = `mutation ($input: WithdrawDocumentsInput!) { withdrawDocuments(input: $input) { __typename
  ... on WithdrawDocumentsPayload { withdrawn { path } affected(first: 0) { totalCount } waiting { path } }
  ... on UserError { code message path } } }`;

interface WithdrawAnswer {
  readonly withdrawDocuments:
    | {
        readonly __typename: 'WithdrawDocumentsPayload';
        readonly withdrawn: readonly object[];
        readonly affected: { readonly totalCount: number };
        readonly waiting: readonly object[];
      }
    | { readonly __typename: 'UserError'; readonly message: string };
}

/** Counts of withdrawals: those that wait are of sources that belong to others. */
export type Withdrawals = Readonly<Record<'withdrawn' | 'withdrawalsWaiting' | 'affected', number>>;

const pathsPerCall = 500;

/** Withdraws the paths that are in force, came from the user, and are not below the folder any more. */
export const withdrawRemoved = async (
  address: ApiAddress,
  ingester: Ingester,
  isThere: (path: string) => boolean,
): Promise<Withdrawals> => {
  const removed = (await pathsInForce(address, ingester)).filter((path) => !isThere(path));
  const counts = { withdrawn: 0, withdrawalsWaiting: 0, affected: 0 };
  for (let at = 0; at < removed.length; at += pathsPerCall) {
    const input = {
      project: ingester.project,
      paths: removed.slice(at, at + pathsPerCall),
      idempotencyKey: randomUUID(),
    };
    const { withdrawDocuments: answer } = await askPatiently<WithdrawAnswer>(address, withdrawOperation, {
      input,
    });
    if (answer.__typename !== 'WithdrawDocumentsPayload') throw new CommandFailed(answer.message);
    counts.withdrawn += answer.withdrawn.length;
    counts.withdrawalsWaiting += answer.waiting.length;
    counts.affected += answer.affected.totalCount;
  }
  return counts;
};
