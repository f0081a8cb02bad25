import {
  commitMutation,
  createOperationDescriptor,
  fetchQuery,
  getRequest,
  graphql,
  requestSubscription,
} from 'relay-runtime';
import type { mainChangesSubscription } from './__generated__/mainChangesSubscription.graphql';
import type { mainEditMutation } from './__generated__/mainEditMutation.graphql';
import type { mainPromoteMutation } from './__generated__/mainPromoteMutation.graphql';
import type { mainProvenanceQuery } from './__generated__/mainProvenanceQuery.graphql';
import type { mainQueueQuery } from './__generated__/mainQueueQuery.graphql';
import { environment, whenConnected } from './environment';

const provenance = graphql`
  query mainProvenanceQuery {
    memories(first: 10, filter: { status: { eq: ACTIVE } }) {
      nodes {
        id
        content
        sourceSpan { start end text }
        source { __typename ... on Chunk { headingPath document { path wave { startedAt } } } }
        revisions { nodes { revision content editedBy { name } } }
      }
    }
  }
`;
const queue = graphql`
  query mainQueueQuery {
    candidates(first: 2) { nodes { __typename id content status revision } }
  }
`;
const promotion = graphql`
  mutation mainPromoteMutation($input: PromoteCandidateInput!) @raw_response_type {
    promoteCandidate(input: $input) {
      __typename
      ... on ItemPayload { item { __typename id status revision } }
      ... on UserError { code message }
    }
  }
`;
const edit = graphql`
  mutation mainEditMutation($input: EditItemInput!) {
    editItem(input: $input) {
      __typename
      ... on ItemPayload { item { id content } }
      ... on UserError { code message }
    }
  }
`;
const changes = graphql`
  subscription mainChangesSubscription($after: String) {
    candidatesChanged(after: $after) {
      __typename
      ... on CandidateQueued { cursor candidate { id content } }
      ... on CandidateUpdated { cursor candidate { id content } }
      ... on CandidateLeft { cursor candidateId reason }
    }
  }
`;

/** Reads the store as a component does. */
const statusInStore = (id: string): string | undefined => {
  const { data } = environment.lookup(createOperationDescriptor(getRequest(queue), {}).fragment);
  return (data as mainQueueQuery['response'] | undefined)?.candidates?.nodes.find((node) => node.id === id)
    ?.status;
};

/** The promotion shows at once; a refusal takes it back. */
const promote = (candidate: { readonly __typename: string; readonly id: string }, expectedRevision: number) =>
  new Promise<{ readonly shown: (string | undefined)[]; readonly refused: string | null }>(
    (resolve, reject) => {
      const shown = [statusInStore(candidate.id)];
      commitMutation<mainPromoteMutation>(environment, {
        mutation: promotion,
        variables: { input: { id: candidate.id, expectedRevision } },
        optimisticResponse: {
          promoteCandidate: {
            __typename: 'ItemPayload',
            item: {
              __typename: candidate.__typename,
              id: candidate.id,
              status: 'ACTIVE',
              revision: expectedRevision + 1,
            },
          },
        },
        onCompleted: ({ promoteCandidate: answer }) => {
          shown.push(statusInStore(candidate.id));
          resolve({ shown, refused: 'code' in answer ? (answer.code ?? null) : null });
        },
        onError: reject,
      });
      shown.push(statusInStore(candidate.id));
    },
  );

const reword = (id: string, content: string) =>
  new Promise<void>((resolve, reject) => {
    commitMutation<mainEditMutation>(environment, {
      mutation: edit,
      variables: { input: { id, content } },
      onCompleted: () => resolve(),
      onError: reject,
    });
  });

type Change = NonNullable<mainChangesSubscription['response']['candidatesChanged']>;

/** The first change to this candidate's words after the cursor; absent: from now on. `ready` is called once the stream is open. */
const nextUpdate = (id: string, after: string | null, ready: () => void) =>
  new Promise<Extract<Change, { readonly __typename: 'CandidateUpdated' }>>((resolve, reject) => {
    const subscription = requestSubscription<mainChangesSubscription>(environment, {
      subscription: changes,
      variables: { after },
      onNext: (answer) => {
        const change = answer?.candidatesChanged;
        if (change?.__typename !== 'CandidateUpdated' || change.candidate.id !== id) return;
        subscription.dispose();
        resolve(change);
      },
      onError: reject,
    });
    whenConnected(ready);
  });

const main = async () => {
  const fact = await fetchQuery<mainProvenanceQuery>(environment, provenance, {}).toPromise();
  console.log(
    JSON.stringify({
      provenance: fact?.memories?.nodes.find(({ source }) => source?.__typename === 'Chunk'),
    }),
  );

  const listed = await fetchQuery<mainQueueQuery>(environment, queue, {}).toPromise();
  environment.retain(createOperationDescriptor(getRequest(queue), {}));
  const [first, second] = listed?.candidates?.nodes ?? [];
  if (!first || !second) throw new Error('The queue holds no two candidates.');
  console.log(JSON.stringify({ refused: await promote(first, first.revision + 100) }));
  console.log(JSON.stringify({ promoted: await promote(first, first.revision) }));

  const seen = await nextUpdate(second.id, null, () => reword(second.id, `${second.content} (seen)`));
  await reword(second.id, `${second.content} (missed)`);
  const missed = await nextUpdate(second.id, seen.cursor, () => undefined);
  console.log(JSON.stringify({ live: [seen.candidate.content, missed.candidate.content] }));
};

main().then(
  () => process.exit(0),
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
