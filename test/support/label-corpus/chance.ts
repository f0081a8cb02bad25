import { seededChance } from '../seeded-chance.ts';

export interface Chance {
  /** A whole number from 0 to `below` − 1. */
  readonly whole: (below: number) => number;
  readonly pick: <Of>(from: readonly Of[]) => Of;
  /** A string of characters from an alphabet. */
  readonly characters: (length: number, alphabet?: string) => string;
  /** A pattern: `#` is a digit, an `N` before one a digit from 2 to 9; everything else is itself. */
  readonly figures: (pattern: string) => string;
}

/** The same choices for the same seed. */
export const createChance = (seed: number): Chance => {
  const next = seededChance(seed);
  const whole = (below: number) => Math.floor(next() * below);
  const pick = <Of>(from: readonly Of[]): Of => from[whole(from.length)] as Of;
  const characters = (length: number, alphabet = alphanumeric) =>
    Array.from({ length }, () => alphabet[whole(alphabet.length)]).join('');
  return {
    whole,
    pick,
    characters,
    figures: (pattern) =>
      pattern.replaceAll(/#|N(?=[.,']?#)/g, (mark) => String(mark === 'N' ? 2 + whole(8) : whole(10))),
  };
};

export const upper = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
export const lower = upper.toLowerCase();
export const digits = '0123456789';
export const hex = '0123456789abcdef';
export const alphanumeric = `${upper}${lower}${digits}`;
export const base64url = `${alphanumeric}-_`;

export type Maker = (chance: Chance) => string;
export type Makers = Readonly<Record<string, Maker>>;
