import { writtenTexts } from '#domain/erasure/written-words.ts';
import type { Role } from '#domain/privacy/viewer.ts';

/** A requested mutation, as far as the rule of intake reads it. */
export interface Attempt {
  readonly mutation: string;
  readonly roles: readonly Role[] | 'anybody';
  readonly input: unknown;
}

/** Mutations that bring something in whatever their input: passes over what is stored, withdrawals, evidence, edits, traces, payloads. */
const always: ReadonlySet<string> = new Set([
  ...['extractWave', 'extractInteraction', 'reExtractMemory', 'recordExtraction'],
  ...['acceptSourceChange', 'withdrawDocuments', 'recordEvidence', 'editItem'],
  ...['insertTrace', 'reviseTrace', 'recordReplay', 'importPathwayState'],
]);

/** Words that say why somebody decides, or that something is wrong: nothing is extracted from them, and no belief rests on them. */
const isReason = (mutation: string, member: string | undefined): boolean =>
  member === 'reason' ||
  (member === 'note' && mutation !== 'setProjectState') ||
  (mutation === 'disputeMemory' && (member === 'quote' || member === 'reference'));

/**
 * True when a mutation brings in words, sources or observations, so that a hold of intake refuses it. Settings of the tenant, which admins
 * alone change, are no intake; nor are decisions, votes, and disputes without a counter-statement.
 */
export const bringsIn = ({ mutation, roles, input }: Attempt): boolean => {
  if (always.has(mutation)) return true;
  if (roles !== 'anybody' && roles.every((role) => role === 'admin')) return false;
  return writtenTexts(input).some(({ path }) => !isReason(mutation, path.at(-1)));
};
