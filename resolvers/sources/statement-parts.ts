import type { ReviewScore } from '#domain/ingestion/review-score.ts';
import type { StatementContext as StatementContextFacts } from '#domain/ingestion/statement-context.ts';
import { builder } from '#resolvers/schema/builder.ts';

export const SourceSpan = builder
  .objectRef<{ start: number; end: number; text: string; speaker: string | null }>('SourceSpan')
  .implement({
    description: 'The text that a statement came from.',
    fields: (t) => ({
      start: t.exposeInt('start', {
        description: 'UTF-16 code units into the content of the source document or interaction.',
      }),
      end: t.exposeInt('end', { description: 'UTF-16 code units; the first that is no longer in it.' }),
      text: t.exposeString('text', {
        description:
          'The text of the span, `content.slice(start, end)` of the source, character by character; masked where the item is redacted.',
      }),
      speaker: t.exposeString('speaker', {
        nullable: true,
        description:
          'Who said it, as a transcript names them; null where the source is none, or where no one person is named.',
      }),
    }),
  });

const RecordStatus = builder.enumType('RecordStatus', {
  description: 'Where a record says that it stands.',
  values: {
    DRAFT: { description: 'The record is being written: it is a draft.' },
    PROPOSED: { description: 'The record is up for discussion or decision.' },
    ACCEPTED: { description: 'The record is in force: accepted, approved, final, active or implemented.' },
    DEFERRED: { description: 'The decision that the record is about was deferred.' },
    REJECTED: { description: 'The record was turned down or withdrawn.' },
    DEPRECATED: { description: 'The record is deprecated: it is no longer recommended.' },
    SUPERSEDED: { description: 'Another record has taken its place.' },
    UNKNOWN: {
      description: 'The record states its status in words that are not known. It is not taken as accepted.',
    },
  },
});

export const StatementContext = builder.objectRef<StatementContextFacts>('StatementContext').implement({
  description: 'What an extracted statement needs beside its words to stand alone.',
  fields: (t) => ({
    headingPath: t.exposeStringList('headingPath', {
      description: 'The headings that it stands under, outermost first; empty where there is none.',
    }),
    leadIn: t.exposeString('leadIn', {
      nullable: true,
      description:
        'The sentence that announces its list or table; null where there is none, and where it is part of the content.',
    }),
    subject: t.exposeString('subject', {
      nullable: true,
      description:
        'What its section is about: the innermost heading that names a matter, else the title of the document; null without either.',
    }),
    recordStatus: t.expose('recordStatus', {
      type: RecordStatus,
      nullable: true,
      description:
        'Status of its record: of the row of its table, else of its section, else of its document; null where none is written. Unless it is ACCEPTED or null, the statement is routed to review.',
    }),
    recordDate: t.exposeString('recordDate', {
      nullable: true,
      description:
        'The date of its meeting by the heading, else of the record, as `YYYY-MM-DD`; null where none is written.',
    }),
  }),
});

export const ReviewScoreTerm = builder.objectRef<ReviewScore['terms'][number]>('ReviewScoreTerm').implement({
  description: 'One term of a review score.',
  fields: (t) => ({
    term: t.exposeString('term', {
      description:
        'The extraction rule, or what holds for the statement: DEMANDS, SHORT, HEDGED and the like.',
    }),
    weight: t.exposeFloat('weight', { description: 'What it adds, in natural logarithms of odds.' }),
  }),
});

export const ConfidenceBreakdown = builder
  .objectRef<{ prior: number; structuralSignalMultiplier: number; freshnessBonus: number; final: number }>(
    'ConfidenceBreakdown',
  )
  .implement({
    description:
      'How the confidence of an extracted item was computed when it was written; later evidence changes none of it. Every number is rounded to 6 decimals.',
    fields: (t) => ({
      prior: t.exposeFloat('prior', { description: "How far the rule's shape alone is believed." }),
      structuralSignalMultiplier: t.exposeFloat('structuralSignalMultiplier', {
        description: 'What the place of the text adds or takes.',
      }),
      freshnessBonus: t.exposeFloat('freshnessBonus', {
        description: 'The factor by which a recent source raises the confidence.',
      }),
      final: t.exposeFloat('final', { description: 'The product of the three before rounding.' }),
    }),
  });
