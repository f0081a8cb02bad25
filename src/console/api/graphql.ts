import { initGraphQLTada } from 'gql.tada';
import type { introspection } from './graphql-env.d.ts';

/** Reads an operation or a fragment; its types come from `schema.graphql`. */
export const graphql = initGraphQLTada<{
  introspection: introspection;
  disableMasking: true;
  scalars: { DateTime: string; JSON: unknown; SafeInt: number };
}>();

export type { ResultOf, TadaDocumentNode, VariablesOf } from 'gql.tada';
