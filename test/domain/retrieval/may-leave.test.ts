import { expect, test } from 'vitest';
import { defaultLeaving, type LeavingText, mayLeave } from '#domain/retrieval/may-leave.ts';

const plain: LeavingText = {
  text: 'The quay is made of granite.',
  isPersonal: false,
  audience: [],
  labels: [],
};

test.for([
  ['a text for all', {}, defaultLeaving, true],
  ['a text for all, where nothing else leaves', {}, ['none'], true],
  ['a text of an audience', { audience: ['board'] }, defaultLeaving, true],
  ['a text of an audience, where none leaves', { audience: ['board'] }, ['none'], false],
  ['a personal text', { isPersonal: true }, defaultLeaving, false],
  ['a personal text, where personal ones leave', { isPersonal: true }, ['personal'], true],
  ['a personal text of an audience', { isPersonal: true, audience: ['board'] }, ['personal'], false],
  ['a labelled text', { labels: ['hr.salary'] }, defaultLeaving, false],
  ['a labelled text, where its label leaves', { labels: ['hr.salary'] }, ['hr.salary'], true],
  ['a labelled text, where its category leaves', { labels: ['hr.salary'] }, ['hr'], true],
  ['a text with two labels, of which one leaves', { labels: ['hr.salary', 'legal'] }, ['hr'], false],
  ['a text with an address in it', { text: 'Write to bob@example.com.' }, defaultLeaving, false],
  ['a text with an address in it, where these leave', { text: 'Write to bob@example.com.' }, ['pii'], true],
  [
    'whatever it is, where all leaves',
    { isPersonal: true, audience: ['board'], labels: ['hr'] },
    ['all'],
    true,
  ],
] as const)(
  '%s leaves for an embedding server only if what makes it sensitive is allowed',
  ([, more, allowed, leaves]) => {
    expect(mayLeave({ ...plain, ...more }, allowed)).toBe(leaves);
  },
);
