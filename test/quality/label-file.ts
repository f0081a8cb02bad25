import { type MemoryKind, memoryKinds } from '#domain/ingestion/kinds.ts';

export const documentKinds = [
  'decisions',
  'requirements',
  'rules',
  'minutes',
  'proposals',
  'incidents',
  'conversations',
] as const;
export type DocumentKind = (typeof documentKinds)[number];
export const isDocumentKind = (kind: string): kind is DocumentKind =>
  documentKinds.some((known) => known === kind);

/** keep: can be believed as it stands. edit: worth believing once a word is added or taken away. junk: not a statement. */
export const verdicts = ['keep', 'edit', 'junk'] as const;
export type Verdict = (typeof verdicts)[number];

/** UTF-16 code units into the text: [start, end). */
export type Span = readonly [start: number, end: number];

export interface Label {
  readonly verdict: Verdict;
  /** False for what may be proposed and need not be: it counts for precision, not for recall. */
  readonly wanted: boolean;
  /** Kinds of memory it may become; empty for junk. */
  readonly kinds: readonly MemoryKind[];
  readonly span: Span;
  /** Parts that an `edit` must be joined with to stand alone: a lead-in, a subject, the head of a column. */
  readonly needs: readonly Span[];
}

/** ACCEPTED is in force; the others are not, and are never told as a standing decision. */
export const recordStandings = ['DRAFT', 'PROPOSED', 'ACCEPTED', 'REJECTED', 'SUPERSEDED'] as const;
export type RecordStanding = (typeof recordStandings)[number];

export interface Source {
  /** `own`, or the public collection (`owner/name`). */
  readonly collection: string;
  readonly path?: string;
  readonly commit?: string;
  readonly licence?: string;
  /** `36-87`: an excerpt, by lines of the source. */
  readonly lines?: string;
}

/** A document that was read whole. */
export interface LabelledDocument {
  readonly name: string;
  readonly kind: DocumentKind;
  readonly source: Source;
  /** Status of the record in the sense of its template; absent where it states none. */
  readonly status?: RecordStanding;
  readonly length: number;
  readonly sha256: string;
  readonly labels: readonly Label[];
}

/** One label a line: `["edit", "DECISION|REQUIREMENT", 120, 310, [[80, 119]]]`. */
export const labelFile = ({ labels, ...head }: LabelledDocument): string => {
  const lines = labels.map(({ verdict, wanted, kinds, span, needs }) =>
    JSON.stringify([
      wanted ? verdict : `${verdict}?`,
      kinds.join('|'),
      ...span,
      ...(needs.length === 0 ? [] : [needs]),
    ]),
  );
  return `${JSON.stringify(head, null, 1).slice(0, -2)},\n "labels": [\n  ${lines.join(',\n  ')}\n ]\n}\n`;
};

const asKinds = (joined: string): readonly MemoryKind[] =>
  joined === ''
    ? []
    : joined.split('|').map((word) => {
        const kind = memoryKinds.find((known) => known === word);
        if (kind === undefined) throw new Error(`There is no kind of memory ${word}.`);
        return kind;
      });

const verdictOf = (written: string): Verdict => {
  const verdict = verdicts.find((known) => known === written.replace('?', ''));
  if (verdict === undefined) throw new Error(`There is no verdict ${written}.`);
  return verdict;
};

export const readLabelFile = (json: string): LabelledDocument => {
  const { labels, ...head } = JSON.parse(json) as Omit<LabelledDocument, 'labels'> & {
    readonly labels: readonly (readonly [
      Verdict | `${Verdict}?`,
      string,
      number,
      number,
      (readonly Span[])?,
    ])[];
  };
  return {
    ...head,
    labels: labels.map(([written, kinds, start, end, needs = []]) => ({
      verdict: verdictOf(written),
      wanted: !written.endsWith('?'),
      kinds: asKinds(kinds),
      span: [start, end],
      needs,
    })),
  };
};
