import { createHmac } from 'node:crypto';
import type { BundleStale } from '#domain/bundle/warnings.ts';
import type { ModelSource } from '#domain/ingestion/model-sections.ts';
import type { WaveEnding } from '#domain/ingestion/wave-endings.ts';
import type { LabelPolicyAction } from '#domain/labels/policy/label-policy.ts';
import type { GroupCheck } from '#domain/privacy/viewer.ts';
import type { FourEyes } from '#domain/review/types.ts';
import type { RoutingRuleSet } from '#domain/routing/routing.ts';
import type { RuleNumbers, TenantSettings } from '#domain/rule-numbers.ts';
import type { SourceOwnerRule } from '#domain/sources/source-owners.ts';
import type { FaultLog } from '#persistence/store/fault-log.ts';
import type { Orm } from '#persistence/store/orm.ts';
import type { TenantKeys } from '#persistence/tenant-export-lines.ts';
import type { ContradictionJudge } from '#providers/contradiction-judge.ts';
import type { DomainModel } from '#providers/domain-model.ts';
import type { Embedder } from '#providers/embedder.ts';
import type { ModelFailure } from '#providers/language-model.ts';
import type { StatementModel } from '#providers/statement-model.ts';
import type { VerificationModel } from '#providers/verification-model.ts';

/** The kinds of ids, as clients see them: the prefix says which type an id belongs to. */
type IdPrefix =
  | 'mem'
  | 'ent'
  | 'chk'
  | 'doc'
  | 'int'
  | 'wav'
  | 'ext'
  | 'wfi'
  | 'aud'
  | 'rev'
  | 'fst'
  | 'fgp'
  | 'sgt'
  | 'rep'
  | 'drp'
  | 'rdg'
  | 'wst'
  | 'rel'
  | 'pst'
  | 'psv'
  | 'pth'
  | 'trc'
  | 'lbd'
  | 'evi'
  | 'dsp'
  | 'cmt'
  | 'rct'
  | 'pol'
  | 'con'
  | 'src'
  | 'sck'
  | 'sch'
  | 'rcn'
  | 'qua'
  | 'qui'
  | 'ers'
  | 'whk'
  | 'whd'
  | 'exp'
  | 'out';

/** The numbers and switches that an installation chooses. */
export interface Settings extends RuleNumbers {
  /** A field strictly below it is looked at by a person; [0, 1]. */
  readonly confidenceReviewThreshold: number;
  /** The rules of routing under their version: a constant of the release, and no knob for clients. */
  readonly routing: RoutingRuleSet;
  /** How far belief needs somebody other than the author. */
  readonly fourEyes: FourEyes;
  /** Enables label suggestions for written text. */
  readonly autoLabeling: boolean;
  /** A memory is to be verified before its effective confidence is below this; [0, 1]. */
  readonly verifyBelow: number;
  /** Treatment of drifted or overdue items in the bundle. */
  readonly bundleStale: BundleStale;
  /** The owners of sources by project and path; they come before who first brought a path in. */
  readonly sourceOwnerRules: readonly SourceOwnerRule[];
  /** Sources that a configured model reads. */
  readonly modelSources: readonly ModelSource[];
  /** True: webhooks may call addresses of private networks, and by plain HTTP. */
  readonly webhookPrivateAddresses: boolean;
  /** Texts that may leave for an embedding server beside what is for all and not labelled. */
  readonly embeddingSends: readonly string[];
}

/** `empty`: there was nothing to compare with, and the judge was not asked. `given_up`: it failed too often. */
const judgingEndings = [
  'judged',
  'empty',
  'timeout',
  'unreachable',
  'refused',
  'malformed',
  'given_up',
] as const;
export type JudgingEnding = (typeof judgingEndings)[number];

/**
 * `withheld`: the settings let no such text leave. `given_up`: it failed too often, and is tried again in an hour. `too_many`:
 * a task was ranked by words alone, since its scope has more vectors than are compared; `loading`: since this process has not read
 * them yet; `over_rate`: since its viewer sent many.
 */
