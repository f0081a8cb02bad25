import { isSamePerson } from '#domain/privacy/folded-name.ts';
import { hasAnyRole, hasRole } from '#domain/privacy/viewer.ts';
import type { TestStore } from '../../support/store.ts';
import { allowedEffects, type Effect } from './allowed-effects.ts';
import type { Change } from './given.ts';
import type { Step } from './steps.ts';
import { othersPaths } from './world.ts';

/** An item as it is stored. */
export interface StoredItem {
  readonly id: string;
  readonly status: string;
  readonly content: string;
  readonly contributor: string;
  readonly isPersonal: boolean;
  readonly mandatory: boolean;
  readonly wordingBy: string | null;
  /** The chunk or the conversation that it was read from. */
  readonly source: string | null;
  /** The user or group that looks after it. */
  readonly owner: string | null;
}
export type Stored = ReadonlyMap<string, StoredItem>;

export const storedIn = async (store: TestStore, tenant: string): Promise<Stored> => {
  const columns = `id, status, content, contributor, is_personal as "isPersonal", wording_by as "wordingBy", owner_name as owner, source_id as source`;
  const items = await store.asOwner<StoredItem>(
    `select ${columns}, mandatory from memories where tenant = ? union all select ${columns}, false from graph_entities where tenant = ?`,
    [tenant, tenant],
  );
  return new Map(items.map((item) => [item.id, item]));
};

const isBelieved = (item: StoredItem | undefined): boolean =>
  item?.status === 'ACTIVE' || item?.status === 'GRADUATED';

const facetEffects: Readonly<Record<string, Effect>> = {
  content: 'words',
  summary: 'words',
  name: 'words',
  inReviewersWords: 'words',
  effectiveConfidence: 'confidence',
  evidence: 'confidence',
  verifyBy: 'confidence',
  warnings: 'marks',
  disputes: 'marks',
  contradictions: 'marks',
  sourceState: 'marks',
  mandatory: 'audience',
  isPersonal: 'audience',
  audience: 'audience',
  sensitivityLabels: 'labels',
  owner: 'filing',
  domain: 'filing',
  tags: 'filing',
  kind: 'filing',
  relations: 'graph',
  votes: 'votes',
  document: 'sources',
  nextVersion: 'sources',
  sourceText: 'sources',
  // Links to what waits, which only reviewers follow.
  graduatedTo: 'own proposals',
  succeeds: 'own proposals',
  projectState: 'project state',
  inbox: 'inbox',
};

export interface World {
  readonly stored: Stored;
  readonly isOwn: (item: StoredItem) => boolean;
}

const effectOf = ({ about, facet }: Change, before: World, after: World): Effect => {
  const [was, is] = [before.stored.get(about), after.stored.get(about)];
  const item = is ?? was;
  if (!item || facet === 'inbox') return facetEffects[facet] ?? 'belief';
  if (isBelieved(was) || isBelieved(is)) return facetEffects[facet] ?? 'belief';
  if (item.status !== 'CANDIDATE' && item.status !== 'INVALID') return 'history';
  return after.isOwn(item) ? 'own proposals' : 'proposals';
};

const textOf = (change: Change): string =>
  `${change.about} ${change.facet} of ${change.observer}: ${change.before ?? 'absent'} became ${change.after ?? 'absent'}`;

/** The changes that no row of the table allows to this token by this mutation. */
const unallowed = (
  { who, mutation }: Step,
  changes: readonly Change[],
  before: World,
  after: World,
): string[] =>
  changes.flatMap((change) => {
    const effect = effectOf(change, before, after);
    const isAllowed = allowedEffects.some(
      (row) => row.mutations.test(mutation) && hasAnyRole(who, row.by) && row.effects.includes(effect),
    );
    return isAllowed ? [] : [`${effect}: ${textOf(change)}`];
  });

const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
const narrowing = ['only', 'not', 'without'];

