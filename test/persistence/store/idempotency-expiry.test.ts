import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { canonicalJson } from '#domain/audit/canonical-json.ts';
import { eraseIdempotencyKeys } from '#persistence/store/idempotency-keys.ts';
import { openWriteSession } from '#persistence/store/viewer-session.ts';
import { beginning, createTestGateway, people } from '#test/support/gateway.ts';
import { executeIn, onEveryStore } from '#test/support/store.ts';
import { runStory } from '#test/support/story.ts';

const day = 86_400_000;

describe('idempotency keys are kept for a while', () => {
  onEveryStore((store) => {
    const keys = async () =>
      (
        await store().asOwner<{ key: string }>(
          `select tenant || ' ' || key as key from idempotency_keys order by 1`,
        )
      ).map(({ key }) => key);

    test('what a call sent is known again by a keyed digest, from which nobody guesses a short text', async () => {
      const { does } = runStory(await createTestGateway(store()));
      const input = { project: 'p', kind: 'FACT', content: 'It is 4711.' };
      await does(people.contributor, 'createMemory', { ...input, idempotencyKey: 'keyed' });
      const [row] = await store().asOwner<{ hash: string }>(
        `select input_hash as hash from idempotency_keys where key = 'keyed'`,
      );
      expect(row?.hash).toMatch(/^[0-9a-f]{64}$/);
      expect(row?.hash).not.toBe(createHash('sha256').update(canonicalJson(input)).digest('hex'));
      expect(
        await does(people.contributor, 'createMemory', {
          ...input,
          content: 'Other.',
          idempotencyKey: 'keyed',
        }),
      ).toMatchObject({ code: 'idempotency.mismatch' });
      await store().asOwner(`delete from idempotency_keys where key = 'keyed'`);
    });

    test('those of every tenant that are too old are erased, and a call under one is a first call again', async () => {
      const gateway = await createTestGateway(store());
      const { does } = runStory(gateway);
      const creates = async (idempotencyKey: string) =>
        await does(people.contributor, 'createMemory', {
          project: 'p',
          kind: 'FACT',
          content: `The buoy is ${idempotencyKey}.`,
          idempotencyKey,
        });
      const first = await creates('red');
      await store().asOwner(
        `insert into idempotency_keys (tenant, user_id, key, mutation, input_hash, created_at)
          values ('globex', 'eve', 'old', 'm', 'h', '${beginning.toISOString()}')`,
      );
      gateway.pass(2 * day);
      await creates('green');
      expect((await creates('red')).memory.id).toBe(first.memory.id);

      await eraseIdempotencyKeys(store().orm, new Date(beginning.getTime() + day));
      expect(await keys()).toEqual(['acme green']);
      // Done again: this time it is a repetition.
      expect(await creates('red')).toMatchObject({ code: 'memory.duplicate' });
    });

    test('no session of a tenant erases any', async () => {
      const before = await keys();
      const session = await openWriteSession(store().orm, people.admin, 'viewer');
      try {
        expect(
          await executeIn(session, `select erase_idempotency_keys('9999-01-01', 100) as erased`),
        ).toEqual([{ erased: 0 }]);
        await expect(executeIn(session, 'delete from idempotency_keys')).rejects.toThrow(/permission denied/);
      } finally {
        await session.rollback();
      }
      expect(await keys()).toEqual(before);
    });
  });
});
