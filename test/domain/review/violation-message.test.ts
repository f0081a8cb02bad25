import { expect, test } from 'vitest';
import { otherKindMessage, violationMessage } from '#domain/review/violation-message.ts';

test.for([
  [{ code: 'forbidden', action: 'verify', status: 'ACTIVE' }, /reviewer, or looking after it/],
  [{ code: 'mandate.personal' }, /personal memory is not mandated.*share it first/],
  [{ code: 'audience.not_a_member', group: 'a "b"' }, /group "a \\"b\\"".*Leave it out/],
  [{ code: 'audience.unknown_group', group: 'crew' }, /group "crew".*declareGroups/],
  [{ code: 'personal.mandated' }, /admin mandated.*admin decides/],
  [{ code: 'evidence.denial' }, /does not hold.*disputeMemory/],
  [{ code: 'dispute.already_open' }, /dispute this memory already.*Wait/],
  [{ code: 'dispute.none_open' }, /Nobody disputes.*Read it again/],
  [{ code: 'dispute.own_words' }, /words are yours.*somebody else decides/],
  [{ code: 'memory.duplicate' }, /says the same already.*record evidence/],
] as const)('%o says what happened and what to do', ([violation, message]) => {
  expect(violationMessage(violation)).toMatch(message);
});

test.for([
  ['memory', 'entity'],
  ['entity', 'memory'],
] as const)('the id of a %s is refused where one of an %s is taken, by name', ([given, wanted]) => {
  const message = otherKindMessage('disputeMemory', given);
  expect(message).toMatch(/disputeMemory does not take/);
  expect(message.indexOf(given)).toBeLessThan(message.indexOf(wanted));
  expect(message).toContain(`Send the id of a${wanted === 'entity' ? 'n' : ''} ${wanted}.`);
});

test.for([
  [
    { code: 'forbidden', action: 'edit', status: 'CANDIDATE' },
    'Editing a candidate takes the role reviewer, or being its contributor. Ask a reviewer.',
  ],
  [
    { code: 'forbidden', action: 'edit', status: 'ACTIVE' },
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
    { code: 'superseding.successor_not_standing', status: 'RETIRED' },
    "The successor is RETIRED; only one that is ACTIVE, or a CANDIDATE that is promoted with it, takes a memory's place.",
  ],
  [
    { code: 'promotion.reworded', actual: 3 },
    'Somebody else gave it other words since it was proposed. Read what it says now, and send expectedRevision: 3 to vouch for that.',
  ],
  [
    { code: 'promotion.succeeded_moved' },
    'It was proposed in the place of something that is no longer believed, or is for fewer people now, or hidden from you. Reject it, and reword what is believed now.',
  ],
  [
    { code: 'mandate.not_believed', status: 'CANDIDATE' },
    'A memory that is CANDIDATE is not mandated: only one that is ACTIVE or GRADUATED is. Promote it first.',
  ],
  [
    { code: 'verification.not_believed', status: 'CANDIDATE' },
    'An item that is CANDIDATE is not verified: only one that is ACTIVE or GRADUATED is. Read it again to see its status.',
  ],
  [
    { code: 'verification.needs_reviewer' },
    'It waits for a reviewer: for a look at words that say more than its source, or at its rejected extraction. Ask one to verify it.',
  ],
  [
    { code: 'verification.own_wording' },
    'The words are yours and say more than their source, so another reviewer has to confirm them.',
  ],
  [
    { code: 'inbox.claimed', by: 'bob' },
    'bob works on this. Wait until their claim ends, or send takeOver: true.',
  ],
  [
    { code: 'dispute.not_believed', status: 'CANDIDATE' },
    'Only what is active or graduated is disputed; this is CANDIDATE. Reject the candidate, or leave it out.',
  ],
  [
    { code: 'superseding.successor_for_fewer' },
    'The successor is for fewer people than the item: by its audience, its labels, a quarantine, or as a personal one. Retire the item, with a reason that all who see it read, or give both the same audience and labels.',
  ],
] as const)('$0.code says what happened and what to do', ([violation, message]) => {
  expect(violationMessage(violation)).toBe(message);
});
