import { type AppDependencies, dependenciesOf } from '#application/app-dependencies.ts';
import type { LabelPolicyAction } from '#domain/labels/policy/label-policy.ts';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { createReads, type Reads } from '#persistence/reading/loaders.ts';
import { boundedReads } from '#persistence/store/bounded-reads.ts';
import type { Orm } from '#persistence/store/orm.ts';
import {
  openQuerySession,
  openReadSession,
  type Projection,
  type ReadSession,
} from '#persistence/store/viewer-session.ts';
import { recordCaller } from '#persistence/tenants.ts';

/** State shared by all resolvers of one operation. */
export interface GraphQLContext {
  readonly viewer: Viewer;
  readonly requestId: string;
  readonly dependencies: AppDependencies;
  /** For a resumed subscription, the cursor of the last event its client received; else null. */
  readonly lastEventId: string | null;
  /**
   * The instant of the answer: one for a query, so that values computed from it are equal when they are read twice. A mutation's clock
   * goes on.
   */
  readonly now: () => Date;
  /** The snapshot that the operation reads, and its loaders. Do not keep it over a mutation. */
  readonly reads: Reads;
  /** Ends the snapshot. Later reads use a new one, or `session` when one is given, which is a preview in a dry run. */
  readonly renewReads: (session?: ReadSession, isPreview?: boolean) => Promise<void>;
  /** Ends the operation. */
  readonly close: () => Promise<void>;
}

/** Nobody: reads nothing, since only `{ __typename }` is asked without a token. */
const nobody: Viewer = { tenant: '', user: '', roles: [], groups: [] };

/** An operation, as its context is opened for it. */
interface Opening {
  readonly viewer: Viewer | null;
  readonly requestId: string;
  readonly projection?: Projection | undefined;
  readonly lastEventId?: string | null;
  /** Opens what the operation reads first; absent: a session of the store itself. */
  readonly openSession?: (orm: Orm, viewer: Viewer) => ReadSession;
}

/**
 * A class, and not an object with a getter: V8 keeps what such a getter holds, here all that the operation read, until
 * the next full collection.
 */
class OperationContext implements GraphQLContext {
  readonly viewer: Viewer;
  readonly requestId: string;
  readonly lastEventId: string | null;
  readonly dependencies: AppDependencies;
  readonly #projection: Projection | undefined;
  readonly #unenforced = new Map<LabelPolicyAction, number>();
  #reads: Reads;
  #now: Date | null = null;

  constructor(
    dependencies: AppDependencies,
    { viewer, requestId, projection, lastEventId = null, openSession = openReadSession }: Opening,
  ) {
    this.viewer = viewer ?? nobody;
    this.requestId = requestId;
    this.lastEventId = lastEventId;
    this.dependencies = viewer ? dependenciesOf(dependencies, viewer.tenant) : dependencies;
    this.#projection = projection;
    this.#reads = this.#open(openSession(dependencies.orm, this.viewer), false);
  }

  #open(session: ReadSession, isPreview: boolean): Reads {
    const unenforced = this.#unenforced;
    return createReads(
      {
        ...boundedReads(session),
        projection: this.#projection,
        logUnenforced: (action) => unenforced.set(action, (unenforced.get(action) ?? 0) + 1),
      },
      isPreview,
    );
  }

  readonly now = (): Date => {
    this.#now ??= this.dependencies.clock();
    return this.#now;
  };

  get reads(): Reads {
    return this.#reads;
  }

  readonly renewReads = async (session?: ReadSession, isPreview = false): Promise<void> => {
    const { session: before } = this.#reads;
    this.#reads = this.#open(session ?? openReadSession(this.dependencies.orm, this.viewer), isPreview);
    this.#now = null;
    await before.close();
  };

  readonly close = async (): Promise<void> => {
    for (const [action, times] of this.#unenforced) this.dependencies.logUnenforced?.(action, times);
    this.#unenforced.clear();
    await this.#reads.session.close();
  };
}

/** The context of an operation that the gateway itself asks as a viewer whom no token names. */
export const openReadContext = (
  dependencies: AppDependencies,
  viewer: Viewer,
  requestId: string,
): GraphQLContext => new OperationContext(dependencies, { viewer, requestId });

/**
 * The context of an operation that begins. The groups that the token of a query or a subscription carries are known from then on, as
 * a mutation's are; that they could not be noted is no reason to answer less.
 */
export const openGraphQLContext = async (
  dependencies: AppDependencies,
  {
    viewer,
    requestId,
    operationType,
    projection,
    lastEventId = null,
    readAfter = null,
  }: Omit<Opening, 'openSession'> & {
    readonly operationType: string;
    /** The position of the log that a query sees at least; null or absent: that of what its tenant wrote here. */
    readonly readAfter?: string | null;
  },
): Promise<GraphQLContext> => {
  if (viewer !== null && operationType !== 'mutation')
    await recordCaller(dependencies.orm, viewer, dependencies.clock(), { isMutation: false }).catch(
      () => undefined,
    );
  const opening = { viewer, requestId, projection, lastEventId };
  return new OperationContext(
    dependencies,
    operationType === 'query'
      ? { ...opening, openSession: (orm, caller) => openQuerySession(orm, caller, readAfter) }
      : opening,
  );
};
