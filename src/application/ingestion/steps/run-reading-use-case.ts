import type { AppDependencies } from '#application/app-dependencies.ts';
import { assertIntakeOpen } from '#application/tenants/steps/intake-open.ts';
import {
  assertRole,
  type Command,
  type CommonInput,
  type MutationTerms,
  runUseCase,
  type UseCaseContext,
  type UseCaseResult,
  type Verdict,
} from '#application/use-case.ts';
import { systemRole } from '#entities/policies.ts';
import { hasIdempotentOutcome } from '#persistence/store/idempotency-keys.ts';
import { inReadSession, type ReadSession } from '#persistence/store/viewer-session.ts';
import type { VerificationQuestion } from '#providers/verification-model.ts';
import {
  askModel,
  askOfVerifications,
  type ModelReadings,
  noReadings,
  type TextToAsk,
} from './model-readings.ts';

/** Texts for a model, and the wave or interaction whose budget pays for it; null: the day's alone. */
export interface ToAsk {
  readonly sourceId: string | null;
  readonly texts: readonly TextToAsk[];
  /** Ends the asking, and with it the use case, which throws; absent: nothing does. */
  readonly stop?: AbortSignal | undefined;
}

/** True when the outcome under the caller's key is stored already, so that no model needs to be asked again. */
const isAnswered = async (session: ReadSession, key: string | null): Promise<boolean> =>
  key !== null && !key.includes('\0') && (await hasIdempotentOutcome(session, key));

/**
 * Reads in a snapshot that is closed before a model is asked, so that no model is asked within a transaction. Its
 * refusal is the mutation's. Null when an outcome is stored under the caller's key.
 */
export const readBeforeAsking = async <Input extends CommonInput, Read>(
  dependencies: AppDependencies,
  { viewer, input }: Command<Input>,
  terms: MutationTerms,
  role: string,
  read: (session: ReadSession) => Promise<Read>,
): Promise<Read | null> => {
  assertRole(viewer, terms);
  return inReadSession(dependencies.orm, viewer, role, async (session) => {
    if (await isAnswered(session, input.idempotencyKey ?? null)) return null;
    await assertIntakeOpen(await session.db(), viewer, { ...terms, input });
    return await read(session);
  });
};

/**
 * Carries out a mutation that reads statements. Where a model is configured it is asked before the transaction begins:
 * `texts` says of what (as the system role, after it has checked shape and visibility; a refusal there is the mutation's), and
 * `work` gets the answer, reads again, decides and writes.
 */
export const runReadingUseCase = async <Input extends CommonInput, Outcome>(
  dependencies: AppDependencies,
  command: Command<Input>,
  terms: MutationTerms,
  texts: (session: ReadSession) => Promise<ToAsk>,
  work: (useCase: UseCaseContext, readings: ModelReadings) => Promise<Verdict<Outcome>>,
  /** Question about verifications; called after `texts`. */
  question: (session: ReadSession) => Promise<VerificationQuestion | null> = async () => null,
): Promise<UseCaseResult<Outcome>> => {
  const ask = async (): Promise<ModelReadings> => {
    if (dependencies.statementModel === null && dependencies.verificationModel === null) return noReadings;
    const asked = await readBeforeAsking(dependencies, command, terms, systemRole, async (session) => ({
      ...(await texts(session)),
      question: await question(session),
    }));
    if (asked === null) return noReadings;
    const asking = { viewer: command.viewer, sourceId: asked.sourceId };
    const read = await askModel(dependencies, asking, asked.texts, asked.stop);
    return askOfVerifications(dependencies, asking, asked.question, read);
  };
  const readings = await ask();
  return runUseCase(dependencies, command, terms, (useCase) => work(useCase, readings));
};
