import { expect, test } from 'vitest';
import { verifierKey } from '#domain/evidence/verifier-key.ts';
import { foldedName } from '#domain/privacy/folded-name.ts';

test.for<[rule: string, facts: Partial<Parameters<typeof verifierKey>[0]>, key: string | null]>([
  ['a person vouches as themselves', { named: 'carol', recorder: 'carol' }, 'carol'],
  ['the author of the words vouches for nothing', { named: 'ann', recorder: 'ann' }, null],
  ['nor does one of many authors', { named: 'ann', recorder: 'ann', authors: ['dee', 'ann', 'eve'] }, null],
  ['nor does the author in another spelling', { named: 'ANN\u200B', recorder: 'ANN\u200B' }, null],
  [
    'a known person whom a service names counts as themselves',
    { named: 'Bob', isKnownToService: true },
    'bob',
  ],
  ['an unknown one counts as the service', { named: 'nobody' }, 'agent'],
  ['the author whom a service names vouches for nothing', { named: 'ann', isKnownToService: true }, null],
  [
    'an unknown one counts as the service, which brought the source in',
    { named: 'x', authors: ['Agent'] },
    null,
  ],
])('%s', ([, facts, key]) => {
  const all = { named: 'carol', recorder: 'agent', isKnownToService: false, authors: ['ann'], ...facts };
  expect(verifierKey(all)).toBe(key);
});

test.for([
  ['Ann', 'ann'],
  ['ann\u200B', 'ann'],
  ['a\u00ADnn', 'ann'],
  ['\uFF21nn', 'ann'],
  ['ann ', 'ann'],
  ['a\u0301nn', 'ánn'],
])('%s is the name %s', ([name = '', folded]) => {
  expect(foldedName(name)).toBe(folded);
});
