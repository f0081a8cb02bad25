import type { MemoryKind } from '#domain/ingestion/kinds.ts';
import {
  isClause,
  isHedged,
  isImperative,
  isPast,
  isQuestion,
  wordCount,
} from '#domain/ingestion/sections/clause.ts';
import { demandOf } from '#domain/ingestion/sections/normative.ts';
import type { ExtractionRule } from './extraction-rule.ts';
import { statementsOfUnits } from './statements-of-units.ts';

const opening = String.raw`^(?:(?:so|and|also|well|then|ok|okay|yes|yeah|no|oh|actually|personally|honestly|btw|by the way|hi|hello|hey|hmm|sure|thanks|great|right|fyi|anyway|currently|right now|for now|at the moment|these days|recently|last \p{L}+|this \p{L}+|since \p{L}+|by|because)\b[,.!]? ?){0,3}`;
const adverb = `(?:(?:also|always|usually|never|still|just|really|currently|already|recently|only|now|both|mostly|often|actually|absolutely|definitely|rarely|mainly|typically|generally|strongly|particularly|especially) )*`;
const pattern = (words: string): RegExp => new RegExp(opening + words, 'iu');

const facts: readonly (readonly [MemoryKind, RegExp])[] = [
  [
    'PREFERENCE',
    pattern(
      String.raw`(?:I|we)(?:['’]d| would)? ?${adverb}(?:prefer|like|love|enjoy|hate|dislike|can['’]t stand|don['’]t (?:like|want|enjoy|eat|drink|use)|do not (?:like|want|use)|avoid|am (?:into|fond of|not (?:a fan|into|fond))|['’]m (?:into|fond of|a (?:big |huge )?fan of|not (?:a fan|into|fond)))\b(?! (?:to (?:know|ask|see|say|hear|thank)|it|that|this|how|what|your|the (?:idea|sound))\b)|(?:my|our) (?:favou?rite|preferred)\b`,
    ),
  ],
  [
    'IDENTITY',
    pattern(
      String.raw`(?:I ${adverb}(?:live|work|study|teach|manage|lead|run|own|grew up|was born|come from|speak|moved (?:to|from|here|in|house)|graduated|studied|worked|majored|have (?:a|an|two|three|four|five|one|no|\d+|been|worked|lived|type|asthma|diabetes|kids|children)|maintain|belong|specialise|specialize|suffer|am allergic|am (?:based|married|single|vegan|vegetarian|originally|responsible|in charge|\d+))\b|I['’]m (?:allergic|based|married|single|vegan|vegetarian|originally|responsible|in charge|from|\d+|an? \p{L}+ (?:at|in|for|by|from|with|who|working|student|engineer|developer|manager|teacher|designer|nurse|doctor))\b|I['’]ve (?:been|lived|worked|had)\b|my (?:name|job|role|title|wife|husband|partner|son|daughter|kids?|children|brother|sister|mother|father|mom|mum|dad|parents|dog|cat|birthday|email|address|phone|number|team|company|boss|manager|timezone|time zone|budget|doctor|school|university|major|degree|hometown|car|laptop|setup|stack|background)(?: \p{L}+){0,2} (?:is|are|was|has|have|lives?|works?|uses?|runs?)\b)`,
    ),
  ],
  [
    'DECISION',
    pattern(
      String.raw`(?:(?:I|we)(?:['’]ll| will| am going to|['’]m going to| are going to|['’]re going to| plan to|['’]ve decided| have decided| decided| agreed| chose|['’]re switching| are switching| are moving|['’]re moving|['’]m switching) (?!make\b|see\b|be (?:happy|glad|fine|ok|right|back|there)\b|let you\b|try\b|think\b|check\b|look\b|get back\b|need\b|have to\b|take (?:it|that|this|them|two|one)\b)|let['’]s (?:go with|use|keep|stick|drop|move|switch|ship|do|make|postpone|schedule|meet|start|skip|remove|avoid|set|call it|say)\b|(?:the )?decision(?: is|:)|(?:we|it)(?:['’]s| is| are|['’]re)? (?:settled|agreed|decided)\b)`,
    ),
  ],
  [
    'REQUIREMENT',
    pattern(
      String.raw`(?:(?:please )?(?:always|never|don['’]t ever|from now on|make sure|remember (?:that|to))\b|please (?:don['’]t|do not|use|keep|avoid|stop|call me|address|write|answer|reply|format)\b|(?:it|this|everything|that|they|we|you|the \p{L}+(?: \p{L}+)?) (?:must|has to|have to|needs? to|cannot|can['’]t|shouldn['’]t)(?: not)? \p{L}+|(?:I|we) (?:need|require|must have|have to|need to|must) |the (?:deadline|budget|limit|due date|launch|release|meeting)(?: \p{L}+){0,3} (?:is|are|has been|was)\b)`,
    ),
  ],
  [
    'FACT',
    pattern(
      String.raw`(?:(?:I|we) ${adverb}(?:use|used|using|run|have|had|keep|bought|got|built|started|finished|switched|installed|store|host|deploy|ship|shipped|released|migrated|joined|left|quit|paid|sold|signed|met|visited|went|take|took|play|practice|train|cook|drive|ride|exercise|commute|support|track)\b(?! (?:to (?:say|admit|ask|go|run|be)|a (?:question|look|problem with|minute|moment|second|good|great|nice|bit|feeling|chance|point)|no idea|the (?:same|feeling)|it|you|your|an idea|fun|time)\b)|our \p{L}+(?: \p{L}+){0,3} (?:is|are|was|has|have|runs?|uses?|lives?|takes?|starts?|supports?)\b)`,
    ),
  ],
];
const idle =
  /\b(?:I (?:think|guess|suppose|wonder|hope|see|know|mean|don['’]t know|understand|agree|forgot|promise|wish)|nice to meet|see you|thank|sorry|excuse me|no problem|of course|sounds (?:good|great)|how about|would you|could you|can you|may I|you['’]re welcome|let['’]s (?:start (?:with|by)|begin|move on|get (?:started|going)|discuss|talk|look|see)|(?:we|I) (?:need|have) to (?:pick|choose|decide|discuss|talk|figure|find out|think|look|ask|check)|take care|good (?:luck|morning|idea))\b/i;
/** `I'll make a sign`: a promise of the moment. */
const promise = /^(?:(?:ok|okay|sure|yes|fine|alright|right),? ?)?I(?:['’]ll| will| can| could| would) /i;
/** Checkable content: a number, a day, a name inside the sentence, a universal, or the speakers' own side. */
const concrete =
  /\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|hundred|thousand|January|February|March|April|May|June|July|August|September|October|November|December|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?|today|tomorrow|yesterday|tonight|always|never|every|nobody|everyone|only|until|from now on|no longer)\b|[\p{Ll},] \p{Lu}\p{Ll}{2,}|\b(?:we|our|us)\b/u;
const fewestWords = 4;
const fewestWordsOfOthers = 5;

/** Kind of a person's checkable statement about something other than themselves. */
const kindOfOther = (text: string): MemoryKind | null => {
  if (wordCount(text) < fewestWordsOfOthers || promise.test(text) || isHedged(text) || isQuestion(text))
    return null;
  if (
    !isClause(text) ||
    !concrete.test(text) ||
    /^(?:you|it['’]s|that['’]s|if|but|because|what|how)\b/i.test(text)
  )
    return null;
  // How somebody wants to be served.
  if (isImperative(text) && /\b(?:for|to|with|address|call|tell|show) me\b/i.test(text)) return 'PREFERENCE';
  const demand = demandOf(text);
  if (demand !== null) return demand === 'forbids' ? 'CONSTRAINT' : 'REQUIREMENT';
  if (/^(?:(?:then|so|ok|yes),? )?(?:we|let['’]s|nobody|everyone) /i.test(text))
    return isPast(text) ? 'EPISODE' : 'DECISION';
  return isPast(text) ? 'EPISODE' : 'FACT';
};

/**
 * In a conversation, a sentence in which a person says what they are, have, like, need or decide states that; so does
 * one about other things that can be looked up again.
 */
export const personFactRule: ExtractionRule = {
  id: 'person.fact',
  find: ({ units, speaker }) =>
    speaker === null
      ? []
      : statementsOfUnits(units, ({ text, place }) =>
          place === 'row' || text.split(' ').length < fewestWords || idle.test(text)
            ? null
            : (facts.find(([, matches]) => matches.test(text))?.[0] ?? kindOfOther(text)),
        ),
};
