import { hash } from 'node:crypto';
import { canonicalJson } from '#domain/audit/canonical-json.ts';

/** Facts that one event's hash covers. The texts before and after lie beside it; only their salted digests are hashed. */
export interface ChainedFacts {
  /** 1 for a tenant's first event, then without a gap. */
  readonly sequence: number;
  readonly tenant: string;
  readonly id: string;
  readonly at: Date;
  readonly actor: string;
  readonly action: string;
  readonly targetType: string;
  readonly targetId: string;
  readonly requestId: string | null;
  readonly beforeDigest: string | null;
  readonly afterDigest: string | null;
}

/** An event as it is stored. After an erasure the text and the salt are null, and the digest alone stands. */
export interface StoredEvent extends ChainedFacts {
  readonly previousHash: string | null;
  readonly hash: string;
  readonly salt: string | null;
  readonly before: unknown;
  readonly after: unknown;
}

/** Result of verifying a chain so far. */
export interface Verification {
  readonly valid: boolean;
  /** How many events were read, the broken ones too. */
  readonly events: number;
  /** The sequence number of the first event that does not fit; null while all do. */
  readonly firstBroken: number | null;
  /** The hash of the last event that was read; null when there is none. Kept elsewhere, it shows a cut-off end. */
  readonly head: string | null;
}

const sha256 = (text: string): string => hash('sha256', text, 'hex');

/** sha256 hex over `salt|canonical JSON`; null (or undefined) has no digest. The salt holds no `|`, so that the first one ends it. */
export const saltedDigest = (salt: string, value: unknown): string | null =>
  value === null || value === undefined ? null : sha256(`${salt}|${canonicalJson(value)}`);

/** sha256 hex over the canonical JSON of the event and the hash before it; null for the first event of a tenant. */
export const auditHash = (previousHash: string | null, event: ChainedFacts): string => {
  const {
    sequence,
    tenant,
    id,
    at,
    actor,
    action,
    targetType,
    targetId,
    requestId,
    beforeDigest,
    afterDigest,
  } = event;
  return sha256(
    canonicalJson({
      previousHash,
      sequence,
      tenant,
      id,
      at,
      actor,
      action,
      targetType,
      targetId,
      requestId,
      beforeDigest,
      afterDigest,
    }),
  );
};

/** An erased text (null beside a digest) fits; a text fits only its own digest, under its own salt. */
const textFits = (salt: string | null, text: unknown, digest: string | null): boolean =>
  text === null || text === undefined || (salt !== null && saltedDigest(salt, text) === digest);

const fits = ({ events, head }: Verification, event: StoredEvent): boolean =>
  event.sequence === events + 1 &&
  event.previousHash === head &&
  event.hash === auditHash(head, event) &&
  textFits(event.salt, event.before, event.beforeDigest) &&
  textFits(event.salt, event.after, event.afterDigest);

/** A place in the chain up to which somebody has verified it: the number of its events, and the hash of the last of them. */
export interface VerifiedUpTo {
  readonly events: number;
  readonly head: string;
}

/** Nothing read yet, or up to a place that was noted: the next event has to fit that. An empty chain is valid. */
export const startVerification = (after: VerifiedUpTo | null = null): Verification => ({
  valid: true,
  events: after?.events ?? 0,
  firstBroken: null,
  head: after?.head ?? null,
});

/** One event further, in the order of the sequence. It keeps nothing of the event but its hash. */
export const stepVerification = (before: Verification, event: StoredEvent): Verification => {
  const valid = before.valid && fits(before, event);
  return {
    valid,
    events: before.events + 1,
    firstBroken: before.valid && !valid ? event.sequence : before.firstBroken,
    head: event.hash,
  };
};

/** The end of a tenant's chain as it was noted when its last event was appended, beside the events. */
export interface NotedEnd {
  /** The sequence of the last event; 0 before the first. */
  readonly sequence: number;
  readonly hash: string | null;
}

/**
 * After the last event: a chain whose end is not the noted one was cut, altered at its last event, or appended to by
 * another hand. `firstBroken` is then the first number at which the two differ.
 */
export const endVerification = (read: Verification, noted: NotedEnd): Verification => {
  if (!read.valid || (read.events === noted.sequence && read.head === noted.hash)) return read;
  const firstBroken =
    read.events === noted.sequence ? read.events : Math.min(read.events, noted.sequence) + 1;
  return { ...read, valid: false, firstBroken };
};

/** Verifies the events of one tenant, from the first, in the order of their sequence. */
export const verifyChain = (events: Iterable<StoredEvent>): Verification => {
  let verification = startVerification();
  for (const event of events) verification = stepVerification(verification, event);
  return verification;
};
