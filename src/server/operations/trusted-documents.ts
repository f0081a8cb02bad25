import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

interface ApolloManifest {
  readonly operations: readonly { readonly id: string; readonly body: string }[];
}

const isApolloManifest = (manifest: object): manifest is ApolloManifest =>
  'operations' in manifest && Array.isArray(manifest.operations);

/**
 * The documents of a build by the names that its clients send: Relay's file of texts by their hash, or Apollo's manifest. Each is known by the
 * SHA-256 of its text, too. Throws for a file that is neither.
 */
export const readTrustedDocuments = (file: string): ReadonlyMap<string, string> => {
  const manifest: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (typeof manifest !== 'object' || manifest === null)
    throw new Error(`${file} is no manifest of trusted documents: write an object of texts by their hash.`);
  const entries = isApolloManifest(manifest)
    ? manifest.operations.map(({ id, body }) => [id, body] as const)
    : Object.entries(manifest);
  return new Map(
    entries.flatMap(([id, text]) => {
      if (typeof text !== 'string') throw new Error(`${file} has no text for ${id}.`);
      return [
        [id.toLowerCase(), text],
        [createHash('sha256').update(text).digest('hex'), text],
      ];
    }),
  );
};
