import { inboxItemId } from '#domain/inbox/inbox.ts';
import { EXTRACTOR_VERSION } from '#domain/ingestion/extractor-version.ts';
import { typenameOfId } from '#domain/input/ids.ts';
import { projectIdOf, userIdOf } from '#domain/privacy/named-ids.ts';
import { hasAnyRole, type Viewer } from '#domain/privacy/viewer.ts';
import { beginning } from '../support/gateway.ts';
import { isLong, sampleOf } from '../support/property-runs.ts';
import type { Offers } from './arguments.ts';
import { type Hiding, hidings, saidAgain } from './hidings.ts';
import { type MutationCall, mutationCalls, packedMutations } from './mutation-calls.ts';
import type { Packed } from './packed-operations.ts';
import { aloneQuery, packedQueries, pagesQuery, rootFields, rootLists } from './schema-paths.ts';
import { sharedProject } from './shown-part.ts';
import { idIn, parts, personas, shown, type World } from './world.ts';
import type { Part } from './world-part.ts';

/** Everything that one viewer asks of one world, and what it answered. */

const letters = [...'abcdefghijklmnopqrstuvwxyz'];
/** Prefixes of ids. */
const prefixes = letters
  .flatMap((one) => letters.flatMap((two) => letters.map((three) => `${one}${two}${three}`)))
  .filter((prefix) => typenameOfId(`${prefix}_`) !== null);

/** People and projects are of names, which several parts share: they are asked for by name, and compared in every list. */
const isNamed = (prefix: string): boolean => prefix === 'usr' || prefix === 'prj';
const shownNames = {
  usr: ['carol', 'agent', 'bob', 'alice', 'clara', 'dora'].map(userIdOf),
  prj: [sharedProject, 'twins', 'piers'].map(projectIdOf),
};

/** The id that the n-th thing of a kind has in a part. */
const idOf = (part: Part, prefix: string, place: number): string => {
  if (prefix !== 'usr' && prefix !== 'prj') return idIn(part.name, prefix, place);
  const names = shownNames[prefix];
  return names[place % names.length] ?? '';
};

/** True for knowledge about hidden things that is allowed (docs/rules.md §1): auditors see that an event exists, nothing of its target. */
const isKnownAnyway = (who: Viewer, part: Part, prefix: string): boolean =>
  isNamed(prefix) || (part.tenant === who.tenant && prefix === 'aud' && hasAnyRole(who, ['auditor']));

/** True when no id of this kind in this part may be distinguished from an id that nothing has. */
const isHiddenFrom = (who: Viewer, part: Part, prefix: string): boolean =>
  !part.seenBy(who) && !isKnownAnyway(who, part, prefix);

/** The ids that the first things of a kind have in a part, or will have once it is built. */
const few = (part: Part, prefix: string): readonly string[] =>
  [0, 1, 2].map((place) => idOf(part, prefix, place));

const prefixOf = (type: string): string[] => prefixes.filter((prefix) => typenameOfId(`${prefix}_`) === type);

const quoted = (value: string) => JSON.stringify(value);
const words = hidings.map(({ word }) => word);
/** Texts of canaries, as GraphQL literals. */
const textsOf = (some: readonly Hiding[]): readonly string[] =>
  some.flatMap(({ word }) => Object.values(saidAgain(word)).map((text) => quoted(text).slice(1, -1)));
const said = textsOf(hidings);
/**
 * Repeats are noticed within one visibility (docs/rules.md §2), and only there: what all canaries say may be said
 * again, but those that nobody has vouched for yet.
 */
const saidElsewhere = textsOf(hidings.filter(({ isVouchedFor }) => isVouchedFor));
/**
 * The audience of hidden things, named by who is not in it: to them it is refused as a group that nobody knows is.
 * Services may write for it.
 */
const namesAudience = (call: MutationCall): readonly MutationCall[] => {
  const named =
    call.mutation === 'ingestDocuments'
      ? { ...call, literal: call.literal.replaceAll('{ path: ', '{ audience: ["board"], path: ') }
      : withFields(call, { audience: '["board"]' });
  return named === null ? [] : [named];
};

