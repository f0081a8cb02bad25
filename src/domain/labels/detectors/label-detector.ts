import type { Span } from '#domain/labels/folded-text.ts';

/** The spans of one label in a folded text, in order, without overlaps. Linear in the length of the text. */
export type LabelDetector = (folded: string) => Span[];
