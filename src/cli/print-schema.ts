import { writeFileSync } from 'node:fs';
import { printedSchema } from '#resolvers/schema/printed-schema.ts';

/** `npm run schema:print`: writes the schema that clients hold. With `--subgraph FILE`: as a federation composes it, there. */
const [option, file] = process.argv.slice(2);
if (option === '--subgraph' && file !== undefined) {
  const { printedSubgraph } = await import('#resolvers/subgraph.ts');
  writeFileSync(file, printedSubgraph());
} else writeFileSync(new URL('../../schema.graphql', import.meta.url), printedSchema());
