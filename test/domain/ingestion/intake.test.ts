import { expect, test } from 'vitest';
import { type Attempt, bringsIn } from '#domain/ingestion/intake.ts';

const attempt = (mutation: string, input: unknown, roles: Attempt['roles'] = 'anybody'): Attempt => ({
  mutation,
  roles,
  input,
});

test.for([
  'extractWave',
  'extractInteraction',
  'reExtractMemory',
  'recordExtraction',
  'acceptSourceChange',
  'withdrawDocuments',
  'recordEvidence',
  'editItem',
  'insertTrace',
  'reviseTrace',
  'recordReplay',
  'importPathwayState',
])('%s brings something in whatever its input', (mutation) => {
  expect(bringsIn(attempt(mutation, {}, ['admin']))).toBe(true);
});

test.for<readonly [title: string, Attempt, brings: boolean]>([
  ['words of a memory', attempt('createMemory', { content: 'The gauge' }), true],
  ['words in a list', attempt('ingestDocuments', { documents: [{ content: 'The gauge' }] }), true],
  [
    'words that a reviewer or an admin writes',
    attempt('createMemory', { content: 'The gauge' }, ['reviewer', 'admin']),
    true,
  ],
  ['a setting that admins alone change', attempt('setLabelPolicy', { content: 'Rules' }, ['admin']), false],
  ['a decision without words', attempt('promoteCandidate', { id: 'mem_1' }), false],
  ['an empty text', attempt('createMemory', { content: '' }), false],
  ['a reason', attempt('rejectCandidate', { reason: 'Not true' }), false],
  ['a note', attempt('resolveContradiction', { note: 'See the log' }), false],
  ['a note of a trusted state', attempt('setProjectState', { note: 'Since May' }), true],
  [
    'the quote and the reference of a dispute',
    attempt('disputeMemory', { quote: 'No', reference: 'log' }),
    false,
  ],
  ['the counter-statement of a dispute', attempt('disputeMemory', { quote: 'No', content: 'It is 7' }), true],
  ['a quote elsewhere', attempt('voteMemory', { quote: 'No' }), true],
  ['a reference elsewhere', attempt('voteMemory', { reference: 'log' }), true],
  ['a reason beside words', attempt('supersede', { reason: 'Old', content: 'It is 7' }), true],
])('a hold of intake refuses what brings words in: %s', ([, given, brings]) => {
  expect(bringsIn(given)).toBe(brings);
});
