import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';

/** Memory limits of WebSockets. */
const webSocketMemoryDefaults = Object.freeze({
  /** Bytes of all of them together: beyond it those are dropped that keep most. */
  bytes: 128 * 1_048_576,
  /** Milliseconds from one look at all of them to the next. */
  every: 1_000,
});

export type WebSocketMemoryLimits = { readonly [Limit in keyof typeof webSocketMemoryDefaults]: number };

/** A control frame of a client: two bytes, a mask of four, and what it carries. */
const controlFrameHeader = 6;

/**
 * Bounds what clients keep in memory by messages that they do not end, for which nobody asks for a token yet, and by answers that they do
 * not read. `watch` is to be called for each WebSocket and its socket, before it receives.
 */
export const createWebSocketMemory = ({ bytes, every }: WebSocketMemoryLimits = webSocketMemoryDefaults) => {
  /** Bytes of the message that each has begun. */
  const begun = new Map<WebSocket, { readonly socket: Duplex; bytes: number }>();
  let allBegun = 0;

  const look = (): void => {
    const kept = Array.from(begun, ([webSocket, message]) => ({
      webSocket,
      bytes: message.bytes + message.socket.writableLength,
    }));
    let all = kept.reduce((sum, one) => sum + one.bytes, 0);
    if (all <= bytes) return;
    for (const most of kept.sort((one, other) => other.bytes - one.bytes)) {
      if (all <= bytes) return;
      all -= most.bytes;
      forget(most.webSocket);
      most.webSocket.terminate();
    }
  };
  const looking = setInterval(look, every).unref();

  const count = (webSocket: WebSocket, change: (bytes: number) => number): void => {
    const message = begun.get(webSocket);
    if (message === undefined) return;
    const changed = Math.max(0, change(message.bytes));
    allBegun += changed - message.bytes;
    message.bytes = changed;
  };
  const forget = (webSocket: WebSocket): void => {
    count(webSocket, () => 0);
    begun.delete(webSocket);
  };

  return {
    watch: (webSocket: WebSocket, socket: Duplex): void => {
      begun.set(webSocket, { socket, bytes: 0 });
      // Before the message that ends with this part is given out.
      socket.prependListener('data', (part: Buffer) => {
        count(webSocket, (before) => before + part.length);
        if (allBegun > bytes) look();
      });
      webSocket.on('message', () => count(webSocket, () => 0));
      for (const control of ['ping', 'pong'] as const)
        webSocket.on(control, (carried: Buffer) =>
          count(webSocket, (before) => before - controlFrameHeader - carried.length),
        );
      webSocket.once('close', () => forget(webSocket));
    },
    close: (): void => clearInterval(looking),
  };
};