/** True when a wording has no word that the other has not, and none less that narrows it. Written out here: no code is its own oracle. */
const isTidied = (wording: string, of: readonly string[]): boolean => {
  const known = new Set(of.flatMap(wordsOf));
  const kept = new Set(wordsOf(wording));
  return (
    [...kept].every((word) => known.has(word)) &&
    of.some((one) => narrowing.every((word) => !wordsOf(one).includes(word) || kept.has(word)))
  );
};

/** Belief as readers are shown it. */
interface Belief {
  readonly value: number;
  readonly base: number;
  readonly modifiers: readonly { readonly name: string; readonly delta: number }[];
}
interface Evidence {
  readonly detectionType: string;
  readonly sourceUser?: string | null;
}
const tolerance = 1e-9;
/** Bases and the step of docs/rules.md, §6: no code is its own oracle. */
const confirmed = 0.6;
const perVerifier = 0.05;
const baseOf: Readonly<Record<string, number>> = { CORRECTION: 0.9, UNPROMPTED_DEFINITION: 0.9 };
/** People of the world whom the tenant knows and who are not the loner. */
const known = ['carol', 'bob', 'max', 'alice', 'clara', 'agent', 'rita'];

/** Entries of routine work, which one reviewer may put off for all. */
const mayBePutOff =
  /^inb_(CANDIDATE|SUGGESTED_LABELS|ROUTING|GRADUATION|VERIFICATION_DUE|EXPIRED|UNREAD_WAVE|QUARANTINE)/;

