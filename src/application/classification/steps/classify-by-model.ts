import type { AppDependencies } from '#application/app-dependencies.ts';
import { callBudget } from '#application/language-model/call-budget.ts';
import type { UseCaseContext } from '#application/use-case.ts';
import { type Classification, fillIn } from '#domain/classification/classification.ts';
import { readModelClassifications } from '#domain/classification/model-classification.ts';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { systemRole } from '#entities/policies.ts';
import {
  type MemoryWithoutDomain,
  readDomainKeywords,
  readMemoriesWithoutDomain,
} from '#persistence/classification.ts';
import { updateItem } from '#persistence/review/item-changes.ts';
import { lockMemories } from '#persistence/review/locked-items.ts';
import { type AuditedChange, recordChanges } from '#persistence/store/audit-log.ts';
import { inReadSession, inWriteSession } from '#persistence/store/viewer-session.ts';
import type { DomainModel } from '#providers/domain-model.ts';
import type { CallBudget } from '#providers/language-model.ts';

interface Asker {
  readonly viewer: Viewer;
  readonly requestId: string | null;
}

/** One call asks of so many memories, of so many characters (UTF-16 code units) of each. */
const mostMemories = 50;
const longestContent = 1_000;

/** Read: written memories that have no domain, grouped by visibility, since one prompt never mixes two. */
const readWaiting = async (orm: AppDependencies['orm'], viewer: Viewer, ids: readonly string[]) => {
  return inReadSession(orm, viewer, systemRole, async (session) => {
    const db = await session.db();
    const waiting = await readMemoriesWithoutDomain(session, ids, {
      most: mostMemories,
      contentLength: longestContent,
    });
    const domains = waiting.length === 0 ? [] : (await readDomainKeywords(db, viewer)).entries;
    return {
      groups: [...Map.groupBy(waiting, ({ visibilityKey }) => visibilityKey).values()],
      domains: [...new Set(domains.map(({ domain }) => domain))],
    };
  });
};

/** Asks the model, outside any transaction. A call that fails leaves its memories without a domain. */
const ask = async (
  model: DomainModel,
  domains: readonly string[],
  group: readonly MemoryWithoutDomain[],
  budget: CallBudget,
): Promise<ReadonlyMap<string, Classification>> => {
  const memories = group.map(({ id, content }) => ({ id, content }));
  const answer = await model.read({ domains, memories }, budget);
  if (answer.outcome === 'failed') throw new Error(`The model named no domains (${answer.failure}).`);
  return readModelClassifications(new Set(group.map(({ id }) => id)), domains, answer.named);
};

/** Write: the domain of memories that still have none and were not changed meanwhile, with audit events. */
const write = (
  { orm, newId, clock }: AppDependencies,
  { viewer, requestId }: Asker,
  waiting: readonly MemoryWithoutDomain[],
  named: ReadonlyMap<string, Classification>,
): Promise<void> =>
  inWriteSession(orm, viewer, 'system', async (session) => {
    const memories = await lockMemories(session, [...named.keys()]);
    const changes: AuditedChange[] = [];
    const now = clock();
    for (const memory of memories) {
      const said = named.get(memory.id);
      const asked = waiting.find(({ id }) => id === memory.id);
      if (!said || asked?.revision !== memory.revision) continue;
      const { domain = null, tags, domainDerived, tagsDerived } = memory;
      const filled = fillIn({ domain, tags, domainDerived, tagsDerived }, said);
      if (filled.domain === domain && filled.tags === tags) continue;
      updateItem(
        session,
        'memory',
        memory,
        { ...memory, ...filled, tags: [...filled.tags] },
        { until: now, newId },
      );
      changes.push({
        action: 'memory.classified',
        targetType: 'Memory',
        targetId: memory.id,
        before: { domain, tags },
        after: { domain: filled.domain, tags: filled.tags },
      });
    }
    await recordChanges(session, { requestId, now, newId }, changes);
  });

/** Lets the model classify memories that the transaction writes or rewords, after its commit. Does nothing where no model is configured. */
export const classifyAfterCommit = (
  { dependencies, afterCommit }: Pick<UseCaseContext, 'dependencies' | 'afterCommit'>,
  memoryIds: readonly string[],
): void => {
  if (dependencies.domainModel !== null && memoryIds.length > 0)
    afterCommit((request) => classifyByModel(dependencies, request, memoryIds));
};

/**
 * Asks the model for the domain of memories to which neither a person nor the tenant's keyword table gave one. It raises no revision, as
 * evidence does not. Never throws: a failure is logged, and the memory stays without a domain.
 */
const classifyByModel = async (
  dependencies: AppDependencies,
  asker: Asker,
  ids: readonly string[],
): Promise<void> => {
  const { domainModel, logFault, orm } = dependencies;
  if (domainModel === null) return;
  try {
    const { groups, domains } = await readWaiting(orm, asker.viewer, ids);
    const budget = callBudget(dependencies, asker.viewer, null);
    const answers = await Promise.allSettled(groups.map((group) => ask(domainModel, domains, group, budget)));
    for (const answer of answers) if (answer.status === 'rejected') logFault('domain_model', answer.reason);
    const named = new Map(
      answers.flatMap((answer) => (answer.status === 'fulfilled' ? [...answer.value] : [])),
    );
    if (named.size > 0) await write(dependencies, asker, groups.flat(), named);
  } catch (error) {
    logFault('domain_model', error);
  }
};
