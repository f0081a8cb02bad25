import { createHash } from 'node:crypto';
import { canonicalJson } from '#domain/audit/canonical-json.ts';
import type { ReadSession } from '#persistence/viewer-session.ts';

const emptyPolicy = canonicalJson({ rules: [] });

/** The hash of the label policy that governs the session's tenant: of the policy without rules, which allows everything. */
export const effectivePolicyHash = async (_session: ReadSession): Promise<string> =>
  createHash('sha256').update(emptyPolicy).digest('hex');
