import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { minifyIntrospection, outputIntrospectionFile } from '@gql.tada/internal';
import {
  buildSchema,
  type GraphQLSchema,
  introspectionFromSchema,
  NoUnusedFragmentsRule,
  parse,
  specifiedRules,
  validate,
} from 'graphql';

const folder = new URL('..', import.meta.url);

const readSchema = (): GraphQLSchema =>
  buildSchema(readFileSync(new URL('../../schema.graphql', folder), 'utf8'));

/** Writes the types of `schema.graphql`, from which every operation of the console takes its own. */
const writeSchemaTypes = (schema: GraphQLSchema): void => {
  const introspection = introspectionFromSchema(schema, { descriptions: false });
  const types = outputIntrospectionFile(minifyIntrospection(introspection), {
    fileType: '.d.ts',
    shouldPreprocess: true,
  });
  writeFileSync(new URL('api/graphql-env.d.ts', folder), types);
};

/** Every operation and fragment of the console, as one document: their names are unique. */
const readOperations = (): string =>
  globSync('**/*.{ts,tsx}', { cwd: folder.pathname })
    .flatMap((path) => [...readFileSync(new URL(path, folder), 'utf8').matchAll(/\bgraphql\(\s*`([^`]+)`/g)])
    .map(([, text]) => text)
    .join('\n');

/**
 * Lists the parts of the console's operations that the schema lacks, a sentence each. Types alone do not notice a field
 * that nobody reads.
 */
export const findStaleOperations = (): readonly string[] => {
  const rules = specifiedRules.filter((rule) => rule !== NoUnusedFragmentsRule);
  return validate(readSchema(), parse(readOperations()), rules).map(({ message }) => message);
};

if (import.meta.main) {
  writeSchemaTypes(readSchema());
  const stale = findStaleOperations();
  if (stale.length > 0) {
    process.stderr.write(`The console asks for what the schema does not have:\n${stale.join('\n')}\n`);
    process.exitCode = 1;
  }
}
