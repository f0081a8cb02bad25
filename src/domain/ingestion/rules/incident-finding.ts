import type { MemoryKind } from '#domain/ingestion/kinds.ts';
import type { ExtractionRule } from './extraction-rule.ts';
import { statementsOfUnits } from './statements-of-units.ts';

const findings: readonly (readonly [MemoryKind, RegExp])[] = [
  [
    'FACT',
    /\b(?:root cause|(?:was|were|is|been) (?:\w+ )?(?:caused|triggered|introduced) by|caused (?:by|a|an|the|our|all|this)|(?:main|primary|underlying|direct) (?:cause|reason|trigger)|contributing factor|as a result of|resulted in|result(?:ed)? from|led to|turned out (?:that|to)|the (?:problem|issue|bug|failure|outage) (?:was|lay|stemmed)|due to (?:a|an|the|our)|because (?:the|a|an|our|we|of|it)|misconfigur\w+|race condition|exhausted|ran out of|exceeded|failed to)\b/i,
  ],
  [
    'DECISION',
    /\b(?:we (?:will|are going to|plan to|intend to|have (?:decided|committed|begun|started)|are (?:working|adding|improving|changing|reviewing|investing|building|implementing|planning))|(?:will|must|should) be (?:added|changed|improved|updated|implemented|reviewed|automated|documented|tested|removed))\b/i,
  ],
  [
    'EPISODE',
    /\b(?:we|they|engineers?|the team|on-?call|operators?|support) (?:\w{1,12}ly |have |had |then |also |since ){0,4}(?:rolled back|reverted|restored|restarted|fixed|mitigated|resolved|deployed|disabled|re-?enabled|added|increased|reduced|scaled|switched|failed over|replaced|patched|removed|recovered|blocked|identified|lost)\b|\b(?:was|were|been) (?:fully )?(?:rolled back|reverted|restored|restarted|fixed|mitigated|resolved|disabled|recovered|lost|deleted|unavailable|unable|affected|impacted|down)\b|\b(?:lasted|affected|impacted|unavailable|data loss|error rates?|downtime)\b[^.]{0,80}\d|\d[\d.,]* ?(?:%|percent|minutes?|hours?|seconds?|users|customers|projects|requests|instances)\b/i,
  ],
];
const apology =
  /\b(?:apologi[sz]e|sorry|thank(?:s| you)|we (?:take|understand|know|value|hope|believe)|you rely|please|trust)\b/i;

/** In the report of an incident, a sentence that names its cause, its effect in figures, what mended it, or what will be done states that. */
export const incidentFindingRule: ExtractionRule = {
  id: 'incident.finding',
  find: ({ units, document, speaker }) =>
    document.kind !== 'incident' || speaker !== null
      ? []
      : statementsOfUnits(units, ({ text, place, section }) =>
          place === 'row' || apology.test(text) || section.family === 'rule'
            ? null
            : (findings.find(([, pattern]) => pattern.test(text))?.[0] ?? null),
        ),
};
