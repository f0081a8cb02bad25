import { createHmac } from 'node:crypto';

/** The parts of a webhook that its secret follows from. */
export interface SecretOwner {
  readonly id: string;
  /** Counts the rotations, from 1. */
  readonly secretVersion: number;
}

/**
 * The secret of a webhook, `whsec_…`. It follows from a key of the store, so that no table holds it, a backup keeps it,
 * and a rotation needs only the next number.
 */
export const secretOf = (key: string, { id, secretVersion }: SecretOwner): string =>
  `whsec_${createHmac('sha256', key).update(`webhook|${id}|${secretVersion}`).digest('base64')}`;

/** One signature by Standard Webhooks: `v1,` and the HMAC-SHA256 of id, time and body. */
const signatureOf = (secret: string, signed: string): string =>
  `v1,${createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
    .update(signed)
    .digest('base64')}`;

/** The headers of one attempt by Standard Webhooks: one signature for each secret that is in force. */
export const signedHeaders = (
  secrets: readonly string[],
  id: string,
  at: Date,
  body: string,
): Record<string, string> => {
  const seconds = String(Math.floor(at.getTime() / 1_000));
  return {
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': secrets.map((secret) => signatureOf(secret, `${id}.${seconds}.${body}`)).join(' '),
  };
};
