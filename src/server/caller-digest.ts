import { createHmac } from 'node:crypto';
import type { Viewer } from '#domain/privacy/viewer.ts';

/** A caller as logs and traces name them: by digests under a key of the store, from which no name is guessed. */
export interface CallerDigest {
  readonly tenant: string;
  readonly user: string;
}

/** The digests of a caller are the same in every process of a store; of a request without a token there are none. */
export const createCallerDigest = (key: string) => {
  const digest = (text: string): string =>
    createHmac('sha256', key).update(`telemetry:${text}`).digest('hex').slice(0, 16);
  return (viewer: Pick<Viewer, 'tenant' | 'user'> | null): CallerDigest | null =>
    viewer && { tenant: digest(viewer.tenant), user: digest(JSON.stringify([viewer.tenant, viewer.user])) };
};
export type DigestCaller = ReturnType<typeof createCallerDigest>;

/** Characters of an operation's name that a line keeps: a caller chooses it. */
const longestName = 100;

/** The name of an operation and who called it, where there are any. */
export const describeCall = (operationName: string | null, caller: CallerDigest | null) => ({
  ...(operationName === null ? {} : { operation: operationName.slice(0, longestName) }),
  ...caller,
});
