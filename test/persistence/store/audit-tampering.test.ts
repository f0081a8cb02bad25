import { v7 } from 'uuid';
import { beforeEach, describe, expect, test } from 'vitest';
import { auditHash, type ChainedFacts } from '#domain/audit/audit-chain.ts';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { change, newTenant, record, verify } from '#test/support/audit-chain.ts';
import { isLong } from '#test/support/property-runs.ts';
import { onServerStore } from '#test/support/store.ts';

describe('every tampering is found at the first event that it touches', () => {
  onServerStore((store) => {
    let admin: Viewer;
    const events = 5;
    beforeEach(async () => {
      admin = newTenant();
      await record(
        store(),
        admin,
        Array.from({ length: events }, (_, place) => change(place + 1)),
      );
      // Real texts, which auditors see with their memory.
      await store().asOwner(
        `insert into memories (id, tenant, project, contributor, hand_authored, visibility_key, status, revision, content, confidence, pending_since, created_at, updated_at, kind)
          select 'mem_' || n || '_${admin.tenant}', '${admin.tenant}', 'p', 'carol', true, 'shared', 'ACTIVE', 1, 'A statement.', 0.5, now(), now(), now(), 'FACT' from generate_series(1, ${events}) n`,
      );
      await store().asOwner(
        `update audit_texts set target_id = target_id || '_${admin.tenant}' where tenant = '${admin.tenant}'`,
      );
    });
    /** Imitates an intruder with the owner's login: one transaction, triggers disabled. */
    const tamper = async (...statements: string[]) => {
      const em = store().orm.em.fork();
      await em.begin();
      await em.execute('alter table audit_events disable trigger user');
      for (const statement of statements) await em.execute(statement);
      await em.execute('alter table audit_events enable trigger user');
      await em.commit();
    };
    const at = (sequence: number) => `tenant = '${admin.tenant}' and sequence = ${sequence}`;
    const textAt = (sequence: number) => `id = (select id from audit_events where ${at(sequence)})`;
    /** Verifies the whole chain, and in parts, one of which ends where the chain does. */
    const expectBroken = async (firstBroken: number) => {
      expect(await verify(store(), admin)).toMatchObject({ valid: false, firstBroken });
      for (const first of [1, events]) {
        let part = await verify(store(), admin, { first });
        while (part.valid && !part.isComplete)
          part = await verify(store(), admin, {
            after: { events: part.events, head: part.head ?? '' },
            first,
          });
        expect(part).toMatchObject({ valid: false, firstBroken });
      }
    };

    test.for([
      ['id', `'aud_' || md5(id)`],
      ['at', `at + interval '1 millisecond'`],
      ['actor', `'eve'`],
      ['action', `'memory.rejected'`],
      ['target_type', `'Entity'`],
      ['target_id', `'mem_x'`],
      ['request_id', `'req_2'`],
      ['request_id', 'null'],
      ['before_digest', 'after_digest'],
      ['after_digest', 'null'],
      ['previous_hash', 'hash'],
      ['hash', 'md5(hash)'],
    ] as const)('%s set to %s', async ([column, value]) => {
      for (const sequence of [events, 3, 1]) {
        await tamper(
          ...(column === 'id' ? [`delete from audit_texts where ${textAt(sequence)}`] : []),
          `update audit_events set ${column} = ${value} where ${at(sequence)}`,
        );
        await expectBroken(sequence);
      }
    });

    test.for(['before', 'after', 'salt'])('a text: %s', async (column) => {
      const value = column === 'salt' ? `'00'` : `'{"status": "INVALID"}'`;
      await tamper(`update audit_texts set ${column} = ${value} where ${textAt(4)}`);
      await expectBroken(4);
    });

    test.for([
      [1, 2],
      [3, 4],
      [events, events],
    ] as const)(
      'event %i removed: number %i is the first that does not fit',
      async ([removed, firstBroken]) => {
        await tamper(
          `delete from audit_texts where ${textAt(removed)}`,
          `delete from audit_events where ${at(removed)}`,
        );
        await expectBroken(firstBroken);
      },
    );

    test('all of them removed', async () => {
      await tamper(
        `delete from audit_texts where tenant = '${admin.tenant}'`,
        `delete from audit_events where tenant = '${admin.tenant}'`,
      );
      await expectBroken(1);
    });

    test('two exchanged', async () => {
      await tamper(
        `update audit_events set sequence = -1 where ${at(2)}`,
        `update audit_events set sequence = 2 where ${at(3)}`,
        `update audit_events set sequence = 3 where ${at(-1)}`,
      );
      await expectBroken(2);
    });

    test.for([
      [3, 4],
      [events, events],
    ] as const)('event %i altered and hashed anew: number %i is found', async ([forged, firstBroken]) => {
      const [row] = await store().asOwner<ChainedFacts & { previousHash: string }>(
        `select sequence::float8 as sequence, tenant, id, at, actor, action, target_type as "targetType", target_id as "targetId",
          request_id as "requestId", before_digest as "beforeDigest", after_digest as "afterDigest", previous_hash as "previousHash"
          from audit_events where ${at(forged)}`,
      );
      if (!row) throw new Error('the event is there');
      const hash = auditHash(row.previousHash, { ...row, at: new Date(row.at), actor: 'eve' });
      await tamper(`update audit_events set actor = 'eve', hash = '${hash}' where ${at(forged)}`);
      await expectBroken(firstBroken);
    });

    test('one appended past the log', async () => {
      await tamper(
        `insert into audit_events (id, tenant, sequence, at, actor, action, target_type, target_id, hash)
          values ('aud_${v7()}', '${admin.tenant}', ${events + 1}, now(), 'eve', 'memory.promoted', 'Memory', 'mem_x', 'x')`,
      );
      await expectBroken(events + 1);
    });

    test('moved into another tenant: both chains show it', async () => {
      const victim = newTenant();
      await record(store(), victim, [change(1)]);
      await tamper(
        `delete from audit_texts where ${textAt(5)}`,
        `update audit_events set tenant = '${victim.tenant}', sequence = 2 where ${at(5)}`,
      );
      await expectBroken(5);
      expect(await verify(store(), victim)).toMatchObject({ valid: false, firstBroken: 2 });
    });

    test.runIf(isLong)('deep in a long log, at the border of what is read at once', async () => {
      await record(
        store(),
        admin,
        Array.from({ length: 2_100 }, (_, place) => change(place)),
      );
      expect(await verify(store(), admin)).toMatchObject({ valid: true, events: events + 2_100 });
      for (const sequence of [2_001, 1_001, 1_000]) {
        await tamper(`update audit_events set actor = 'eve' where ${at(sequence)}`);
        await expectBroken(sequence);
      }
    });
  });
});