/** Places of ids whose answers say most: what a service recorded with little confidence, and what ceased to be delivered. */
const largestAnswers: Readonly<Record<string, number>> = { replayRouting: 21, bundleChanges: 1 };

/** Values of the worlds for one viewer's arguments. */
export const offersFor = (isOffered: (part: Part, prefix: string) => boolean): Offers => ({
  ids: (argument, field, types) => {
    const formed = (id: string) => {
      if (id.startsWith('inb_')) return inboxItemId('CANDIDATE', `mem_${id.slice(4)}`);
      return /traceuid/i.test(argument) ? id.slice(4) : id;
    };
    const asked = types.length > 0 ? types.flatMap(prefixOf) : prefixes;
    return asked
      .flatMap((prefix) => [
        // For a required argument, the first value is asked with the largest selection.
        ...(largestAnswers[field] ? [idIn(shown.name, prefix, largestAnswers[field])] : []),
        ...few(shown, prefix).slice(0, asked.length < prefixes.length ? 2 : 1),
        ...parts.flatMap((part, at) =>
          // They take turns, so that every status is asked for somewhere.
          isOffered(part, prefix) ? [idOf(part, prefix, (at + field.length) % 3)] : [],
        ),
      ])
      .map((id) => quoted(formed(id)));
  },
  byName: {
    ...Object.fromEntries(
      ['dryRun', 'idempotencyKey', 'expectedRevision', 'first', 'after', 'last', 'before', 'limit'].map(
        (name) => [name, []],
      ),
    ),
    project: [sharedProject, 'twins'].map(quoted),
    name: ['carol', 'wilma', sharedProject, 'noon', ...words].map(quoted),
    path: ['adr/0001.md', ...words.map((word) => `${word}.md`)].map(quoted),
    contributor: ['carol', 'wilma'].map(quoted),
    actor: ['carol', 'wilma'].map(quoted),
    audience: ['board', 'crew'].map(quoted),
    groups: ['["board"]'],
    label: ['pii.email', 'staff', 'sealed.vault'].map(quoted),
    // Detectors suggest only labels of their own.
    'itemsWithSuggestedLabels.label': [quoted('pii.email')],
    labels: ['["pii.email"]', '["sealed.vault"]'],
    sensitivityLabels: ['["staff"]'],
    subjectId: ['skipper', ...words].map(quoted),
    domain: ['harbour', ...words].map(quoted),
    tag: ['people', ...words].map(quoted),
    tags: ['["people"]'],
    category: ['gauges', ...words].map(quoted),
    key: ['reading', ...words].map(quoted),
    schemaName: [quoted('vouch.statements'), ...words.map((word) => quoted(`invoice of ${word}`))],
    payload: words.map(
      (word) => `{ statements: [{ kind: "FACT", content: ${quoted(saidAgain(word).fact)} }] }`,
    ),
    fieldConfidence: ['[{ field: "content", confidence: 0.9 }]'],
    guardrailFlags: ['["currency"]'],
    documents: words.map((word) => `[{ path: "again.md", content: ${quoted(saidAgain(word).record)} }]`),
    content: [
      quoted('Somebody says this alone.'),
      ...words.flatMap((word) => [quoted(saidAgain(word).fact), quoted(saidAgain(word).talk)]),
    ],
    taskClass: ['review queryd', ...words.map((word) => `review ${word}`)].map(quoted),
    filePath: ['crates/queryd/src/lib.rs', ...words.map((word) => `crates/${word}/src/lib.rs`)].map(quoted),
    filePrefix: ['crates/queryd', ...words.map((word) => `crates/${word}`)].map(quoted),
    signalClass: ['"CONVERGING"'],
    rule: ['"heading.typed"'],
    action: ['MEMORY_PROMOTED'],
    occurredAt: ['"2026-02-01T00:00:00Z"'],
    updatedAt: ['"2026-02-01T00:00:00Z"'],
    until: ['"2027-02-01T00:00:00Z"'],
    pathwayId: [quoted('0'.repeat(64))],
    task: ['close the lock between 2023 and 2030', ...words].map(quoted),
    query: ['noon or brass', 'harbour or skipper or queryd', ...words].map(quoted),
    from: ['1'],
    pathwayVec: [`[${Array.from({ length: 32 }, (_, at) => 1 + (at % 3)).join(', ')}]`],
    tokenBudget: ['40', '400'],
    state: ['{ pathways: {} }'],
    rules: ['[{ id: "r", anyLabel: ["pii"], action: DENY }]'],
    k: ['1'],
  },
  known: {
    project: [quoted(sharedProject)],
    user: [quoted('carol')],
    actor: [quoted('carol')],
    owner: [quoted('carol')],
    tag: [quoted('people')],
    label: [quoted('pii.email')],
    domain: [quoted('harbour')],
    rule: [quoted('heading.typed')],
    extractorVersion: [quoted(EXTRACTOR_VERSION)],
    taskClass: [quoted('review queryd')],
    signalClass: [quoted('CONVERGING')],
  },
  byType: {
    String: [quoted('noon'), ...words.map(quoted)],
    Boolean: ['true', 'false'],
    Int: ['2'],
    Float: ['0.6'],
    DateTime: [quoted(new Date(beginning.getTime() + 30 * 3_600_000).toISOString())],
    JSON: ['{}'],
  },
});

