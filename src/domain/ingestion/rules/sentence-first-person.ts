import type { MemoryKind } from '#domain/ingestion/kinds.ts';
import { excerptOf, type Passage, sentencesOf } from '#domain/ingestion/passage.ts';
import type { Item } from '#domain/ingestion/read-blocks.ts';
import { isCut } from '#domain/ingestion/sections/clause.ts';
import { isPlaceholder } from '#domain/ingestion/sections/no-statement.ts';
import { isExplanatory } from '#domain/ingestion/sections/section-families.ts';
import { isNarrativeSection } from '#domain/ingestion/type-words.ts';
import type { ExtractionRule, Finding } from './extraction-rule.ts';

/**
 * A sentence in which its author prefers, says who they are, or decides states that; not in sections that describe a
 * matter (`Context`, `Consequences`).
 */
export const sentenceFirstPersonRule: ExtractionRule = {
  id: 'sentence.first_person',
  find: ({ headingPath, section, blocks }) =>
    isNarrativeSection(headingPath) || isExplanatory(section)
      ? []
      : blocks.flatMap((block) =>
          block.type === 'paragraph'
            ? sentencesIn(block.passage)
            : block.type === 'list'
              ? block.items.flatMap(sentencesInItem)
              : [],
        ),
};

/** A speaker's name, then words that only lead up to the sentence. */
const opening = String.raw`^(?:\p{Lu}[\p{L}\p{N} .'’_-]{0,40}: )?(?:(?:so|and|also|well|then|ok|okay|yes|actually|personally|honestly|therefore|overall|for now|in the end),? ){0,2}`;
/** Without one of these nobody speaks of themselves. */
const speaking = /\b(?:I|we|my|our)\b/i;
const patterns: readonly { readonly kind: MemoryKind; readonly pattern: RegExp }[] = [
  {
    kind: 'PREFERENCE',
    pattern: new RegExp(
      String.raw`${opening}(?:(?:I|we)(?:['’]d| would)?(?: (?:strongly|generally|usually|really|much|always|still|personally|slightly))? prefer\b(?! not to say| (?:it|this|them)\b)|(?:my|our) preference is\b)`,
      'iu',
    ),
  },
  {
    kind: 'IDENTITY',
    pattern: new RegExp(
      String.raw`${opening}(?:I(?: am|['’]m) (?:(?:an?|the) (?!(?:bit|little|lot|few|fan|one|same|first|last|only)\b)|responsible for |in charge of |based in |from )|(?:my name is|I work (?:as|for|at)) )`,
      'iu',
    ),
  },
  {
    kind: 'IDENTITY',
    pattern: new RegExp(String.raw`${opening}I(?: am|['’]m) \p{Lu}\p{Ll}+`, 'u'),
  },
  {
    kind: 'DECISION',
    pattern: new RegExp(
      String.raw`${opening}we(?:(?: will|['’]ll) (?:(?:not|now|only|always|initially|therefore|still|all|instead) ){0,2}(?:be using|use|adopt|keep|go with|stick with|standardi[sz]e on|switch to|move to|migrate to|replace|stop using|drop)\b|(?: have|['’]ve)?(?: now| also| all| therefore)? (?:decided|agreed|chosen|chose) (?:to|on|against|that|not to)\b|(?: are|['’]re) going (?:to (?!(?:have|be|see|need|get|want|find|lose)\b)|with\b))`,
      'iu',
    ),
  },
];

const sentencesInItem = (item: Item): readonly Finding[] => [
  ...sentencesIn(item.own),
  ...item.items.flatMap(sentencesInItem),
];

const sentencesIn = (passage: Passage): readonly Finding[] =>
  (speaking.test(passage.text) ? sentencesOf(passage.text) : []).flatMap(
    ([start, end]): readonly Finding[] => {
      const sentence = passage.text.slice(start, end).trimStart();
      if (!speaking.test(sentence)) return [];
      if (/[?:]["'”’)]?$/.test(sentence) || isCut(sentence) || isPlaceholder(sentence)) return [];
      const kind = patterns.find(({ pattern }) => pattern.test(sentence))?.kind;
      if (kind === undefined) return [];
      const speaker = /^\p{Lu}[\p{L}\p{N} .'’_-]{0,40}: /u.exec(sentence)?.[0].length ?? 0;
      const excerpt = excerptOf(passage, end - sentence.length + speaker, end);
      return excerpt === null ? [] : [{ kind, ...excerpt }];
    },
  );
