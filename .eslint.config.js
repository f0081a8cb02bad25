import graphql from '@graphql-eslint/eslint-plugin';

const { rules: recommended } = graphql.configs['flat/schema-recommended'];
const { rules: relay } = graphql.configs['flat/schema-relay'];
const [severity, names] = recommended['@graphql-eslint/naming-convention'];
const { forbiddenPrefixes: _query, ...ofQueries } = names['FieldDefinition[parent.name.value=Query]'];
const { forbiddenPrefixes: _type, ...ofTypes } = names['ObjectTypeDefinition,ObjectTypeExtension'];

/** `schema.graphql` under graphql-eslint's rules for schemas and for Relay; each rule that is changed has its reason. */
export default [
  {
    files: ['schema.graphql'],
    plugins: { '@graphql-eslint': graphql },
    languageOptions: {
      parser: graphql.parser,
      parserOptions: { graphQLConfig: { schema: 'schema.graphql' } },
    },
    rules: {
      ...recommended,
      ...relay,
      // A list of values that are embedded in their owner, and never grow beyond a screen, is a list; all others are connections.
      // What a list holds need be no Node: revisions, relations and moments of a timeline are values of their item.
      '@graphql-eslint/relay-edge-types': [
        'error',
        { listTypeCanWrapOnlyEdgeType: false, shouldImplementNode: false },
      ],
      // A cached object is a Node and has an id. A type without one is a value of its owner, a page, a payload or a refusal.
      '@graphql-eslint/strict-id-in-types': 'off',
      // Names of the specifications that integrators write against: entityType, pathwayId, queryByVec; and
      // Relation.relation, Revision.revision.
      '@graphql-eslint/no-typename-prefix': 'off',
      '@graphql-eslint/naming-convention': [
        severity,
        {
          ...names,
          // queryByVec and queryForHotswap are the names of the pathway specification.
          'FieldDefinition[parent.name.value=Query]': ofQueries,
          // A TypeHint is a hint at a type.
          'ObjectTypeDefinition,ObjectTypeExtension': ofTypes,
        },
      ],
    },
  },
];
