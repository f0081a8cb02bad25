import { isHedged, isImperative, lacksSubject } from '#domain/ingestion/sections/clause.ts';
import { isExplanatory } from '#domain/ingestion/sections/section-families.ts';
import type { ExtractionRule } from './extraction-rule.ts';
import { statementsOfUnits } from './statements-of-units.ts';

/** `AI -- Joe to …`, `ACTION(@bob): …`, `TODO [Ada] …`, `[ACTION] …`. */
const marked =
  /^\W{0,3}[[(](?:AI|AP|A(?:CTION|ction)(?: (?:ITEMS?|POINTS?|items?|points?))?|TODO)[\])]:? (?=\S)|^\W{0,4}(?:AI|A\.I\.|AP|ACTION(?: ITEMS?| POINTS?)?|Action(?: items?| points?)?|action item|TODO|To-?do|Follow-?up|Next step)(?: ?[([][^)\]]{1,40}[)\]])?(?: ?[:—–]| -{1,2}) ?(?=\S)|^\W{0,4}(?:AI|ACTION|TODO)(?: ?[([][^)\]]{1,40}[)\]])? (?:for |on )?(?=[@\p{Lu}])/u;
const person = String.raw`(?:@[\w.-]+|\p{Lu}[\p{L}'’.-]+(?: \p{Lu}[\p{L}'’.-]*){0,2})`;
const people = `${person}(?:(?:,? and |,? & |, |/)${person}){0,4}`;
/** `Ada to write …`, `@bob will check …`, `[Ada] Write …`, `Ada: write …`. */
const owned = new RegExp(
  String.raw`^\W{0,4}(?:${people}(?: \([^)]{1,30}\))? (?:to|will|is going to|agreed to|volunteered to|offered to|is to) (?:\p{Ll}{2,}|[A-Z]{2,})|\[${people}\] |${people} ?(?::|—|–| -{1,2}) ?(?:to |will )?(?=\p{L}))`,
  'u',
);
/** The day until which somebody promises a thing. */
const due =
  /\b(?:by|before|until) (?:the )?(?:\d{1,2}(?:st|nd|rd|th)? \p{Lu}\p{Ll}+|\p{Lu}\p{Ll}+ \d{1,2}\b|\d{4}-\d{2}|(?:next )?(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|tomorrow|next (?:week|month|meeting|call)|end of)/u;
const nobody =
  /^\W{0,4}(?:The|This|That|These|It|There|We|You|They|I|He|She|If|When|How|What|Why|Where|Need|Want|Going|Due|Next|Also|Prior|Similar|Thanks?|Welcome|Note|Link|PR|Issue|Question|Update|Slides?|Recording|Demo|Goal|Host|Notes?|Release|Proposal|Topic|Option|Status|Date|Time|Zoom|Agenda|Attendees?|Related|According|Able|Ready|Happy|Trying|Plan|Plans|Here|See|Subscribe|Consensus|Decision|Agreed|Resolved|Resolution|\p{Lu}\p{Ll}+ed|Refer|Up|Back|Down|Try|Just|About|Hard|Easy|Possible|Nice|Good|Great|Difficult|Important|Best|Better|Needs?|Lots|Have|More|Less|Free|Ok|Sure|Open|SIG|WG|API|UI|CI)(?![\p{L}])/u;

/** An item marked as an action, or that names who does it, states that it is to be done. */
export const actionOwnedRule: ExtractionRule = {
  id: 'action.owned',
  find: ({ units, document, headingPath }) => {
    const isMeeting =
      document.kind === 'minutes' || headingPath.some((heading) => /\bmeeting\b/i.test(heading));
    return statementsOfUnits(
      units,
      ({ text, place, section }) => {
        if (place === 'row' || isExplanatory(section)) return null;
        if (marked.test(text) && text.length > 20) return 'REQUIREMENT';
        const owner = isMeeting || section.family === 'action' ? owned.exec(text)?.[0] : undefined;
        if (owner === undefined || nobody.test(text) || lacksSubject(text)) return null;
        // `Weber to write to all members.`: in prose only what is asked of a person by name.
        if (place === 'sentence') return /^\p{L}+ to \P{Lu}+$/u.test(owner) ? 'REQUIREMENT' : null;
        // `The API will …` predicts; `@ada will …`, `Ada will … by Friday`, and `Ada will …` among the actions, promises.
        const promises = section.family === 'action' || owner.includes('@') || due.test(text);
        const bound =
          / to \P{Lu}+$/u.test(owner) ||
          (promises && / will \P{Lu}+$/u.test(owner)) ||
          /(?:to|will) $/.test(owner);
        return bound || (isImperative(text.slice(owner.length)) && !isHedged(text)) ? 'REQUIREMENT' : null;
      },
      () => true,
    );
  },
};
