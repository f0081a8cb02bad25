import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { InvariantViolation } from '#domain/routing/invariant-violation.ts';
import {
  idempotencyKeyOf,
  ROUTING_VERSION,
  type RoutingVerdict,
  route,
  routingRules,
  verdictUnder,
} from '#domain/routing/routing.ts';
import {
  defaultThreshold,
  type FieldConfidence,
  maxFields,
  maxFlags,
  maxNameLength,
  type RoutingInputs,
} from '#domain/routing/routing-inputs.ts';
import type { RoutedStatus } from '#domain/routing/workflow-states.ts';

const fields = (confidences: Readonly<Record<string, number>>): FieldConfidence[] =>
  Object.entries(confidences).map(([field, confidence]) => ({ field, confidence }));

const inputs = (given: Partial<RoutingInputs> = {}): RoutingInputs => ({
  extractionId: 'ext_1',
  schemaName: 'invoice',
  fieldConfidence: fields({ total: 0.9 }),
  guardrailFlags: [],
  threshold: defaultThreshold,
  ...given,
});

describe('the first rule that speaks decides', () => {
  test.for([
    ['every field sound, no flag', { a: 0.9, b: 0.8 }, [], 'AUTO_APPROVED', 'OK'],
    ['a field at the threshold exactly', { a: 0.75 }, [], 'AUTO_APPROVED', 'OK'],
    ['a field at 1', { a: 1 }, [], 'AUTO_APPROVED', 'OK'],
    ['a field just below the threshold', { a: 0.7499999999999999 }, [], 'NEEDS_REVIEW', 'LOW_CONFIDENCE'],
    ['one weak field among sound ones', { a: 0.9, b: 0.1, c: 1 }, [], 'NEEDS_REVIEW', 'LOW_CONFIDENCE'],
    ['a field at 0', { a: 0 }, [], 'NEEDS_REVIEW', 'LOW_CONFIDENCE'],
    ['any other flag', { a: 0.9 }, ['pii'], 'NEEDS_REVIEW', 'GUARDRAIL_REVIEW'],
    ['a weak field and another flag', { a: 0.1 }, ['pii'], 'NEEDS_REVIEW', 'LOW_CONFIDENCE'],
    ['a rejecting flag', { a: 0.9 }, ['invalid_citation'], 'REJECTED', 'GUARDRAIL_REJECTED'],
    ['a rejecting flag and a weak field', { a: 0.1 }, ['invalid_citation'], 'REJECTED', 'GUARDRAIL_REJECTED'],
    [
      'a rejecting flag after another',
      { a: 0.9 },
      ['pii', 'invalid_citation'],
      'REJECTED',
      'GUARDRAIL_REJECTED',
    ],
  ] as const)('%s', ([, confidences, guardrailFlags, status, reason]) => {
    expect(route(inputs({ fieldConfidence: fields(confidences), guardrailFlags }))).toMatchObject({
      status,
      reason,
    });
  });

  test('the weak fields are named, sorted, whatever the verdict', () => {
    const fieldConfidence = fields({ b: 0.1, a: 0.2, c: 0.75 });
    expect(route(inputs({ fieldConfidence })).lowConfidenceFields).toEqual(['a', 'b']);
    expect(
      route(inputs({ fieldConfidence, guardrailFlags: ['invalid_citation'] })).lowConfidenceFields,
    ).toEqual(['a', 'b']);
    expect(route(inputs()).lowConfidenceFields).toEqual([]);
  });

  test('a decision carries its version and its key', () => {
    expect(route(inputs({ extractionId: '1' }))).toEqual({
      status: 'AUTO_APPROVED',
      reason: 'OK',
      routingVersion: 'v1',
      idempotencyKey: '399b5a05748a6f3e6f0269f6ed4fa92f97123d03f04345c72f9e0668df88c227',
      lowConfidenceFields: [],
    });
  });
});

describe('the idempotency key', () => {
  const golden = '399b5a05748a6f3e6f0269f6ed4fa92f97123d03f04345c72f9e0668df88c227';
  test.for([
    ['1', 'invoice', 'v1', true],
    ['2', 'invoice', 'v1', false],
    ['1', 'receipt', 'v1', false],
    ['1', 'invoice', 'v2', false],
  ] as const)('of %s|%s|%s is the golden one: %s', ([id, schemaName, version, verdict]) => {
    expect(idempotencyKeyOf(id, schemaName, version) === golden).toBe(verdict);
  });

  test('confidences and flags stay out of it', () => {
    const other = inputs({ fieldConfidence: fields({ a: 0.1 }), guardrailFlags: ['pii'] });
    expect(route(other).idempotencyKey).toBe(route(inputs()).idempotencyKey);
  });
});