type EmbeddingEnding = 'made' | 'withheld' | 'given_up' | 'too_many' | 'loading' | 'over_rate' | ModelFailure;

/** Dependencies of every use case. Time and ids come from here, so that no layer below reads the clock or random numbers. */
export interface AppDependencies extends FaultLog {
  readonly orm: Orm;
  readonly settings: Settings;
  /** Settings of single tenants, by tenant; absent when there are none. */
  readonly settingsOfTenants?: ReadonlyMap<string, TenantSettings>;
  /** Keys the fingerprints of wordings: the store's, or of `dependenciesOf` the tenant's. */
  readonly fingerprintKey: string;
  /** Keys the secrets of webhooks: the store's, or of `dependenciesOf` the tenant's, which does not follow from that of fingerprints. */
  readonly webhookKey: string;
  /** Keys of tenants that were imported from another store, by tenant; absent: none was. */
  readonly importedKeys?: ReadonlyMap<string, TenantKeys>;
  /** Signs the receipts of bundles. */
  readonly receiptKey: string;
  readonly clock: () => Date;
  /** `mem_` and a UUIDv7, ascending within a process. */
  readonly newId: (prefix: IdPrefix) => string;
  /** Reads statements beside the rules; null: the rules alone. */
  readonly statementModel: StatementModel | null;
  /** Judges what contradicts a memory. */
  readonly contradictionJudge: ContradictionJudge;
  /** Names verification events in interactions; null: no model is asked. */
  readonly verificationModel: VerificationModel | null;
  /** Names the domain of memories to which neither a person nor a keyword gave one; null: no model is asked. */
  readonly domainModel: DomainModel | null;
  /** Gives vectors to texts; absent: no embedding server is configured. */
  readonly embedder?: Embedder | undefined;
  /** True for a group that was withdrawn. Absent: none was. */
  readonly isWithdrawnGroup?: GroupCheck | undefined;
  /** Folder for the artifact of each extraction pass; null for none. */
  readonly reportDir: string | null;
  /** Counts what the label policy would have done to served items if it were enforced. Absent: not counted. */
  readonly logUnenforced?: (action: LabelPolicyAction, times: number) => void;
  /** How the judging of one memory ended, for metrics and the log. */
  readonly logJudging: (ending: JudgingEnding) => void;
  /** How the gateway's reading of a wave that was left unread ended. Absent: not counted. */
  readonly logResuming?: ((ending: WaveEnding, waveId: string) => void) | undefined;
  /** How giving vectors to texts ended, and for how many. Absent: not counted. */
  readonly logEmbedding?: ((ending: EmbeddingEnding, times: number) => void) | undefined;
}

const specialized = new WeakMap<AppDependencies, Map<string, AppDependencies>>();
/** The tenant of dependencies that `dependenciesOf` made. */
const tenants = new WeakMap<AppDependencies, string>();

/**
 * Dependencies for a tenant: its own settings where it has any, and its own keys, which follow from the store's, or which it
 * brought along from another one. Those of the tenant itself are answered unchanged.
 */
export const dependenciesOf = (dependencies: AppDependencies, tenant: string): AppDependencies => {
  if (tenants.get(dependencies) === tenant) return dependencies;
  const known = specialized.get(dependencies) ?? new Map<string, AppDependencies>();
  specialized.set(dependencies, known);
  const imported = dependencies.importedKeys?.get(tenant);
  const found = known.get(tenant);
  if (found !== undefined && (imported === undefined || imported.fingerprints === found.fingerprintKey))
    return found;
  const keyOf = (key: string, use: string) =>
    createHmac('sha256', key).update(`${use}:${tenant}`).digest('hex');
  const own: AppDependencies = {
    ...dependencies,
    settings: { ...dependencies.settings, ...dependencies.settingsOfTenants?.get(tenant) },
    fingerprintKey: imported?.fingerprints ?? keyOf(dependencies.fingerprintKey, 'tenant'),
    webhookKey: imported?.webhooks ?? keyOf(dependencies.webhookKey, 'webhooks'),
  };
  known.set(tenant, own);
  tenants.set(own, tenant);
  return own;
};
