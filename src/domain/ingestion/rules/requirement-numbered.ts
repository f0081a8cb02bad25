import { isExplanatory } from '#domain/ingestion/sections/section-families.ts';
import type { ExtractionRule } from './extraction-rule.ts';
import { statementsOfUnits } from './statements-of-units.ts';

/** `REQ-12: …`, `FR-3 …`, `[NFR2] …`, `R1.2 – …`: a label of capitals and a number, then words. */
const numbered =
  /^(?:\[[A-Z]{1,8}[-_ ]?\d[\d.-]{0,12}\] ?|[A-Z]{1,6}-\d[\d.-]{0,12} ?[:—–] ?)(?=\p{L})|^\[?(?:REQ|FR|NFR|SR|UR|BR|TR|SYS|SRS|PRD|US|AC|RULE|CON|DEC|R|C|[A-Z]{2,8}-(?:REQ|FR|NFR|SEC|PERF))[-_ ]?\d{1,4}(?:[.-]\d{1,3}){0,3}\]?(?: ?[:.)–—-] ?| )(?=\p{L})/u;

/** The kind that the label of a numbered statement names. */
const kindOf = (text: string) => {
  if (/^\[?CON/.test(text)) return 'CONSTRAINT';
  return /^\[?DEC/.test(text) ? 'DECISION' : 'REQUIREMENT';
};

/** A text that opens with a requirement's number states that requirement. */
export const requirementNumberedRule: ExtractionRule = {
  id: 'requirement.numbered',
  find: ({ units }) =>
    statementsOfUnits(
      units,
      ({ text, place, section }) =>
        place !== 'row' && !isExplanatory(section) && numbered.test(text) ? kindOf(text) : null,
      () => true,
    ),
};
