import {
  type ProjectStateRow,
  type ProjectStateVersionRow,
  projectStateOf,
} from '#persistence/project-state.ts';
import { auditTrailOf } from '#resolvers/history/audit-event.ts';
import { asOfArg, Difference, revisionsToCompare } from '#resolvers/history/difference.ts';
import { builder } from '#resolvers/schema/builder.ts';
import type { GraphQLContext } from '#resolvers/schema/context.ts';
import { Layer, Trust } from '#resolvers/schema/enums.ts';
import { idOf } from '#resolvers/schema/filters/id-arguments.ts';
import { Project, projectOf, User, userOf } from '#resolvers/schema/named.ts';
import { atInstant, orAsItStood } from '#resolvers/schema/snapshots.ts';

const ProjectStateVersion = builder.objectRef<ProjectStateVersionRow>('ProjectStateVersion').implement({
  description: 'A value that an entry of project state has had.',
  fields: (t) => ({
    version: t.exposeInt('version', { description: 'The place of the version in the history, from 1 on.' }),
    value: t.exposeString('value', { description: 'The value of this version.' }),
    note: t.exposeString('note', {
      nullable: true,
      description: 'The reason for the value; null when the curator gave none.',
    }),
    setBy: t.field({
      type: User,
      description: 'The curator who set this version.',
      resolve: ({ setBy }) => userOf(setBy),
    }),
    setAt: t.expose('setAt', { type: 'DateTime', description: 'When the value was set, in UTC.' }),
  }),
});

export const ProjectStateEntry = builder.objectRef<ProjectStateRow>('ProjectStateEntry');

const loadEntry = (id: string, { reads }: GraphQLContext) => reads.loaders.projectState.load(id);
const loadEntryAt = atInstant('ProjectStateEntry', loadEntry);

builder.node(ProjectStateEntry, {
  description: 'Trusted project state (L3): written by a curator’s hand, never from an item below it.',
  id: {
    resolve: ({ id }) => id,
    description:
      'The id of the entry, `pst_…`; it is the same for every version. In an answer `asOf` it ends in `@<instant>`, and `node` gives the entry as it stood then.',
  },
  loadWithoutCache: orAsItStood('ProjectStateEntry', loadEntry),
  fields: (t) => ({
    project: t.field({
      type: Project,
      description: 'The name of the project.',
      resolve: ({ project }) => projectOf(project),
    }),
    category: t.exposeString('category', { description: 'What kind of state it is, in the tenant’s words.' }),
    key: t.exposeString('key', { description: 'What it is the state of.' }),
    value: t.exposeString('value', { description: 'The present value of the entry.' }),
    note: t.exposeString('note', {
      nullable: true,
      description: 'The reason for the value; null when the curator gave none.',
    }),
    version: t.exposeInt('version', { description: 'Counts its values, from 1; for `expectedRevision`.' }),
    layer: t.field({
      type: Layer,
      description: 'The layer of the entry: always `L3`.',
      resolve: () => 'L3' as const,
    }),
    trust: t.field({
      type: Trust,
      description: 'The trust in the entry: always `HIGHEST`.',
      resolve: () => 'HIGHEST' as const,
    }),
    setBy: t.field({
      type: User,
      description: 'The curator who wrote the present value.',
      resolve: ({ setBy }) => userOf(setBy),
    }),
    setAt: t.expose('setAt', { type: 'DateTime', description: 'When the value was set, in UTC.' }),
    previous: t.field({
      type: ProjectStateVersion,
      nullable: true,
      description: 'The value before the present one; null for the first.',
      resolve: async ({ id, version }, _args, { reads }) =>
        (await reads.loaders.projectStateHistory.load(id)).find((former) => former.version === version - 1) ??
        null,
    }),
    history: t.field({
      type: [ProjectStateVersion],
      description: 'Every value it has had, the present one first.',
      resolve: async ({ id, version }, _args, { reads }) =>
        (await reads.loaders.projectStateHistory.load(id)).filter((former) => former.version <= version),
    }),
    auditTrail: t.field(auditTrailOf),
    diff: t.field({
      type: Difference,
      nullable: true,
      description: 'Two values of the entry, compared by words; null when there is no such version.',
      args: revisionsToCompare,
      resolve: async ({ id }, { from, to }, { reads }) => {
        const history = await reads.loaders.projectStateHistory.load(id);
        const [before, after] = [from, to].map((wanted) => history.find(({ version }) => version === wanted));
        return before && after ? { from: before.value, to: after.value } : null;
      },
    }),
  }),
});

export const ProjectStateConnection = builder.connectionObject(
  {
    name: 'ProjectStateConnection',
    type: ProjectStateEntry,
    description: 'A page of trusted project state.',
  },
  { name: 'ProjectStateEdge', description: 'An entry of trusted project state in a list.' },
);

builder.queryFields((t) => ({
  projectState: t.field({
    type: [ProjectStateEntry],
    nullable: true,
    description: 'The trusted state of a project, by category and key.',
    args: {
      project: t.arg.string({
        required: true,
        description: 'The name of the project; one that holds nothing yet has no entries.',
      }),
      category: t.arg.string({
        required: false,
        description: 'Only entries of this category; absent: of every one.',
      }),
      asOf: t.arg({
        type: 'DateTime',
        required: false,
        description:
          'The values that stood at this instant, each entry under the id of a snapshot; those that were not there yet are left out. A later instant than now is taken as now. Absent: now.',
      }),
    },
    resolve: async (_root, { project, category, asOf }, context) => {
      const entries = await projectStateOf(context.reads.session, project, category ?? null);
      if (asOf == null) return [...entries];
      const at = new Date(Math.min(asOf.getTime(), context.now().getTime()));
      for (const entry of entries) context.reads.loaders.projectState.prime(entry.id, entry);
      const then = await Promise.all(entries.map(({ id }) => loadEntryAt(id, at, context)));
      return then.filter((entry) => entry !== null);
    },
  }),
  projectStateEntry: t.field({
    type: ProjectStateEntry,
    nullable: true,
    description: 'One entry of trusted project state; null when it is missing or hidden.',
    args: {
      id: t.arg.id({
        ...idOf('ProjectStateEntry'),
        required: true,
        description: 'The id of the entry, `pst_…`.',
      }),
      ...asOfArg,
    },
    resolve: (_root, { id, asOf }, context) => loadEntryAt(id, asOf, context),
  }),
}));
