import type { MemoryKind } from '#domain/ingestion/kinds.ts';
import type { DocumentKind } from '#domain/ingestion/records/document-facts.ts';
import { isClause, wordCount } from '#domain/ingestion/sections/clause.ts';
import { isExplanatory } from '#domain/ingestion/sections/section-families.ts';
import type { Unit } from '#domain/ingestion/sections/units.ts';
import type { ExtractionRule } from './extraction-rule.ts';
import { statementsOfUnits } from './statements-of-units.ts';

/** Columns whose cells are figures. */
const figured =
  /^(?:pric(?:es?|ing)|costs?|fees?|retention|availability|uptime|response time)(?: .{0,20})?$/i;

const columns: readonly (readonly [MemoryKind, RegExp])[] = [
  [
    'REQUIREMENT',
    /^(?:requirements?|rules?|must|shall|acceptance criteria|policy|standard|guideline|criteri(?:on|a)|expected behaviou?r|expected|target|obligation)(?: .{0,20})?$/i,
  ],
  [
    'CONSTRAINT',
    /^(?:constraints?|limits?|limitations?|restrictions?|max(?:imum)?|quota|threshold|not allowed|out of scope)(?: .{0,20})?$/i,
  ],
  [
    'DECISION',
    /^(?:decisions?|resolutions?|actions?(?: items?)?|next steps?|outcomes?|agreed|tasks?|chosen|follow-?ups?|remediation|corrective action)(?: .{0,20})?$/i,
  ],
  ['REQUIREMENT', /^(?:dut(?:y|ies)|responsibilit(?:y|ies))$/i],
  ['FACT', /^(?:root cause|cause|lesson|finding)s?(?: .{0,20})?$/i],
  ['FACT', figured],
];

/** The kind that the heading of a column gives to its cells, where the cell says something. */
const kindOfRow = ({ cells, section }: Unit, document: DocumentKind | null): MemoryKind | null => {
  if (isExplanatory(section)) return null;
  for (const { column, passage } of cells) {
    const kind = columns.find(([, pattern]) => pattern.test(column.text.trim()))?.[0];
    if (kind === undefined || /^[-–—/]*$|^(?:n\/a|none|tb[acd])$/i.test(passage.text)) continue;
    // A limit and a cost are numbers; everything else is said in words.
    if (
      kind === 'CONSTRAINT' || figured.test(column.text.trim())
        ? /\d/.test(passage.text) || isClause(passage.text)
        : wordCount(passage.text) >= 4
    )
      return kind;
  }
  // Numbers and names of versions say nothing that is to be done.
  const isSaid = cells.some(({ passage }) => (passage.text.match(/\p{L}{2,}/gu)?.length ?? 0) >= 3);
  if (section.family === 'action' && section.own && cells.length >= 2 && isSaid) return 'REQUIREMENT';
  return document === 'requirements' &&
    cells.length >= 2 &&
    cells.some(({ passage }) => wordCount(passage.text) >= 2)
    ? 'FACT'
    : null;
};

/**
 * In a document of requirements every row is one; elsewhere a row of a table states what the heading of one of its
 * columns names: a requirement, a limit, a decision, an action.
 */
export const tableStatedRule: ExtractionRule = {
  id: 'table.stated',
  find: ({ units, document }) =>
    statementsOfUnits(units, (unit) => (unit.place === 'row' ? kindOfRow(unit, document.kind) : null)),
};
