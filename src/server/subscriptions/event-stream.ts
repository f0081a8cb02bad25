import type { ServerResponse } from 'node:http';
import type { ExecutionResult } from 'graphql';
import { type FetchAPI, processRegularResult } from 'graphql-yoga';
import type { GatewayPlugin } from '#server/http/request-context.ts';

/** The place of a delivered result in its stream: the `id` of its event, which a client sends back as `Last-Event-ID`. */
export const placeOf = new WeakMap<ExecutionResult, string>();

/**
 * The last result of a stream when the gateway closes: the connection breaks and is not completed, so that clients
 * subscribe again, elsewhere.
 */
export const interruption: ExecutionResult = Object.freeze({});

/** Milliseconds between comments that keep proxies from closing a silent connection. */
const pingEvery = 12_000;

const headers = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache',
  'content-encoding': 'none',
  connection: 'keep-alive',
};

const eventOf = (result: ExecutionResult): string => {
  const id = placeOf.get(result);
  return `event: next\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(result)}\n\n`;
};

/** Server-Sent Events in the format of graphql-sse. */
const respond = (
  results: AsyncIterable<ExecutionResult>,
  { ReadableStream, Response }: FetchAPI,
  breakOff: () => void,
): Response => {
  const iterator = results[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  let ping: NodeJS.Timeout | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const comment = encoder.encode(':\n\n');
      // Some browsers wait for the first byte.
      controller.enqueue(comment);
      ping = setInterval(() => {
        if ((controller.desiredSize ?? 0) > 0) controller.enqueue(comment);
      }, pingEvery).unref();
    },
    async pull(controller) {
      try {
        const { done, value } = await iterator.next();
        if (value === interruption) {
          breakOff();
          throw new Error('This gateway is closing.');
        }
        if (done !== true) {
          controller.enqueue(encoder.encode(eventOf(value)));
          return;
        }
        controller.enqueue(encoder.encode('event: complete\ndata:\n\n'));
        controller.close();
      } catch (error) {
        controller.error(error);
      }
      clearInterval(ping);
    },
    async cancel() {
      clearInterval(ping);
      await iterator.return?.();
    },
  });
  return new Response(body, { status: 200, headers });
};

/** Gives each event of a subscription its id. */
export const useEventStream: GatewayPlugin = {
  onResultProcess({ result, request, setResultProcessor, serverContext }) {
    if (Array.isArray(result) || !(Symbol.asyncIterator in result)) return;
    if (!/text\/event-stream/i.test(request.headers.get('accept') ?? '')) {
      // It answers 406 to an accepted type that is no stream.
      setResultProcessor(processRegularResult, 'application/json');
      return;
    }
    setResultProcessor(
      (stream, fetchAPI) =>
        respond(stream as unknown as AsyncIterable<ExecutionResult>, fetchAPI, () => {
          // The socket, where there is one: a body that fails leaves it open.
          if ('res' in serverContext) (serverContext.res as ServerResponse).destroy();
        }),
      'text/event-stream',
    );
  },
};
