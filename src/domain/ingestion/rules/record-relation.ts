import { excerptOf } from '#domain/ingestion/passage.ts';
import { readRelations } from '#domain/ingestion/records/record-relations.ts';
import { bareHeading } from '#domain/ingestion/sections/section-families.ts';
import type { ExtractionRule, Finding } from './extraction-rule.ts';

/** Length of a note that may surround the relation. */
const longestNote = 240;

const relates = /supersed|superced|replace|obsolete|deprecated/i;

/** A note that a record is superseded by another, or supersedes one, states that for a reviewer; it names a record by number. */
export const recordRelationRule: ExtractionRule = {
  id: 'record.relation',
  find: ({ units, headingPath }) => {
    const inStatus = /^(?:record )?(?:status|state)$/.test(bareHeading(headingPath.at(-1) ?? ''));
    const inHead = headingPath.length <= 1;
    return units.flatMap(({ passage, first, last, text, place }): readonly Finding[] => {
      if (
        place === 'row' ||
        !relates.test(text) ||
        text.length > longestNote ||
        !(inStatus || inHead || passage.text.length <= longestNote)
      )
        return [];
      const relations = readRelations(text);
      const names =
        /^\W*(?:status\W+)?(?:this (?:adr|record|decision|document|rfc|proposal|pep)\b.{0,40}|\w+[,;:]? ?(?:and |but )?(?:has been |is |was |partially )?|.{0,12})?\b(?:super[sc]ed|replace|obsolete|deprecated in)/i;
      if (relations.length === 0 || !(inStatus || names.test(text))) return [];
      const excerpt = excerptOf(passage, first, last);
      return excerpt === null ? [] : [{ kind: 'DECISION', ...excerpt }];
    });
  },
};
