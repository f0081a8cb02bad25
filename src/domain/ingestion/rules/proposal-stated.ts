import { isClause, isHedged } from '#domain/ingestion/sections/clause.ts';
import { isExplanatory } from '#domain/ingestion/sections/section-families.ts';
import type { ExtractionRule } from './extraction-rule.ts';
import { statementsOfUnits } from './statements-of-units.ts';

const proposes =
  /\b(?:(?:I|we|this (?:pep|kep|kip|aip|rfc|adr|proposal|document|design)|the (?:pep|kep|kip|aip|rfc|proposal|authors?|solution|approach)) (?:therefore |also |further |only |then )?(?:proposes?|recommends?|suggests? (?:that|adding|to)|introduces?|adds?|removes?|deprecates?|defines?|specif(?:y|ies)|changes?|replaces?|aims? to|will|extends?|makes?|does not (?:change|propose|affect|address|cover|introduce|include|add|remove|alter|modify|break|attempt))|(?:is|are) (?:hereby )?(?:proposed|recommended)|the proposal is|proposed (?:change|solution|approach)s? (?:is|are))\b/i;
const prescribes =
  /\b(?:will(?: not| no longer| also| always| only| never| then| be)?|won['’]t|would(?: not)? (?:be|no longer)) \p{Ll}{2,}|\b(?:is|are) (?:now )?(?:deprecated|removed|enabled by default|disabled by default|ignored|rejected|raised|reserved|optional)\b|\bdefaults? to\b|\bby default\b/iu;
const musing =
  /\b(?:would (?:have|like|mean|be (?:smaller|larger|faster|slower|better|worse|easier|harder|nice)|make|allow|require|need|also)|will (?:have to|need to|likely|probably|see|help|discuss|describe|show|cover|explain|use the (?:term|following)|look at|refer))\b|^(?:if we|suppose|imagine|let|for example|in this section|below|above|to the extent|if anything|finally, we hope|we hope)\b/i;

/** In a document that proposes, a sentence that proposes, or that prescribes behaviour in the sections that specify it, states what is proposed. */
export const proposalStatedRule: ExtractionRule = {
  id: 'proposal.stated',
  find: ({ units, document, speaker }) =>
    speaker !== null || (document.kind !== 'proposal' && document.kind !== 'decision')
      ? []
      : statementsOfUnits(units, ({ text, place, section }) => {
          const { family } = section;
          if (place === 'row' || isExplanatory(section) || isHedged(text) || musing.test(text)) return null;
          if (proposes.test(text)) return 'DECISION';
          const specifies =
            family === 'proposal' ||
            family === 'decision' ||
            (family === null && document.kind === 'proposal');
          if (!specifies) return null;
          // The items of a specification say what it does in the present tense.
          return prescribes.test(text) || (place === 'item' && family !== null && isClause(text))
            ? 'DECISION'
            : null;
        }),
};
