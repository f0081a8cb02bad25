import type { Origin } from '#domain/impact/origin.ts';
import { mayReadField } from '#domain/privacy/field-access.ts';
import { builder } from './builder.ts';
import type { GraphQLContext } from './context.ts';
import { gatedBy } from './required-roles.ts';

export const Impact = builder.objectRef<Origin>('Impact');

/** The field of a node from which items can come: what came from it. */
export const impactOf = <Row>(originOf: (row: Row) => Origin) =>
  ({
    type: Impact,
    nullable: true,
    description:
      'What was read from it and what was derived of that, as far as the viewer may see; null for all but reviewers and admins.',
    ...gatedBy('impact'),
    resolve: (row: Row, _args: object, { viewer }: GraphQLContext) =>
      mayReadField(viewer, 'impact') ? originOf(row) : null,
  }) as const;
