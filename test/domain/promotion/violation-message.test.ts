import { expect, test } from 'vitest';
import { violationMessage } from '#domain/promotion/violation-message.ts';

test.for([
  [
    { code: 'forbidden', status: 'CANDIDATE' },
    'Editing a candidate takes the role reviewer, or being its contributor. Ask a reviewer.',
  ],
  [
    { code: 'forbidden', status: 'ACTIVE' },
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
    'You wrote this candidate by hand, so another reviewer has to promote it.',
  ],
  [
    { code: 'promotion.frozen' },
    'A graduation of this memory is proposed, so it stays as it is. Promote, reject or delete the proposed entity first.',
  ],
  [
    { code: 'edit.not_editable', status: 'INVALID' },
    'An item that is INVALID is not edited: only CANDIDATE and ACTIVE items are. Return it to the queue first.',
  ],
] as const)('$0.code says what happened and what to do', ([violation, message]) => {
  expect(violationMessage(violation)).toBe(message);
});
