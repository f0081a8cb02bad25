import { type NamesChoice, namesChoices } from '#domain/erasure/names-choice.ts';
import {
  type NamePlace,
  namePlaces,
  type PlacedName,
  type SoughtWords,
} from '#domain/erasure/names-with-words.ts';
import { namesHolding } from '#persistence/names-holding.ts';
import { builder } from '#resolvers/schema/builder.ts';
import type { GraphQLContext } from '#resolvers/schema/context.ts';

const placeDescriptions: Readonly<Record<NamePlace, string>> = {
  DOCUMENT_PATH: 'The path of a document, which `names: RENAME` changes.',
  TRACE_PATH: 'The file of traces of coding agents.',
  PROJECT: 'The name of a project.',
  STATE_KEY: 'The category or the key of an entry of project state.',
  GROUP: 'The name of a group of the tenant.',
  LABEL: 'A sensitivity label of a memory or entity.',
  LABEL_RULE: 'An id, label or user of the rules of the label policy in force.',
  DOMAIN_KEYWORD: 'The name, a keyword or a tag of a domain.',
  SOURCE_OWNER_RULE: 'A project, folder, user or group of the rules that name owners of sources.',
  WEBHOOK: 'The address or the description of a webhook.',
};

const NamePlaceRef = builder.enumType('NamePlace', {
  description: 'A kind of name that an erasure leaves as it is, unless the admin chooses otherwise.',
  values: Object.fromEntries(
    namePlaces.map((place) => [place, { description: placeDescriptions[place] }]),
  ) as Record<NamePlace, { description: string }>,
});

const KeptName = builder.objectRef<PlacedName>('KeptName').implement({
  description: 'A name that holds words of an erasure, and stays.',
  fields: (t) => ({
    place: t.expose('place', { type: NamePlaceRef, description: 'The kind of name.' }),
    name: t.exposeString('name', { description: 'The whole name, as it is stored.' }),
  }),
});

/** The field `names` of an erasure's payload. */
export const keptNames = {
  type: [KeptName] as [typeof KeptName],
  description:
    'Names that the admin sees, that hold the words, and that stay: the input `names` says whether that is accepted. Those with three words of an erased text in a row, of at least 12 letters together, or with all words of a shorter text or of the name of the person; by kind and name. Empty once it is applied: ask for a dry run.',
  resolve: async (
    { sought }: { readonly sought: SoughtWords | null },
    _args: object,
    { reads: { session } }: GraphQLContext,
  ) => (sought === null ? [] : namesHolding(session, sought)),
};

const choiceDescriptions: Readonly<Record<NamesChoice, string>> = {
  KEEP: 'The names stay as they are.',
  REFUSE: 'While any name holds the words, nothing is erased: `erasure.words_in_names`.',
  RENAME:
    'Documents whose path holds the words get another one, `erased-` and twelve characters in the place of each folder or file that holds them, in all their versions; audit texts with the former path are removed. While another kind of name holds the words, nothing is erased: `erasure.words_in_names`.',
};

const NamesChoiceRef = builder.enumType('NamesChoice', {
  description: 'What becomes of names that hold words of an erasure.',
  values: Object.fromEntries(
    namesChoices.map((choice) => [choice, { description: choiceDescriptions[choice] }]),
  ) as Record<NamesChoice, { description: string }>,
});

/** The field `names` of an erasure's input. */
export const namesChoice = {
  type: NamesChoiceRef,
  required: false,
  description:
    'What becomes of names that the admin sees and that hold the words, such as paths, projects and groups; KEEP when absent. A dry run lists them.',
} as const;

/** The field `renamedPaths` of an erasure's payload. */
export const renamedPaths = {
  description:
    'The paths that documents have now instead of ones with the words, sorted; empty unless `names` is RENAME. A source that sends the former path again brings it back.',
} as const;
