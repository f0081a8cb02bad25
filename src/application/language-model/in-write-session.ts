import type { AppDependencies } from '#application/app-dependencies.ts';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { openWriteSession, type WriteSession } from '#persistence/store/viewer-session.ts';

/** A short transaction of its own, in the system role: none is open while a model is asked. */
export const inWriteSession = async <Result>(
  { orm }: Pick<AppDependencies, 'orm'>,
  viewer: Viewer,
  work: (session: WriteSession) => Promise<Result>,
): Promise<Result> => {
  const session = await openWriteSession(orm, viewer, 'system');
  try {
    const result = await work(session);
    await session.commit();
    return result;
  } catch (error) {
    await session.rollback();
    throw error;
  }
};
