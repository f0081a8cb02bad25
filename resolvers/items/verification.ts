import { type OwnerKind as Kind, ownerKinds } from '#domain/verification/verification.ts';
import type { ItemRow } from '#persistence/reading/item-rows.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { Candidate } from '#resolvers/schema/candidate.ts';
import { columns } from '#resolvers/schema/columns.ts';

const kinds: Readonly<Record<Kind, string>> = {
  USER: 'A user, by the name of their tokens.',
  GROUP: 'A group, by the name that tokens carry.',
};

export const OwnerKind = builder.enumType('OwnerKind', {
  description: 'What looks after an item.',
  values: Object.fromEntries(ownerKinds.map((kind) => [kind, { description: kinds[kind] }])) as Record<
    Kind,
    { description: string }
  >,
});

const Owner = builder.objectRef<{ readonly kind: Kind; readonly name: string }>('Owner').implement({
  description: 'Who looks after an item. It gives nobody a right.',
  fields: (t) => ({
    kind: t.expose('kind', { type: OwnerKind, description: 'Whether the owner is a user or a group.' }),
    name: t.exposeString('name', { description: 'The name that tokens carry.' }),
  }),
});

builder.interfaceFields(Candidate, (t) => ({
  verifyBy: t.expose('verifyBy', {
    type: 'DateTime',
    nullable: true,
    description:
      'When a person is to look at it again: the date that a reviewer set, else, of a memory, when its effective confidence will be below the threshold of the installation. Null when nobody need, and while it was never believed.',
  }),
  verifiedAt: t.expose('verifiedAt', {
    type: 'DateTime',
    nullable: true,
    description: 'When a reviewer last verified the item, in UTC; null when none did.',
  }),
  holdsFrom: t.expose('holdsFrom', {
    type: 'DateTime',
    nullable: true,
    description:
      'Since when what the item says holds in the world, in UTC: the day of the record, the entry or the conversation that says it, unless a reviewer set another. Null when nobody said.',
  }),
  holdsUntil: t.expose('holdsUntil', {
    type: 'DateTime',
    nullable: true,
    description:
      'Until when what the item says holds in the world, in UTC, as a reviewer set it; null: without an end. From then on it is in no bundle, and waits in the inbox as EXPIRED.',
  }),
  owner: t.field({
    type: Owner,
    nullable: true,
    description: 'Who looks after it; null: nobody in particular. For viewers who see the item.',
    ...columns<ItemRow>('ownerKind', 'ownerName'),
    resolve: ({ ownerKind, ownerName }) =>
      ownerKind === null || ownerName === null ? null : { kind: ownerKind, name: ownerName },
  }),
}));
