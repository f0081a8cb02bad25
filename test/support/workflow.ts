import { readFileSync } from 'node:fs';
import { parse, print, separateOperations } from 'graphql';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { people, type TestGateway } from './gateway.ts';

const contract = readFileSync(new URL('../contract/documents/08-workflow.graphql', import.meta.url), 'utf8');
const operations = separateOperations(parse(contract));

/** One operation of what integrators hold in their hands, with the fragments it uses. */
const operation = (name: string): string => {
  const document = operations[name];
  if (!document) throw new Error(`The contract has no operation ${name}.`);
  return print(document);
};

export const recordDocument = operation('RecordExtraction');
export const routeDocument = operation('RouteExtraction');
export const replayDocument = operation('Replay');
export const rerouteDocument = operation('RerouteAll');
export const decideDocument = operation('DecideWorkflowItem');
export const workflowItemsDocument = operation('WorkflowItems');

/** A sound extraction of a schema that yields nothing. */
export const invoice = {
  schemaName: 'invoice',
  payload: { total: 12.5 },
  fieldConfidence: [{ field: 'total', confidence: 0.9 }],
};

/** The operations of contract 08 as one person asks them; each gives the answer's one field. */
export const workflowClient = ({ ask }: TestGateway, viewer: Viewer = people.service) => {
  const mutate =
    (document: string) =>
    async (input: object, as: Viewer = viewer) => {
      const { data, errors } = await ask(as, document, { input });
      if (errors) throw new Error(JSON.stringify(errors));
      return Object.values(data)[0] as Record<string, unknown> & { readonly code?: string };
    };
  return {
    record: (input: object, as: Viewer = viewer) =>
      mutate(recordDocument)({ extractorVersion: 'reader-1', ...input }, as),
    route: mutate(routeDocument),
    decide: mutate(decideDocument),
    rerouteAll: mutate(rerouteDocument),
    replay: async (extractionId: string, withRecordedFlags?: boolean, as: Viewer = people.reviewer) =>
      (await ask(as, replayDocument, { extractionId, withRecordedFlags })).data.replayRouting,
    items: async (filter: object = {}, as: Viewer = people.reviewer) =>
      (await ask(as, workflowItemsDocument, { filter })).data.workflowItems,
  };
};
