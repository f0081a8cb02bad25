import { expect, test } from 'vitest';
import { violationMessage } from '#domain/review/violation-message.ts';

test.for([
  [
    { code: 'forbidden', deed: 'edit', status: 'CANDIDATE' },
    'Editing a candidate takes the role reviewer, or being its contributor. Ask a reviewer.',
  ],
  [
    { code: 'forbidden', deed: 'edit', status: 'ACTIVE' },
    'Editing an item that is ACTIVE takes the role reviewer; its contributor edits it only while it is a CANDIDATE. Ask a reviewer.',
  ],
  [
    { code: 'conflict.stale_revision', expected: 2, actual: 5 },
    'The item is at revision 5; the decision was taken on revision 2. Read it again and decide on what it says now.',
  ],
  [
    { code: 'promotion.illegal_transition', action: 'promote', from: 'SUPERSEDED', to: 'ACTIVE' },
    'An item that is SUPERSEDED cannot be promoted: only one that is CANDIDATE becomes ACTIVE this way. Read it again to see its status.',
  ],
  [
    { code: 'promotion.illegal_transition', action: 'return', from: 'GRADUATED', to: 'CANDIDATE' },
    'An item that is GRADUATED cannot be returned to the queue: only one that is ACTIVE or INVALID becomes CANDIDATE this way. Read it again to see its status.',
  ],
  [
    { code: 'promotion.reviewer_is_contributor' },
    'You wrote this candidate by hand, recorded it, or alone brought its source in, so another reviewer has to promote it.',
  ],
  [
    { code: 'promotion.extraction_rejected' },
    'The extraction that this candidate came from was rejected after the candidate was written: its `extraction.workflowItem` says by whom and why. Reopen or approve that item with decideWorkflowItem first, or reject the candidate.',
  ],
  [
    { code: 'promotion.frozen' },
    'A graduation of this memory is proposed, so it stays as it is. Promote, reject or delete the proposed entity first.',
  ],
  [
    { code: 'edit.not_editable', status: 'INVALID' },
    'An item that is INVALID is not edited: only CANDIDATE and ACTIVE items are. Return it to the queue first.',
  ],
  [
    { code: 'graduation.not_active', status: 'CANDIDATE' },
    'A memory that is CANDIDATE does not graduate: only one that is ACTIVE does. Promote it first.',
  ],
  [
    { code: 'graduation.personal' },
    'A personal memory does not graduate, since an entity is for others too. Its contributor can make it shared first.',
  ],
  [
    { code: 'graduation.origin_not_active', status: 'GRADUATED' },
    'The memory that this entity came from is GRADUATED; the entity is promoted only while that memory is ACTIVE.',
  ],
  [
    { code: 'review.not_candidate', status: 'ACTIVE' },
    'An item that is ACTIVE is not in the queue: only a CANDIDATE is deferred or deleted. Read it again to see its status.',
  ],
  [
    { code: 'deletion.was_promoted' },
    'This candidate was ACTIVE before, so its history is kept. Reject it instead.',
  ],
  [
    { code: 'deletion.is_successor' },
    "This candidate took another memory's place, which points to it. Reject it instead, or reopen the contradiction.",
  ],
  [
    { code: 'return.holds_place' },
    'Another item was superseded by this one while it stood already, and would be by a candidate. Restore that one (`restore`), or reopen the contradiction that decided so, first; or retire this one.',
  ],
  [{ code: 'superseding.by_itself' }, 'An item does not take its own place. Name another one.'],
  [
    { code: 'superseding.successor_not_active', status: 'SUPERSEDED' },
    "The successor is SUPERSEDED; only an ACTIVE one takes another's place. Promote it first.",
  ],
  [
    { code: 'superseding.successor_for_fewer' },
    'The successor is for fewer people than the item: by its audience, its labels, a quarantine, or as a personal one. Retire the item, with a reason that all who see it read, or give both the same audience and labels.',
  ],
] as const)('$0.code says what happened and what to do', ([violation, message]) => {
  expect(violationMessage(violation)).toBe(message);
});
