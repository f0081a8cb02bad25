import { readVersion } from '#config/package-folder.ts';
import { openApiWebhooks } from '../webhooks/event-schemas.ts';

const text = (description: string) => ({ type: 'string', description });
const answer = (description: string) => ({ description, content: { 'application/json': {} } });
const failures = {
  '400': answer('A parameter or the body is wrong: `error.code` and `error.message` say what.'),
  '401': answer('The token is missing or not valid.'),
  '403': answer('The token has no role that may.'),
  '503': answer('The gateway cannot answer now: try again after the seconds of `Retry-After`.'),
};

const fieldsOfInteraction = {
  project: text('The project, by its name.'),
  content: text('What was said, as markdown or as a transcript whose turns begin as `Name: …`.'),
  subjectId: text('Whom or what it is about.'),
  source: text('Where it was said, such as `slack`.'),
  occurredAt: { ...text('When it was said.'), format: 'date-time' },
  isPersonal: { type: 'boolean', description: 'True: only for the one it is about.' },
  idempotencyKey: text('The same key and input write once.'),
};

const fieldsOfDispute = {
  id: text('The id of the memory, `mem_…`.'),
  quote: text('What was said against it.'),
  reference: text('Where it was said.'),
  statement: text('What holds instead: it becomes a candidate.'),
  idempotencyKey: text('The same key and input write once.'),
};

const bodyOf = (properties: object, required: readonly string[]) => ({
  required: true,
  content: {
    'application/json': { schema: { type: 'object', additionalProperties: false, required, properties } },
  },
});

/** The doors of `/v1` for programs without GraphQL and the events of webhooks, in OpenAPI 3.1; served at `/v1/openapi.json`. */
export const openApi = {
  openapi: '3.1.0',
  info: {
    title: 'Vouch',
    version: readVersion(),
    description: 'What agents do most, as plain HTTP. Everything else is at `/graphql`.',
  },
  components: { securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
  security: [{ token: [] }],
  webhooks: openApiWebhooks(),
  paths: {
    '/v1/bundle': {
      get: {
        operationId: 'getBundle',
        summary: 'Gives the believed facts that a task needs, as framed text and as items, with a receipt.',
        parameters: [
          { name: 'task', in: 'query', schema: text('What you are about to do, in words.') },
          { name: 'project', in: 'query', schema: text('Only facts of this project.') },
          { name: 'subjectId', in: 'query', schema: text('About this subject.') },
          {
            name: 'tokenBudget',
            in: 'query',
            schema: { type: 'integer', minimum: 0, maximum: 1_000_000, default: 6_000 },
          },
        ],
        responses: { '200': answer('The bundle: `receiptId`, `text`, `items`, `excluded`.'), ...failures },
      },
    },
    '/v1/interactions': {
      post: {
        operationId: 'recordInteraction',
        summary: 'Stores a conversation and reads it: its statements become candidates.',
        requestBody: bodyOf(fieldsOfInteraction, ['project', 'content']),
        responses: {
          '201': answer('The id of the interaction, and how many candidates it gave.'),
          ...failures,
        },
      },
    },
    '/v1/disputes': {
      post: {
        operationId: 'disputeMemory',
        summary: 'Says that a believed memory does not hold; a reviewer settles it.',
        requestBody: bodyOf(fieldsOfDispute, ['id']),
        responses: {
          '201': answer('What became of `statement`: the id of a candidate, or null.'),
          ...failures,
        },
      },
    },
  },
};
