import { describe, expect, test } from 'vitest';
import {
  changesSince,
  contextHash,
  deliveredDigest,
  isSignedWith,
  type PresentItem,
  type ReceiptChange,
  type SignedReceipt,
  signReceipt,
} from '#domain/bundle/receipt.ts';

const key = 'a key of the installation';
const context = { project: 'tides', subjectId: null, tokenBudget: 6_000 };
const items = [
  { id: 'mem_a', digest: deliveredDigest(key, 'mem_a', 'The pier is closed.') },
  { id: 'mem_b', digest: deliveredDigest(key, 'mem_b', 'The gauge is read hourly.') },
];
const receipt = signReceipt(key, {
  id: 'rct_1',
  tenant: 'acme',
  user: 'rita',
  context,
  items,
  contextHash: contextHash(context, items),
  policyHash: 'policy',
  issuedAt: new Date('2026-03-01T09:00:00Z'),
});

describe('a receipt is what was signed, in every part', () => {
  test('and nothing else', () => {
    expect(isSignedWith(key, receipt)).toBe(true);
    expect(isSignedWith('another key', receipt)).toBe(false);
  });

  test.for<[part: string, change: Partial<SignedReceipt>]>([
    ['its id', { id: 'rct_2' }],
    ['its tenant', { tenant: 'other' }],
    ['its user', { user: 'bob' }],
    ['what was asked', { context: { ...context, tokenBudget: 6_001 } }],
    ['an item more', { items: [...items, { id: 'mem_c', digest: '' }] }],
    ['an item less', { items: items.slice(1) }],
    ['another order', { items: items.toReversed() }],
    ['another wording', { items: items.map((item) => ({ ...item, digest: 'ff' })) }],
    ['its context hash', { contextHash: contextHash({ ...context, project: null }, items) }],
    ['its policy', { policyHash: 'another' }],
    ['its time', { issuedAt: new Date('2026-03-01T09:00:01Z') }],
    ['its signature', { signature: `${receipt.signature}00` }],
    ['no signature', { signature: '' }],
  ])('not with another %s', ([, change]) => {
    expect(isSignedWith(key, { ...receipt, ...change })).toBe(false);
  });

  test('it holds no text, and no digest that a guess could be tried on without the key', () => {
    expect(JSON.stringify(receipt)).not.toMatch(/pier|gauge/);
    expect(deliveredDigest('another key', 'mem_a', 'The pier is closed.')).not.toBe(items[0]?.digest);
    expect(deliveredDigest(key, 'mem_b', 'The pier is closed.')).not.toBe(items[0]?.digest);
  });
});

describe('what has become of what was delivered', () => {
  const [first, second] = items;
  const present = (...now: [string, PresentItem][]) => new Map(now);
  const asWas = (item = first): PresentItem => ({ status: 'ACTIVE', digest: item?.digest ?? '' });
  const b: [string, PresentItem] = ['mem_b', asWas(second)];

  test.for<[rule: string, now: Map<string, PresentItem>, changes: ReceiptChange[]]>([
    ['nothing', present(['mem_a', asWas()], b), []],
    [
      'a graduated memory that says the same is the same',
      present(['mem_a', { ...asWas(), status: 'GRADUATED' }], b),
      [],
    ],
    ['gone and hidden are one', present(b), [{ itemId: 'mem_a', change: 'UNAVAILABLE' }]],
    [
      'superseded, whatever it says',
      present(['mem_a', { status: 'SUPERSEDED', digest: 'ff' }], b),
      [{ itemId: 'mem_a', change: 'NO_LONGER_BELIEVED' }],
    ],
    [
      'reworded',
      present(['mem_a', { status: 'ACTIVE', digest: 'ff' }], b),
      [{ itemId: 'mem_a', change: 'REWORDED' }],
    ],
    [
      'in the order of the bundle',
      present(),
      [
        { itemId: 'mem_a', change: 'UNAVAILABLE' },
        { itemId: 'mem_b', change: 'UNAVAILABLE' },
      ],
    ],
  ])('%s', ([, now, changes]) => {
    expect(changesSince(items, now)).toEqual(changes);
  });
});
