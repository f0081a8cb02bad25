import { writeFileSync } from 'node:fs';
import { printedSchema } from '#resolvers/schema/printed-schema.ts';

/** `npm run schema:print`: writes the schema that clients hold. */
writeFileSync(new URL('../../schema.graphql', import.meta.url), printedSchema());
