import { maxContentLength } from '#application/text-limits.ts';
import { DomainError } from '#domain/domain-error.ts';
import { assertStorableText } from '#domain/input/text.ts';
import { longestName, longestSubject } from '#domain/pathways/read-trace.ts';
import { isRecord, semanticFlags, type TraceDocument } from '#domain/pathways/trace-document.ts';

type Given<Value> = Value | null | undefined;
type Part = Readonly<Record<string, unknown>>;

/** Observations of a trace, under GraphQL's names. Absent and null mean the same, except in a revision. */
export interface TraceObservations {
  readonly signalClass?: Given<string>;
  readonly ladderAttempts?: Given<readonly Part[]>;
  readonly kbChunks?: Given<readonly Part[]>;
  readonly observerSignals?: Given<readonly Part[]>;
  readonly bridgeHits?: Given<readonly Part[]>;
  readonly subPipelineCalls?: Given<readonly Part[]>;
  readonly auditConsensus?: Given<Part>;
  readonly reducerSummary?: Given<string>;
  readonly finalVerdict?: Given<string>;
  readonly semanticFlags?: Given<readonly string[]>;
  readonly typeHintsUsed?: Given<readonly Part[]>;
  readonly bugFingerprints?: Given<readonly Part[]>;
  readonly subjectIds?: Given<readonly string[]>;
}

/** Defaults of absent fields (Pathway specification §2). */
const unsaid: Readonly<Record<string, unknown>> = {
  signal_class: null,
  ladder_attempts: [],
  kb_chunks: [],
  observer_signals: [],
  bridge_hits: [],
  sub_pipeline_calls: [],
  audit_consensus: null,
  reducer_summary: '',
  final_verdict: '',
  semantic_flags: [],
  type_hints_used: [],
  bug_fingerprints: [],
  subject_ids: [],
};

const camelCase = (member: string): string =>
  member.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Arguments of observations: a revision of a trace leaves an absent one as it was, and takes null for the default. */
export const observationMembers: readonly string[] = Object.keys(unsaid).map(camelCase);

const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Members under the specification's names; those that are undefined are left out. */
const respelled = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(respelled);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, item]) => item !== undefined)
      .map(([name, item]) => [snakeCase(name), respelled(item)]),
  );
};

const longestList = 500;

const assertStorable = (value: unknown, path: readonly string[], max: number): void => {
  if (typeof value === 'string') assertStorableText(value, { name: 'The text', path, min: 0, max });
  else if (Array.isArray(value)) {
    if (value.length > longestList)
      throw new DomainError(
        'input.invalid',
        `The list has ${value.length} members; at most ${longestList} are accepted.`,
        path,
      );
    for (const [index, item] of value.entries()) assertStorable(item, [...path, String(index)], max);
  } else if (isRecord(value))
    for (const [name, item] of Object.entries(value)) assertStorable(item, [...path, name], max);
  else if (typeof value === 'number' && name(path) !== 'cosineScore' && value < 0)
    throw new DomainError('input.invalid', 'The number is negative; send one from 0 on.', path);
};
const name = (path: readonly string[]): string => path.at(-1) ?? '';

interface GivenIdentity {
  readonly taskClass?: Given<string>;
  readonly filePath?: Given<string>;
}

/** Throws `input.invalid` for an empty task class, texts and lists that are too long, flags that do not exist. */
export const assertTraceShape = (input: TraceObservations & GivenIdentity): void => {
  if (input.taskClass !== undefined)
    assertStorableText(input.taskClass ?? '', {
      name: 'The task class',
      path: ['taskClass'],
      min: 1,
      max: longestName,
    });
  for (const member of ['filePath', 'signalClass'] as const)
    assertStorable(input[member], [member], longestName);
  for (const member of observationMembers) {
    const value = (input as Readonly<Record<string, unknown>>)[member];
    assertStorable(value, [member], maxContentLength);
  }
  for (const [index, id] of (input.subjectIds ?? []).entries())
    assertStorableText(id, {
      name: 'The id of a subject',
      path: ['subjectIds', String(index)],
      min: 1,
      max: longestSubject,
    });
  for (const [index, flag] of (input.semanticFlags ?? []).entries())
    if (!semanticFlags.includes(flag as never))
      throw new DomainError(
        'input.invalid',
        `This is no semantic flag. Send one of ${semanticFlags.join(', ')}.`,
        ['semanticFlags', String(index)],
      );
};

/** The input's observations under the specification's names: only what was given, or all members with defaults for the rest. */
export const observationsOf = (
  input: TraceObservations & GivenIdentity,
  rest: 'left out' | 'unsaid',
): TraceDocument => {
  const given = Object.entries({ ...input })
    .map(([member, value]) => [snakeCase(member), value] as const)
    .filter(
      ([member, value]) =>
        value !== undefined &&
        (Object.hasOwn(unsaid, member) ||
          ((member === 'task_class' || member === 'file_path') && value !== null)),
    )
    .map(([member, value]) => [member, value === null ? unsaid[member] : respelled(value)] as const);
  return { ...(rest === 'unsaid' ? unsaid : {}), ...Object.fromEntries(given) };
};
