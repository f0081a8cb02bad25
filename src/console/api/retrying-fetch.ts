import type { AnyVariables } from 'urql';

/** Milliseconds before each further attempt, give or take half: some ten seconds in all, in which a gateway is restarted. */
const waits = [500, 1_000, 2_000, 3_000, 4_000];
/** The longest wait that `Retry-After` is given: a refusal that asks for more is shown. */
const longestWait = 5_000;
/** Statuses of a gateway that will answer soon, or of a proxy that does not reach it. */
const passing = [429, 502, 503, 504];

let tried = 0;

/** Signals that a request begins to be tried again, or ends to. */
export const retries = new EventTarget();

/** True while a request that has failed is tried again. */
export const isRetrying = (): boolean => tried > 0;

const count = (change: 1 | -1): void => {
  tried += change;
  retries.dispatchEvent(new Event('change'));
};

/**
 * The effect of a second arrival of a request: none where it reads, or asks what a mutation would do; none more where the
 * mutation has its idempotency key.
 */
type Arrival = 'read' | 'keyed' | 'once';

interface Variables {
  readonly input?: { readonly idempotencyKey?: string; readonly dryRun?: boolean };
}

export const arrivalOf = (isMutation: boolean, variables: AnyVariables): Arrival => {
  const input = (variables as Variables | undefined)?.input;
  if (!isMutation || input?.dryRun === true) return 'read';
  return input?.idempotencyKey === undefined ? 'once' : 'keyed';
};

/** Milliseconds that `Retry-After` asks for, in seconds or as a date; 0 where it asks for none. */
const askedWait = (answer: Response | null): number => {
  const asked = answer?.headers.get('retry-after') ?? '0';
  const seconds = Number(asked);
  return (Number.isNaN(seconds) ? Date.parse(asked) - Date.now() : 1_000 * seconds) || 0;
};

/** Waits before another attempt, or until the answer is not wanted any more. */
const pause = (milliseconds: number, signal: AbortSignal | null | undefined): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
    signal?.addEventListener('abort', () => resolve(), { once: true });
  });

/** The whole answer, so that a connection that drops in the middle of it is noticed here. */
const fetchWhole = async (address: RequestInfo | URL, init: RequestInit): Promise<Response> => {
  const response = await fetch(address, init);
  return new Response(await response.text(), response);
};

/**
 * Fetches like `fetch`, and again where no answer comes, or one of a gateway that will answer soon: what reads, and mutations
 * under their idempotency key. Offline, a mutation is not tried again: its decision is marked at once.
 */
export const retryingFetch =
  (arrival: Arrival): typeof fetch =>
  async (address, init = {}) => {
    let isCounted = false;
    try {
      for (const wait of arrival === 'once' || init.keepalive ? [] : waits) {
        const answer = await fetchWhole(address, init).catch((error: unknown) => {
          if (init.signal?.aborted || (arrival === 'keyed' && !navigator.onLine)) throw error;
          return null;
        });
        if (answer !== null && !passing.includes(answer.status)) return answer;
        const least = askedWait(answer);
        if (answer !== null && least > longestWait) return answer;
        if (!isCounted) count(1);
        isCounted = true;
        await pause(Math.max(least, wait * (0.5 + Math.random())), init.signal);
      }
      return await fetchWhole(address, init);
    } finally {
      if (isCounted) count(-1);
    }
  };
