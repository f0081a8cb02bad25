import { isClause, isImperative, wordCount } from '#domain/ingestion/sections/clause.ts';
import { isExplanatory } from '#domain/ingestion/sections/section-families.ts';
import type { ExtractionRule } from './extraction-rule.ts';
import { statementsOfUnits } from './statements-of-units.ts';

const aboutTheText =
  /^(?:see|refer|read|check out|note(?! that)|visit|click|open the|look at|consult|learn|welcome|thank|feel free|find|join|contact|subscribe|enjoy|view|download)\b/i;
/** `Name: what it is`, `path — what it holds`: an entry of a list of things. */
const entry =
  /^[^\s:—–]{1,40}(?: [^\s:—–]{1,20})?(?::| [—–-]) (?!(?:use|do|don['’]t|never|always|must|avoid|only|prefer|keep)\b)/i;

/** `Build: make all`, `Test (Zig): …`. */
const command = /^\p{L}+(?: \([^)]*\))?: \S+(?: \S+){0,2}$/u;

const naming = /\b(?:is|are) (?:an? |the |our )/i;
const fewestWords = 3;

/** In a document of rules, or a section of them, an order states a rule, and so does an item that is a sentence. */
export const instructionImperativeRule: ExtractionRule = {
  id: 'instruction.imperative',
  find: ({ units, document, speaker }) =>
    speaker !== null
      ? []
      : statementsOfUnits(units, ({ text, place, section, passage }) => {
          if (place === 'row' || isExplanatory(section) || wordCount(text) < fewestWords) return null;
          const among =
            document.kind === 'rules' || section.family === 'rule' || section.family === 'constraint';
          if (!among || aboutTheText.test(text)) return null;
          if (isImperative(text) && !command.test(text))
            return /^(?:do not|don['’]t|never|avoid)\b/i.test(text) ? 'CONSTRAINT' : 'REQUIREMENT';
          return place === 'item' &&
            isClause(text) &&
            !entry.test(text) &&
            passage.code < 0.4 * passage.text.length
            ? naming.test(text) || passage.code > 0
              ? 'FACT'
              : 'REQUIREMENT'
            : null;
        }),
};