const idsByType = (world: World, who: Viewer): Record<string, readonly string[]> => {
  const entries = prefixes.flatMap((prefix): [string, string[]][] => {
    const type = typenameOfId(`${prefix}_`);
    const others = parts.filter((part) => part !== shown && !isKnownAnyway(who, part, prefix));
    const all = world.idsOf(shown).filter((id) => id.startsWith(`${prefix}_`));
    const own = isNamed(prefix)
      ? few(shown, prefix)
      : [...new Set([...all.slice(0, 6), ...all.slice(12, 13), ...all.slice(-12)])];
    return type === null ? [] : [[type, [...own, ...others.flatMap((part) => few(part, prefix))]]];
  });
  return Object.fromEntries(entries);
};

/** The ids of what is hidden from a viewer in a world, and those of the events that came with it. */
export const hiddenIdsIn = (world: World, who: Viewer) => {
  const all = parts
    .filter((part) => !part.seenBy(who))
    .flatMap((part) => world.idsOf(part).map((id) => ({ part, id })));
  return {
    ids: new Set(all.filter(({ part, id }) => isHiddenFrom(who, part, id.slice(0, 3))).map(({ id }) => id)),
    events: new Set(all.map(({ id }) => id).filter((id) => id.startsWith('aud_'))),
  };
};

