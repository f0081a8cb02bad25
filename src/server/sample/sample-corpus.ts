import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AppDependencies } from '#application/app-dependencies.ts';
import { ingestDocuments } from '#application/ingestion/ingest-documents.ts';
import { personas } from '#server/http/local-tokens.ts';

const folder = fileURLToPath(new URL('./corpus/', import.meta.url));

/** Runs the sample corpus through the real pipeline, once a store: a later start finds it done. */
export const ingestSampleCorpus = async (dependencies: AppDependencies): Promise<void> => {
  const service = personas.find(({ roles }) => roles.includes('service'));
  if (!service) throw new Error('Local mode has no service persona.');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const documents = await Promise.all(
    paths.map(async (path) => ({
      path: path.slice(folder.length).replaceAll('\\', '/'),
      content: await readFile(path, 'utf8'),
    })),
  );
  await ingestDocuments(dependencies, {
    viewer: service,
    requestId: 'sample-corpus',
    input: { project: 'tidewatch', documents, idempotencyKey: 'sample-corpus' },
  });
};
