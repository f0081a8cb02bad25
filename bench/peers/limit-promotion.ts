import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { v7 } from 'uuid';
import { auditHash, saltedDigest } from '#domain/audit/audit-chain.ts';
import { asker } from './asker.ts';

/**
 * The promotion as bare statements: the memory, its history, the audit's chain, under the locks that Vouch takes. Two
 * packets, since an event's hash covers the one before it; the hashes are the domain's own.
 */

// The law of promotion as a condition.
const promoting = `with promoted as (
    update memories set status = 'ACTIVE', reviewed_by = $2, reviewed_at = $3, valid_from = $3, updated_at = $3, revision = revision + 1
    where tenant = 'acme' and id = $1 and status = 'CANDIDATE' and not (hand_authored and contributor = $2) returning *),
  history as (insert into revisions (id, tenant, memory_id, revision, status, content, reworded, edited_by, edited_at)
    select $4, tenant, id, revision, status, content, false, $2, $3 from promoted)
  select status, revision, content, rejection_reason as "rejectionReason", deferred_until as "deferredUntil", superseded_by_id as "supersededById",
    sensitivity_labels as "sensitivityLabels", summary, suggested_labels as "suggestedLabels", domain, tags from promoted`;
const locking = `insert into audit_heads (tenant, sequence, hash) values ('acme', 0, null)
  on conflict (tenant) do update set tenant = excluded.tenant returning sequence::int as sequence, hash`;
const appending = `insert into audit_events (id, tenant, sequence, at, actor, action, target_type, target_id, request_id, before_digest, after_digest, previous_hash, hash)
  values ($1, 'acme', $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`;
const keeping = `insert into audit_texts (id, tenant, target_type, target_id, salt, before, after) values ($1, 'acme', $2, $3, $4, $5, $6)`;
const ending = `update audit_heads set sequence = $1, hash = $2 where tenant = 'acme'`;

/** In the client's transaction, which the caller ends. Throws where there is no such candidate. */
export const promote = async (client: pg.ClientBase, id: string): Promise<unknown> => {
  const now = new Date();
  const [promoted, heads] = await Promise.all([
    client.query({ name: 'promoting', text: promoting, values: [id, asker.user, now, `rev_${v7()}`] }),
    client.query({ name: 'locking', text: locking }),
  ]);
  const [after] = promoted.rows;
  if (!after) throw new Error(`${id} is no candidate.`);
  const [{ sequence: last, hash: previousHash }] = heads.rows as [{ sequence: number; hash: string | null }];
  const before = { ...after, status: 'CANDIDATE', revision: after.revision - 1 };
  const salt = randomBytes(16).toString('hex');
  const facts = {
    sequence: last + 1,
    tenant: asker.tenant,
    id: `aud_${v7()}`,
    at: now,
    actor: asker.user,
    action: 'memory.promoted',
    targetType: 'Memory',
    targetId: id,
    requestId: v7(),
    beforeDigest: saltedDigest(salt, before),
    afterDigest: saltedDigest(salt, after),
  };
  const hash = auditHash(previousHash, facts);
  const { sequence, action, targetType, requestId, beforeDigest, afterDigest } = facts;
  // Whatever fails here fails the end of the transaction, too, which the caller waits for.
  const sent = [
    client.query({
      name: 'appending',
      text: appending,
      values: [
        ...[facts.id, sequence, now, asker.user, action, targetType, id, requestId],
        ...[beforeDigest, afterDigest, previousHash, hash],
      ],
    }),
    client.query({
      name: 'keeping',
      text: keeping,
      values: [facts.id, targetType, id, salt, JSON.stringify(before), JSON.stringify(after)],
    }),
    client.query({ name: 'ending', text: ending, values: [sequence, hash] }),
    client.query('commit'),
  ];
  await Promise.all(sent);
  return { promoteMemory: { memory: { id, status: after.status, reviewedBy: asker.user } } };
};
