import { type EdgeKind, edgeKinds } from '../graph/edge.ts';

/** Search parameters of an address: known ones in valid form only. */
export interface InboxSearch {
  readonly project?: string;
  readonly search?: string;
  readonly reason?: InboxReason;
  /** Restricts to claims of the viewer, and items they own. */
  readonly mine?: true;
  /** Includes snoozed entries. */
  readonly snoozed?: true;
  /** The entry that is open. */
  readonly item?: string;
  /** Ids of a document and of an ingestion; a rule; a memory kind or an entity type; a user: where the items came from. */
  readonly document?: string;
  readonly wave?: string;
  readonly rule?: string;
  readonly kind?: string;
  readonly contributor?: string;
  /** Confidence of the items, in percent: at least, and less than. */
  readonly from?: number;
  readonly below?: number;
  readonly sort?: (typeof inboxSorts)[number];
  /** Rows of one line. */
  readonly dense?: true;
}

export const inboxSorts = ['urgent', 'oldest', 'newest', 'doubtful', 'sure'] as const;

export const inboxReasons = [
  'QUARANTINE',
  'SOURCE_CHANGE',
  'CONTRADICTION',
  'DISPUTE',
  'REVIEWER_WORDING',
  'PERSONAL_REQUEST',
  'SOURCE_DRIFT',
  'REJECTED_AFTER_PROMOTION',
  'UNREAD_WAVE',
  'ROUTING',
  'EXPIRED',
  'VERIFICATION_DUE',
  'SUGGESTED_LABELS',
  'GRADUATION',
  'CANDIDATE',
] as const;
type InboxReason = (typeof inboxReasons)[number];

export interface FactSearch {
  /** The first page of a new browser. */
  readonly welcome?: true;
  readonly tab?: 'provenance' | 'timeline' | 'revisions' | 'belief' | 'comments' | 'access';
  /** An instant: the fact as it stood then. */
  readonly asOf?: string;
  readonly from?: number;
  readonly to?: number;
}

type Raw = Record<string, unknown>;

