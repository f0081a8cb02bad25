import type { AppDependencies } from '#application/app-dependencies.ts';
import { type IngestedDocument, ingestDocuments } from '#application/ingestion/ingest-documents.ts';
import { extractionDefaults } from '#domain/ingestion/extraction-numbers.ts';
import { createTestGateway, people } from '#test/support/gateway.ts';
import type { TestStore } from '#test/support/store.ts';
import { decisionRecord } from '#test/support/story.ts';
import { eachStore, figure, heading, medianOf, secondsOf } from './measure.ts';

/**
 * `node bench/drift.ts [documents] [--stores postgres]`: re-ingests documents of ten believed items each, one of twenty changed, and
 * the very same where the changed paths have no version in force, so that nothing is checked. In turn; the first
 * round, in which a connection plans its
 * statements, is not counted. Prints the ratio (at most 1.3).
 */

const wanted = Number(process.argv.find((argument) => /^\d+$/.test(argument)) ?? 1_000);
const stores = process.argv.includes('--stores') ? process.argv.slice(-1) : ['pglite', 'postgres'];
const statements = 10;
const oneOf = 20;
const rounds = 13;
const perCall = 500;

/** The text of a document in its n-th version: the value of its first statement is another. */
const documentOf = (index: number, version: number): IngestedDocument => ({
  path: `records/${index}.md`,
  content: decisionRecord(
    ...Array.from(
      { length: statements },
      (_, place) =>
        `We will keep the readings of gauge ${index} in series ${place} for ${place === 0 ? version + 2 : place + 2} years.`,
    ),
  ),
});

const ingestAll = async (
  dependencies: AppDependencies,
  tenant: string,
  documents: readonly IngestedDocument[],
) => {
  for (let first = 0; first < documents.length; first += perCall)
    await ingestDocuments(dependencies, {
      viewer: { ...people.service, tenant },
      requestId: 'bench',
      input: { project: 'bench', documents: documents.slice(first, first + perCall) },
    });
};

const measure = async (store: TestStore) => {
  const { dependencies } = await createTestGateway(store);
  const capped: AppDependencies = {
    ...dependencies,
    settings: {
      ...dependencies.settings,
      extraction: { ...extractionDefaults, candidateLimit: perCall * statements },
    },
  };
  const versions = Array.from({ length: wanted }, () => 0);
  const documents = () => versions.map((version, index) => documentOf(index, version));
  for (const tenant of ['checked', 'unchecked']) {
    figure(
      `${tenant}: ingested first`,
      `${(await secondsOf(() => ingestAll(capped, tenant, documents()))).toFixed(1)} s`,
    );
    await store.asOwner(`update memories set status = 'ACTIVE' where tenant = ?`, [tenant]);
  }
  // The embedded store does this within a minute, and a server by its autovacuum.
  await store.asOwner('analyze');
  const [{ count = 0 } = {}] = await store.asOwner<{ count: number }>(
    `select count(*)::int as count from memories where tenant = 'checked' and status = 'ACTIVE'`,
  );
  figure('believed items', String(count));
  const times: Record<string, number[]> = { checked: [], unchecked: [] };
  for (let round = 0; round < rounds; round += 1) {
    const changed = versions.flatMap((_, index) => (index % oneOf === round ? [index] : []));
    for (const index of changed) versions[index] = round + 1;
    const paths = changed.map((index) => `'records/${index}.md'`).join(', ');
    await store.asOwner(`delete from source_paths where tenant = 'unchecked' and path in (${paths})`);
    const order = round % 2 === 0 ? ['checked', 'unchecked'] : ['unchecked', 'checked'];
    for (const tenant of order) {
      const taken = await secondsOf(() => ingestAll(capped, tenant, documents()));
      if (round > 0) times[tenant]?.push(taken);
    }
  }
  const [{ checks = 0 } = {}] = await store.asOwner<{ checks: number }>(
    `select count(*)::int as checks from source_checks where tenant = 'checked'`,
  );
  const [{ none = 0 } = {}] = await store.asOwner<{ none: number }>(
    `select count(*)::int as none from source_checks where tenant = 'unchecked'`,
  );
  figure('checks of items in all rounds', `${checks}, and ${none}`);
  const [checked, unchecked] = [medianOf(times.checked ?? []), medianOf(times.unchecked ?? [])];
  figure('re-ingested with the check', `${checked.toFixed(2)} s`);
  figure('re-ingested without it', `${unchecked.toFixed(2)} s`);
  const sum = (values: readonly number[] = []) => values.reduce((total, each) => total + each, 0);
  figure(
    'ratio of the medians, and of the sums',
    `× ${(checked / unchecked).toFixed(2)}, × ${(sum(times.checked) / sum(times.unchecked)).toFixed(2)}`,
  );
};

await eachStore(async (store) => {
  heading(`${store.kind}: ${wanted} documents, ${statements} statements each, one of ${oneOf} changed`);
  await measure(store);
}, stores);
process.exit();
