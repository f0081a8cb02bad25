import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { v7 } from 'uuid';
import { saltedDigest } from '#domain/audit/audit-chain.ts';
import { asker } from './asker.ts';

/**
 * The promotion as bare statements: the memory, its history, the audit's chain, by the function that
 * Vouch appends with. Two packets, since what an event says of the memory is digested outside of the database.
 */

// The rule of promotion as a condition.
const promoting = `with promoted as (
    update memories set status = 'ACTIVE', reviewed_by = $2, reviewed_at = $3, valid_from = $3, updated_at = $3, revision = revision + 1
    where tenant = 'acme' and id = $1 and status = 'CANDIDATE' and not (hand_authored and contributor = $2) returning *),
  history as (insert into revisions (id, tenant, memory_id, revision, status, content, reworded, edited_by, edited_at)
    select $4, tenant, id, revision, status, content, false, $2, $3 from promoted)
  select status, revision, content, rejection_reason as "rejectionReason", deferred_until as "deferredUntil", superseded_by_id as "supersededById",
    sensitivity_labels as "sensitivityLabels", summary, suggested_labels as "suggestedLabels", domain, tags from promoted`;
const appending = 'select append_audit_events($1::jsonb)';

/** In the client's transaction, which the caller ends. Throws where there is no such candidate. */
export const promote = async (client: pg.ClientBase, id: string): Promise<unknown> => {
  const now = new Date();
  const {
    rows: [after],
  } = await client.query({
    name: 'promoting',
    text: promoting,
    values: [id, asker.user, now, `rev_${v7()}`],
  });
  if (!after) throw new Error(`${id} is no candidate.`);
  const before = { ...after, status: 'CANDIDATE', revision: after.revision - 1 };
  const salt = randomBytes(16).toString('hex');
  const event = {
    id: `aud_${v7()}`,
    at: now,
    action: 'memory.promoted',
    target_type: 'Memory',
    target_id: id,
    request_id: v7(),
    before_digest: saltedDigest(salt, before),
    after_digest: saltedDigest(salt, after),
    salt,
    before,
    after,
  };
  // A failure here also fails the end of the transaction, which the caller awaits.
  await Promise.all([
    client.query({ name: 'appending', text: appending, values: [JSON.stringify([event])] }),
    client.query('commit'),
  ]);
  return { promoteCandidate: { item: { id, status: after.status, reviewedBy: asker.user } } };
};
