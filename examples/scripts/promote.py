"""Promotes the first candidate of the queue. Needs the standard library alone."""

import json
import os
import urllib.request

URL = os.environ.get("VOUCH_URL", "http://127.0.0.1:4000/graphql")
HEADERS = {
    "authorization": f"Bearer {os.environ['VOUCH_TOKEN']}",
    "content-type": "application/json",
}
PROMOTE = """
mutation ($input: PromoteCandidateInput!) {
  promoteCandidate(input: $input) {
    ... on ItemPayload { applied item { id status revision } }
    ... on UserError { code message }
  }
}
"""


def ask(query, variables=None):
    body = json.dumps({"query": query, "variables": variables or {}}).encode()
    with urllib.request.urlopen(urllib.request.Request(URL, body, HEADERS)) as response:
        answer = json.load(response)
    if "errors" in answer:
        raise SystemExit(answer["errors"])
    return answer["data"]


def promote(**given):
    return ask(PROMOTE, {"input": given})["promoteCandidate"]


def show(name, value):
    print(f"{name}: {json.dumps(value)}")


candidate = ask("{ candidates(first: 1) { nodes { id content revision } } }")["candidates"]["nodes"][0]
show("waits", candidate)
wanted = {"id": candidate["id"], "expectedRevision": candidate["revision"]}
key = f"promote-{candidate['id']}"
show("preview", promote(**wanted, dryRun=True))
show("promoted", promote(**wanted, idempotencyKey=key))
show("repeated", promote(**wanted, idempotencyKey=key))
show("refused", promote(**wanted))
