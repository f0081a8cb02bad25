import { createHash } from 'node:crypto';
import type { AuditRefusal } from '#domain/audit/audit-actions.ts';
import { canonicalJson } from '#domain/audit/canonical-json.ts';
import { DomainError } from '#domain/domain-error.ts';
import type { ErrorCode } from '#domain/error-codes.ts';
import { assertStorableText } from '#domain/input/text.ts';
import { withoutNulls } from '#domain/input/without-nulls.ts';
import { hasAnyRole, type Role, type Viewer } from '#domain/privacy/viewer.ts';
import { type AuditedChange, type AuditTarget, recordChanges } from '#persistence/store/audit-log.ts';
import { errorOfMutation, isLostRace } from '#persistence/store/database-errors.ts';
import {
  checkConstraints,
  claimIdempotencyKey,
  storeIdempotentOutcome,
} from '#persistence/store/idempotency-keys.ts';
import type { Orm } from '#persistence/store/orm.ts';
import { createSemaphore } from '#persistence/store/semaphore.ts';
import {
  openWriteSession,
  type ReadSession,
  readThroughAsViewer,
  type WriterRole,
  type WriteSession,
} from '#persistence/store/viewer-session.ts';
import { recordCaller } from '#persistence/tenants.ts';
import { type AppDependencies, dependenciesOf } from './app-dependencies.ts';
import { assertNothingErased } from './erasure/steps/erased-at-entry.ts';
import { assertIntakeOpen } from './tenants/steps/intake-open.ts';

/** Optional fields of every mutation's input. */
export interface CommonInput {
  readonly idempotencyKey?: string | null | undefined;
  /** True: the same answer, nothing written. */
  readonly dryRun?: boolean | null | undefined;
  /** True: decides although another reviewer has claimed the entry of the inbox. */
  readonly takeOver?: boolean | null | undefined;
}

/** A requested mutation: viewer, input and request id. */
export interface Command<Input extends CommonInput> {
  readonly viewer: Viewer;
  /** Null when the gateway acts on its own. */
  readonly requestId: string | null;
  readonly input: Input;
  /**
   * For a mutation about one item: starts reading the answer together with the commit, in a session that the caller
   * closes. Called again when the commit lost a race and the work was repeated; `answerSession` is then the new session,
   * and the old one is closed.
   */
  readonly readItem?: (session: ReadSession, itemId: string) => void;
}

/** The static description of a mutation: name, roles, database role. */
export interface MutationTerms {
  /** Its name in the schema. */
  readonly mutation: string;
  /** Any one of them suffices; `anybody`: any valid token. */
  readonly roles: readonly Role[] | 'anybody';
  readonly as: WriterRole;
  /** True: the work itself takes erased words out, or refuses them. Absent: an input with erased words is refused before the work. */
  readonly handlesErased?: true;
  /** Arguments in which null means another thing than absence: of themselves, or within a document. Absent: none. */
  readonly meantNulls?: readonly string[];
}

/** The steps of a use case share this: one transaction, one instant. */
export interface UseCaseContext {
  /** The mutation's name in the schema. */
  readonly mutation: string;
  readonly dependencies: AppDependencies;
  readonly session: WriteSession;
  readonly viewer: Viewer;
  readonly now: Date;
  /** True: the actor decides although another reviewer has claimed the entry. */
  readonly takeOver: boolean;
  /** Keeps events for the audit; they are appended together, in this order, when the work is done. */
  readonly record: (changes: readonly AuditedChange[]) => void;
  /** Adds work that runs when the commit is done, before the answer is read; never for a refusal or a dry run. The work must not throw. */
  readonly afterCommit: (work: AfterCommitWork) => void;
}

/** For what must not happen within a transaction, such as asking a model. */
type AfterCommitWork = (request: Pick<Command<CommonInput>, 'viewer' | 'requestId'>) => Promise<void>;

/** Outcome of a use case: ids and codes only, since it is stored under the idempotency key. */
export type Verdict<Outcome> =
  | { readonly verdict: 'done'; readonly outcome: Outcome }
  | {
      readonly verdict: 'refused';
      /** Why a rule refuses, in words for the caller. */
      readonly error: DomainError;
      readonly action: AuditRefusal;
      readonly targetType: AuditTarget;
      readonly targetId: string;
    };

export interface UseCaseResult<Outcome> {
  readonly outcome: Outcome;
  /** False for a dry run. */
  readonly applied: boolean;
  /**
   * Session in which the answer is read, where one was opened: after the commit, or in a dry run's open transaction. The
   * reader closes it.
   */
  readonly answerSession: ReadSession | null;
}

