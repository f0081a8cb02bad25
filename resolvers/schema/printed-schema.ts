import { lexicographicSortSchema, printSchema } from 'graphql';
import { schema } from '#resolvers/index.ts';

/** The schema as it is committed: sorted, so that a change shows as what it is. */
export const printedSchema = (): string => `${printSchema(lexicographicSortSchema(schema))}\n`;
