import { createHash, timingSafeEqual } from 'node:crypto';
import type { Logger } from '#server/telemetry/logger.ts';
import type { Metrics } from '#server/telemetry/metrics.ts';
import type { GatewayPlugin } from './request-context.ts';

export interface Readiness {
  readonly ok: boolean;
  /** A sentence for who watches; it names no login, no address and no row. */
  readonly reason?: string;
}

const patience = 3_000;

/**
 * `GET /ready`: 200 when the gateway can read and write and is not closing, else 503 with the reason; `GET /metrics`:
 * Prometheus text, for who has the token of the metrics where there is one; `metrics` null: they are served elsewhere.
 * `/health` is Yoga's own: it says that the process answers.
 */
export const useHealth = (
  ready: () => Promise<Readiness>,
  metrics: Metrics | null,
  logger: Logger,
  metricsToken: string | null = null,
): GatewayPlugin => ({
  async onRequest({ request, url, fetchAPI, endResponse }) {
    if (request.method !== 'GET') return;
    if (url.pathname === '/ready') {
      const { ok, reason } = await withinPatience(ready).catch(() => notReady('the check failed'));
      if (!ok) logger.warn({ reason }, 'not ready');
      const body = JSON.stringify(ok ? { status: 'ready' } : { status: 'unavailable', reason });
      const headers = { 'content-type': 'application/json; charset=utf-8' };
      endResponse(new fetchAPI.Response(body, { status: ok ? 200 : 503, headers }));
    }
    if (url.pathname === '/metrics' && metrics !== null) {
      if (!isTokenOfMetrics(request.headers.get('authorization'), metricsToken)) {
        endResponse(new fetchAPI.Response('', { status: 401, headers: { 'www-authenticate': 'Bearer' } }));
        return;
      }
      const headers = { 'content-type': metrics.registry.contentType };
      endResponse(new fetchAPI.Response(await metrics.registry.metrics(), { headers }));
    }
  },
});

const digest = (text: string) => createHash('sha256').update(text).digest();
const isSame = (given: string | null, expected: string): boolean =>
  timingSafeEqual(digest(given ?? ''), digest(expected));

/** True for the header of who may read the metrics; `token` null: anybody may. */
export const isTokenOfMetrics = (header: string | null, token: string | null): boolean =>
  token === null || isSame(header, `Bearer ${token}`);

const notReady = (reason: string): Readiness => ({ ok: false, reason });

async function withinPatience(ready: () => Promise<Readiness>): Promise<Readiness> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<Readiness>((resolve) => {
    timer = setTimeout(() => resolve(notReady(`no answer within ${patience} ms`)), patience);
  });
  return Promise.race([ready(), tooLate]).finally(() => clearTimeout(timer));
}
