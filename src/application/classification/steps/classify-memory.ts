import type { UseCaseContext } from '#application/use-case.ts';
import { type Classifier, createClassifier, reclassify } from '#domain/classification/classification.ts';
import type { Memory } from '#entities/memory.ts';
import { readDomainKeywords } from '#persistence/classification.ts';

/** Read: the tenant's keyword table, in one statement for whatever is written in the transaction. */
export const readClassifier = async ({ session, viewer }: UseCaseContext): Promise<Classifier> =>
  createClassifier((await readDomainKeywords(session.db, viewer)).entries);

/** Derives domain and tags of a memory by its content as it now is; what a person set stays. The caller writes the change. */
export const classifyAnew = async (useCase: UseCaseContext, memory: Memory): Promise<void> => {
  const { domain = null, tags, domainDerived, tagsDerived, content } = memory;
  const derived = (await readClassifier(useCase))(content);
  const now = reclassify({ domain, tags, domainDerived, tagsDerived }, derived);
  Object.assign(memory, { ...now, tags: [...now.tags] });
};
