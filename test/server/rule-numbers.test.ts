import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readRuleNumbers, readTenantNumbers, ruleNumberNames } from '#config/numbers.ts';

const valuesOf = (tree: object, at: readonly string[] = []): (readonly [string, number])[] =>
  Object.entries(tree).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null
      ? valuesOf(value, [...at, name])
      : [[[...at, name].join('.'), Number(value)] as const],
  );

test('the numbers that may be chosen are the rows of a table in docs/operations.md, with their defaults', () => {
  const text = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');
  const rows = [...text.matchAll(/^\| `([a-z][\w.]+)` \| ([\d.]+) \|/gm)].map(([, name, value]) => [
    name,
    Number(value),
  ]);
  const defaults = new Map(valuesOf(readRuleNumbers('').numbers));
  expect(rows).toEqual(ruleNumberNames.map((name) => [name, defaults.get(name)]));
});

test.for(ruleNumberNames)('%s is chosen alone', (name) => {
  const defaults = new Map(valuesOf(readRuleNumbers('').numbers));
  const values: Readonly<Record<string, number>> = {
    'calls.documentBytes': 2_048,
    'calls.callBytes': 2_000_000,
    'extraction.chunkLength': 600,
    'extraction.headingLength': 100,
    'extraction.statementMaximum': 600,
    'confidence.mandateBase': 0.5,
  };
  const value = values[name] ?? 1;
  const { numbers, problems } = readRuleNumbers(`${name}=${value}`);
  // A prior of 1 is more than the factors leave room for.
  if (name.startsWith('extraction.priors.')) return expect(problems).toHaveLength(1);
  expect(problems).toEqual([]);
  const changed = valuesOf(numbers).filter(([each, now]) => defaults.get(each) !== now);
  expect(changed).toEqual(defaults.get(name) === value ? [] : [[name, value]]);
});

describe('what cannot be meant is refused with a sentence, and nothing is chosen', () => {
  test.for([
    'confidence.halfLife=3',
    'toString=1',
    'confidence.halfLifeDays=0',
    'confidence.halfLifeDays=',
    'confidence.halfLifeDays',
    'confidence.mandateFloor=1.1',
    'bundle.tokenBudget=1.5',
    'bundle.tokenBudget=many',
    'extraction.highSignalMultiplier=2',
    'calls.callBytes=1024',
  ])('%s', (text) => {
    const { numbers, problems } = readRuleNumbers(`${text},confidence.furtherVerifier=0.1`);
    expect(problems).toHaveLength(1);
    expect(numbers).toEqual(readRuleNumbers('').numbers);
  });
});

test('several are chosen together', () => {
  const { numbers } = readRuleNumbers('extraction.priors.heading.typed=0.8, bundle.tokenBudget=8000');
  expect(numbers.extraction.priors['heading.typed']).toBe(0.8);
  expect(numbers.bundle.tokenBudget).toBe(8_000);
});

describe('numbers of single tenants', () => {
  const base = readRuleNumbers('bundle.tokenBudget=8000').numbers;

  test('what a tenant does not name is as the installation chose', () => {
    const { numbers, problems } = readTenantNumbers('{"acme": {"confidence.halfLifeDays": 180}}', base);
    expect(problems).toEqual([]);
    expect([...numbers.keys()]).toEqual(['acme']);
    expect(numbers.get('acme')).toEqual({ ...base, confidence: { ...base.confidence, halfLifeDays: 180 } });
  });

  test.for([
    'acme',
    '[]',
    '{"": {}}',
    '{"acme": {"confidence.halfLifeDays": "180"}}',
    '{"acme": {"confidence.halfLifeDays": 0}}',
    '{"acme": {}, "other": {"nothing.such": 1}}',
  ])('%s is refused with a sentence, and no tenant has numbers of its own', (text) => {
    const { numbers, problems } = readTenantNumbers(text, base);
    expect(problems).toEqual([expect.stringMatching(/^VOUCH_TENANT_RULE_NUMBERS .+\.$/)]);
    expect(numbers.size).toBe(0);
  });
});
