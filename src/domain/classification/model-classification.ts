import { hasUnseen } from '#domain/input/unseen.ts';
import type { Classification } from './classification.ts';

const longestName = 60;
const mostTags = 5;

/** A name as the store takes it: one line, well-formed, with no character that nobody sees; empty for what is no name. */
const plainName = (value: unknown): string => {
  if (typeof value !== 'string') return '';
  const name = value
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  return name.length > longestName || hasUnseen(name) ? '' : name;
};

interface NamedFields {
  readonly memory?: unknown;
  readonly domain?: unknown;
  readonly tags?: unknown;
}
const asFields = (value: unknown): NamedFields => (typeof value === 'object' && value !== null ? value : {});

/**
 * Checks what a model said that memories are about. A memory that it was not asked about and names that are none are
 * ignored; a domain that the tenant's table has is written as the table has it. Takes any JSON and never throws.
 */
export const readModelClassifications = (
  offered: ReadonlySet<string>,
  knownDomains: readonly string[],
  named: readonly unknown[],
): ReadonlyMap<string, Classification> => {
  const known = new Map(knownDomains.map((domain) => [domain.toLowerCase(), domain]));
  const found = new Map<string, Classification>();
  for (const value of named) {
    const { memory, domain: given, tags } = asFields(value);
    if (typeof memory !== 'string' || !offered.has(memory) || found.has(memory)) continue;
    const domain = plainName(given);
    const names = Array.isArray(tags) ? tags.slice(0, mostTags).map(plainName) : [];
    found.set(memory, {
      domain: domain === '' ? null : (known.get(domain.toLowerCase()) ?? domain),
      tags: [...new Set(names.filter((name) => name !== ''))].sort(),
    });
  }
  return found;
};
