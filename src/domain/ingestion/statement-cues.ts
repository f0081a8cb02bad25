import type { DocumentFacts } from './records/document-facts.ts';
import { bindsInCapitals, demandCue } from './sections/normative.ts';
import type { SectionFamily } from './sections/section-families.ts';
import { kindOfSection, typeWords } from './type-words.ts';

/**
 * Cues of which every statement has one: a typed heading or document, a type word, an equals sign, a first person, a
 * demand, a resolution, or the name of another record. A text without any is not parsed.
 */
export const holdsCue = (
  text: string,
  headingPath: readonly string[],
  family: SectionFamily | null,
  document: DocumentFacts,
): boolean => {
  if (typeCue.test(text) || /[=≈] ?[~≤≥<>]? ?[-+−]?\d/.test(text)) return true;
  if (family === 'silent') return relationCue.test(text);
  if (family === 'reasoning') return relationCue.test(text) || bindsInCapitals(text);
  const headingAlone = text.startsWith('#') && !/[\r\n]/.test(text);
  return (
    (!headingAlone && (family !== null || document.kind !== null || kindOfSection(headingPath) !== null)) ||
    demandCue.test(text) ||
    statedCue.test(text)
  );
};
const typeCue = new RegExp(`(?:^|[^\\p{L}])(?:i|we|my|our|${typeWords})(?![a-z])`, 'iu');
const relationCue = /superseded|superceded|supersedes|replace[sd]|obsolete/i;
const statedCue =
  /agree|decided|resol|approv|voted|consensus|motion|[A-Z]{1,8}[-_ ]?\d|(?:^|[^A-Za-z])(?:AI|AP|ACTION|TODO)(?![a-z])|\||action|follow-?up|:\r?\n/i;
