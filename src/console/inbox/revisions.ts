import type { Decision } from './decision.ts';
import type { Send } from './perform.ts';
import type { Target } from './taken.ts';

/** The target with the revision that the decision left: that of the believed item, if a candidate takes its place. */
export const withRevision = (
  decision: Decision,
  target: Target,
  revisions: ReadonlyMap<string, number>,
): Target => {
  const leftAt = revisions.get(decision.action === 'REPLACE' ? decision.over : target.subject.id);
  return leftAt === undefined ? target : { ...target, leftAt };
};

/** Notes the revision of everything that an answer shows, by id. */
const noteRevisions = (answer: unknown, revisions: Map<string, number>): void => {
  if (typeof answer !== 'object' || answer === null) return;
  const { id, revision } = answer as { readonly id?: unknown; readonly revision?: unknown };
  if (typeof id === 'string' && typeof revision === 'number') revisions.set(id, revision);
  for (const part of Object.values(answer)) noteRevisions(part, revisions);
};

/** A target whose revision is moved on by an undo, where nothing came between its decision and the one that was taken back. */
export const movedBy =
  (back: readonly Target[], revisions: ReadonlyMap<string, number>) =>
  (target: Target): Target => {
    const leftAt = revisions.get(target.subject.id);
    const isNext = back.some(
      ({ subject }) => subject.id === target.subject.id && subject.revision === target.leftAt,
    );
    return leftAt !== undefined && target.leftAt !== undefined && isNext ? { ...target, leftAt } : target;
  };

/** Sends, and notes what the answers show. */
export const notingRevisions =
  (send: Send, revisions: Map<string, number>): Send =>
  async (document, variables) => {
    const answer = await send(document, variables);
    noteRevisions(answer, revisions);
    return answer;
  };
