import { once } from 'node:events';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { createMcpServer } from '#agents/mcp-server.ts';
import { readVersion } from '#config/package-folder.ts';
import { type ApiAddress, askGateway } from './api-client.ts';

/** `vouch mcp`: serves the tools of agents over standard input and output, until the input ends. */
export const serveMcp = async (address: ApiAddress): Promise<void> => {
  const server = createMcpServer((query, variables) => askGateway(address, query, variables), readVersion());
  const ended = once(process.stdin, 'end');
  await server.connect(new StdioServerTransport());
  await ended;
};
