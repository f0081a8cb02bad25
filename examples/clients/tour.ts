import { createVouchClient, graphql, type ListPage, type Payload } from './vouch-client.ts';

const { VOUCH_URL = 'http://127.0.0.1:4000/graphql', VOUCH_TOKEN = '' } = process.env;
const vouch = createVouchClient({ url: VOUCH_URL, token: VOUCH_TOKEN });

interface Candidate {
  readonly id: string;
  readonly content: string;
  readonly revision: number;
}
const candidates = graphql<ListPage<Candidate>>(
  `query ($after: String) { list: candidates(first: 2, after: $after) {
    pageInfo { hasNextPage endCursor } nodes { id content revision } } }`,
);
const promote = graphql<
  Payload<{ readonly item: { readonly id: string; readonly status: string } }>,
  { readonly input: { readonly id: string; readonly expectedRevision: number } }
>(
  `mutation ($input: PromoteCandidateInput!) { payload: promoteCandidate(input: $input) {
    ... on ItemPayload { item { id status } } ... on UserError { __typename code message } } }`,
);
const queued = graphql<{ readonly candidateQueued: { readonly candidate: { readonly content: string } } }>(
  'subscription { candidateQueued { candidate { content } } }',
);
const show = (value: object): void => console.log(JSON.stringify(value));

const waiting = await Array.fromAsync(vouch.nodes(candidates, {}));
show({ waiting: waiting.map(({ content }) => content) });
const [first] = waiting;
if (first) {
  const wanted = { id: first.id, expectedRevision: first.revision };
  show({ promoted: (await vouch.mutate(promote, wanted)).item.status });
  show({ refused: await vouch.mutate(promote, wanted).catch(({ code }) => code) });
}
show({ listening: true });
let left = 2;
for await (const { data } of vouch.follow(queued, {})) {
  show({ queued: data.candidateQueued.candidate.content });
  left -= 1;
  if (left === 0) break;
}
