#!/bin/sh
# Promotes the first candidate of the queue. Needs curl and jq.
set -eu

ask() { # query, variables
  jq -n --arg query "$1" --argjson variables "$2" '{query: $query, variables: $variables}' |
    curl --silent --show-error --fail-with-body "${VOUCH_URL:-http://127.0.0.1:4000/graphql}" \
      -H "authorization: Bearer $VOUCH_TOKEN" -H 'content-type: application/json' --data-binary @-
}

promote() { # input
  ask 'mutation ($input: PromoteCandidateInput!) { promoteCandidate(input: $input) {
    ... on ItemPayload { applied item { id status revision } }
    ... on UserError { code message } } }' "$(jq -n --argjson input "$1" '{input: $input}')" | jq -c '.data.promoteCandidate'
}

candidate=$(ask '{ candidates(first: 1) { nodes { id content revision } } }' '{}' | jq -c '.data.candidates.nodes[0]')
echo "waits: $candidate"
input=$(echo "$candidate" | jq -c '{id, expectedRevision: .revision}')
key=$(echo "$candidate" | jq -r '"promote-" + .id')

echo "preview: $(promote "$(echo "$input" | jq -c '. + {dryRun: true}')")"
keyed=$(echo "$input" | jq -c --arg key "$key" '. + {idempotencyKey: $key}')
echo "promoted: $(promote "$keyed")"
echo "repeated: $(promote "$keyed")"
echo "refused: $(promote "$input")"
