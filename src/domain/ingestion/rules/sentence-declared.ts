import type { MemoryKind } from '#domain/ingestion/kinds.ts';
import type { DocumentKind } from '#domain/ingestion/records/document-facts.ts';
import {
  isClause,
  isHedged,
  isImperative,
  isPast,
  isQuestion,
  wordCount,
} from '#domain/ingestion/sections/clause.ts';
import { isExplanatory } from '#domain/ingestion/sections/section-families.ts';
import type { Unit } from '#domain/ingestion/sections/units.ts';
import type { ExtractionRule } from './extraction-rule.ts';
import { statementsOfUnits } from './statements-of-units.ts';

const fewestWords = 4;
/** `It did not answer` tells nothing of an incident. */
const fewestWordsOfFinding = 6;

/** What holds for all of a kind, or within a limit: said in the present tense, it is a rule. */
const universal =
  /^(?:all|every|each|any|no|nobody|no one|none|only|whoever|anyone|everybody|everyone|both|most)\b|\b(?:within|at most|at least|no more than|no later than|no longer|never|always|per (?:day|week|month|hour|second|person|user|request)|only (?:when|if|after|before|by|with|on|for))\b/i;
const inFigures =
  /\d|\b(?:January|February|March|April|May|June|July|August|September|October|November|December|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)\b/;
const present = /\b(?:is|are|has|have|does|do|will|can|must|needs?)\b|\b\p{L}{2,}(?:s|es)\b/iu;
const passive =
  /\b(?:is|are|gets?) (?:\p{L}+ly |not |also |then |only )?(?:\p{L}{2,}(?:ed|en)|kept|sent|built|held|done|made|set|shown|read|written|put|paid)\b/iu;
/** What a rule lets pass, turns away, or asks for. */
const permits =
  /\b(?:may|(?:is|are) (?:fine|ok(?:ay)?|acceptable|optional|preferred|encouraged|discouraged|welcome)|will be (?:\w+ly )?(?:rejected|closed|removed|deleted|banned|declined|asked|reverted)|needs?)\b|^no need\b/i;
/** `[paris] …`, `Ada: …`: what one of them said. */
const said = /^(?:\[[^\]]{2,40}\]|\p{Lu}\p{Ll}+:) /u;
/** What readers of minutes are told beside what was said: where to look, whom to ask, who is invited. */
const pointing =
  /^(?:find|contact|reach|join|follow|watch|check|visit|read|you can|here (?:is|are)|for (?:help|questions|feedback)|volunteers|all (?:are|\w+(?:,? \w+)* are) (?:welcome|invited)|topics?|next meeting|discuss|verify|idea|question)\b|\b(?:is|are) (?:looking (?:for|forward)|available (?:as|on|at)|invited|welcome)\b|\b(?:reach out|recording|slack|twitter|@\w+)\b|https?:\/\/\S+$/iu;
