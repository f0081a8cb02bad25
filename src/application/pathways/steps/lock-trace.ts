import { notFound, type UseCaseContext } from '#application/use-case.ts';
import { type LockedTrace, lockTrace } from '#persistence/pathways/pathway-writes.ts';

/** Read: the trace, locked until the use case ends. Throws `not_found` for what the tenant does not have. */
export const getTraceForUpdate = async ({ session }: UseCaseContext, name: string): Promise<LockedTrace> => {
  const trace = name.includes('\0') ? null : await lockTrace(session, name);
  if (trace === null) throw notFound(['traceUid']);
  return trace;
};
