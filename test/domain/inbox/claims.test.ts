import { expect, test } from 'vitest';
import { decideClaim, decideHandOver, decideRelease, decideSnooze, type Mark } from '#domain/inbox/claims.ts';
import {
  claimDuration,
  handOverDuration,
  inboxItemId,
  inboxPriorities,
  inboxReasons,
  readInboxItemId,
  settlingMutations,
} from '#domain/inbox/inbox.ts';

const now = new Date('2026-03-01T09:00:00.000Z');
const later = new Date(now.getTime() + 1);
const nobody: Mark = { claimedBy: null, claimedUntil: null, snoozedUntil: null, snoozedBy: null };
const of = (claimedBy: string, claimedUntil: Date): Mark => ({ ...nobody, claimedBy, claimedUntil });

test.for([
  ['nobody', nobody, true],
  ['oneself', of('bob', later), true],
  ['oneself under another spelling', of('ＢＯＢ\u200b', later), true],
  ['another', of('ann', later), false],
  ['another, until now', of('ann', now), true],
] as const)('an entry that %s works on is claimed, released and put off: %s', ([, mark, allowed]) => {
  const outcome = allowed ? 'applied' : 'refused';
  expect(decideClaim(mark, 'bob', now).outcome).toBe(outcome);
  expect(decideRelease(mark, 'bob', now).outcome).toBe(outcome);
  expect(decideHandOver(mark, 'bob', now, 'ann').outcome).toBe(outcome);
  expect(decideSnooze(mark, 'bob', now, later).outcome).toBe(outcome);
});

test('a claim ends by itself', () => {
  expect(decideClaim(nobody, 'bob', now)).toEqual({
    outcome: 'applied',
    mark: of('bob', new Date(now.getTime() + claimDuration)),
  });
});

test('what is handed over is claimed by the other person for 7 days', () => {
  expect(decideHandOver(of('bob', later), 'bob', now, 'ann')).toEqual({
    outcome: 'applied',
    mark: of('ann', new Date(now.getTime() + handOverDuration)),
  });
  expect(handOverDuration).toBe(604_800_000);
  expect(decideHandOver(nobody, 'bob', now, 'Bob')).toEqual(decideClaim(nobody, 'bob', now));
  expect(decideRelease(of('ann', later), 'bob', now, true)).toEqual({ outcome: 'applied', mark: nobody });
});

test('an entry is put off for 30 days at most, and had back', () => {
  const within = new Date(now.getTime() + 30 * 86_400_000);
  const beyond = new Date(within.getTime() + 1);
  const mark = { ...of('bob', later), snoozedUntil: within, snoozedBy: 'bob' };
  expect(decideSnooze(of('bob', later), 'bob', now, within)).toEqual({ outcome: 'applied', mark });
  expect(decideSnooze(nobody, 'bob', now, beyond)).toEqual({
    outcome: 'refused',
    code: 'inbox.snoozed_too_long',
  });
  expect(decideSnooze(mark, 'bob', now, null)).toEqual({ outcome: 'applied', mark: of('bob', later) });
  for (const decide of [decideClaim, decideRelease])
    expect(decide(of('ann', later), 'bob', now)).toEqual({ outcome: 'refused', code: 'inbox.claimed' });
  expect(decideSnooze(of('ann', later), 'bob', now, null)).toEqual({
    outcome: 'refused',
    code: 'inbox.claimed',
  });
});

test.for(inboxReasons)('an id names its reason and its subject: %s', (reason) => {
  const subjectId = 'mem_01a20541-836b-75e5-a088-373abb80d3ee';
  expect(readInboxItemId(inboxItemId(reason, subjectId))).toEqual({ reason, subjectId });
});

test.for([
  '',
  'inb_',
  'inb_CANDIDATE.',
  'inb_NOTHING.mem_1',
  'mem_1',
  'inb_CANDIDATE.mem_1.x',
  "inb_CANDIDATE.mem_'",
])('what is no id is none: %s', (id) => {
  expect(readInboxItemId(id)).toBeNull();
});

test('a priority belongs to one reason alone', () => {
  const all = Object.values(inboxPriorities).flatMap((one) => Object.values(one));
  expect(new Set(all).size).toBe(all.length);
});

test.for([
  ['CANDIDATE', 'promoteCandidate', 'deferCandidate'],
  ['GRADUATION', 'promoteCandidate', 'rejectCandidate'],
  ['SUGGESTED_LABELS', 'promoteLabels', 'dismissLabels'],
  ['CONTRADICTION', 'resolveContradiction', 'resolveContradiction'],
  ['DISPUTE', 'settleDispute', 'retire'],
  ['PERSONAL_REQUEST', 'setMemoryPersonal', 'setMemoryPersonal'],
  ['SOURCE_CHANGE', 'acceptSourceChange', 'declineSourceChange'],
  ['ROUTING', 'decideWorkflowItem', 'decideWorkflowItem'],
  ['SOURCE_DRIFT', 'verify', 'editItem'],
  ['QUARANTINE', 'releaseQuarantine', 'releaseQuarantine'],
  ['UNREAD_WAVE', 'extractWave', 'stopExtraction'],
  ['EXPIRED', 'setHolding', 'supersede'],
  ['REVIEWER_WORDING', 'verify', 'retire'],
  ['VERIFICATION_DUE', 'verify', 'supersede'],
  ['REJECTED_AFTER_PROMOTION', 'verify', 'retire'],
] as const)('an entry for %s is settled by %s and %s', ([reason, one, other]) => {
  expect(settlingMutations(reason, false)).toContain(one);
  expect(settlingMutations(reason, false)).toContain(other);
  expect(settlingMutations(reason, true).includes('restore')).toBe(reason === 'SOURCE_DRIFT');
  expect(settlingMutations(reason, false)).not.toContain('restore');
});

test('a verification moves no end that a reviewer set, and other words are no evidence', () => {
  expect(settlingMutations('EXPIRED', false)).not.toContain('verify');
  for (const reason of ['REVIEWER_WORDING', 'VERIFICATION_DUE', 'REJECTED_AFTER_PROMOTION'] as const)
    expect(settlingMutations(reason, false)).not.toContain('editItem');
});
