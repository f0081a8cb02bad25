import { foldText, type Span } from '#domain/labels/folded-text.ts';
import { detectedLabels } from '#domain/labels/labels.ts';
import {
  auditConsensusFields,
  isRecord,
  type PartField,
  plainMembers,
  type TraceDocument,
  type TraceList,
  traceLists,
} from './trace-document.ts';

/** The label of the trace's own subjects. */
const subjectLabel = 'pii.subject';

/** How many spans of each label are taken out of a text: those that were before, too. */
export type RedactionCounts = Readonly<Record<string, number>>;

/** Takes personal text out of free text, and counts what it took. */
export interface Redactor {
  readonly redact: (text: string) => string;
  readonly counts: () => RedactionCounts;
}

interface LabelledSpan extends Span {
  readonly label: string;
}

/** Markers that redaction leaves; never redacted again, even if a subject is called `pii`. */
const marker = new RegExp(
  `(\\[(?:${[...detectedLabels.map(({ label }) => label), subjectLabel].map((label) => label.replace('.', '\\.')).join('|')})\\])`,
);
const markers = new RegExp(marker, 'g');
const mostPasses = 10;

const wordCharacter = /[\p{L}\p{N}_]/u;

/** Finds a subject's id as a whole word, in any case. `ids` are folded and lower-case. */
const findSubjects = (text: string, ids: readonly string[]): LabelledSpan[] => {
  const { text: folded, original } = foldText(text);
  const lower = folded.toLowerCase();
  // A few characters change their length in lower case; then offsets hold only for the text as it is.
  const searched = lower.length === folded.length ? lower : folded;
  return ids.flatMap((id) => {
    const spans: LabelledSpan[] = [];
    for (let at = searched.indexOf(id); at !== -1; at = searched.indexOf(id, at + id.length)) {
      const end = at + id.length;
      const borders =
        !(wordCharacter.test(searched[at - 1] ?? '') && wordCharacter.test(id[0] ?? '')) &&
        !(wordCharacter.test(searched[end] ?? '') && wordCharacter.test(id.at(-1) ?? ''));
      if (borders) spans.push({ ...original({ start: at, end }), label: subjectLabel });
    }
    return spans;
  });
};

/**
 * Replaces every detected span, and every id of `subjectIds` that stands as a word of its own, by its label in brackets.
 * What has been redacted stays as it is when it is redacted again. A detector that throws is not caught: text that could
 * not be read is not stored.
 */
export const createRedactor = (subjectIds: readonly string[]): Redactor => {
  const ids = [...new Set(subjectIds.map((id) => foldText(id).text.toLowerCase().trim()))].filter(
    (id) => id !== '',
  );
  const counts = new Map<string, number>();
  const redactStretch = (text: string): string => {
    const spans: LabelledSpan[] = [
      ...detectedLabels.flatMap(({ label, find }) => find(text).map((span) => ({ ...span, label }))),
      ...findSubjects(text, ids),
    ].sort((a, b) => a.start - b.start || b.end - a.end);
    let redacted = '';
    let at = 0;
    for (const { start, end, label } of spans) {
      if (start >= at) redacted += `${text.slice(at, start)}[${label}]`;
      at = Math.max(at, end);
    }
    return redacted + text.slice(at);
  };
  const redactOnce = (text: string): string =>
    text
      .split(marker)
      .map((stretch, place) => (place % 2 === 1 ? stretch : redactStretch(stretch)))
      .join('');
  // Removing a span may reveal a match in its neighbours.
  const redact = (text: string): string => {
    let redacted = text;
    for (let pass = 0; pass < mostPasses; pass += 1) {
      const before = redacted;
      redacted = redactOnce(before);
      if (redacted === before) break;
    }
    for (const [, found = ''] of redacted.matchAll(markers)) {
      const label = found.slice(1, -1);
      counts.set(label, (counts.get(label) ?? 0) + 1);
    }
    return redacted;
  };
  return {
    redact,
    counts: () => Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
};

const redactDeep = (value: unknown, redact: Redactor['redact']): unknown => {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map((item) => redactDeep(item, redact));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [redact(key), redactDeep(item, redact)]),
  );
};

const redactPart = (
  part: unknown,
  fields: Readonly<Record<string, PartField>>,
  redact: Redactor['redact'],
): unknown =>
  isRecord(part)
    ? Object.fromEntries(
        Object.entries(part).map(([key, value]) => {
          const field = Object.hasOwn(fields, key) ? fields[key] : 'free';
          return field?.endsWith('free')
            ? [fields[key] ? key : redact(key), redactDeep(value, redact)]
            : [key, value];
        }),
      )
    : redactDeep(part, redact);

const isTraceList = (member: string): member is TraceList => Object.hasOwn(traceLists, member);

export interface RedactedTrace {
  readonly document: TraceDocument;
  readonly redactions: RedactionCounts;
}

/** The trace with its free text redacted (docs/rules.md §8): summary, verdict, free members of observations, unnamed members. */
export const redactTrace = (document: TraceDocument, subjectIds: readonly string[]): RedactedTrace => {
  const { redact, counts } = createRedactor(subjectIds);
  const redactMember = (member: string, value: unknown): unknown => {
    if (plainMembers.has(member)) return value;
    if (isTraceList(member) && Array.isArray(value))
      return value.map((part) => redactPart(part, traceLists[member], redact));
    if (member === 'audit_consensus') return redactPart(value, auditConsensusFields, redact);
    return redactDeep(value, redact);
  };
  const redacted = Object.fromEntries(
    Object.entries(document).map(([member, value]) => [member, redactMember(member, value)]),
  );
  return { document: redacted, redactions: counts() };
};
