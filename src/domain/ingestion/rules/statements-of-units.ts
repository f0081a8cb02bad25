import type { MemoryKind } from '#domain/ingestion/kinds.ts';
import { composeStatement } from '#domain/ingestion/sections/compose-statement.ts';
import type { Unit } from '#domain/ingestion/sections/units.ts';
import type { Finding } from './extraction-rule.ts';

/**
 * The statements of those units to which a rule gives a kind; `isMarked` says which ones their author marked as one. A
 * sentence that includes an earlier one stands for both, in the earlier one's kind.
 */
export const statementsOfUnits = (
  units: readonly Unit[],
  kindOf: (unit: Unit) => MemoryKind | null,
  isMarked: (unit: Unit) => boolean = () => false,
): readonly Finding[] => {
  const findings: (Finding & { readonly kind: MemoryKind })[] = [];
  for (const unit of units) {
    const kind = kindOf(unit);
    const composed = kind === null ? null : composeStatement(unit, { marked: isMarked(unit) });
    if (kind === null || composed === null) continue;
    const last = findings.at(-1);
    const taken = last !== undefined && composed.start <= last.start && last.end <= composed.end;
    if (taken) findings.pop();
    findings.push({ ...composed, kind: taken ? last.kind : kind });
  }
  return findings;
};