describe('what cannot be routed is refused', () => {
  const long = 'x'.repeat(maxNameLength + 1);
  const many = Array.from({ length: maxFields + 1 }, (_, index) => ({ field: `f${index}`, confidence: 1 }));
  test.for([
    ['no fields', { fieldConfidence: [] }, ['fieldConfidence']],
    ['NaN', { fieldConfidence: fields({ a: Number.NaN }) }, ['fieldConfidence', '0', 'confidence']],
    [
      'a confidence above 1',
      { fieldConfidence: fields({ a: 1, b: 1.0001 }) },
      ['fieldConfidence', '1', 'confidence'],
    ],
    [
      'a confidence below 0',
      { fieldConfidence: fields({ a: -0.0001 }) },
      ['fieldConfidence', '0', 'confidence'],
    ],
    [
      'an infinite confidence',
      { fieldConfidence: fields({ a: Number.POSITIVE_INFINITY }) },
      ['fieldConfidence', '0', 'confidence'],
    ],
    [
      'a field twice',
      {
        fieldConfidence: [
          { field: 'a', confidence: 1 },
          { field: 'a', confidence: 1 },
        ],
      },
      ['fieldConfidence', '1', 'field'],
    ],
    ['a blank field', { fieldConfidence: fields({ ' ': 1 }) }, ['fieldConfidence', '0', 'field']],
    ['an over-long field', { fieldConfidence: fields({ [long]: 1 }) }, ['fieldConfidence', '0', 'field']],
    ['too many fields', { fieldConfidence: many }, ['fieldConfidence']],
    ['an over-long flag', { guardrailFlags: ['pii', long] }, ['guardrailFlags', '1']],
    ['a blank flag', { guardrailFlags: [''] }, ['guardrailFlags', '0']],
    ['a flag with a NUL', { guardrailFlags: ['p\0'] }, ['guardrailFlags', '0']],
    ['too many flags', { guardrailFlags: Array(maxFlags + 1).fill('pii') }, ['guardrailFlags']],
    ['a blank schema name', { schemaName: '' }, ['schemaName']],
    ['a threshold that is NaN', { threshold: Number.NaN }, ['threshold']],
    ['a threshold above 1', { threshold: 75 }, ['threshold']],
  ] as const)('%s', ([, given, path]) => {
    expect(() => route(inputs(given))).toThrow(expect.objectContaining({ code: 'input.invalid', path }));
  });

  test('the limits themselves are accepted', () => {
    const name = 'x'.repeat(maxNameLength);
    const given = inputs({
      schemaName: name,
      fieldConfidence: many.slice(1),
      guardrailFlags: Array(maxFlags).fill(name),
    });
    expect(route(given).reason).toBe('GUARDRAIL_REVIEW');
  });
});

describe('a list of rules that breaks an invariant does not ship', () => {
  const giving = (status: RoutedStatus) => [(): RoutingVerdict => ({ status, reason: 'OK' })];
  const weak = inputs({ fieldConfidence: fields({ a: 0.9, b: 0.1 }) });
  const citation = inputs({ guardrailFlags: ['invalid_citation'] });
  test.for([
    ['approving a weak field', weak, giving('AUTO_APPROVED'), 'throws'],
    ['reviewing a weak field', weak, giving('NEEDS_REVIEW'), 'NEEDS_REVIEW'],
    ['rejecting a weak field', weak, giving('REJECTED'), 'REJECTED'],
    ['approving sound fields', inputs(), giving('AUTO_APPROVED'), 'AUTO_APPROVED'],
    ['approving a rejecting flag', citation, giving('AUTO_APPROVED'), 'throws'],
    ['reviewing a rejecting flag', citation, giving('NEEDS_REVIEW'), 'throws'],
    ['rejecting a rejecting flag', citation, giving('REJECTED'), 'REJECTED'],
    ['the rules in the wrong order', citation, routingRules.toReversed(), 'throws'],
    ['no rule that speaks', inputs(), routingRules.slice(0, -1), 'throws'],
  ] as const)('%s: $3', ([, given, rules, verdict]) => {
    const decide = () => verdictUnder(rules, given);
    if (verdict === 'throws') expect(decide).toThrow(InvariantViolation);
    else expect(decide().status).toBe(verdict);
  });
});

describe('for all inputs', () => {
  const confidence = fc.oneof(
    fc.constantFrom(0, defaultThreshold, 1),
    fc.double({ min: 0, max: 1, noNaN: true }),
  );
  const anyInputs: fc.Arbitrary<RoutingInputs> = fc.record({
    extractionId: fc.uuid(),
    schemaName: fc.constantFrom('invoice', 'vouch.statements'),
    fieldConfidence: fc.uniqueArray(fc.record({ field: fc.stringMatching(/^[a-z]{1,6}$/), confidence }), {
      minLength: 1,
      selector: ({ field }) => field,
    }),
    guardrailFlags: fc.array(fc.constantFrom('invalid_citation', 'pii', 'toxic'), { maxLength: 4 }),
    threshold: confidence,
  });

  test('the verdict is that of the specification, read top down', () => {
    fc.assert(
      fc.property(anyInputs, (given) => {
        const weak = given.fieldConfidence.some((field) => field.confidence < given.threshold);
        const reason = given.guardrailFlags.includes('invalid_citation')
          ? 'GUARDRAIL_REJECTED'
          : weak
            ? 'LOW_CONFIDENCE'
            : given.guardrailFlags.length > 0
              ? 'GUARDRAIL_REVIEW'
              : 'OK';
        expect(route(given).reason).toBe(reason);
      }),
    );
  });

  test('the same inputs in another order, with flags repeated, give the same decision', () => {
    fc.assert(
      fc.property(anyInputs, (given) => {
        const reordered = {
          ...given,
          fieldConfidence: given.fieldConfidence.toReversed(),
          guardrailFlags: [...given.guardrailFlags, ...given.guardrailFlags].reverse(),
        };
        expect(route(reordered)).toEqual(route(given));
        expect(route(given).routingVersion).toBe(ROUTING_VERSION);
      }),
    );
  });
});
