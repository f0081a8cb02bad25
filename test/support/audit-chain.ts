import { v7 } from 'uuid';
import type { Viewer } from '#domain/privacy/viewer.ts';
import {
  type AuditedChange,
  type ChainPart,
  recordChanges,
  verifyAuditChain,
} from '#persistence/store/audit-log.ts';
import { openWriteSession } from '#persistence/store/viewer-session.ts';
import { beginning, people } from '#test/support/gateway.ts';
import { inSession } from '#test/support/sessions.ts';
import type { TestStore } from '#test/support/store.ts';

export const occasion = {
  requestId: 'req_1',
  now: beginning,
  newId: (prefix: string) => `${prefix}_${v7()}`,
};
export const change = (place: number, more: Partial<AuditedChange> = {}): AuditedChange => ({
  action: 'memory.promoted',
  targetType: 'Memory',
  targetId: `mem_${place}`,
  before: { status: 'CANDIDATE', place },
  after: { status: 'ACTIVE', place },
  ...more,
});

export const record = async (
  { orm }: TestStore,
  viewer: Viewer,
  changes: readonly AuditedChange[],
): Promise<void> => {
  const session = await openWriteSession(orm, viewer, 'viewer');
  await recordChanges(session, occasion, changes);
  await session.commit();
};

export const verify = ({ orm }: TestStore, viewer: Viewer, part?: ChainPart) =>
  inSession(orm, viewer, (session) => verifyAuditChain(session, part));

/** A tenant of its own for each test: what is broken stays broken. */
let tenants = 0;
export const newTenant = (): Viewer => ({ ...people.admin, tenant: `tenant-${++tenants}` });
