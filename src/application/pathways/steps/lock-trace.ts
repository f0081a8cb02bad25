import { notFound, type UseCaseContext } from '#application/use-case.ts';
import { type LockedTrace, lockTrace } from '#persistence/pathways/pathway-writes.ts';

/** Read: the trace, locked until the use case ends. Throws `not_found` for what the tenant does not have. */
export const getTraceForUpdate = async (
  { session }: UseCaseContext,
  traceUid: string,
): Promise<LockedTrace> => {
  const trace = traceUid.includes('\0') ? null : await lockTrace(session, traceUid.toLowerCase());
  if (trace === null) throw notFound(['traceUid']);
  return trace;
};
