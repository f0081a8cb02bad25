import { onTestFinished } from 'vitest';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { contractOperation } from './contract.ts';
import type { TestGateway } from './gateway.ts';

/** Content of an event. */
// biome-ignore lint/suspicious/noExplicitAny: what a test asks for decides the shape of the answer
export type LiveEvent = any;

export interface Subscription {
  readonly status: number;
  /** The next result; null when the stream is complete. Fails after so many milliseconds without one. */
  readonly next: (patience?: number) => Promise<LiveEvent>;
  /** The next so many. */
  readonly take: (count: number) => Promise<LiveEvent[]>;
  /** Events within so many milliseconds. */
  readonly within: (milliseconds: number) => Promise<LiveEvent[]>;
  /** The client goes away. */
  readonly drop: () => void;
}

/** The results of a body of Server-Sent Events; comments (pings) are passed over. */
async function* resultsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<LiveEvent, void> {
  let text = '';
  for await (const chunk of body.pipeThrough(new TextDecoderStream() as never) as AsyncIterable<string>) {
    text += chunk;
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const data = /^data: (.*)$/m.exec(block)?.[1];
      if (/^event: complete$/m.test(block)) return;
      if (data !== undefined && data !== '') yield JSON.parse(data);
    }
  }
}

/** Subscribes through a real socket, as a browser does. */
export const subscribe = async (
  url: string,
  token: string,
  query: string,
  variables: object = {},
): Promise<Subscription> => {
  const client = new AbortController();
  onTestFinished(() => client.abort());
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: {
      accept: 'text/event-stream',
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ query, variables }),
    signal: client.signal,
  });
  if (response.body === null) throw new Error(`The gateway answered ${response.status} without a body.`);
  const results = resultsOf(response.body);
  let waiting: Promise<LiveEvent> | null = null;
  /** Asked once, however often it is waited for. */
  const pull = () => {
    waiting ??= results.next().then(({ done, value }) => (done ? null : value));
    return waiting;
  };
  const orElse = async (milliseconds: number): Promise<LiveEvent> => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const timer = setTimeout(resolve, milliseconds);
    const event = await Promise.race([pull(), promise]);
    clearTimeout(timer);
    if (event !== undefined) waiting = null;
    return event;
  };
  const next: Subscription['next'] = async (patience = 30_000) => {
    const event = await orElse(patience);
    if (event === undefined) throw new Error(`Nothing came within ${patience} ms.`);
    return event;
  };
  return {
    // Keeps the response: one that nobody keeps is collected, and fetch cancels its body.
    get status() {
      return response.status;
    },
    next,
    take: async (count) => {
      const events: LiveEvent[] = [];
      while (events.length < count) events.push(await next());
      return events;
    },
    within: async (milliseconds) => {
      const events: LiveEvent[] = [];
      const deadline = performance.now() + milliseconds;
      for (;;) {
        const event = await orElse(deadline - performance.now());
        if (event == null) return events;
        events.push(event);
      }
    },
    drop: () => client.abort(),
  };
};

/** A subscriber, by the operations of the contract. */
export const subscriber = (gateway: TestGateway, url: string) => ({
  queue: async (who: Viewer, variables: object = {}) =>
    subscribe(url, await gateway.tokenOf(who), contractOperation('CandidateQueued'), variables),
  workflow: async (who: Viewer) =>
    subscribe(url, await gateway.tokenOf(who), contractOperation('WorkflowItemChanged')),
  to: async (who: Viewer, query: string, variables: object = {}) =>
    subscribe(url, await gateway.tokenOf(who), query, variables),
});

/** Contents of the events' candidates. */
export const contents = (events: readonly LiveEvent[]) =>
  events.map(({ data }) => data.candidateQueued.candidate.content);

/** The codes of the errors of an event. */
export const codesOf = (event: LiveEvent) =>
  event.errors.map(({ extensions }: { extensions: { code: string } }) => extensions.code);
