import {
  type Icon,
  IconCheck,
  IconCopy,
  IconGitMerge,
  IconLockOpen,
  IconPencil,
  IconReplace,
  IconTag,
  IconTagOff,
  IconX,
} from '@tabler/icons-react';
import type { Decision, RejectionKind } from './decision.ts';
import type { Reason } from './operations.ts';

/** A ready answer to why; the kind is what `extractionQuality` counts. */
export interface ReadyReason {
  readonly words: string;
  readonly kind?: RejectionKind;
}

interface Shown {
  readonly key: string;
  readonly label: string;
  readonly icon: Icon;
  readonly tone?: 'go' | 'stop';
}

/** A way to settle an entry: at once, or after an answer. */
export type Way = Shown &
  (
    | { readonly decision: Decision }
    | { readonly asks: 'words'; decide(content: string): Decision }
    | {
        readonly asks: 'reason';
        readonly ready: readonly ReadyReason[];
        decide(reason: string, kind?: RejectionKind): Decision;
      }
    | { readonly asks: 'duplicate' | 'successor' | 'end' }
    | { readonly opens: 'contradiction' }
  );

const rejections: readonly ReadyReason[] = [
  { words: 'It is not a statement.', kind: 'NO_STATEMENT' },
  { words: 'It is not true.', kind: 'NOT_TRUE' },
  { words: 'It is out of date.', kind: 'OUT_OF_DATE' },
  { words: 'It does not say what its source says.', kind: 'WRONG_WORDING' },
  { words: 'Nobody needs to remember it.', kind: 'NOT_RELEVANT' },
];

const retirements: readonly ReadyReason[] = [
  { words: 'It is out of date.' },
  { words: 'Its source no longer says it.' },
  { words: 'Nobody needs it any more.' },
];

const candidateWays: readonly Way[] = [
  { key: '1', label: 'Promote', icon: IconCheck, tone: 'go', decision: { action: 'PROMOTE' } },
  {
    key: '2',
    label: 'Edit',
    icon: IconPencil,
    asks: 'words',
    decide: (content) => ({ action: 'PROMOTE', content }),
  },
  {
    key: '3',
    label: 'Reject',
    icon: IconX,
    tone: 'stop',
    asks: 'reason',
    ready: rejections,
    decide: (reason, kind) => ({ action: 'REJECT', reason, ...(kind === undefined ? {} : { kind }) }),
  },
  { key: 'd', label: 'Duplicate', icon: IconCopy, asks: 'duplicate' },
];

const believedWays: readonly Way[] = [
  { key: '1', label: 'It still holds', icon: IconCheck, tone: 'go', decision: { action: 'VERIFY' } },
  {
    key: '2',
    label: 'Edit',
    icon: IconPencil,
    asks: 'words',
    decide: (content) => ({ action: 'EDIT', content }),
  },
  {
    key: '3',
    label: 'Retire',
    icon: IconX,
    tone: 'stop',
    asks: 'reason',
    ready: retirements,
    decide: (reason) => ({ action: 'RETIRE', reason }),
  },
];

const resolve = (as: 'KEPT_A' | 'KEPT_B' | 'BOTH_VALID') => ({
  decision: { action: 'RESOLVE', as } as const,
});

/** Ways to settle an entry, by its reason; keys have the same meaning everywhere. */
export const waysOf: Readonly<Record<Reason, readonly Way[]>> = {
  CANDIDATE: candidateWays,
  GRADUATION: candidateWays,
  SUGGESTED_LABELS: [
    { key: '1', label: 'Accept', icon: IconTag, tone: 'go', decision: { action: 'ACCEPT_LABELS' } },
    { key: '3', label: 'Dismiss', icon: IconTagOff, tone: 'stop', decision: { action: 'DISMISS_LABELS' } },
  ],
  CONTRADICTION: [
    { key: '1', label: 'A is right', icon: IconCheck, tone: 'go', ...resolve('KEPT_A') },
    { key: '2', label: 'B is right', icon: IconCheck, tone: 'go', ...resolve('KEPT_B') },
    { key: '3', label: 'Both are valid', icon: IconCopy, ...resolve('BOTH_VALID') },
    { key: '4', label: 'Merge', icon: IconGitMerge, opens: 'contradiction' },
  ],
  DISPUTE: [
    {
      key: '1',
      label: 'It holds',
      icon: IconCheck,
      tone: 'go',
      asks: 'reason',
      ready: [{ words: 'Its source still says so.' }, { words: 'The dispute is about something else.' }],
      decide: (reason) => ({ action: 'DISMISS_DISPUTE', reason }),
    },
    {
      key: '3',
      label: 'It does not hold',
      icon: IconX,
      tone: 'stop',
      asks: 'reason',
      ready: retirements,
      decide: (reason) => ({ action: 'UPHOLD_DISPUTE', reason }),
    },
  ],
  PERSONAL_REQUEST: [
    { key: '1', label: 'Make personal', icon: IconCheck, tone: 'go', decision: { action: 'GRANT_PERSONAL' } },
    { key: '3', label: 'Keep shared', icon: IconX, tone: 'stop', decision: { action: 'DECLINE_PERSONAL' } },
  ],
  ROUTING: [
    { key: '1', label: 'Approve', icon: IconCheck, tone: 'go', decision: { action: 'APPROVE_ROUTING' } },
    {
      key: '3',
      label: 'Turn down',
      icon: IconX,
      tone: 'stop',
      asks: 'reason',
      ready: rejections.map(({ words }) => ({ words })),
      decide: (reason) => ({ action: 'REJECT_ROUTING', reason }),
    },
  ],
  SOURCE_CHANGE: [
    { key: '1', label: 'Accept', icon: IconCheck, tone: 'go', decision: { action: 'ACCEPT_CHANGE' } },
    {
      key: '3',
      label: 'Decline',
      icon: IconX,
      tone: 'stop',
      asks: 'reason',
      ready: [{ words: 'The source is right as it is.' }, { words: 'Its owners send it themselves.' }],
      decide: (reason) => ({ action: 'DECLINE_CHANGE', reason }),
    },
  ],
  UNREAD_WAVE: [
    { key: '1', label: 'Read it', icon: IconCheck, tone: 'go', decision: { action: 'READ_WAVE' } },
    { key: '3', label: 'Leave it', icon: IconX, tone: 'stop', decision: { action: 'LEAVE_WAVE' } },
  ],
  REVIEWER_WORDING: believedWays,
  SOURCE_DRIFT: [...believedWays, { key: '4', label: 'Supersede', icon: IconReplace, asks: 'successor' }],
  VERIFICATION_DUE: believedWays,
  EXPIRED: [
    { key: '1', label: 'It still holds', icon: IconCheck, tone: 'go', asks: 'end' },
    ...believedWays.filter(({ key }) => key !== '1'),
  ],
  REJECTED_AFTER_PROMOTION: believedWays,
  QUARANTINE: [
    { key: '1', label: 'Release all', icon: IconLockOpen, tone: 'go', decision: { action: 'RELEASE' } },
  ],
};

