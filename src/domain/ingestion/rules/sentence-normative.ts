import { isHedged } from '#domain/ingestion/sections/clause.ts';
import { bindsInCapitals, decides, demandOf, demandsStrongly } from '#domain/ingestion/sections/normative.ts';
import type { ExtractionRule } from './extraction-rule.ts';
import { statementsOfUnits } from './statements-of-units.ts';

/** Documents in which `should` and `cannot` demand; elsewhere they report what somebody hopes or found. */
const demanding: ReadonlySet<string | null> = new Set([
  'requirements',
  'rules',
  'decision',
  'proposal',
  'other',
]);

/**
 * A sentence that says what must be, or must not be, demands it; not in sections that give reasons, options or
 * examples, nor in a conversation.
 */
export const sentenceNormativeRule: ExtractionRule = {
  id: 'sentence.normative',
  find: ({ units, document, speaker }) =>
    speaker !== null
      ? []
      : statementsOfUnits(units, ({ text, demand: own, place, section, leadIn }) => {
          if (place === 'row' || section.family === 'silent') return null;
          if (section.family === 'reasoning' && !bindsInCapitals(text)) return null;
          // `The service must:` demands what its items say.
          const led = place === 'item' && leadIn !== null ? leadIn.text : null;
          const full = led === null ? text : `${led} ${text}`;
          const demand = own ?? (led !== null && demandsStrongly(led) ? demandOf(full) : null);
          if (demand === null) return null;
          const expected =
            demanding.has(document.kind) || (section.family !== null && section.family !== 'narrative');
          if (!demandsStrongly(full) && (!expected || isHedged(text))) return null;
          if (section.family === 'narrative' && !demandsStrongly(text)) return null;
          if (decides(text)) return 'DECISION';
          return demand === 'forbids' ? 'CONSTRAINT' : 'REQUIREMENT';
        }),
};
