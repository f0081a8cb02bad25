import { createClient } from 'graphql-sse';
import { Environment, type GraphQLResponse, Network, Observable, RecordSource, Store } from 'relay-runtime';

const url = process.env.VOUCH_URL ?? 'http://127.0.0.1:4000/graphql';
const headers = { authorization: `Bearer ${process.env.VOUCH_TOKEN}` };

let connected = (): void => undefined;
/** Calls when the next stream is open. */
export const whenConnected = (call: () => void): void => {
  connected = call;
};
const live = createClient({ url, headers, on: { connected: () => connected() } });

export const environment = new Environment({
  store: new Store(new RecordSource()),
  network: Network.create(
    async ({ text }, variables) => {
      const response = await fetch(url, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ query: text, variables }),
      });
      return response.json();
    },
    ({ text }, variables) =>
      Observable.create<GraphQLResponse>((sink) =>
        live.subscribe(
          { query: text ?? '', variables },
          {
            next: (result) => sink.next(result as GraphQLResponse),
            error: (error) => sink.error(error as Error),
            complete: () => sink.complete(),
          },
        ),
      ),
  ),
});