type StoredOutcome<Outcome> =
  | { readonly done: Outcome }
  | {
      readonly refused: {
        readonly code: ErrorCode;
        readonly message: string;
        readonly path: readonly string[];
      };
    };

/** The one answer for what is missing, hidden, of another tenant or of another type. */
export const notFound = (path: readonly string[] = ['id']): DomainError =>
  new DomainError(
    'not_found',
    'There is nothing with this id that you can see. Check the id, and the token you sent.',
    path,
  );

export const assertRole = (viewer: Viewer, { mutation, roles }: MutationTerms): void => {
  if (roles !== 'anybody' && !hasAnyRole(viewer, roles))
    throw new DomainError(
      'forbidden',
      `${mutation} needs the role ${roles.join(' or ')}. Ask for a token that has it.`,
    );
};

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** A keyed hash that identifies an input. Keyed, so that words erased later cannot be guessed from it. */
const inputHash = (input: CommonInput, { meantNulls }: MutationTerms, key: string): string => {
  const { idempotencyKey: _, ...rest } = input;
  return sha256(`${key}:${sha256(canonicalJson(withoutNulls(rest, meantNulls)))}`);
};

/** Null when the key is new; else the outcome of the first call under it. */
const claimKey = async <Outcome>(
  session: WriteSession,
  key: string,
  mutation: string,
  hash: string,
  now: Date,
): Promise<StoredOutcome<Outcome> | null> => {
  const first = await claimIdempotencyKey<StoredOutcome<Outcome>>(session, { key, mutation, hash, now });
  if (first === null) return null;
  if (first.mutation !== mutation || first.hash !== hash)
    throw new DomainError(
      'idempotency.mismatch',
      'This idempotencyKey was already used with another input. Send a new key, or the input of the first call.',
      ['idempotencyKey'],
    );
  return first.outcome;
};

/** The item that a mutation was about, where it was about one. */
const itemOf = (outcome: unknown): string | null =>
  outcome !== null && typeof outcome === 'object' && 'itemId' in outcome && typeof outcome.itemId === 'string'
    ? outcome.itemId
    : null;

/** Transactions of one mutation, each after one that lost a race. */
const mostAttempts = 4;

/** Passes of one tenant that are under way at once: one writes, another reads its text before it waits for the first. */
const passesAtOnce = 2;
const passSeats = new WeakMap<Orm, Map<string, ReturnType<typeof createSemaphore>>>();

/** A pass holds the lock of its tenant: those that would wait for it do so without a connection, which others need. */
const passSeatsOf = (orm: Orm, tenant: string): ReturnType<typeof createSemaphore> => {
  const known = passSeats.get(orm) ?? new Map<string, ReturnType<typeof createSemaphore>>();
  passSeats.set(orm, known);
  const seats = known.get(tenant) ?? createSemaphore(passesAtOnce);
  known.set(tenant, seats);
  return seats;
};

/** Result of a transaction, and the work to do after its commit. */
interface Attempt<Outcome> {
  readonly result: UseCaseResult<Outcome>;
  readonly finish: () => Promise<void>;
}
const nothingMore = async (): Promise<void> => undefined;

/**
 * Carries out one mutation: role, then `work` in one transaction with its audit events. A refusal by a rule is recorded,
 * committed, and only then thrown. Throws DomainError for every refusal; nothing is written by a dry run, nor when
 * `work` throws. A transaction that lost a race is begun again, so `work` may run more than once.
 */
export const runUseCase = async <Input extends CommonInput, Outcome>(
  dependencies: AppDependencies,
  command: Command<Input>,
  terms: MutationTerms,
  work: (useCase: UseCaseContext) => Promise<Verdict<Outcome>>,
): Promise<UseCaseResult<Outcome>> => {
  assertRole(command.viewer, terms);
  const attempt = () => attemptOnce(dependencies, command, terms, work);
  for (let attempts = 1; ; attempts += 1) {
    try {
      const { result, finish } = await (terms.as === 'system'
        ? passSeatsOf(dependencies.orm, command.viewer.tenant)(attempt)
        : attempt());
      await finish();
      return result;
    } catch (error) {
      if (attempts === mostAttempts || !isLostRace(error)) throw error;
    }
  }
};

/** Runs one mutation for a viewer; `terms` are what the schema says of it. */
export interface UseCase<Input extends CommonInput, Outcome> {
  (dependencies: AppDependencies, command: Command<Input>): Promise<UseCaseResult<Outcome>>;
  readonly terms: MutationTerms;
}

/** Makes a use case of its terms and of a function that runs it. */
export const describeUseCase = <Input extends CommonInput, Outcome>(
  terms: MutationTerms,
  run: (
    dependencies: AppDependencies,
    command: Command<Input>,
    terms: MutationTerms,
  ) => Promise<UseCaseResult<Outcome>>,
): UseCase<Input, Outcome> =>
  Object.assign(
    (dependencies: AppDependencies, command: Command<Input>) =>
      run(dependenciesOf(dependencies, command.viewer.tenant), command, terms),
    { terms },
  );

