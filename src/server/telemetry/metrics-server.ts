import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StartError } from '#persistence/store/start-error.ts';
import { isTokenOfMetrics } from '#server/http/health.ts';
import type { Metrics } from './metrics.ts';

/** The metrics at an address of their own. */
export interface MetricsServer {
  readonly port: number;
  readonly close: () => void;
}

/** Serves `/metrics` on a port of its own, which the public network does not reach; 0 takes any free one. */
export const serveMetrics = async (
  { registry }: Metrics,
  { host, metricsToken }: { readonly host: string; readonly metricsToken: string | null },
  port: number,
): Promise<MetricsServer> => {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') response.writeHead(404).end();
    else if (!isTokenOfMetrics(request.headers.authorization ?? null, metricsToken))
      response.writeHead(401, { 'www-authenticate': 'Bearer' }).end();
    else
      registry.metrics().then(
        (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
        () => response.writeHead(500).end(),
      );
  });
  server.listen({ host, port });
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw new StartError(
      `Nothing can listen on port ${port} of ${host} for the metrics (${error.code}): set VOUCH_METRICS_PORT to another one.`,
    );
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};
