"""A client of the API that survives what passes: lost connections, gateways that restart, rates that are exceeded.

Needs the standard library alone, Python 3.9 or newer.
"""

import http.client
import json
import random
import time
import urllib.error
import urllib.request
import uuid

# No answer, too many requests, and what a gateway or its proxy answers while it cannot serve.
PASSING = (None, 429, 502, 503, 504)
FIRST_PAUSE = 0.2
LONGEST_PAUSE = 10.0


class VouchError(Exception):
    """A refusal: `code` as docs/errors.md lists them; `status` of HTTP, None where no answer came."""

    def __init__(self, message, code=None, status=None, retry_after=0.0):
        super().__init__(message)
        self.code = code
        self.status = status
        self.retry_after = retry_after


def _raise_errors(answer, status, retry_after=0.0):
    for error in answer.get("errors") or []:
        raise VouchError(error["message"], error.get("extensions", {}).get("code"), status, retry_after)


def _seconds(value):
    return float(value) if value and value.isdigit() else 0.0


def _read_json(text):
    try:
        return json.loads(text)
    except ValueError:
        return {}


def _read_events(response):
    """Yields the blocks of a stream of Server-Sent Events, as dictionaries of their fields."""
    fields = {}
    for line in response:
        name, _, value = line.decode().rstrip("\n").partition(":")
        if name:
            fields[name] = value.lstrip(" ")
        elif fields:
            yield fields
            fields = {}


class VouchClient:
    """`url` is the address of the gateway's `/graphql`; `patience` the seconds of failures after which a call gives up."""

    def __init__(self, url, token, patience=60.0):
        self._url = url
        self._token = token
        self._patience = patience

    def _send(self, document, variables, headers, timeout):
        body = json.dumps({"query": document, "variables": variables}).encode()
        base = {"content-type": "application/json", "authorization": f"Bearer {self._token}"}
        request = urllib.request.Request(self._url, body, {**base, **headers})
        try:
            return urllib.request.urlopen(request, timeout=timeout)
        except urllib.error.HTTPError as error:
            after = _seconds(error.headers.get("retry-after"))
            _raise_errors(_read_json(error.read()), error.code, after)
            raise VouchError(f"The gateway answered {error.code}.", None, error.code, after) from None

    def _persist(self, call):
        """Repeats a call until it is answered; waits as long as `Retry-After` asks."""
        until = time.monotonic() + self._patience
        pause = FIRST_PAUSE
        while True:
            try:
                try:
                    return call()
                except (OSError, http.client.HTTPException) as error:
                    raise VouchError(f"No gateway answers at {self._url}: {error}") from error
            except VouchError as error:
                wait = max(error.retry_after, pause * random.uniform(0.5, 1.0))
                if error.status not in PASSING or time.monotonic() + wait > until:
                    raise
                time.sleep(wait)
                pause = min(2 * pause, LONGEST_PAUSE)

    def query(self, document, variables=None):
        """Answers a query with its `data`."""

        def call():
            with self._send(document, variables or {}, {}, self._patience) as response:
                answer = _read_json(response.read())
                _raise_errors(answer, response.status)
            if answer.get("data") is None:
                raise VouchError("The answer broke off.")
            return answer["data"]

        return self._persist(call)

    def mutate(self, document, given, idempotency_key=None):
        """Runs a mutation of `$input`, aliased `payload`, under a key: it has one effect however often it is sent."""
        key = idempotency_key or str(uuid.uuid4())
        payload = self.query(document, {"input": {**given, "idempotencyKey": key}})["payload"]
        if payload.get("__typename") == "UserError":
            raise VouchError(payload["message"], payload["code"], 200)
        return payload

    def nodes(self, document, variables=None):
        """Yields every node of a list, aliased `list`, page by page; the document takes `$after`."""
        after, more = None, True
        while more:
            page = self.query(document, {**(variables or {}), "after": after})["list"]
            yield from page["nodes"]
            more, after = page["pageInfo"]["hasNextPage"], page["pageInfo"]["endCursor"]

    def follow(self, document, variables=None, last_event_id=None):
        """Yields `(data, id)` of a subscription; a stream that breaks off is opened again behind the last one."""
        last = last_event_id
        while True:
            headers = {"accept": "text/event-stream", **({"last-event-id": last} if last else {})}
            # The gateway sends a comment every twelve seconds.
            stream = self._persist(lambda: self._send(document, variables or {}, headers, 40.0))
            try:
                with stream:
                    for event in _read_events(stream):
                        if event.get("event") == "complete":
                            return
                        if event.get("event") != "next":
                            continue
                        answer = json.loads(event["data"])
                        _raise_errors(answer, 200)
                        last = event.get("id", last)
                        if answer.get("data") is not None:
                            yield answer["data"], last
            except VouchError as error:
                if error.code != "SERVICE_UNAVAILABLE":
                    raise
            except (OSError, http.client.HTTPException):
                pass
            time.sleep(FIRST_PAUSE)
