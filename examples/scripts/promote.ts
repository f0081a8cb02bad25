/** Promotes the first candidate of the queue. Needs Node 22.18 or newer, and nothing beside it. */

const url = process.env.VOUCH_URL ?? 'http://127.0.0.1:4000/graphql';

const ask = async <Data>(query: string, variables: object = {}): Promise<Data> => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${process.env.VOUCH_TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = (await response.json()) as { data: Data; errors?: readonly { message: string }[] };
  if (errors) throw new Error(errors.map(({ message }) => message).join('\n'));
  return data;
};

interface Candidate {
  readonly id: string;
  readonly content: string;
  readonly revision: number;
}

const promote = async (input: object) =>
  (
    await ask<{ promoteCandidate: object }>(
      `mutation ($input: PromoteCandidateInput!) { promoteCandidate(input: $input) {
        ... on ItemPayload { applied item { id status revision } }
        ... on UserError { code message } } }`,
      { input },
    )
  ).promoteCandidate;

const show = (name: string, value: unknown) => process.stdout.write(`${name}: ${JSON.stringify(value)}\n`);

const { candidates } = await ask<{ candidates: { nodes: Candidate[] } }>(
  '{ candidates(first: 1) { nodes { id content revision } } }',
);
const [candidate] = candidates.nodes;
if (!candidate) throw new Error('Nothing waits.');
show('waits', candidate);
const input = { id: candidate.id, expectedRevision: candidate.revision };
const keyed = { ...input, idempotencyKey: `promote-${candidate.id}` };
show('preview', await promote({ ...input, dryRun: true }));
show('promoted', await promote(keyed));
show('repeated', await promote(keyed));
show('refused', await promote(input));
