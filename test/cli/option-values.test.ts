import { expect, test } from 'vitest';
import { toCount, toDays, toPartitions, toRoles } from '#cli/option-values.ts';

test.for([
  ['roles', toRoles, 'reader,auditor', ['reader', 'auditor']],
  ['days', toDays, '0.5', 0.5],
  ['a count', toCount, '0', 0],
  ['a number of partitions', toPartitions, '16', 16],
] as const)('an option is read: %s', ([, read, text, value]) => {
  expect(read(text)).toEqual(value);
});

test.for([
  ['a role that there is not', toRoles, 'reader,owner'],
  ['no time', toDays, '0'],
  ['more than ten years', toDays, '3651'],
  ['a part of a count', toCount, '1.5'],
  ['a count below none', toCount, '-1'],
  ['a count beyond 2^53', toCount, '9007199254740993'],
  ['a number that is written otherwise', toPartitions, '1e1'],
  ['a number to another base', toPartitions, '0x10'],
  ['no number', toPartitions, ''],
  ['one partition', toPartitions, '1'],
  ['more partitions than there may be', toPartitions, '129'],
] as const)('an option is refused: %s', ([, read, text]) => {
  expect(() => read(text)).toThrow(/^(?:Give|It is none of)/);
});
