import { attributeSpan, mayBeProgram, segmentTurns } from '#domain/ingestion/turns.ts';
import { isDenial } from './denial.ts';
import { type DetectionType, isDetectionType } from './detection-types.ts';

/** Somebody vouched for a memory in an interaction: a model named it, and its quote stands in the text. */
export type VerificationEvent = {
  readonly memoryId: string;
  readonly detectionType: DetectionType;
  /** Text as it appears in the interaction. */
  readonly quote: string;
  /** Speaker of the quote. */
  readonly verifier: string;
};

export interface VerificationFacts {
  readonly text: string;
  /** The memories that the model was asked about, with their words, by id. */
  readonly offered: ReadonlyMap<string, string>;
  /** Speaker to assume where the text names nobody, or only a `user`. */
  readonly person: string;
}

export interface VerificationReading {
  readonly events: readonly VerificationEvent[];
  /** How many things it named that are no verification. */
  readonly ignored: number;
}

/** A model that names more than this of one interaction is making them up. */
const mostEvents = 100;
const longestQuote = 2_000;

const anyPerson: ReadonlySet<string> = new Set(['user', 'human']);

interface NamedFields {
  readonly memory?: unknown;
  readonly detectionType?: unknown;
  readonly quote?: unknown;
}
const asFields = (value: unknown): NamedFields => (typeof value === 'object' && value !== null ? value : {});

/**
 * Checks what a model named as verification events of one interaction. A memory that it was not asked about, a quote that
 * is not there character for character or that denies the memory, a machine's words and repeats are ignored; an unknown
 * type of detection is a confirmation. A confidence that it sends is not read. Takes any JSON and never throws.
 */
export const readVerificationEvents = (
  { text, offered, person }: VerificationFacts,
  named: readonly unknown[],
): VerificationReading => {
  const turns = segmentTurns(text);
  const events = new Map<string, VerificationEvent>();
  for (const value of named.slice(0, mostEvents)) {
    const { memory, detectionType, quote: given } = asFields(value);
    const quote = typeof given === 'string' ? given.trim() : '';
    const at = quote === '' || quote.length > longestQuote ? -1 : text.indexOf(quote);
    const content = typeof memory === 'string' ? offered.get(memory) : undefined;
    if (typeof memory !== 'string' || content === undefined || at === -1 || isDenial(quote, content))
      continue;
    const said = attributeSpan(turns, at, at + quote.length);
    const speaker = said.speaker?.toLowerCase() ?? null;
    // A program's words in a transcript verify nothing.
    if (mayBeProgram(speaker)) continue;
    const event: VerificationEvent = {
      memoryId: memory,
      detectionType:
        typeof detectionType === 'string' && isDetectionType(detectionType) ? detectionType : 'CONFIRMATION',
      quote: text.slice(said.start, said.end),
      verifier: said.speaker === null || anyPerson.has(speaker ?? '') ? person : said.speaker,
    };
    events.set(JSON.stringify(event), event);
  }
  return { events: [...events.values()], ignored: named.length - events.size };
};
