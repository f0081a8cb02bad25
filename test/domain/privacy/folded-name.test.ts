import { describe, expect, test } from 'vitest';
import { isPlainTenant, isTenantName } from '#domain/privacy/folded-name.ts';

describe('a name of a tenant', () => {
  test.for([
    ['is one in small letters', 'acme harbour-2', true, true],
    ['is one of letters without case', '港', true, true],
    ['is one with an accent', 'café', true, true],
    ['is none with a capital, though an id may be', 'Acme', false, true],
    ['is none with a capital of another script, though an id may be', 'Ёлка', false, true],
    ['is none with a character that nobody sees', 'ac\u200bme', false, false],
    ['is none with a variant of a letter', 'ａcme', false, false],
    ['is none with a space at its end', 'acme ', false, false],
    ['is none with two spaces in a row', 'acme  harbour', false, false],
  ] as const)('%s', ([, name, isName, isId]) => {
    expect([isTenantName(name), isPlainTenant(name)]).toEqual([isName, isId]);
  });
});
