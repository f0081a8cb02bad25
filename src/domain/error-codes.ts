/**
 * Every code of a refusal, as `UserError.code` shows it, with what it means. Codes are stable: one is added, none is renamed.
 * `docs/errors.md` is printed from this table (`npm run errors:print`).
 */
export const errorCodes = {
  not_found:
    'The id is missing, hidden, of another tenant or of another type; the answer is the same for all four. An id of a memory where an entity is meant, or the reverse, is `input.invalid` for who sees the item.',
  forbidden: 'The viewer lacks a role that the mutation needs; the message names the roles.',
  'input.invalid':
    'The input is malformed: too long, empty, out of range, or of a wrong shape, or it holds words that were erased.',
  'conflict.stale_revision':
    'The item has another revision than `expectedRevision`. Read it again and decide on what it says now.',
  'conflict.already_resolved': 'Somebody else has resolved the contradiction.',
  'idempotency.mismatch': 'The idempotency key was used before with another input or another mutation.',
  'audience.not_a_member':
    'A contributor writes for groups of their own only. The answer is the same whether the tenant knows the group.',
  'audience.unknown_group':
    'The tenant does not know a group of the audience. An admin declares it with `declareGroups`.',
  'promotion.illegal_transition':
    'The item has a status from which this step does not lead. The message names the statuses from which it does.',
  'promotion.reworded':
    'Somebody else gave the candidate other words since it was proposed. Read it, and send the `expectedRevision` that was read.',
  'promotion.reviewer_is_contributor':
    'Who wrote a candidate by hand, recorded it, or alone brought its source in does not promote it. Another reviewer does.',
  'promotion.extraction_rejected':
    'The extraction of the candidate was rejected after the candidate was written. A person reopens or approves it first.',
  'promotion.succeeded_moved':
    'A candidate that was proposed in the place of a believed item is promoted while that item stands, and for no fewer people.',
  'promotion.frozen': 'A graduation of the memory is proposed, so it does not change before that is decided.',
  'review.not_candidate': 'Only a candidate is deferred or deleted.',
  'edit.not_editable': 'Only candidates and active items are edited.',
  'memory.duplicate': 'An item that the viewer can see says the same already.',
  'evidence.denial':
    'The quote says that the memory does not hold, and evidence is for what a memory says. Say so with `disputeMemory`.',
  'comment.not_reviewing':
    'Comments on an item are written by reviewers, auditors and admins, and by its contributor.',
  'dispute.not_believed': 'Only an active or graduated memory is disputed.',
  'dispute.already_open': 'The viewer disputes the memory already, and nobody has settled it yet.',
  'dispute.none_open': 'Nobody disputes the memory, or it was settled before.',
  'dispute.own_words':
    'Who wrote the words of a memory, or brought its source in, does not dismiss a dispute of it.',
  'export.withheld':
    'The label policy withholds labels from the admin, so that an export would not be whole.',
  'export.changed': 'The tenant has changed since its export began. Begin again while nobody writes.',
  'deletion.was_promoted': 'The candidate was active before, so its history is kept. Reject it instead.',
  'deletion.is_successor': 'The candidate took the place of another item, which points to it.',
  'return.holds_place':
    'Another item was superseded by it while it stood already. That is undone first: the other is restored, or the contradiction reopened.',
  'graduation.not_active': 'Only an active memory graduates.',
  'graduation.personal': 'A personal memory does not graduate, since an entity is for others too.',
  'graduation.origin_not_active': 'An entity is promoted only while the memory that it came from is active.',
  'mandate.not_believed': 'Only an active or graduated memory is mandated.',
  'mandate.personal': 'A personal memory is not mandated.',
  'personal.mandated': 'A mandated memory is made personal by an admin.',
  'superseding.by_itself': 'An item does not supersede itself.',
  'superseding.successor_not_active': 'Only an active item supersedes another.',
  'superseding.successor_not_standing':
    'Only an active memory, or a candidate that is promoted with it, supersedes another.',
  'superseding.successor_for_fewer':
    'What supersedes an item is for everybody who may see the item: its audience and labels hide it from nobody else.',
  'erasure.words_shared':
    'Other items hold words that the erasure would remove. Name them, too, and they are erased with it.',
  'erasure.words_in_names':
    'Names hold words that the erasure would remove, and they were to be refused, or are of a kind that it cannot rename.',
  'verification.not_believed': 'Only an active or graduated item is verified.',
  'verification.needs_reviewer':
    'An owner without the role reviewer does not verify words that wait for another reviewer, nor what came of a rejected extraction.',
  'verification.own_wording':
    'A wording that says more than its source is confirmed by another reviewer than the one whose it is.',
  'inbox.claimed':
    'Somebody else works on the entry of the inbox, and their claim holds. A decision takes it over with `takeOver: true`.',
  'inbox.snoozed_too_long': 'An entry of the inbox is put off for 30 days at most.',
  'source_change.settled':
    'The change of a source was accepted or declined before, or its sender has sent another in its place.',
  'source_change.not_owner':
    'A change of a source is accepted or declined by an owner of its path, an admin, or, where no rule names the owners, a reviewer who did not send it.',
  'queue.contributor_full':
    'The viewer has as many candidates waiting for review as one person (`review.pendingPerContributor`) or one service (`review.pendingPerService`) may have.',
  'queue.disputes_full':
    'The viewer has as many open disputes as one person or service may have (`review.openDisputes`).',
  'intake.on_hold':
    'An admin has put on hold what this person or service brings in (`holdIntake`). Nothing of the call is stored.',
  'relation.to_itself': 'An entity is not related to itself.',
  'relation.cycle': 'The relation would make an entity a part of itself.',
  'contradiction.not_resolved': 'Only a resolved contradiction is reopened.',
  'contradiction.side_changed':
    'A side was changed after it was judged or resolved. Read the contradiction again.',
  'contradiction.side_not_standing':
    'A side is neither a candidate nor active, so there is nothing to resolve.',
  'contradiction.no_shared_audience':
    'The sides have audiences without a common group, so nobody could see what they are merged into.',
  'promote_labels.empty': 'No labels are named.',
  'promote_labels.duplicate_labels': 'A label is named twice.',
  'promote_labels.not_suggested': 'A label is named that is not suggested for the item.',
  'dismiss_labels.empty': 'No labels are named.',
  'dismiss_labels.duplicate_labels': 'A label is named twice.',
  'dismiss_labels.not_suggested': 'A label is named that is not suggested for the item.',
  'trace.other_pathway': 'A revision of a trace belongs to another pathway than the trace that it revises.',
  'workflow.illegal_transition':
    'The status of the workflow item does not allow the step; an item that was rejected once is approved by a person only.',
  'workflow.superseded': 'A newer routing version of the extraction exists. Decide about that one.',
  'wave.already_extracted': 'The wave was extracted before, so no documents are added to it.',
  'wave.other_project': 'The wave belongs to another project.',
  're_extraction.no_source': 'The memory was written by hand, so there is no source to read again.',
} as const;

/** A stable code of a refusal: lower case, `area.reason`. */
export type ErrorCode = keyof typeof errorCodes;

const refusalKinds = ['NOT_FOUND', 'FORBIDDEN', 'INVALID_INPUT', 'CONFLICT', 'RULE_VIOLATION'] as const;
export type RefusalKind = (typeof refusalKinds)[number];

/** The family of a code, which says what a client does about it. */
export const refusalKindOf = (code: ErrorCode): RefusalKind => {
  if (code === 'not_found') return 'NOT_FOUND';
  if (code === 'forbidden') return 'FORBIDDEN';
  if (code === 'input.invalid') return 'INVALID_INPUT';
  return code.startsWith('conflict.') || code.startsWith('idempotency.') ? 'CONFLICT' : 'RULE_VIOLATION';
};
