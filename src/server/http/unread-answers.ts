import type { ServerResponse } from 'node:http';

/** Limits of unread answers. */
const unreadDefaults = Object.freeze({
  /** Milliseconds in which a client reads nothing of what waits for it. */
  patience: 20_000,
  /** Bytes that wait for all clients together: beyond it those that have waited longest are dropped. */
  bytes: 128 * 1_048_576,
  /** Milliseconds from one look at all of them to the next. */
  every: 1_000,
});

export type UnreadLimits = { readonly [Limit in keyof typeof unreadDefaults]: number };

/** `watch` is to be called for each response. */
export interface UnreadAnswers {
  readonly watch: (response: ServerResponse) => void;
  readonly close: () => void;
}

/**
 * Drops connections whose clients do not read: one that stands still for too long, and, when all that is unread takes too much
 * memory, the oldest of them. `silence`: milliseconds after which a connection ends on which nothing is written.
 */
export const createUnreadAnswers = (
  silence: number,
  limits: UnreadLimits = unreadDefaults,
): UnreadAnswers => {
  /** In the order in which they were asked for; true: something waits. */
  const open = new Map<ServerResponse, boolean>();
  const look = (): void => {
    let bytes = 0;
    for (const [response, waited] of open) {
      const unread = response.socket?.writableLength ?? 0;
      bytes += unread;
      if (unread > 0 === waited) continue;
      open.set(response, unread > 0);
      // A socket whose client reads on does not time out.
      response.socket?.setTimeout(unread > 0 ? limits.patience : silence);
    }
    for (const response of open.keys()) {
      if (bytes <= limits.bytes) return;
      const unread = response.socket?.writableLength ?? 0;
      if (unread === 0) continue;
      bytes -= unread;
      response.destroy();
    }
  };
  const looking = setInterval(look, limits.every).unref();
  return {
    watch: (response) => {
      open.set(response, false);
      response.once('close', () => open.delete(response));
    },
    close: () => clearInterval(looking),
  };
};
