import type { StatementScope } from '#domain/contradictions/scope.ts';
import { plainWords } from '#domain/input/plain-words.ts';
import type { RecordName } from '#domain/sources/record-names.ts';
import { orderedPair, type ResolutionAction, type Severity, severities } from './contradictions.ts';

/** A statement as a judge is given it, with where it stands. */
export interface JudgedStatement extends StatementScope {
  readonly id: string;
  readonly content: string;
  /** Speaker of the words: statements in the first person belong to their speaker. */
  readonly speaker: string;
  /** The records that its document names, itself among them; absent: none. */
  readonly records?: readonly RecordName[];
  /** How many people vouched for it in evidence; absent: not known. */
  readonly evidence?: number;
  /** The confidence that it was written with, [0, 1]; absent: not known. */
  readonly confidence?: number;
}

/** Suggestions that a judge may make about a pair; nothing acts on them. */
export const suggestedActions = ['kept_new', 'kept_other', 'merge', 'both_valid'] as const;
type SuggestedAction = (typeof suggestedActions)[number];

/** A judgment in the shape that judges give it: flat, everything required, null where there is nothing to say. */
export interface Judgment {
  readonly candidate_id: string;
  readonly is_contradiction: boolean;
  readonly severity: Severity | null;
  readonly explanation: string;
  readonly resolution_action: SuggestedAction | null;
  readonly resolution_merged_content: string | null;
  readonly resolution_justification: string | null;
}

/** A contradiction that a judge found, checked. */
export interface Finding {
  readonly otherId: string;
  readonly severity: Severity | null;
  readonly explanation: string;
  readonly suggestion: {
    readonly action: ResolutionAction;
    readonly mergedContent: string | null;
    readonly justification: string | null;
  } | null;
}

/** UTF-16 code units that are kept of each text of a judge. */
const longestText = 2_000;

const wordsOf = (value: unknown): string => plainWords(value).slice(0, longestText).toWellFormed();

type Raw = { readonly [Field in keyof Judgment]?: unknown };
const asRaw = (value: unknown): Raw => (typeof value === 'object' && value !== null ? value : {});

const actionOf = (suggested: unknown, judgedId: string, otherId: string): ResolutionAction | null => {
  const [older] = orderedPair(judgedId, otherId);
  switch (suggestedActions.find((known) => known === suggested)) {
    case 'kept_new':
      return older === judgedId ? 'KEPT_A' : 'KEPT_B';
    case 'kept_other':
      return older === judgedId ? 'KEPT_B' : 'KEPT_A';
    case 'merge':
      return 'MERGE';
    case 'both_valid':
      return 'BOTH_VALID';
    default:
      return null;
  }
};

/**
 * Checks what a judge said of a statement and others. An id that it was not given is dropped, and so is a second word
 * on the same one; a severity that there is none of is null; an action that there is none of drops the suggestion alone.
 * Takes any JSON and never throws.
 */
export const readJudgments = (
  judgedId: string,
  otherIds: readonly string[],
  said: readonly unknown[],
): Finding[] => {
  const findings = new Map<string, Finding>();
  for (const value of said) {
    const raw = asRaw(value);
    const otherId = otherIds.find((id) => id === raw.candidate_id);
    if (
      otherId === undefined ||
      otherId === judgedId ||
      raw.is_contradiction !== true ||
      findings.has(otherId)
    )
      continue;
    const action = actionOf(raw.resolution_action, judgedId, otherId);
    findings.set(otherId, {
      otherId,
      severity: severities.find((severity) => severity === raw.severity) ?? null,
      explanation: wordsOf(raw.explanation) || 'The judge gave no explanation.',
      suggestion:
        action === null
          ? null
          : {
              action,
              mergedContent: (action === 'MERGE' && wordsOf(raw.resolution_merged_content)) || null,
              justification: wordsOf(raw.resolution_justification) || null,
            },
    });
  }
  return [...findings.values()];
};
