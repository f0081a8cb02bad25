import { createClient } from 'graphql-sse';

export const url = process.env.VOUCH_URL ?? 'http://127.0.0.1:4000/graphql';
export const headers = { authorization: `Bearer ${process.env.VOUCH_TOKEN}` };

let connected = () => {};
/** Calls when the next stream is open. */
export const whenConnected = (call: () => void): void => {
  connected = call;
};

/** Server-Sent Events, a connection for each subscription. */
export const live = createClient({ url, headers, on: { connected: () => connected() } });
