import { projectIdOf, projectNameOf } from '#domain/privacy/named-ids.ts';
import { extractionsOfProject } from '#persistence/ingestion/source-lists.ts';
import {
  deliveriesOfProject,
  documentsOfProject,
  entitiesOfProject,
  interactionsOfProject,
  memoriesOfProject,
  projects,
  stateOfProject,
  wavesOfProject,
} from '#persistence/people/projects.ts';
import { BundleReceiptConnection } from '#resolvers/bundle/bundle-receipt.ts';
import { ExtractionConnection } from '#resolvers/extraction/extraction.ts';
import { EntityConnection } from '#resolvers/items/entity.ts';
import { MemoryConnection } from '#resolvers/items/memory.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { ofName, pageArgs, selectionArgs } from '#resolvers/schema/connection.ts';
import { itemListArgs } from '#resolvers/schema/filters/item-filter.ts';
import {
  DocumentFilter,
  DocumentOrder,
  ExtractionFilter,
  ExtractionOrder,
  IngestionWaveFilter,
  IngestionWaveOrder,
  InteractionFilter,
  InteractionOrder,
} from '#resolvers/schema/filters/source-filters.ts';
import { findProject, Project, projectOf } from '#resolvers/schema/named.ts';
import { idAsked, NameOrder, nameFilter, nameOrId, readNames } from '#resolvers/schema/named-queries.ts';
import { DocumentConnection } from '#resolvers/sources/document.ts';
import { IngestionWaveConnection } from '#resolvers/sources/ingestion-wave.ts';
import { InteractionConnection } from '#resolvers/sources/interaction.ts';
import { MemoryStats } from './contributions.ts';
import { ProjectStateConnection } from './project-state.ts';

builder.node(Project, {
  description: 'What belongs together under one name. Exists for a viewer who sees anything of it.',
  id: { resolve: ({ id }) => id, description: 'The id of the project, `prj_…`.' },
  loadWithoutCache: (id, context) => findProject(projectNameOf(id), context),
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The name by which inputs know it.' }),
    memories: t.field({
      type: MemoryConnection,
      description:
        'The memories of the project, in any status, oldest first, as far as the viewer may see them; personal ones are not listed.',
      ...ofName.rows(memoriesOfProject, (loaders) => [
        loaders.memoriesOfProject,
        loaders.memoryCountsOfProject,
      ]),
      args: itemListArgs,
    }),
    entities: t.field({
      type: EntityConnection,
      description:
        'The entities of the project, in any status, oldest first, as far as the viewer may see them; personal ones are not listed.',
      ...ofName.rows(entitiesOfProject, (loaders) => [
        loaders.entitiesOfProject,
        loaders.entityCountsOfProject,
      ]),
      args: itemListArgs,
    }),
    documents: t.field({
      type: DocumentConnection,
      description:
        'The documents of the project in every version, oldest first, as far as the viewer may see them.',
      ...ofName.rows(documentsOfProject, (loaders) => [
        loaders.documentsOfProject,
        loaders.documentCountsOfProject,
      ]),
      args: selectionArgs(DocumentFilter, DocumentOrder),
    }),
    interactions: t.field({
      type: InteractionConnection,
      description:
        'The interactions of the project, oldest first, as far as the viewer may read them whole; personal ones are not listed.',
      ...ofName.rows(interactionsOfProject, (loaders) => [
        loaders.interactionsOfProject,
        loaders.interactionCountsOfProject,
      ]),
      args: selectionArgs(InteractionFilter, InteractionOrder),
    }),
    extractions: t.field({
      type: ExtractionConnection,
      description:
        'The extractions of the project, oldest first, as far as the viewer may see them; personal ones are not listed.',
      ...ofName.rows(extractionsOfProject, (loaders) => [
        loaders.extractionsOfProject,
        loaders.extractionCountsOfProject,
      ]),
      args: selectionArgs(ExtractionFilter, ExtractionOrder),
    }),
    waves: t.field({
      type: IngestionWaveConnection,
      description: 'The waves in which its documents came, oldest first, as far as the viewer may see them.',
      ...ofName.rows(wavesOfProject, (loaders) => [loaders.wavesOfProject, loaders.waveCountsOfProject]),
      args: selectionArgs(IngestionWaveFilter, IngestionWaveOrder),
    }),
    state: t.field({
      type: ProjectStateConnection,
      description: 'The trusted state (L3) of the project, in the order in which the entries were first set.',
      ...ofName.rows(stateOfProject, (loaders) => [loaders.stateOfProject, loaders.stateCountsOfProject]),
    }),
    deliveries: t.field({
      type: BundleReceiptConnection,
      description:
        'The receipts of bundles that were asked for the project, oldest first: to auditors and admins all of them, to others their own.',
      ...ofName.refs(
        deliveriesOfProject,
        (loaders) => [loaders.deliveriesOfProject, loaders.deliveryCountsOfProject],
        (loaders) => loaders.receipts,
      ),
    }),
    statistics: t.field({
      type: MemoryStats,
      description: 'Figures about its memories, as far as the viewer may see them.',
      resolve: ({ name }, _args, { reads: { loaders } }) => loaders.memoryStats.load(name),
    }),
  }),
});

const ProjectConnection = builder.connectionObject(
  { name: 'ProjectConnection', type: Project, description: 'A page of projects.' },
  { name: 'ProjectEdge', description: 'A project in a list.' },
);

const ProjectFilter = nameFilter('ProjectFilter', 'projects');

builder.queryFields((t) => ({
  project: t.field({
    type: Project,
    nullable: true,
    description: 'One project; null when the viewer sees nothing of it.',
    args: nameOrId('project', 'prj_'),
    resolve: (_root, asked, context) => findProject(projectNameOf(idAsked(asked, projectIdOf)), context),
  }),
  projects: t.field({
    type: ProjectConnection,
    nullable: true,
    description: 'The projects of which the viewer sees anything, by name.',
    args: {
      filter: t.arg({
        type: ProjectFilter,
        required: false,
        description: 'Which projects are listed; absent: all of which the viewer sees anything.',
      }),
      orderBy: t.arg({
        type: NameOrder,
        required: false,
        description: 'The order of the list; absent: by name, ascending.',
      }),
      ...pageArgs,
    },
    resolve: (_root, { filter, orderBy, ...args }, context) =>
      readNames(projects, { filter, orderBy }, args, context, projectOf),
  }),
}));