/** Who acts in a process: what they do there is what they are to do. */
const role =
  /^(?:(?:if|when|upon|after|before|at|once) [^,]{3,80}, )?(?:the|an?|each|all|our)? ?(?:[\p{L}[\]'’-]+ ){0,4}(?:teams?|leads?|approvers?|members?|maintainers?|reviewers?|authors?|contributors?|(?:sub)?projects?|owners?|chairs?|committees?|managers?|admin(?:istrator)?s?|bots?)\b[\]']* (?:\w+ly )?\p{Ll}+s?\b/iu;
/** Of nobody and nothing in particular. */
const vague =
  /^(?:I|although|lots? of|some|many|most|people|everyone|everybody|just|so much|a lot of|there (?:is|are) (?:a )?(?:lots?|many|some))\b/i;
/** Half a thought: who wants or needs it stands nowhere. */
const headless =
  /^(?:want|need|has|have|had|like|trying|going|looking|supposed|would|could|should|can|will|is|are|was|were)\b/i;

/** `The tool accepts …`, `Entries are combined …`. */
const describes =
  /^(?:the|each|every|all) (?:[\p{L}\p{N}_./()-]+ ){1,4}(?:is|are|has|have|accepts?|returns?|allows?|provides?|reports?|supports?|contains?|includes?|stays?|gets?|takes?|uses?|stores?|sends?|reads?|writes?|keeps?|requires?|applies|runs?|holds?)\b/iu;

const naming = /\b(?:is|are) (?:an? |the |our )/i;
const aboutTheText =
  /^(?:this|the|these|those|here|below|above) (?:section|document|page|list|table|chapter|guide|following|example|diagram|figure|is|are)\b|\b(?:see|refer to|click|described|listed|shown|linked) (?:\[|the|above|below|here|in)\b|^(?:here|see|note(?! that)(?! that)|thanks?|welcome|please|feel free|questions?|for (?:more|further|details))\b|\bfor (?:more|further) (?:information|details)\b/i;
/** `A token which identifies …`: what a word means, without the word; `05:10 - …`: a line of a chronicle; what is defined elsewhere. */
const unsaid =
  /^an? [^,.]{2,60} (?:which|that|who) [^,.]*\.?$|^\W{0,3}\d{1,2}[:.]\d{2}\b(?: ?\p{Lu}{2,4}\b)? ?[-–—:]|\b(?:is|are) (?:defined|taken|specified) (?:in|from|by) (?:\[|RFC|section)/iu;
const feeling =
  /\b(?:sorry|apologi[sz]e|thank|happy|excited|unfortunately|hopefully|we (?:think|believe|feel|hope|wish|wonder|know|understand|see|want|would like)|I (?:think|believe|feel|hope|guess))\b/i;
const reporting =
  /\b(?:gave|presented|introduced|demoed|showed|shared|talked|discussed|asked|mentioned|joined|attended|walked through|reviewed|updated us|noted|pointed out|explained|suggested)\b/i;
const opensWithReason =
  /^(?:because|since(?! [^,]{4,120}, )|although(?! [^,]{4,120}, )|while(?! [^,]{4,120}, )|as|but|and|or|so|which|that|if you)\b/i;

const states = ({ text, place }: Unit): boolean =>
  place !== 'row' &&
  wordCount(text) >= fewestWords &&
  isClause(text) &&
  !isQuestion(text) &&
  !isHedged(text) &&
  !aboutTheText.test(text) &&
  !feeling.test(text) &&
  !unsaid.test(text) &&
  !opensWithReason.test(text);

const kindOf = (unit: Unit, document: DocumentKind): MemoryKind | null => {
  const { text, section, passage, place } = unit;
  const { family } = section;
  switch (document) {
    case 'requirements':
      if (isPast(text) && !present.test(text)) return null;
      return naming.test(text) || place === 'row' ? 'FACT' : 'REQUIREMENT';
    case 'rules':
      if (permits.test(text) && !isPast(text)) return 'REQUIREMENT';
      if (naming.test(text) || passage.code > 0) return place === 'item' || passage.code > 0 ? 'FACT' : null;
      if (isPast(text)) return null;
      if (universal.test(text) || role.test(text)) return 'REQUIREMENT';
      return describes.test(text) || passive.test(text) ? 'FACT' : null;
    case 'decision':
      return (family === null || family === 'proposal') &&
        !naming.test(text) &&
        (!isPast(text) || universal.test(text))
        ? 'DECISION'
        : null;
    case 'proposal':
      if (/https?:|^\W*assert /.test(text)) return null;
      if (family === 'proposal' && /^there (?:is|are) no\b/i.test(text)) return 'FACT';
      // What a part of the design does, said in the present tense.
      if ((family === null || section.own) && family !== 'goal' && describes.test(text) && !isPast(text))
        return 'DECISION';
      if (family === 'proposal' && section.own && present.test(text) && !isPast(text)) return 'DECISION';
      if ((family !== null && family !== 'proposal') || isPast(text)) return null;
      if (universal.test(text)) return 'DECISION';
      return inFigures.test(text) ? 'FACT' : null;
    case 'incident':
      if (family === 'action' || family === 'rule')
        return universal.test(text) || passive.test(text) || isImperative(text) ? 'REQUIREMENT' : 'DECISION';
      if (wordCount(text) < fewestWordsOfFinding && !/\d/.test(text)) return null;
      return isPast(text) && family !== 'lesson' ? 'EPISODE' : 'FACT';
    case 'minutes':
      if (
        reporting.test(text) ||
        said.test(text) ||
        pointing.test(text) ||
        headless.test(text) ||
        vague.test(text)
      )
        return null;
      if (universal.test(text) || /^we \p{Ll}+/iu.test(text)) return isPast(text) ? null : 'DECISION';
      return isPast(text) && !inFigures.test(text) ? null : 'FACT';
  }
};

/** In a document that is there to state (requirements, rules, a decision, a proposal, minutes, an incident), a plain sentence states what it says, of the kind that such a document holds. */
export const sentenceDeclaredRule: ExtractionRule = {
  id: 'sentence.declared',
  find: ({ units, document, speaker }) => {
    const { kind } = document;
    return kind === null || speaker !== null
      ? []
      : statementsOfUnits(units, (unit) =>
          isExplanatory(unit.section) || unit.section.family === 'narrative' || !states(unit)
            ? null
            : kindOf(unit, kind),
        );
  },
};
