import { judgeByHeuristic } from '#domain/contradictions/heuristic/judge-by-heuristic.ts';

/** "No, …" and its like, before the sentence that says what holds. */
const opening = /^\s*(?:no|nope|nah|wrong|incorrect|false)\b[\s,.;:!—–-]*/i;

/** A sentence that denies whatever it is about, and says nothing of its own. */
const bareDenial =
  /^(?:(?:that|this|it)(?:['’]s| is| was|) )?(?:simply |just |plainly )?(?:(?:not|no longer|isn['’]t|wasn['’]t|doesn['’]t) (?:true|correct|right|so|the case|accurate|valid|holds?)|wrong|false|untrue|incorrect|outdated|obsolete|out of date)(?: any ?(?:more|longer))?[\s.!]*$/i;

/** Words for the end of a use, which the judge of contradictions reads as its negation. */
const ended =
  /\b(?:(?:have|has|had)\s+)?(?:(?:stopped|ceased|quit)\s+using|retired|abandoned|dropped|decommissioned|got\s+rid\s+of)\b/giu;

const stated = (id: string, content: string) => ({ id, content, speaker: '' });

/** True when a quote says that a statement does not hold: by itself, or because it contradicts the statement. */
export const isDenial = (quote: string, statement: string): boolean => {
  const said = quote.replace(opening, '').trim().replaceAll(/\s+/g, ' ');
  if (said === '' || bareDenial.test(said)) return true;
  const judged = stated('b', said.replaceAll(ended, 'do not use'));
  return judgeByHeuristic(judged, [stated('a', statement)]).length > 0;
};