const mentions = (literal: string, them: readonly string[]) => them.some((one) => literal.includes(one));
const withFields = (call: MutationCall, more: Readonly<Record<string, string>>): MutationCall | null => {
  const added = Object.entries(more);
  if (!added.every(([name]) => call.fields.includes(name))) return null;
  const text = added.map(([name, value]) => `${name}: ${value}, `).join('');
  return { ...call, literal: call.literal.replace(/^\{ /, `{ ${text}`) };
};

interface Battery {
  readonly queries: readonly Packed[];
  /** Queries over every piece of the schema, for who asks for all of it. */
  readonly wholeQueries: () => readonly Packed[];
  readonly mutations: readonly Packed[];
  readonly refused: readonly string[];
  readonly lists: readonly string[];
  readonly offers: Offers;
}
const batteries = new Map<string, Battery>();
/** Share of the schema that a persona asks for: every n-th piece, from another one for each, and all in the long run. */
const everyNth = 60;

/** Mutations that a viewer's roles can send, with their arguments. */
export const senderIn = async (world: World, who: Viewer) => {
  const ids = idsByType(world, who);
  const offers = offersFor((part, prefix) => !isKnownAnyway(who, part, prefix));
  const refused = new Map<string, string>();
  for (const field of rootFields) {
    const query = aloneQuery(field, offers);
    if ((await world.gateway.ask(who, query)).errors) refused.set(field.name, query);
  }
  return { ids, offers, refused, maySend: (root: string) => !refused.has(root) };
};

const queriesFor = async (world: World, who: Viewer, turn: number) => {
  const { ids, offers, refused, maySend } = await senderIn(world, who);
  return {
    queries: packedQueries(offers, ids, maySend, { chosen: (pieces) => sampleOf(pieces, everyNth, turn) }),
    wholeQueries: () => packedQueries(offers, ids, maySend),
    refused: [...refused.values()],
    lists: rootLists.filter(maySend),
    offers,
  };
};

/**
 * Mutations that change nothing: with ids of hidden things, which are refused as ids that nothing has, and as dry runs,
 * with ids of shown things and with what canaries say.
 */
const mutationsFor = (who: Viewer, turn: number): readonly Packed[] => {
  const offers = offersFor((part, prefix) => isHiddenFrom(who, part, prefix));
  const hidden = parts.flatMap((part) =>
    prefixes
      .filter((prefix) => isHiddenFrom(who, part, prefix))
      .flatMap((prefix) => few(part, prefix).map((id) => id.slice(4))),
  );
  const calls = mutationCalls(offers);
  const ofHidden = calls.filter(({ literal }) => mentions(literal, hidden));
  const others = calls.filter(
    (call, at) =>
      !ofHidden.includes(call) && (call.mutation !== calls[at - 1]?.mutation || mentions(call.literal, said)),
  );
  const changed = (list: readonly MutationCall[], more: Readonly<Record<string, string>>) =>
    list.map((call) => withFields(call, more)).filter((call) => call !== null);
  const all = [
    ...ofHidden,
    ...changed(ofHidden, { expectedRevision: '99', idempotencyKey: '"probe"' }),
    ...changed(others, { dryRun: 'true' }),
  ];
  return packedMutations(sampleOf(all, 4, turn), offers);
};

/** Says, in earnest, what canaries said: every mutation that takes a text. */
export const sayAgain = async (world: World, name: string, who: Viewer): Promise<Answers> => {
  const offers = offersFor(() => false);
  const plain = mutationCalls(offers).filter(({ literal }) => mentions(literal, saidElsewhere));
  const calls = hasAnyRole(who, ['service']) ? plain : [...plain, ...plain.flatMap(namesAudience)];
  const answers = new Map<string, string>();
  for (const [at, { query }] of packedMutations(calls, offers).entries()) {
    world.turnTo(`${name} says ${at}`);
    answers.set(`says ${at}`, await world.gateway.askForText(who, query));
  }
  return answers;
};

const batteryFor = async (world: World, name: string, who: Viewer): Promise<Battery> => {
  const turn = personas.findIndex(([persona]) => persona === name);
  const battery = batteries.get(name) ?? {
    ...(await queriesFor(world, who, turn)),
    mutations: mutationsFor(who, turn),
  };
  batteries.set(name, battery);
  return battery;
};

/** The answers by what was asked. */
export type Answers = ReadonlyMap<string, string>;

/** Asks the queries, the lists page by page, and the mutations that change nothing. `isWhole`: everything of the schema. */
export const askEverything = async (
  world: World,
  name: string,
  who: Viewer,
  isWhole = false,
): Promise<Answers> => {
  const { queries, wholeQueries, mutations, refused, lists, offers } = await batteryFor(world, name, who);
  const answers = new Map<string, string>();
  const ask = async (label: string, query: string, variables: object = {}): Promise<string> => {
    world.turnTo(`${name} ${label}`);
    const headers = { 'x-request-id': 'asked' };
    const text = await world.gateway.askForText(who, query, variables, { headers });
    answers.set(label, text);
    return text;
  };
  for (const query of refused) await ask(query, query);
  for (const [at, { query, variables }] of queries.entries()) await ask(`query ${at}`, query, variables);
  // In the long run that is what was asked already.
  for (const [at, { query, variables }] of (isWhole && !isLong ? wholeQueries() : []).entries())
    await ask(`whole ${at}`, query, variables);
  let ends = new Map<string, string | null>(lists.map((list) => [list, null]));
  for (let page = 0; ends.size > 0; page += 1) {
    const { data, errors } = JSON.parse(await ask(`page ${page}`, pagesQuery(ends, offers)));
    if (errors !== undefined) throw new Error(`${name} is refused a page: ${JSON.stringify(errors)}`);
    ends = new Map(
      [...ends.keys()].flatMap((list) => {
        const { hasNextPage, endCursor } = data[list].pageInfo;
        return hasNextPage ? [[list, endCursor]] : [];
      }),
    );
  }
  for (const [at, { query }] of mutations.entries()) await ask(`mutation ${at}`, query);
  return answers;
};
