import { isPast } from '#domain/ingestion/sections/clause.ts';
import { isExplanatory } from '#domain/ingestion/sections/section-families.ts';
import type { ExtractionRule } from './extraction-rule.ts';
import { statementsOfUnits } from './statements-of-units.ts';

const marked =
  /^\W{0,3}(?:resol(?:ved|ution)|decision|decided|agreed|agreement|consensus|conclusion|outcome|motion (?:carried|passed)|approved|accepted)(?: \d{1,3})?(?: ?[:—–]| -{1,2}) ?\S/iu;
/** `Agreed to cap keys at 600 requests`, in minutes. */
const opened =
  /^\W{0,3}(?:agreed|decided|resolved|voted|approved)(?: unanimously)? (?:to|that|on|against|not to) /i;
const linkAlone = /^\W{0,3}\w+\W{1,4}https?:\/\/\S+$/;
const reported =
  /\b(?:(?:we|everyone|everybody|all|the (?:group|team|committee|board|council|working group|meeting|room|sig|wg|maintainers|members|consensus)|consensus|it (?:was|has been|is)|there (?:was|is)|they)(?: all| both| have| has| had| also| then| unanimously| generally)* (?:agree[ds]?|decided?s?|resolved|approved|voted|concluded|consensus|settled on|agreement|chose|ratified|rejected|accepted|adopted|endorsed)|(?:is|was|were|are|has been|have been) (?:approved|rejected|accepted|adopted|ratified|agreed|decided)|motion (?:carried|passed|approved)|lazy consensus)\b/i;
const undecided =
  /\b(?:not (?:yet )?(?:agreed|decided)|no (?:consensus|agreement|decision)|(?:need|needs|has|have|want|try|trying|able|how|when|until|before|whether|if)(?: \w+)? (?:to (?:be )?)?(?:agree|agreed|decide|decided|vote|approve|approved)|couldn['’]t agree|didn['’]t agree|would be (?:decided|agreed)|i agree|agree with)\b/i;

/** A text marked as a resolution, or that reports one, states a decision. */
export const resolutionMarkedRule: ExtractionRule = {
  id: 'resolution.marked',
  find: ({ units, document }) =>
    statementsOfUnits(
      units,
      ({ text, place, section }) => {
        if (place === 'row' || isExplanatory(section)) return null;
        const states = marked.test(text)
          ? !linkAlone.test(text)
          : (document.kind === 'minutes' || section.family === 'decision') &&
            (opened.test(text) || reported.test(text));
        if (!states || undecided.test(text) || /\b(?:see|tbd|tba)\b.{0,20}$/i.test(text)) return null;
        // The resolution of an incident is not a meeting's resolution.
        return document.kind === 'incident' && isPast(text) ? 'EPISODE' : 'DECISION';
      },
      ({ text }) => marked.test(text) || opened.test(text),
    ),
};
