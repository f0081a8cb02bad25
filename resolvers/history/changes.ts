import { DomainError } from '#domain/domain-error.ts';
import { changesBySpan } from '#persistence/versions/changes-by-span.ts';
import { changesOfProject } from '#persistence/versions/timeline.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { itself, readNestedConnection, selectionArgs } from '#resolvers/schema/connection.ts';
import { refusingBadInput } from '#resolvers/schema/errors.ts';
import { oneName } from '#resolvers/schema/filters/known-names.ts';
import { TimelineFilter, TimelineOrder } from '#resolvers/schema/filters/timeline-filter.ts';
import { TimelineConnection } from './timeline.ts';

/** Throws `input.invalid` for an end before the start. */
const assertInOrder = (from: Date, to: Date | null | undefined): void => {
  if (to != null && to < from)
    throw new DomainError(
      'input.invalid',
      `The end, ${to.toISOString()}, is before the start, ${from.toISOString()}. Send the earlier instant as from.`,
      ['to'],
    );
};

builder.queryField('changes', (t) =>
  t.field({
    type: TimelineConnection,
    nullable: true,
    description:
      'What changed in a project between two instants, as far as the viewer may see it, oldest first: memories and entities written, reworded, promoted, rejected, superseded, retired or otherwise changed, evidence, relations, contradictions found and resolved, trusted state, versions of documents. Personal items are left out.',
    args: {
      project: t.arg.string({ ...oneName('project', 'The name of the project.'), required: true }),
      from: t.arg({ type: 'DateTime', required: true, description: 'The start: at or after this instant.' }),
      to: t.arg({
        type: 'DateTime',
        required: false,
        description: 'The end: before this instant; absent: until now.',
      }),
      ...selectionArgs(TimelineFilter, TimelineOrder),
    },
    resolve: (_root, { project, from, to, filter, ...args }, { reads: { loaders }, now }) =>
      refusingBadInput(() => {
        assertInOrder(from, to);
        return readNestedConnection(
          project,
          { ...args, filter: { ...filter, between: { gte: from, lt: to } } },
          changesOfProject,
          changesBySpan(loaders.changesOfProject, { from, to: to ?? null }, now()),
          loaders.changeCountsOfProject,
          itself,
        );
      }),
  }),
);
