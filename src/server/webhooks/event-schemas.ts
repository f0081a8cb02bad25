import {
  type GraphQLOutputType,
  type GraphQLSchema,
  getNullableType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import { webhookEventTypes } from '#domain/webhooks/event-types.ts';
import { schema } from '#resolvers/index.ts';
import { eventDocument } from './event-document.ts';

// biome-ignore lint/suspicious/noExplicitAny: a JSON Schema may hold anything
type JsonSchema = Readonly<Record<string, any>>;

const scalars: Readonly<Record<string, JsonSchema>> = {
  ID: { type: 'string' },
  String: { type: 'string' },
  Int: { type: 'integer' },
  Float: { type: 'number' },
  Boolean: { type: 'boolean' },
  DateTime: { type: 'string', format: 'date-time' },
};

/** The JSON Schema of an object that answers a selection. */
const objectSchema = (schema: GraphQLSchema, typename: string, selections: SelectionSetNode): JsonSchema => {
  const type = schema.getType(typename);
  if (!isObjectType(type)) throw new Error(`${typename} is no object type.`);
  const fields = selections.selections.flatMap((node) =>
    node.kind === Kind.INLINE_FRAGMENT && node.typeCondition?.name.value === typename
      ? node.selectionSet.selections
      : [node],
  );
  const properties = Object.fromEntries(
    fields.flatMap((field): [string, JsonSchema][] => {
      if (field.kind !== Kind.FIELD) return [];
      const { alias, name, selectionSet } = field;
      const found = type.getFields()[name.value];
      const schemaOfField = found ? valueSchema(schema, found.type, selectionSet) : { const: typename };
      return [
        [
          alias?.value ?? name.value,
          found?.description ? { ...schemaOfField, description: found.description } : schemaOfField,
        ],
      ];
    }),
  );
  return { type: 'object', additionalProperties: false, required: Object.keys(properties), properties };
};

const valueSchema = (
  schema: GraphQLSchema,
  type: GraphQLOutputType,
  selections: SelectionSetNode | undefined,
): JsonSchema => {
  const value = getNullableType(type);
  const schemaOfValue = (): JsonSchema => {
    if (isListType(value)) return { type: 'array', items: valueSchema(schema, value.ofType, selections) };
    if (isEnumType(value)) return { type: 'string', enum: value.getValues().map(({ name }) => name) };
    if (isObjectType(value) && selections) return objectSchema(schema, value.name, selections);
    const scalar = scalars[String(value)];
    if (scalar === undefined) throw new Error(`An event cannot have a value of the type ${value}.`);
    return scalar;
  };
  return isNonNullType(type) ? schemaOfValue() : { anyOf: [schemaOfValue(), { type: 'null' }] };
};

/** The selection of `node` in the document of events. */
const targetSelections = (): SelectionSetNode => {
  const [operation] = eventDocument.definitions;
  const node =
    operation?.kind === Kind.OPERATION_DEFINITION ? operation.selectionSet.selections[0] : undefined;
  if (node?.kind !== Kind.FIELD || !node.selectionSet)
    throw new Error('The document of events has no target.');
  return node.selectionSet;
};

const typenames: Readonly<Record<string, string>> = {
  memory: 'Memory',
  entity: 'Entity',
  contradiction: 'Contradiction',
  workflow: 'WorkflowItem',
  document: 'Document',
  project_state: 'ProjectStateEntry',
  quarantine: 'Quarantine',
};

/** Events in the form of OpenAPI's `webhooks`, each with the JSON Schema of its payload. */
export const openApiWebhooks = (): JsonSchema => {
  const selections = targetSelections();
  return Object.fromEntries(
    webhookEventTypes.map((type) => [
      type,
      {
        post: {
          summary: `Reports \`${type}\`, with its target as the webhook sees it when it is sent.`,
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  additionalProperties: false,
                  required: ['type', 'timestamp', 'data'],
                  properties: {
                    type: { const: type },
                    timestamp: {
                      type: 'string',
                      format: 'date-time',
                      description: 'When the change was made.',
                    },
                    data: objectSchema(schema, typenames[type.split('.')[0] ?? ''] ?? '', selections),
                  },
                },
              },
            },
          },
          responses: {
            '2XX': { description: 'Accepted; the event is not sent again.' },
            '410': { description: 'The receiver is gone: the webhook ends.' },
            default: { description: 'The event is sent again later.' },
          },
        },
      },
    ]),
  );
};
