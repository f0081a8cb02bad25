import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Milliseconds after its last answer in which a connection that is kept alive is expected to be used again. */
const soon = 1_000;
/** Milliseconds between two looks at the connections while the gateway closes. */
const every = 50;
/** Connections from which on each new one ends the one that has been idle for longest. */
const many = 4_096;

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

interface State {
  /** Requests whose answers are not complete. */
  readonly requests: Map<IncomingMessage, ServerResponse>;
  /** Resolves when the answer to the last of them is complete; null without one. */
  last: Promise<void> | null;
  /** When its last answer was complete, or it was opened; milliseconds of the monotonic clock. */
  usedAt: number;
  /** True for a WebSocket, which has limits of its own. */
  isUpgraded: boolean;
}

/** Connections of a server: each is answered one request after the other, and all of them end when the gateway closes. */
export const createConnections = (most = many) => {
  /** Longest unused first. */
  const connections = new Map<Socket, State>();
  let isClosing = false;

  /** Answers `Connection: close`, so that the client sends its next request over another connection. */
  const answerLast = (response: ServerResponse): void => {
    response.shouldKeepAlive = false;
  };

  const note = (socket: Socket): State => {
    const state = { requests: new Map(), last: null, usedAt: performance.now(), isUpgraded: false };
    connections.set(socket, state);
    socket.once('close', () => connections.delete(socket));
    return state;
  };

  const endUnused = (dropsIncomplete: boolean): void => {
    for (const [socket, { requests, usedAt }] of connections) {
      const isIncomplete = [...requests.keys()].some(({ complete }) => !complete);
      // Browsers open connections in advance, over which nothing is sent.
      const isUnused = requests.size === 0 && (socket.bytesRead === 0 || performance.now() - usedAt >= soon);
      if (isUnused || (dropsIncomplete && isIncomplete)) socket.destroy();
    }
  };

  const endLongestIdle = (): void => {
    for (const [socket, { requests, isUpgraded }] of connections)
      if (requests.size === 0 && !isUpgraded) {
        socket.destroy();
        return;
      }
  };

  return {
    watch: (server: Server): void => {
      server.on('connection', (socket) => {
        if (connections.size >= most) endLongestIdle();
        note(socket);
      });
      server.on('upgrade', (_request, socket) => {
        const state = connections.get(socket as Socket);
        if (state) state.isUpgraded = true;
      });
    },

    /**
     * Handles the requests of one connection in turn, also where its client sends many without waiting for an answer: other connections
     * are served in between.
     */
    inTurn:
      (handle: Handle) =>
      async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
        const { socket } = request;
        const state = connections.get(socket) ?? note(socket);
        state.requests.set(request, response);
        const before = state.last;
        const answered = new Promise<void>((resolve) => response.once('close', resolve)).then(() => {
          state.requests.delete(request);
          state.usedAt = performance.now();
          if (connections.delete(socket)) connections.set(socket, state);
          if (state.last === answered) state.last = null;
        });
        state.last = answered;
        if (before !== null) {
          await before;
          await nextTurn();
          if (socket.destroyed) return;
        }
        if (isClosing) answerLast(response);
        await handle(request, response);
      },

    /** Every answer from now on is the last of its connection. */
    close: (): void => {
      isClosing = true;
      for (const { requests } of connections.values())
        for (const response of requests.values()) if (!response.headersSent) answerLast(response);
    },

    /**
     * Ends connections as they fall idle; those that were used a moment ago, when they were answered once more. Requests that do not arrive
     * whole within that moment are dropped. Returns a function that ends the watch.
     */
    endIdle: (): (() => void) => {
      const begun = performance.now();
      endUnused(false);
      const watching = setInterval(() => endUnused(performance.now() - begun >= soon), every);
      return () => clearInterval(watching);
    },
  };
};