const text = (raw: Raw, name: string): string | undefined => {
  const value = raw[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

const firstInstant = Date.parse('0001-01-01T00:00:00Z');
const lastInstant = Date.parse('9999-12-31T23:59:59.999Z');

/** The instant that a value of an address names, as the API takes it; undefined: it names none of the years 1 to 9999. */
export const instantOf = (value: unknown): string | undefined => {
  // A year alone is read as a number.
  const at = Date.parse(String(value));
  return at >= firstInstant && at <= lastInstant ? new Date(at).toISOString() : undefined;
};

const instant = (raw: Raw, name: string): string | undefined =>
  raw[name] === undefined ? undefined : instantOf(raw[name]);

/** A day, as `2026-11-25`. */
const date = (raw: Raw, name: string): string | undefined => {
  const value = text(raw, name);
  return value !== undefined && instantOf(value) !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(value)
    ? value
    : undefined;
};

const wholeNumber = (raw: Raw, name: string): number | undefined => {
  const value = Number(raw[name]);
  return Number.isInteger(value) && value > 0 ? value : undefined;
};

const isTrue = (raw: Raw, name: string): true | undefined => (raw[name] === true ? true : undefined);

const oneOf = <Value extends string>(raw: Raw, name: string, known: readonly Value[]): Value | undefined =>
  known.find((value) => value === raw[name]);

const texts = (raw: Raw, name: string): readonly string[] | undefined => {
  const value = raw[name];
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : undefined;
};

const someOf = <Value extends string>(
  raw: Raw,
  name: string,
  known: readonly Value[],
): readonly Value[] | undefined => {
  const chosen = texts(raw, name);
  return chosen && known.filter((value) => chosen.includes(value));
};

/** A constant of the schema; another one would be refused by the API. */
const constant = (raw: Raw, name: string): string | undefined => {
  const value = text(raw, name);
  return value !== undefined && /^[A-Z_]+$/.test(value) ? value : undefined;
};

export const readInboxSearch = (raw: Raw): InboxSearch => ({
  project: text(raw, 'project'),
  search: text(raw, 'search'),
  reason: oneOf(raw, 'reason', inboxReasons),
  mine: isTrue(raw, 'mine'),
  snoozed: isTrue(raw, 'snoozed'),
  item: text(raw, 'item'),
  document: text(raw, 'document'),
  wave: text(raw, 'wave'),
  rule: text(raw, 'rule'),
  kind: constant(raw, 'kind'),
  contributor: text(raw, 'contributor'),
  from: wholeNumber(raw, 'from'),
  below: wholeNumber(raw, 'below'),
  sort: oneOf(raw, 'sort', inboxSorts),
  dense: isTrue(raw, 'dense'),
});

export const factTabs = ['provenance', 'timeline', 'revisions', 'belief', 'comments', 'access'] as const;

export const readFactSearch = (raw: Raw): FactSearch => ({
  welcome: isTrue(raw, 'welcome'),
  tab: oneOf(raw, 'tab', factTabs),
  asOf: instant(raw, 'asOf'),
  from: wholeNumber(raw, 'from'),
  to: wholeNumber(raw, 'to'),
});

export interface AsOfSearch {
  /** The instant as of which it is shown. */
  readonly asOf?: string;
}

export const readAsOfSearch = (raw: Raw): AsOfSearch => ({ asOf: instant(raw, 'asOf') });

export interface ContradictionsSearch extends AsOfSearch {
  readonly status?: 'RESOLVED';
}

export const readContradictionsSearch = (raw: Raw): ContradictionsSearch => ({
  status: oneOf(raw, 'status', ['RESOLVED']),
  asOf: instant(raw, 'asOf'),
});

export interface ExploreSearch {
  readonly list?: 'entities';
  readonly search?: string;
  readonly project?: string;
  readonly status?: string;
  readonly kind?: string;
  readonly label?: string;
  readonly asOf?: string;
  readonly columns?: readonly string[];
  /** Entities as a graph of their relations. */
  readonly view?: 'graph';
}

export const readExploreSearch = (raw: Raw): ExploreSearch => ({
  list: oneOf(raw, 'list', ['entities']),
  search: text(raw, 'search'),
  project: text(raw, 'project'),
  status: constant(raw, 'status'),
  kind: constant(raw, 'kind'),
  label: text(raw, 'label'),
  asOf: instant(raw, 'asOf'),
  view: oneOf(raw, 'view', ['graph']),
  columns: texts(raw, 'columns'),
});

export interface GraphSearch {
  /** The node at which the walk begins. */
  readonly start?: string;
  /** The node to which a path is looked for. */
  readonly goal?: string;
  /** Nodes whose neighbours are shown. */
  readonly open?: readonly string[];
  /** Kinds of edges that are left out. */
  readonly without?: readonly EdgeKind[];
  /** The instant as of which it is shown. */
  readonly asOf?: string;
}

export const readGraphSearch = (raw: Raw): GraphSearch => ({
  start: text(raw, 'start'),
  goal: text(raw, 'goal'),
  open: texts(raw, 'open'),
  without: someOf(raw, 'without', edgeKinds),
  asOf: instant(raw, 'asOf'),
});

export const governanceTabs = ['labels', 'policy', 'quality', 'audit'] as const;

export interface GovernanceSearch {
  readonly tab?: (typeof governanceTabs)[number];
  /** Filters of the audit log: an action, a user, an id, the first and the last day. */
  readonly action?: string;
  readonly actor?: string;
  readonly target?: string;
  readonly since?: string;
  readonly until?: string;
}

export const readGovernanceSearch = (raw: Raw): GovernanceSearch => ({
  tab: oneOf(raw, 'tab', governanceTabs),
  action: constant(raw, 'action'),
  actor: text(raw, 'actor'),
  target: text(raw, 'target'),
  since: date(raw, 'since'),
  until: date(raw, 'until'),
});

export interface BundleSearch {
  readonly project?: string;
  readonly task?: string;
  readonly budget?: number;
}

export const readBundleSearch = (raw: Raw): BundleSearch => ({
  project: text(raw, 'project'),
  task: text(raw, 'task'),
  budget: wholeNumber(raw, 'budget'),
});

export interface ChainsSearch extends AsOfSearch {
  readonly tab?: 'state';
  readonly project?: string;
}

export const readChainsSearch = (raw: Raw): ChainsSearch => ({
  tab: oneOf(raw, 'tab', ['state']),
  project: text(raw, 'project'),
  asOf: instant(raw, 'asOf'),
});

export interface ChainSearch extends AsOfSearch {
  readonly from?: number;
  readonly to?: number;
}

export const readChainSearch = (raw: Raw): ChainSearch => ({
  from: wholeNumber(raw, 'from'),
  to: wholeNumber(raw, 'to'),
  asOf: instant(raw, 'asOf'),
});

export const changeKinds = [
  'DECISION',
  'REVISION',
  'EVIDENCE',
  'RELATION',
  'CONTRADICTION',
  'RESOLUTION',
  'STATE',
  'INGESTION',
  'LABELS',
  'CHANGE',
] as const;

export interface ChangesSearch {
  readonly project?: string;
  /** The first and the last day, as `2026-11-25`. */
  readonly since?: string;
  readonly until?: string;
  readonly kinds?: readonly (typeof changeKinds)[number][];
}

export const readChangesSearch = (raw: Raw): ChangesSearch => ({
  project: text(raw, 'project'),
  since: date(raw, 'since'),
  until: date(raw, 'until'),
  kinds: someOf(raw, 'kinds', changeKinds),
});

export interface SourcesSearch extends AsOfSearch {
  readonly project?: string;
  readonly path?: string;
  readonly wave?: string;
}

export const readSourcesSearch = (raw: Raw): SourcesSearch => ({
  project: text(raw, 'project'),
  path: text(raw, 'path'),
  wave: text(raw, 'wave'),
  asOf: instant(raw, 'asOf'),
});

export interface DocumentSearch extends AsOfSearch {
  /** The statement whose words are brought into view. */
  readonly mark?: string;
  /** Another version of the document: what differs is shown. */
  readonly since?: string;
}

export const readDocumentSearch = (raw: Raw): DocumentSearch => ({
  mark: text(raw, 'mark'),
  since: text(raw, 'since'),
  asOf: instant(raw, 'asOf'),
});
