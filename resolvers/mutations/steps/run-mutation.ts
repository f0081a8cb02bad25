import type { AppDependencies } from '#application/app-dependencies.ts';
import type { Command, CommonInput, UseCaseResult } from '#application/use-case.ts';
import { DomainError } from '#domain/domain-error.ts';
import type { ReadSession } from '#persistence/store/viewer-session.ts';
import { findItem } from '#resolvers/schema/candidate.ts';
import type { GraphQLContext } from '#resolvers/schema/context.ts';
import { toRefusal } from '#resolvers/schema/errors.ts';

type UseCase<Input extends CommonInput, Outcome> = (
  dependencies: AppDependencies,
  command: Command<Input>,
) => Promise<UseCaseResult<Outcome>>;

/**
 * Runs a use case for this viewer. Its answer is read after the commit, in a snapshot of its own that begins with the decided item; the
 * answer of a dry run is read in the transaction before it is rolled back. Throws a refusal, whose path leads into the mutation's one
 * argument.
 */
export const runMutation = async <Input extends CommonInput, Outcome>(
  context: GraphQLContext,
  useCase: UseCase<Input, Outcome>,
  input: Input,
): Promise<Outcome & { readonly applied: boolean }> => {
  const { dependencies, viewer, requestId, renewReads } = context;
  // A snapshot that an earlier field of the operation opened must not stay open while another transaction writes.
  await renewReads();
  let begun: ReadSession | null = null;
  try {
    const { outcome, applied, answerSession } = await useCase(dependencies, {
      viewer,
      requestId,
      input,
      readItem: (session, itemId) => {
        begun = session;
        void renewReads(session);
        // Each field that asks for it gets the error.
        findItem(context, itemId).catch(() => undefined);
      },
    });
    // After several attempts, the last may have started no read.
    if (answerSession !== begun) await renewReads(answerSession ?? undefined, !applied);
    return { ...outcome, applied };
  } catch (error) {
    throw error instanceof DomainError ? toRefusal(error) : error;
  }
};
