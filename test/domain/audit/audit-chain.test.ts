import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { auditActions, auditChanges, auditRefusals } from '#domain/audit/audit-actions.ts';
import {
  auditHash,
  type ChainedFacts,
  endVerification,
  type StoredEvent,
  saltedDigest,
  startVerification,
  stepVerification,
  verifyChain,
} from '#domain/audit/audit-chain.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

const chainOf = (length: number): StoredEvent[] => {
  const events: StoredEvent[] = [];
  for (let sequence = 1; sequence <= length; sequence += 1) {
    const salt = sequence.toString(16).padStart(32, '0');
    const before = sequence === 1 ? null : { status: 'CANDIDATE', revision: sequence };
    const after = { status: 'ACTIVE', revision: sequence + 1 };
    const facts: ChainedFacts = {
      sequence,
      tenant: 'acme',
      id: `aud_${sequence}`,
      at: new Date(Date.UTC(2026, 0, sequence)),
      actor: 'bob',
      action: 'memory.promoted',
      targetType: 'Memory',
      targetId: `mem_${sequence}`,
      requestId: sequence % 2 ? null : `req_${sequence}`,
      beforeDigest: saltedDigest(salt, before),
      afterDigest: saltedDigest(salt, after),
    };
    const previousHash = events.at(-1)?.hash ?? null;
    events.push({ ...facts, previousHash, hash: auditHash(previousHash, facts), salt, before, after });
  }
  return events;
};

const altered = (length: number, index: number, change: (event: StoredEvent) => Partial<StoredEvent>) =>
  chainOf(length).map((event, at) => (at === index ? { ...event, ...change(event) } : event));

describe('digests and hashes', () => {
  test('a digest is sha256 over salt|canonical JSON', () => {
    expect(saltedDigest('00ff', { b: 1, a: 'x' })).toBe(sha256('00ff|{"a":"x","b":1}'));
  });

  test.for([[null], [undefined]])('%s has no digest', ([value]) => {
    expect(saltedDigest('00ff', value)).toBeNull();
  });

  test.for([[false], [0], ['']])('%o has a digest', ([value]) => {
    expect(saltedDigest('00ff', value)).toMatch(/^[0-9a-f]{64}$/);
  });

  test('the hash covers the facts and the hash before them, and nothing beside them', () => {
    const [event] = chainOf(1);
    expect(event?.hash).toBe(
      sha256(
        `{"action":"memory.promoted","actor":"bob","afterDigest":"${event?.afterDigest}","at":"2026-01-01T00:00:00.000Z","beforeDigest":null,"id":"aud_1","previousHash":null,"requestId":null,"sequence":1,"targetId":"mem_1","targetType":"Memory","tenant":"acme"}`,
      ),
    );
  });
});

