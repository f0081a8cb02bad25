import type DataLoader from 'dataloader';
import { standingId } from '#domain/input/shown-id.ts';
import { policyMask } from '#domain/labels/policy/mask.ts';
import type { EntityRow, ItemRow, MemoryRow } from '#persistence/reading/item-rows.ts';
import { checksOfEntity, checksOfMemory, type SourceCheckRow } from '#persistence/sources/checks-reading.ts';
import { Difference } from '#resolvers/history/difference.ts';
import { Entity, EntityConnection } from '#resolvers/items/entity.ts';
import { Memory, MemoryConnection } from '#resolvers/items/memory.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { Candidate, loadItem } from '#resolvers/schema/candidate.ts';
import { columns } from '#resolvers/schema/columns.ts';
import { nestedArgs, readPlaces, rowsOfItem } from '#resolvers/schema/connection.ts';
import { SourceState } from '#resolvers/schema/enums.ts';
import { Document } from './document.ts';

/** Rows by id, null for each that the viewer does not see. */
const seenOf = <Row>(
  rows: Pick<DataLoader<string, Row | null>, 'load'>,
  ids: readonly string[],
): Promise<(Row | null)[]> => Promise.all(ids.map((id) => rows.load(id)));

/** A check, or that there was none. */
type Shown = SourceCheckRow | { readonly state: 'UNKNOWN' };
const madeOf = (shown: Shown): SourceCheckRow | null => ('id' in shown ? shown : null);

const CheckedSpan = builder
  .objectRef<{ readonly start: number; readonly end: number; readonly text: string }>('CheckedSpan')
  .implement({
    description: 'Where a version of a source says a statement, or what took its place.',
    fields: (t) => ({
      start: t.exposeInt('start', {
        description: 'UTF-16 code units into the content of the document.',
      }),
      end: t.exposeInt('end', { description: 'UTF-16 code units; the first that is no longer in it.' }),
      text: t.exposeString('text', {
        description:
          'The characters that stand there, with `[REDACTED by policy]` for what the label policy withholds.',
      }),
    }),
  });

const SourceCheck = builder.objectRef<Shown>('SourceCheck').implement({
  description:
    'What became of the statement that an item came from when its source changed. The provenance itself never changes.',
  fields: (t) => ({
    state: t.field({
      type: SourceState,
      description: 'What the check found in the present version of the source.',
      resolve: ({ state }) => state,
    }),
    checkedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the source was checked, in UTC; null when it never was.',
      resolve: (shown) => madeOf(shown)?.checkedAt ?? null,
    }),
    document: t.field({
      type: Document,
      nullable: true,
      description:
        'The version that was looked at, or where the words were found; of a withdrawn path the last version. Null when nothing was checked, or when it is hidden.',
      resolve: (shown, _args, { reads }) => {
        const made = madeOf(shown);
        return made && reads.loaders.documents.load(made.documentId);
      },
    }),
    span: t.field({
      type: CheckedSpan,
      nullable: true,
      description:
        'Where the statement, or what took its place, stands in that document; null where it does not, where nobody knows, and where the document is hidden.',
      resolve: (shown) => {
        const { spanStart: start = null, spanEnd: end = null, spanText: text = null } = madeOf(shown) ?? {};
        return start === null || end === null || text === null ? null : { start, end, text };
      },
    }),
    diff: t.field({
      type: Difference,
      nullable: true,
      description:
        'What the source of the item said and what stands there in its place, compared by words. Null unless the state is REWORDED, and where either text is hidden, or masked by the label policy.',
      resolve: (shown) => {
        const { state, said = null, spanText = null } = madeOf(shown) ?? {};
        if (state !== 'REWORDED' || said === null || spanText === null) return null;
        return [said, spanText].some((text) => text.includes(policyMask))
          ? null
          : { from: said, to: spanText };
      },
    }),
    similarity: t.float({
      nullable: true,
      description: 'How alike the words are, from 0 to 1; null where nothing was found.',
      resolve: (shown) => madeOf(shown)?.similarity ?? null,
    }),
  }),
});

const SourceCheckConnection = builder.connectionObject(
  { name: 'SourceCheckConnection', type: SourceCheck, description: 'A page of checks.' },
  { name: 'SourceCheckEdge', description: 'A check in a list.' },
);

builder.interfaceFields(Candidate, (t) => ({
  sourceState: t.field({
    type: SourceCheck,
    description: 'The last check of its source; `UNKNOWN` when there was none. For viewers who see the item.',
    ...columns<ItemRow>('spanText'),
    resolve: async (item, _args, { reads }) =>
      (await reads.loaders.newestChecks.load(standingId(item))) ?? { state: 'UNKNOWN' as const },
  }),
  sourceChecks: t.field({
    type: SourceCheckConnection,
    description: 'Every check of its source, oldest first. For viewers who see the item.',
    ...columns<ItemRow>('spanText'),
    ...rowsOfItem({
      memory: [checksOfMemory, (loaders) => [loaders.checksOfMemory, loaders.checkCountsOfMemory]],
      entity: [checksOfEntity, (loaders) => [loaders.checksOfEntity, loaders.checkCountsOfEntity]],
    }),
  }),
}));

builder.interfaceFields(Candidate, (t) => ({
  wouldSupersede: t.field({
    type: [Candidate],
    description:
      'What a promotion would supersede in the same step: what is believed and whose source says this in its place now, unless somebody verified or reworded it since. Empty for what is no candidate. Hidden items are left out, and stay.',
    ...columns<ItemRow>(),
    resolve: async ({ id }, _args, context) =>
      Promise.all(
        (await context.reads.loaders.replacedByPromotion.load(id)).map((one) =>
          loadItem(context, { id: one }),
        ),
      ),
  }),
}));

builder.objectFields(Entity, (t) => ({
  proposedSuccessors: t.field({
    type: EntityConnection,
    description:
      'The entities that say what its source says now in its place, newest first, whatever has become of them. Promoting the one that the newest check found supersedes the entity in the same step, unless somebody verified or reworded it since. Hidden ones are left out.',
    args: nestedArgs,
    ...columns<EntityRow>(),
    resolve: async ({ id }, args, { reads: { loaders } }) =>
      readPlaces(
        'proposed-successors',
        await seenOf(loaders.entities, await loaders.proposedSuccessors.load(id)),
        args,
      ),
  }),
}));

builder.objectFields(Memory, (t) => ({
  proposedSuccessors: t.field({
    type: MemoryConnection,
    description:
      'The memories that say what its source says now in its place, newest first, whatever has become of them. Promoting the one that the newest check found supersedes the memory in the same step, unless somebody verified or reworded it since. Hidden ones are left out.',
    args: nestedArgs,
    ...columns<MemoryRow>(),
    resolve: async ({ id }, args, { reads: { loaders } }) =>
      readPlaces(
        'proposed-successors',
        await seenOf(loaders.memories, await loaders.proposedSuccessors.load(id)),
        args,
      ),
  }),
}));
