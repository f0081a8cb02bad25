import { type ItemKind, type TransitionName, transitions } from './states.ts';
import type { UneditableStatus, Violation } from './types.ts';

const participles: Readonly<Record<TransitionName, string>> = {
  promote: 'promoted',
  reject: 'rejected',
  return: 'returned to the queue',
  supersede: 'superseded',
  retire: 'retired',
  restore: 'restored',
  graduate: 'graduated',
  reclaim: 'reclaimed from its entity',
  erase: 'erased',
};

const editRemedies: Readonly<Record<UneditableStatus, string>> = {
  INVALID: 'Return it to the queue first.',
  SUPERSEDED: 'Edit what superseded it, or undo the superseding first.',
  GRADUATED: 'Edit the entity that it became.',
  RETIRED: 'Restore it first.',
  ERASED: 'Its words are gone for good.',
};

/** Message to a person who gave a mutation the id of a visible item of the other kind. */
export const otherKindMessage = (mutation: string, given: ItemKind): string =>
  given === 'entity'
    ? `This is the id of an entity, which ${mutation} does not take here. Send the id of a memory.`
    : `This is the id of a memory, which ${mutation} does not take here. Send the id of an entity.`;

/** Message to a person: what happened, with which values, and what to do. It names no other item and quotes no text. */
export const violationMessage = (violation: Violation): string => {
  switch (violation.code) {
    case 'forbidden':
      if (violation.action === 'verify')
        return 'Verifying an item takes the role reviewer, or looking after it. Ask a reviewer, or to be its owner.';
      return violation.status === 'CANDIDATE'
        ? 'Editing a candidate takes the role reviewer, or being its contributor. Ask a reviewer.'
        : `Editing an item that is ${violation.status} takes the role reviewer; its contributor edits it only while it is a CANDIDATE. Ask a reviewer.`;
    case 'mandate.not_believed':
      return `A memory that is ${violation.status} is not mandated: only one that is ACTIVE or GRADUATED is. Promote it first.`;
    case 'mandate.personal':
      return 'A personal memory is not mandated: it is for its contributor alone. Ask them to share it first.';
    case 'audience.not_a_member':
      return `Your token does not name the group ${JSON.stringify(violation.group)}, and a contributor writes for groups of their own only. Leave it out, or ask a service or an admin to write it.`;
    case 'audience.unknown_group':
      return `No token of the tenant has named the group ${JSON.stringify(violation.group)}, and no admin has declared it. Check its spelling, or declare it with declareGroups.`;
    case 'conflict.stale_revision':
      return `The item is at revision ${violation.actual}; the decision was taken on revision ${violation.expected}. Read it again and decide on what it says now.`;
    case 'promotion.reworded':
      return `Somebody else gave it other words since it was proposed. Read what it says now, and send expectedRevision: ${violation.actual} to vouch for that.`;
    case 'promotion.illegal_transition':
      return `An item that is ${violation.from} cannot be ${participles[violation.action]}: only one that is ${transitions[violation.action].from.join(' or ')} becomes ${violation.to} this way. Read it again to see its status.`;
    case 'promotion.reviewer_is_contributor':
      return 'You wrote this candidate by hand, recorded it, or alone brought its source in, so another reviewer has to promote it.';
    case 'promotion.extraction_rejected':
      return 'The extraction that this candidate came from was rejected after the candidate was written: its `extraction.workflowItem` says by whom and why. Reopen or approve that item with decideWorkflowItem first, or reject the candidate.';
    case 'promotion.succeeded_moved':
      return 'It was proposed in the place of something that is no longer believed, or is for fewer people now, or hidden from you. Reject it, and reword what is believed now.';
    case 'promotion.frozen':
      return 'A graduation of this memory is proposed, so it stays as it is. Promote, reject or delete the proposed entity first.';
    case 'graduation.not_active':
      return `A memory that is ${violation.status} does not graduate: only one that is ACTIVE does. Promote it first.`;
    case 'graduation.personal':
      return 'A personal memory does not graduate, since an entity is for others too. Its contributor can make it shared first.';
    case 'graduation.origin_not_active':
      return `The memory that this entity came from is ${violation.status}; the entity is promoted only while that memory is ACTIVE.`;
    case 'review.not_candidate':
      return `An item that is ${violation.status} is not in the queue: only a CANDIDATE is deferred or deleted. Read it again to see its status.`;
    case 'deletion.was_promoted':
      return 'This candidate was ACTIVE before, so its history is kept. Reject it instead.';
    case 'deletion.is_successor':
      return "This candidate took another memory's place, which points to it. Reject it instead, or reopen the contradiction.";
    case 'return.holds_place':
      return 'Another item was superseded by this one while it stood already, and would be by a candidate. Restore that one (`restore`), or reopen the contradiction that decided so, first; or retire this one.';
    case 'superseding.by_itself':
      return 'An item does not take its own place. Name another one.';
    case 'superseding.successor_not_active':
      return `The successor is ${violation.status}; only an ACTIVE one takes another's place. Promote it first.`;
    case 'superseding.successor_not_standing':
      return `The successor is ${violation.status}; only one that is ACTIVE, or a CANDIDATE that is promoted with it, takes a memory's place.`;
    case 'superseding.successor_for_fewer':
      return 'The successor is for fewer people than the item: by its audience, its labels, a quarantine, or as a personal one. Retire the item, with a reason that all who see it read, or give both the same audience and labels.';
    case 'verification.not_believed':
      return `An item that is ${violation.status} is not verified: only one that is ACTIVE or GRADUATED is. Read it again to see its status.`;
    case 'verification.needs_reviewer':
      return 'It waits for a reviewer: for a look at words that say more than its source, or at its rejected extraction. Ask one to verify it.';
    case 'verification.own_wording':
      return 'The words are yours and say more than their source, so another reviewer has to confirm them.';
    case 'inbox.claimed':
      return `${violation.by} works on this. Wait until their claim ends, or send takeOver: true.`;
    case 'personal.mandated':
      return 'An admin mandated this memory, so an admin decides whether it becomes personal.';
    case 'evidence.denial':
      return 'The quote says that the memory does not hold, and evidence is for what it says now. Say that it does not hold with disputeMemory, whose statement is what holds instead.';
    case 'dispute.not_believed':
      return `Only what is active or graduated is disputed; this is ${violation.status}. Reject the candidate, or leave it out.`;
    case 'dispute.already_open':
      return 'You dispute this memory already. Wait until a reviewer settles it.';
    case 'dispute.none_open':
      return 'Nobody disputes this memory now. Read it again.';
    case 'dispute.own_words':
      return 'The words are yours, or came from a source that you brought in, so somebody else decides whether they hold. You may uphold the dispute.';
    case 'memory.duplicate':
      return 'An item that you can see says the same already. Look for it and record evidence there, or word this one differently.';
    case 'edit.not_editable':
      return `An item that is ${violation.status} is not edited: only CANDIDATE and ACTIVE items are. ${editRemedies[violation.status]}`;
  }
};
