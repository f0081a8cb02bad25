import { setImmediate as nextTurn } from 'node:timers/promises';
import type { WebSocket } from 'ws';

/** Messages that wait before the socket is read no further; those of one part that has arrived come in addition. */
const mostWaiting = 16;

/** Operations of a WebSocket that were begun and not answered yet. */
export interface OpenOperations {
  /** Counts an operation until it is answered. */
  readonly count: <Result>(operation: Promise<Result>) => Promise<Result>;
  /** Resolves when one more operation may begin. */
  readonly room: () => Promise<void>;
}

export const createOpenOperations = (most: number): OpenOperations => {
  let open = 0;
  let ended = Promise.withResolvers<void>();
  return {
    count: (operation) => {
      open += 1;
      return operation.finally(() => {
        open -= 1;
        ended.resolve();
        ended = Promise.withResolvers();
      });
    },
    room: async () => {
      while (open >= most) await ended.promise;
    },
  };
};

/**
 * Hands on the messages of a WebSocket, one in each turn of the event loop and none while too many of its operations are open,
 * so that a client that sends thousands delays nobody else. Meanwhile its socket is not read, which slows the client down.
 */
export const paceMessages = (
  socket: WebSocket,
  { room }: Pick<OpenOperations, 'room'>,
  handle: (message: Buffer) => void,
): void => {
  const waiting: Buffer[] = [];
  let isHandling = false;
  const handleAll = async (): Promise<void> => {
    isHandling = true;
    for (let message = waiting.shift(); message !== undefined; message = waiting.shift()) {
      await room();
      if (socket.readyState !== socket.OPEN) return;
      handle(message);
      await nextTurn();
    }
    isHandling = false;
    socket.resume();
  };
  socket.on('message', (message: Buffer) => {
    waiting.push(message);
    if (waiting.length > mostWaiting) socket.pause();
    if (!isHandling) void handleAll();
  });
};