/** Makes a use case of its terms and of the work in its transaction (`runUseCase`). */
export const defineUseCase = <Input extends CommonInput, Outcome>(
  terms: MutationTerms,
  work: (useCase: UseCaseContext, command: Command<Input>) => Promise<Verdict<Outcome>>,
): UseCase<Input, Outcome> =>
  describeUseCase(terms, (dependencies, command) =>
    runUseCase(dependencies, command, terms, (useCase) => work(useCase, command)),
  );

/** The answer to a call under a key that was used already. Throws the refusal of the first call. */
const answerAgain = <Outcome>(first: StoredOutcome<Outcome>): Attempt<Outcome> => {
  if ('refused' in first)
    throw new DomainError(first.refused.code, first.refused.message, first.refused.path);
  return { result: { outcome: first.done, applied: true, answerSession: null }, finish: nothingMore };
};

/** The answer of a dry run, which is read in its open transaction. */
const preview = async <Outcome>(session: WriteSession, outcome: Outcome): Promise<Attempt<Outcome>> => {
  await checkConstraints(session);
  return {
    result: { outcome, applied: false, answerSession: await readThroughAsViewer(session) },
    finish: nothingMore,
  };
};

/** Runs the work in one transaction, and ends it: commits what was done or refused, or leaves a dry run open for its answer. */
const attemptOnce = async <Input extends CommonInput, Outcome>(
  dependencies: AppDependencies,
  { viewer, requestId, input, readItem }: Command<Input>,
  terms: MutationTerms,
  work: (useCase: UseCaseContext) => Promise<Verdict<Outcome>>,
): Promise<Attempt<Outcome>> => {
  const isDryRun = input.dryRun === true;
  const givenKey = input.idempotencyKey ?? null;
  // A dry run refuses what the mutation would refuse.
  if (givenKey !== null)
    assertStorableText(givenKey, { name: 'The idempotency key', path: ['idempotencyKey'], min: 1, max: 200 });
  const key = isDryRun ? null : givenKey;

  const now = dependencies.clock();
  if (!isDryRun) await recordCaller(dependencies.orm, viewer, now, { isMutation: true });
  const session = await openWriteSession(dependencies.orm, viewer, terms.as);
  const changes: AuditedChange[] = [];
  const afterCommitWork: AfterCommitWork[] = [];
  const useCase: UseCaseContext = {
    mutation: terms.mutation,
    dependencies,
    session,
    viewer,
    now,
    takeOver: input.takeOver === true,
    record: (more) => {
      for (const change of more) changes.push(change);
    },
    afterCommit: (added) => {
      afterCommitWork.push(added);
    },
  };
  /** Appends the events to the audit log, and stores the outcome under the key. */
  const keep = async (outcome: StoredOutcome<Outcome>): Promise<void> => {
    await recordChanges(session, { requestId, now, newId: dependencies.newId }, changes);
    if (key !== null) storeIdempotentOutcome(session, key, outcome);
  };
  try {
    if (key !== null) {
      const hash = inputHash(input, terms, dependencies.fingerprintKey);
      const first = await claimKey<Outcome>(session, key, terms.mutation, hash, now);
      if (first !== null) {
        await session.rollback();
        return answerAgain(first);
      }
    }
    await assertIntakeOpen(session.db, viewer, { ...terms, input });
    if (terms.handlesErased !== true) await assertNothingErased({ dependencies, session }, input);
    const verdict = await work(useCase);
    if (verdict.verdict === 'refused') {
      const { error, action, targetType, targetId } = verdict;
      if (isDryRun) throw error;
      useCase.record([{ action, targetType, targetId, before: null, after: { code: error.code } }]);
      await keep({ refused: { code: error.code, message: error.message, path: error.path } });
      await session.commit();
      throw error;
    }
    const { outcome } = verdict;
    await keep({ done: outcome });
    if (isDryRun) return await preview(session, outcome);
    const itemId = itemOf(outcome);
    let answerSession: ReadSession | null = null;
    // The answer shows what the work after the commit has changed.
    if (readItem && itemId !== null && afterCommitWork.length === 0)
      answerSession = await session.commitAndRead((behind) => readItem(behind, itemId));
    else await session.commit();
    return {
      result: { outcome, applied: true, answerSession },
      finish: async () => {
        for (const added of afterCommitWork) await added({ viewer, requestId });
      },
    };
  } catch (error) {
    await session.rollback();
    throw errorOfMutation(error, key !== null);
  }
};
