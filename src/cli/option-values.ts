import { InvalidArgumentError } from 'commander';
import { type Role, roles } from '#domain/privacy/viewer.ts';
import { partitionNumbers } from '#persistence/store/partitions.ts';

/** Roles, separated by commas. */
export const toRoles = (text: string): Role[] =>
  text.split(',').map((name) => {
    const role = roles.find((known) => known === name);
    if (!role) throw new InvalidArgumentError(`It is none of ${roles.join(', ')}.`);
    return role;
  });

/** Days, a part of one included. */
export const toDays = (text: string): number => {
  const days = Number(text);
  if (!(days > 0 && days <= 3_650)) throw new InvalidArgumentError('Give a number of days, up to 3650.');
  return days;
};

/** A whole number in digits: neither `1e3` nor `0x10`; NaN for any other text. */
const wholeNumber = (text: string): number => (/^\d+$/.test(text) ? Number(text) : Number.NaN);

/** A whole number, from 0 on. */
export const toCount = (text: string): number => {
  const count = wholeNumber(text);
  if (!Number.isSafeInteger(count)) throw new InvalidArgumentError('Give a whole number.');
  return count;
};

/** A number of partitions that a store may have. */
export const toPartitions = (text: string): number => {
  const number = wholeNumber(text);
  const { least, most } = partitionNumbers;
  if (!(number >= least && number <= most))
    throw new InvalidArgumentError(`Give a whole number from ${least} to ${most}.`);
  return number;
};
