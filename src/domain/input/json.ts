import { DomainError } from '#domain/domain-error.ts';

export interface JsonLimits {
  readonly name: string;
  readonly path: readonly string[];
  /** The most UTF-16 code units of its shortest JSON text. */
  readonly maxLength: number;
}

const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/**
 * Throws `input.invalid` for JSON that the store cannot hold as it is: too long, or with a NUL or half a surrogate
 * pair in a text or a name.
 */
export const assertStorableJson = (value: unknown, { name, path, maxLength }: JsonLimits): void => {
  const refuse = (why: string) => new DomainError('input.invalid', `${name} ${why}`, path);
  const { length } = JSON.stringify(value) ?? '';
  if (length > maxLength)
    throw refuse(`has ${length} characters as JSON; at most ${maxLength} are accepted. Split it.`);
  const waiting: unknown[] = [value];
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    if (typeof part === 'string' ? !isStorable(part) : typeof part === 'number' && !Number.isFinite(part))
      throw refuse(
        'holds a NUL character, half of a surrogate pair, or a number that is not finite. Remove it.',
      );
    if (typeof part !== 'object' || part === null) continue;
    if (!Array.isArray(part) && !Object.keys(part).every(isStorable))
      throw refuse('has a name with a NUL character or half of a surrogate pair. Rename it.');
    for (const member of Object.values(part)) if (member !== undefined) waiting.push(member);
  }
};