/** Said before a decision from which the API has no way back, and that others rely on at once. */
export const finalWords: Partial<Record<Reason, string>> = {
  SUGGESTED_LABELS:
    'You can undo your decision for eight seconds. After that only an admin removes accepted labels, and dismissed ones are suggested again when the statement is reworded.',
  SOURCE_CHANGE:
    'You can undo your decision for eight seconds. After that it is final: an accepted change is read and relied on at once, and only another version undoes it; a declined change has to be sent again.',
  UNREAD_WAVE:
    'You can undo your decision for eight seconds. After that it is final: what was read stays read. What you leave unread stays stored, and can be read later through the API.',
  QUARANTINE:
    'You can undo your decision for eight seconds. After that it is final: everybody sees the released items and relies on them at once, and only a new quarantine withholds them again.',
};

/** Why something waits, in a word for lists and in a sentence for the reviewer. */
export const reasonWords: Readonly<
  Record<Reason, { readonly name: string; readonly many: string; readonly sentence: string }>
> = {
  CANDIDATE: {
    name: 'candidate',
    many: 'Candidates',
    sentence: 'It was proposed, and nobody has vouched for it.',
  },
  GRADUATION: {
    name: 'graduation',
    many: 'Graduations',
    sentence: 'A memory is proposed as an entity.',
  },
  SUGGESTED_LABELS: {
    name: 'labels',
    many: 'Labels',
    sentence: 'Detectors found something sensitive in it.',
  },
  CONTRADICTION: {
    name: 'contradiction',
    many: 'Contradictions',
    sentence: 'Two statements contradict each other.',
  },
  DISPUTE: {
    name: 'dispute',
    many: 'Disputes',
    sentence: 'Somebody says that it does not hold.',
  },
  REVIEWER_WORDING: {
    name: 'reviewer’s wording',
    many: 'Reviewers’ wordings',
    sentence: 'It is believed in words of the reviewer who promoted it, which say more than its source.',
  },
  PERSONAL_REQUEST: {
    name: 'personal request',
    many: 'Personal requests',
    sentence: 'Its contributor wants it to be visible to them alone.',
  },
  SOURCE_CHANGE: {
    name: 'source change',
    many: 'Source changes',
    sentence: 'Somebody who does not own the source sent a version or a withdrawal of it.',
  },
  UNREAD_WAVE: {
    name: 'unread documents',
    many: 'Unread documents',
    sentence: 'These documents were stored, but the gateway gave up reading them.',
  },
  ROUTING: {
    name: 'routing',
    many: 'Routing',
    sentence: 'A service recorded it, and its routing asks for a person.',
  },
  SOURCE_DRIFT: {
    name: 'source drift',
    many: 'Source drift',
    sentence: 'Its source no longer says it in that place.',
  },
  VERIFICATION_DUE: {
    name: 'verification due',
    many: 'To verify',
    sentence: 'It is believed, and a person has to look at it again.',
  },
  EXPIRED: {
    name: 'expired',
    many: 'Expired',
    sentence: 'It is believed, but the time in which it holds has ended.',
  },
  REJECTED_AFTER_PROMOTION: {
    name: 'since rejected',
    many: 'Since rejected',
    sentence: 'It is believed, but its extraction has since been rejected.',
  },
  QUARANTINE: {
    name: 'quarantine',
    many: 'Quarantines',
    sentence: 'An admin is withholding everything that came from one origin.',
  },
};