describe('the first event that does not fit is found', () => {
  test.for<[string, readonly StoredEvent[], number | null]>([
    ['an empty chain', [], null],
    ['a whole chain', chainOf(4), null],
    ['an event taken out', chainOf(4).toSpliced(1, 1), 3],
    ['the first event taken out', chainOf(4).slice(1), 2],
    ['two events exchanged', [0, 2, 1, 3].flatMap((index) => chainOf(4)[index] ?? []), 3],
    ['an event twice', chainOf(4).toSpliced(2, 0, ...chainOf(4).slice(1, 2)), 2],
    ['an actor altered', altered(4, 2, () => ({ actor: 'eve' })), 3],
    ['a text altered', altered(4, 2, () => ({ after: { status: 'INVALID' } })), 3],
    ['a text put where there was none', altered(4, 0, () => ({ before: {} })), 1],
    ['a text beside a missing salt', altered(4, 1, () => ({ salt: null })), 2],
    ['a text erased', altered(4, 1, () => ({ before: null })), null],
    [
      'both texts and the salt erased',
      altered(4, 1, () => ({ before: null, after: null, salt: null })),
      null,
    ],
    ['a text and its digest taken away', altered(4, 1, () => ({ before: null, beforeDigest: null })), 2],
    [
      'an event hashed anew after an alteration',
      altered(4, 1, (event) => ({
        actor: 'eve',
        hash: auditHash(event.previousHash, { ...event, actor: 'eve' }),
      })),
      3,
    ],
    ['the last event altered', altered(4, 3, () => ({ action: 'memory.rejected' })), 4],
  ])('%s: %s', ([, events, firstBroken]) => {
    expect(verifyChain(events)).toEqual({
      valid: firstBroken === null,
      events: events.length,
      firstBroken,
      head: events.at(-1)?.hash ?? null,
    });
  });

  test('a gap in the sequence is found, even where the hashes were made to fit', () => {
    const [first, , third] = chainOf(3);
    if (!first || !third) throw new Error('a chain of three has three');
    const forged = { ...third, previousHash: first.hash, hash: auditHash(first.hash, third) };
    expect(verifyChain([first, forged])).toMatchObject({ valid: false, firstBroken: 3 });
  });

  test('a cut-off end is seen in the head and the number of events', () => {
    const whole = verifyChain(chainOf(4));
    const cut = verifyChain(chainOf(4).slice(0, 3));
    expect(cut.valid).toBe(true);
    expect([cut.head, cut.events]).not.toEqual([whole.head, whole.events]);
  });

  test.for<[string, number, number, string | null, number | null]>([
    ['the noted end', 4, 4, 'its own', null],
    ['nothing at all, as noted', 0, 0, null, null],
    ['two events cut off', 2, 4, 'its own', 3],
    ['everything cut off', 0, 4, 'its own', 1],
    ['events that nobody noted', 4, 3, 'its own', 4],
    ['a last event of another hash', 4, 4, 'another', 4],
  ])('at the end: %s', ([, length, noted, hash, firstBroken]) => {
    const end = chainOf(noted).at(-1)?.hash ?? null;
    expect(
      endVerification(verifyChain(chainOf(length)), {
        sequence: noted,
        hash: hash === 'its own' ? end : hash,
      }),
    ).toMatchObject({ valid: firstBroken === null, firstBroken });
  });

  test('what was broken before the end stays the first', () => {
    const broken = verifyChain(altered(4, 1, () => ({ actor: 'eve' })));
    expect(endVerification(broken, { sequence: 9, hash: null })).toBe(broken);
  });

  test('a verification may pause between two events', () => {
    const events = chainOf(5);
    let verification = startVerification();
    for (const event of events) verification = stepVerification({ ...verification }, event);
    expect(verification).toEqual(verifyChain(events));
  });

  test('any single alteration, of any field of any event, breaks the chain there', () => {
    const changes: Readonly<Record<keyof StoredEvent, (event: StoredEvent) => Partial<StoredEvent>>> = {
      sequence: ({ sequence }) => ({ sequence: sequence + 1 }),
      tenant: () => ({ tenant: 'evil' }),
      id: () => ({ id: 'aud_x' }),
      at: ({ at }) => ({ at: new Date(at.getTime() + 1) }),
      actor: () => ({ actor: 'eve' }),
      action: () => ({ action: 'memory.rejected' }),
      targetType: () => ({ targetType: 'Entity' }),
      targetId: () => ({ targetId: 'mem_x' }),
      requestId: ({ requestId }) => ({ requestId: requestId === null ? 'req_x' : null }),
      beforeDigest: () => ({ beforeDigest: sha256('x') }),
      afterDigest: () => ({ afterDigest: null }),
      previousHash: () => ({ previousHash: sha256('x') }),
      hash: () => ({ hash: sha256('x') }),
      salt: () => ({ salt: 'ff' }),
      before: () => ({ before: { status: 'x' } }),
      after: () => ({ after: { status: 'x' } }),
    };
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 8 }),
        fc.nat(),
        fc.constantFrom(...Object.values(changes)),
        (length, at, change) => {
          const events = altered(length, at % length, change);
          expect(verifyChain(events)).toMatchObject({
            valid: false,
            firstBroken: events[at % length]?.sequence,
          });
        },
      ),
    );
  });
});

describe('the closed list of actions', () => {
  test.for(auditChanges)('the change %s is area.past_participle', (action) => {
    expect(action).toMatch(/^[a-z_]+\.(?:[a-z_]+ed|withdrawn|(?:[a-z]+_)?set)$/);
  });
  test.for(auditRefusals)('%s ends with .refused', (action) => {
    expect(action).toMatch(/^[a-z]+\.[a-z_]+\.refused$/);
  });
  test('no action stands twice', () => {
    expect(new Set(auditActions).size).toBe(auditActions.length);
  });
});
