import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { isJSONRPCRequest, type JSONRPCMessage, type RequestId } from '@modelcontextprotocol/sdk/types.js';
import { createMcpServer } from '#agents/mcp-server.ts';
import { readVersion } from '#config/package-folder.ts';
import { type ApiAddress, askGateway } from './api-client.ts';

/** Milliseconds that calls under way may still take when the input has ended. */
const longestFarewell = 60_000;

/** A transport that knows which requests are not answered yet. */
class CountingTransport extends StdioServerTransport {
  private readonly open = new Set<RequestId>();
  private settle: () => void = () => undefined;

  /** Counts a message that came: a request is answered later, unless its client cancels it. */
  receive(message: JSONRPCMessage): void {
    if (isJSONRPCRequest(message)) this.open.add(message.id);
    else if ('method' in message && message.method === 'notifications/cancelled') {
      const { requestId } = (message.params ?? {}) as { readonly requestId: RequestId };
      this.closed(requestId);
    }
  }

  override async send(message: JSONRPCMessage): Promise<void> {
    await super.send(message);
    if (!('method' in message) && message.id !== undefined) this.closed(message.id);
  }

  /** Resolves when every request is answered. */
  async answered(): Promise<void> {
    if (this.open.size === 0) return;
    await new Promise<void>((resolve) => {
      this.settle = resolve;
    });
  }

  private closed(id: RequestId): void {
    this.open.delete(id);
    if (this.open.size === 0) this.settle();
  }
}

/** Standard input, whose last line may lack its end: it is a message, too. */
const inputOfLines = (): PassThrough => {
  const lines = new PassThrough();
  process.stdin.pipe(lines, { end: false });
  process.stdin.once('end', () => lines.end('\n'));
  return lines;
};

/**
 * `vouch mcp`: serves the tools of agents over standard input and output, until the input ends and what it asked for is answered,
 * or nobody reads the answers any more.
 */
export const serveMcp = async (address: ApiAddress): Promise<void> => {
  const server = createMcpServer((query, variables) => askGateway(address, query, variables), readVersion());
  const input = inputOfLines();
  const ended = once(input, 'end');
  const unread = once(process.stdout, 'error');
  const transport = new CountingTransport(input);
  // The server keeps a listener that is there before its own.
  transport.onmessage = (message) => transport.receive(message);
  await server.connect(transport);
  await Promise.race([ended, unread]);
  await Promise.race([transport.answered(), unread, sleep(longestFarewell)]);
};
