import { userIdOf, userNameOf } from '#domain/privacy/named-ids.ts';
import { deliveriesOfUser, stateOfUser } from '#persistence/people/projects.ts';
import {
  documentsOfUser,
  entitiesOfUser,
  evidenceOfUser,
  interactionsOfUser,
  memoriesOfUser,
  users,
} from '#persistence/people/users.ts';
import { decisionsOfUser } from '#persistence/versions/timeline.ts';
import { BundleReceiptConnection } from '#resolvers/bundle/bundle-receipt.ts';
import { TimelineConnection } from '#resolvers/history/timeline.ts';
import { EntityConnection } from '#resolvers/items/entity.ts';
import { EvidenceConnection } from '#resolvers/items/evidence.ts';
import { MemoryConnection } from '#resolvers/items/memory.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { ofName, pageArgs, selectionArgs } from '#resolvers/schema/connection.ts';
import type { GraphQLContext } from '#resolvers/schema/context.ts';
import { itemListArgs } from '#resolvers/schema/filters/item-filter.ts';
import {
  DocumentFilter,
  DocumentOrder,
  InteractionFilter,
  InteractionOrder,
} from '#resolvers/schema/filters/source-filters.ts';
import { TimelineFilter, TimelineOrder } from '#resolvers/schema/filters/timeline-filter.ts';
import { impactOf } from '#resolvers/schema/impact-field.ts';
import { type Named, User, userOf } from '#resolvers/schema/named.ts';
import { idAsked, NameOrder, nameFilter, nameOrId, readNames } from '#resolvers/schema/named-queries.ts';
import { DocumentConnection } from '#resolvers/sources/document.ts';
import { InteractionConnection } from '#resolvers/sources/interaction.ts';
import { ProjectStateConnection } from './project-state.ts';

const findUser = async (
  name: string | null,
  { reads: { loaders } }: GraphQLContext,
): Promise<Named | null> =>
  name !== null && (await loaders.users.load(name)) !== null ? userOf(name) : null;

builder.node(User, {
  description:
    'Somebody who contributed, edited, verified, reviewed or set something. Exists for a viewer who sees anything that names them, and for themselves.',
  id: { resolve: ({ id }) => id, description: 'The id of the user, `usr_…`.' },
  loadWithoutCache: (id, context) => findUser(userNameOf(id), context),
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The name by which tokens and inputs know them.' }),
    memories: t.field({
      type: MemoryConnection,
      description:
        'What they contributed, in whatever status, oldest first, as far as the viewer may see it; personal ones are not listed.',
      ...ofName.rows(memoriesOfUser, (loaders) => [loaders.memoriesOfUser, loaders.memoryCountsOfUser]),
      args: itemListArgs,
    }),
    entities: t.field({
      type: EntityConnection,
      description:
        'The entities that they contributed, in whatever status, oldest first, as far as the viewer may see them; personal ones are not listed.',
      ...ofName.rows(entitiesOfUser, (loaders) => [loaders.entitiesOfUser, loaders.entityCountsOfUser]),
      args: itemListArgs,
    }),
    documents: t.field({
      type: DocumentConnection,
      description: 'The documents that they ingested, oldest first, as far as the viewer may see them.',
      ...ofName.rows(documentsOfUser, (loaders) => [loaders.documentsOfUser, loaders.documentCountsOfUser]),
      args: selectionArgs(DocumentFilter, DocumentOrder),
    }),
    interactions: t.field({
      type: InteractionConnection,
      description:
        'The interactions that they recorded, oldest first, as far as the viewer may read them whole; personal ones are not listed.',
      ...ofName.rows(interactionsOfUser, (loaders) => [
        loaders.interactionsOfUser,
        loaders.interactionCountsOfUser,
      ]),
      args: selectionArgs(InteractionFilter, InteractionOrder),
    }),
    decisions: t.field({
      type: TimelineConnection,
      description:
        'What they decided, oldest first, as far as the viewer may see it: statuses that they changed, contradictions that they resolved, routings that they decided.',
      ...ofName.rows(decisionsOfUser, (loaders) => [loaders.decisionsOfUser, loaders.decisionCountsOfUser]),
      args: selectionArgs(TimelineFilter, TimelineOrder),
    }),
    impact: t.field(impactOf(({ name }: Named) => ({ kind: 'contributor', name }))),
    projectState: t.field({
      type: ProjectStateConnection,
      description:
        'The entries of trusted project state (L3) whose present value they set, in the order in which the entries were first set.',
      ...ofName.rows(stateOfUser, (loaders) => [loaders.stateOfUser, loaders.stateCountsOfUser]),
    }),
    deliveries: t.field({
      type: BundleReceiptConnection,
      description:
        'The receipts of bundles that were given to them, oldest first: to auditors and admins all of them, to others their own.',
      ...ofName.refs(
        deliveriesOfUser,
        (loaders) => [loaders.deliveriesOfUser, loaders.deliveryCountsOfUser],
        (loaders) => loaders.receipts,
      ),
    }),
    evidence: t.field({
      type: EvidenceConnection,
      description:
        'The verification events of the user, oldest first, as far as the viewer may read who verified; those of personal memories are not listed.',
      ...ofName.refs(
        evidenceOfUser,
        (loaders) => [loaders.evidenceOfUser, loaders.evidenceCountsOfUser],
        (loaders) => loaders.evidence,
      ),
    }),
  }),
});

const UserConnection = builder.connectionObject(
  { name: 'UserConnection', type: User, description: 'A page of users.' },
  { name: 'UserEdge', description: 'A user in a list.' },
);

const UserFilter = nameFilter('UserFilter', 'users');

builder.queryFields((t) => ({
  user: t.field({
    type: User,
    nullable: true,
    description: 'One user; null when nothing that the viewer sees names them.',
    args: nameOrId('user', 'usr_'),
    resolve: (_root, asked, context) => findUser(userNameOf(idAsked(asked, userIdOf)), context),
  }),
  users: t.field({
    type: UserConnection,
    nullable: true,
    description: 'The users whom anything that the viewer sees names, and the viewer, by name.',
    args: {
      filter: t.arg({
        type: UserFilter,
        required: false,
        description: 'Which users are listed; absent: all whom anything that the viewer sees names.',
      }),
      orderBy: t.arg({
        type: NameOrder,
        required: false,
        description: 'The order of the list; absent: by name, ascending.',
      }),
      ...pageArgs,
    },
    resolve: (_root, { filter, orderBy, ...args }, context) =>
      readNames(users, { filter, orderBy }, args, context, userOf),
  }),
}));
