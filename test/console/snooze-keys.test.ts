import { expect, test, vi } from 'vitest';

// A page that nobody leaves.
vi.stubGlobal('addEventListener', () => {});
// The console has types of its own, which those of the tests do not include.
const perform = new URL('../../src/console/inbox/perform.ts', import.meta.url).href;

const until = new Date(Date.now() + 3_600_000).toISOString();
const decision = { action: 'SNOOZE', until };
const subject = { __typename: 'Memory', id: 'mem_1', revision: 3 };
/** Two entries of the inbox about one memory. */
const targets = ['CANDIDATE', 'SUGGESTED_LABELS'].map((reason) => ({ id: `inb_${reason}.mem_1`, subject }));

interface Sent {
  readonly id: string;
  readonly idempotencyKey: string;
}

test('two entries about one memory are snoozed, and taken back, each under a key of its own', async () => {
  const console = await import(perform);
  const sent: Sent[] = [];
  const send = async (_document: unknown, { input }: { readonly input: Sent }) => {
    sent.push(input);
    return { snoozeInboxItem: { __typename: 'InboxItemPayload' } };
  };
  await console.perform(send, decision, targets, { dryRun: false, key: 'key', takeOver: false });
  for (const target of targets) await console.takeBack({ send, read: send }, decision, target, 3, 'key.undo');
  expect(sent.map(({ id }) => id)).toEqual([...targets, ...targets].map(({ id }) => id));
  expect(new Set(sent.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(sent.length);
});
