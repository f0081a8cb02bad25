import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

/** A refusal of the gateway: `code` as docs/errors.md lists them; `status` of HTTP, null where no answer came. */
export class VouchError extends Error {
  readonly code: string | null;
  readonly status: number | null;

  constructor(message: string, code: string | null, status: number | null) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

export interface VouchClientOptions {
  /** Address of the gateway's `/graphql`. */
  readonly url: string;
  readonly token: string;
  /** Milliseconds of failures after which a call gives up. */
  readonly patience?: number;
}

/** A document with the types of its answer and its variables, which only the compiler reads. */
export interface Document<Data, Variables extends object> {
  readonly text: string;
  readonly types?: (variables: Variables) => Data;
}

/** Declares a document. Query lists as `list: memories(first: 50, after: $after) { pageInfo { hasNextPage endCursor } nodes { … } }`. */
export const graphql = <Data, Variables extends object = Record<string, never>>(
  text: string,
): Document<Data, Variables> => ({ text });

/** A page of a list, under the alias `list`. */
export interface ListPage<Node> {
  readonly list: {
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
    readonly nodes: readonly Node[];
  };
}

/** The payload of a mutation, under the alias `payload`; select `... on UserError { __typename code message }` in it. */
export interface Payload<Outcome> {
  readonly payload:
    | Outcome
    | { readonly __typename: 'UserError'; readonly code: string; readonly message: string };
}

interface Answer<Data> {
  readonly data?: Data | null;
  readonly errors?: readonly { readonly message: string; readonly extensions?: { readonly code?: string } }[];
}

/** No answer, too many requests, and what a gateway or its proxy answers while it cannot serve. */
const passing: readonly (number | null)[] = [null, 429, 502, 503, 504];
const firstPause = 200;
const longestPause = 10_000;

/** Blocks of a stream of Server-Sent Events, as their fields. */
async function* readEvents(
  body: AsyncIterable<Uint8Array>,
): AsyncGenerator<Readonly<Record<string, string>>> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const bytes of body) {
    text += decoder.decode(bytes, { stream: true });
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks)
      yield Object.fromEntries(
        block.split('\n').map((line) => {
          const colon = line.indexOf(':');
          return [line.slice(0, colon), line.slice(colon + 1).trimStart()];
        }),
      );
  }
}

/** A client of the API that survives what passes: lost connections, gateways that restart, rates that are exceeded. */
export const createVouchClient = ({ url, token, patience = 60_000 }: VouchClientOptions) => {
  const send = async (text: string, variables: object, headers: Record<string, string>) =>
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers },
      body: JSON.stringify({ query: text, variables }),
    }).catch((error: Error) => {
      throw new VouchError(`No gateway answers at ${url}: ${error.message}`, null, null);
    });

  const assertNoErrors = ({ errors }: Answer<unknown>, status: number): void => {
    const [first] = errors ?? [];
    if (first) throw new VouchError(first.message, first.extensions?.code ?? null, status);
  };

  /** Repeats a call until it is answered; waits as long as `Retry-After` asks. */
  const persist = async <Result>(
    call: (waitFor: (seconds: number) => void) => Promise<Result>,
  ): Promise<Result> => {
    const until = Date.now() + patience;
    for (let pause = firstPause; ; pause = Math.min(2 * pause, longestPause)) {
      let asked = 0;
      try {
        return await call((seconds) => {
          asked = seconds * 1_000;
        });
      } catch (error) {
        const wait = Math.max(asked, pause * (0.5 + Math.random() / 2));
        if (!(error instanceof VouchError) || !passing.includes(error.status) || Date.now() + wait > until)
          throw error;
        await sleep(wait);
      }
    }
  };

  const ask = <Data>(text: string, variables: object): Promise<Data> =>
    persist(async (waitFor) => {
      const response = await send(text, variables, {});
      waitFor(Number(response.headers.get('retry-after') ?? 0) || 0);
      const answer = (await response.json().catch(() => ({}))) as Answer<Data>;
      assertNoErrors(answer, response.status);
      if (answer.data == null)
        throw new VouchError(
          `The gateway answered ${response.status}.`,
          null,
          response.ok ? null : response.status,
        );
      return answer.data;
    });

  return {
    /** Answers a query. */
    query: <Data, Variables extends object>(
      document: Document<Data, Variables>,
      variables: Variables,
    ): Promise<Data> => ask(document.text, variables),

    /** Runs a mutation of `$input` under an idempotency key, so that it has one effect however often it is sent. */
    mutate: async <Outcome, Input extends object>(
      document: Document<Payload<Outcome>, { readonly input: Input }>,
      input: Input,
      idempotencyKey: string = randomUUID(),
    ): Promise<Outcome> => {
      const { payload } = await ask<Payload<Outcome & { readonly __typename?: string }>>(document.text, {
        input: { ...input, idempotencyKey },
      });
      if (payload.__typename === 'UserError' && 'code' in payload)
        throw new VouchError(String(payload.message), String(payload.code), 200);
      return payload as Outcome;
    },

    /** Yields every node of a list, page by page; the document takes `$after`. */
    async *nodes<Node, Variables extends object>(
      document: Document<ListPage<Node>, Variables>,
      variables: Variables,
    ): AsyncGenerator<Node> {
      for (let after: string | null = null, more = true; more; ) {
        const { list }: ListPage<Node> = await ask(document.text, { ...variables, after });
        yield* list.nodes;
        more = list.pageInfo.hasNextPage;
        after = list.pageInfo.endCursor;
      }
    },

    /**
     * Yields the results of a subscription, for as long as they are asked for. A stream that breaks off is opened again behind the last
     * result; `lastEventId` of a former process does the same.
     */
    async *follow<Data, Variables extends object>(
      document: Document<Data, Variables>,
      variables: Variables,
      lastEventId: string | null = null,
    ): AsyncGenerator<{ readonly data: Data; readonly id: string | null }> {
      let last = lastEventId;
      for (;;) {
        const stream = await persist(async (waitFor) => {
          const response = await send(document.text, variables, {
            accept: 'text/event-stream',
            ...(last === null ? {} : { 'last-event-id': last }),
          });
          waitFor(Number(response.headers.get('retry-after') ?? 0) || 0);
          if (!response.ok || response.body === null)
            throw new VouchError(`The gateway answered ${response.status}.`, null, response.status);
          return response;
        });
        try {
          for await (const { event, id, data } of readEvents(
            stream.body as unknown as AsyncIterable<Uint8Array>,
          )) {
            if (event === 'complete') return;
            if (event !== 'next' || data === undefined) continue;
            const answer = JSON.parse(data) as Answer<Data>;
            assertNoErrors(answer, 200);
            last = id ?? last;
            if (answer.data != null) yield { data: answer.data, id: last };
          }
        } catch (error) {
          if (error instanceof VouchError && error.code !== 'SERVICE_UNAVAILABLE') throw error;
        }
        await sleep(firstPause);
      }
    },
  };
};
