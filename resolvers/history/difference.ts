import {
  type Segment as SegmentShape,
  type segmentOperations,
  wordDifference,
} from '#domain/versions/word-difference.ts';
import { builder } from '#resolvers/schema/builder.ts';
import type { idOf } from '#resolvers/schema/filters/id-arguments.ts';

const operations: Readonly<Record<(typeof segmentOperations)[number], { description: string }>> = {
  EQUAL: { description: 'Both versions have the text.' },
  INSERT: { description: 'The later version alone has the text.' },
  DELETE: { description: 'The earlier version alone has the text.' },
};

const SegmentOperation = builder.enumType('DifferenceOperation', {
  description: 'Which of two versions have a segment of text.',
  values: operations,
});

const Segment = builder.objectRef<SegmentShape>('DifferenceSegment').implement({
  description: 'A part of two texts that are compared by words.',
  fields: (t) => ({
    operation: t.expose('operation', { type: SegmentOperation, description: 'Which version has the text.' }),
    text: t.exposeString('text', { description: 'The text of the segment, with the spaces that it has.' }),
  }),
});

export const Difference = builder
  .objectRef<{ readonly from: string; readonly to: string }>('Difference')
  .implement({
    description: 'Two versions of a text as one sequence of segments.',
    fields: (t) => ({
      segments: t.field({
        type: [Segment],
        description:
          'In order: EQUAL and DELETE together are the one text, EQUAL and INSERT together the other, character by character. By words; where more than a thousand of them differ, in one piece.',
        resolve: ({ from, to }) => wordDifference(from, to),
      }),
    }),
  });

export const VersionedText = builder.enumType('VersionedText', {
  description: 'Which text of an item is compared.',
  values: {
    CONTENT: { description: 'The text of the item.' },
    SUMMARY: { description: 'The summary of a memory; empty where a version has none.' },
    NAME: { description: 'The name of an entity; empty where a version has none.' },
  },
});

/** Two versions of one thing, by the numbers that count them. */
export const revisionsToCompare = builder.args((t) => ({
  from: t.int({ required: true, description: 'The number of the one version, from 1.' }),
  to: t.int({ required: true, description: 'The number of the other version, from 1.' }),
}));

/** Two versions of one thing, each of which has an id of its own. */
export const otherVersion = (ofWhat: string, form: ReturnType<typeof idOf>) =>
  builder.args((t) => ({
    from: t.id({
      ...form,
      required: false,
      description: `The id of the one ${ofWhat}; absent: this one.`,
    }),
    to: t.id({ ...form, required: true, description: `The id of the other ${ofWhat}.` }),
  }));

/** The instant of a single item that is shown as it stood. */
export const asOfArg = builder.args((t) => ({
  asOf: t.field({
    type: 'DateTime',
    required: false,
    description:
      'The instant as of which it is shown, under today’s visibility and the id of a snapshot; null when it was not there yet. A later instant than now is taken as now. Absent: now.',
  }),
}));
