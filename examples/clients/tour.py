"""Lists what waits, promotes the first candidate under a key, and follows the queue."""

import json
import os

from vouch_client import VouchClient, VouchError

CANDIDATES = """query ($after: String) { list: candidates(first: 2, after: $after) {
  pageInfo { hasNextPage endCursor } nodes { id content revision } } }"""
PROMOTE = """mutation ($input: PromoteCandidateInput!) { payload: promoteCandidate(input: $input) {
  ... on ItemPayload { item { id status } } ... on UserError { __typename code message } } }"""
QUEUED = "subscription { candidateQueued { candidate { content } } }"

vouch = VouchClient(os.environ.get("VOUCH_URL", "http://127.0.0.1:4000/graphql"), os.environ["VOUCH_TOKEN"])


def show(**value):
    print(json.dumps(value), flush=True)


waiting = list(vouch.nodes(CANDIDATES))
show(waiting=[candidate["content"] for candidate in waiting])
if waiting:
    wanted = {"id": waiting[0]["id"], "expectedRevision": waiting[0]["revision"]}
    show(promoted=vouch.mutate(PROMOTE, wanted)["item"]["status"])
    try:
        vouch.mutate(PROMOTE, wanted)
    except VouchError as error:
        show(refused=error.code)
show(listening=True)
left = 2
for data, _ in vouch.follow(QUEUED):
    show(queued=data["candidateQueued"]["candidate"]["content"])
    left -= 1
    if left == 0:
        break