/** Effects that nobody has alone, whatever their roles (docs/rules.md): each a sentence, with what is wrong where it is broken. */
export const forbidden: readonly {
  readonly rule: readonly [number: string, words: string];
  readonly sentence: string;
  readonly broken: (step: Step, changes: readonly Change[], before: World, after: World) => readonly string[];
}[] = [
  {
    rule: ['§5.4', 'A person does not promote the candidate that they wrote by hand'],
    sentence: 'nobody makes their own words, or what came only of their own source, believed',
    broken: (_step, _changes, before, after) =>
      [...after.stored.values()]
        .filter((item) => isBelieved(item) && !isBelieved(before.stored.get(item.id)) && after.isOwn(item))
        .map(({ id, content }) => `${id}: ${content}`),
  },
  {
    rule: ['§5.4', 'leaves the mark REVIEWER_WORDING'],
    sentence: 'what is believed says no more than what others vouched for, or is marked',
    broken: (_step, _changes, before, after) =>
      [...after.stored.values()]
        .filter((item) => {
          const was = before.stored.get(item.id);
          const former = was ? [was.content] : [...before.stored.values()].map(({ content }) => content);
          return (
            isBelieved(item) &&
            item.content !== was?.content &&
            item.wordingBy === null &&
            !isTidied(item.content, former)
          );
        })
        .map(({ id, content }) => `${id}: ${before.stored.get(id)?.content} became ${content}`),
  },
  {
    rule: ['§5.2', 'Provenance is set once and never changes'],
    sentence: 'the provenance of what is shown stays',
    broken: ({ mutation }, changes) =>
      mutation.startsWith('erase')
        ? []
        : changes.filter(({ facet, before, after }) => facet === 'provenance' && before && after).map(textOf),
  },
  {
    rule: ['§5.5', "What is believed is not its contributor's to take away"],
    sentence:
      'nobody takes what is believed from others because they contributed it, nor a mandate unless they are an admin',
    broken: ({ who, mutation }, _changes, before, after) =>
      mutation === 'setMemoryPersonal'
        ? [...after.stored.values()]
            .filter((item) => {
              const was = before.stored.get(item.id);
              const taken = isBelieved(was) && was?.isPersonal === false && item.isPersonal;
              return taken && (after.isOwn(item) || (was.mandatory && !hasRole(who, 'admin')));
            })
            .map(textOfItem)
        : [],
  },
  {
    rule: ['§10.7', 'A version or a withdrawal of it by anybody but an owner or an admin waits'],
    sentence: 'nobody but an owner or an admin moves a source, or what came from it',
    broken: ({ who, mutation }, changes, before, after) =>
      /^(ingestDocuments|withdrawDocuments)$/.test(mutation) && !hasRole(who, 'admin')
        ? changes
            .filter(({ about, facet, after: is }) => {
              const item = before.stored.get(about);
              if (facet === 'nextVersion') return othersPaths.includes(JSON.parse(is ?? 'null')?.path);
              return item !== undefined && item.source !== null && !after.isOwn(item);
            })
            .map(textOf)
        : [],
  },
  {
    rule: ['§6.3', 'raises nothing'],
    sentence:
      'evidence raises nothing on one’s own words, and elsewhere as that of the one person whom it names',
    broken: ({ who, mutation, input }, changes, _before, after) =>
      changes
        .filter(({ about, facet, before, after: is }) => {
          const item = after.stored.get(about);
          if (facet !== 'effectiveConfidence' || !item || !isBelieved(item) || !before || !is) return false;
          if (mutation === 'mandateMemory' || /^(erase|restore|supersede)/.test(mutation)) return false;
          const [was, now]: readonly Belief[] = [JSON.parse(before), JSON.parse(is)];
          if (!was || !now || now.value <= was.value + tolerance) return false;
          if (mutation !== 'recordEvidence') return mutation !== 'verify' || after.isOwn(item);
          const { detectionType, sourceUser } = input as Evidence;
          const namesAnother =
            hasAnyRole(who, ['service']) && known.some((one) => isSamePerson(one, sourceUser ?? who.user));
          if (after.isOwn(item) && !namesAnother) return true;
          const base = Math.max(was.base, baseOf[detectionType] ?? confirmed);
          const verified = was.modifiers.find(({ name }) => name === 'further_verifiers')?.delta ?? 0;
          return now.value > Math.min(1, base + verified + perVerifier) + tolerance;
        })
        .map(textOf),
  },
  {
    rule: ['§10.3', 'An owner without the role reviewer'],
    sentence: 'nobody who is no reviewer verifies what they do not look after',
    broken: ({ who, mutation, input }, changes, before) => {
      const item = before.stored.get((input as { id: string }).id);
      return mutation === 'verify' && !hasRole(who, 'reviewer') && item?.owner !== who.user
        ? changes.map(textOf)
        : [];
    },
  },
  {
    rule: ['§5.10', 'is snoozed for oneself alone'],
    sentence:
      'what is wrong with a believed item, or waits for somebody else, leaves no other inbox by a snooze or a claim',
    broken: ({ mutation }, changes) =>
      /InboxItem$/.test(mutation)
        ? changes
            .filter(({ facet, about, after }) => facet === 'inbox' && !after && !mayBePutOff.test(about))
            .map(textOf)
        : [],
  },
];

const textOfItem = ({ id, content }: StoredItem): string => `${id}: ${content}`;

/** Effects of a step on others that the rules allow nobody alone; empty where they allow all of it. */
export const wrongsOf = (step: Step, changes: readonly Change[], before: World, after: World): string[] => [
  ...unallowed(step, changes, before, after),
  ...forbidden.flatMap(({ rule, sentence, broken }) =>
    broken(step, changes, before, after).map((found) => `${rule[0]} ${sentence}: ${found}`),
  ),
];

/** True for items of the loner's words: theirs in the world that was built, or new since then and of no source of others. */
export const ownership =
  (built: Stored) =>
  (item: StoredItem): boolean => {
    const first = built.get(item.id);
    if (first) return isSamePerson(first.contributor, 'mallory');
    if (item.source === null) return true;
    const same = [...built.values()].find(({ source }) => source === item.source);
    return same === undefined || isSamePerson(same.contributor, 'mallory');
  };
