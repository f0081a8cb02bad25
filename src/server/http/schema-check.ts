import { createSchemaMismatch, schemaMismatchMessage } from '#server/operations/public-errors.ts';
import type { Operations } from '#server/operations/run-operation.ts';
import type { GatewayPlugin } from './request-context.ts';

/** Returns why the release does not fit the schema of its store; null: it does. */
type SchemaFault = () => string | null;

/** The operations, of which none begins while the schema does not fit. */
export const whileSchemaFits = <Context extends object>(
  operations: Operations<Context>,
  schemaFault: SchemaFault,
): Operations<Context> => ({
  open: (input) => {
    const fault = schemaFault();
    if (fault !== null) throw createSchemaMismatch(fault);
    return operations.open(input);
  },
  close: operations.close,
});

/** Refuses agents by status: the answer to a call of a tool would be 200. */
export const useSchemaCheck = (schemaFault: SchemaFault): GatewayPlugin => ({
  onRequest({ url, fetchAPI, endResponse }) {
    const fault = url.pathname === '/mcp' ? schemaFault() : null;
    if (fault === null) return;
    const body = JSON.stringify({
      error: { code: 'SCHEMA_MISMATCH', message: schemaMismatchMessage(fault) },
    });
    const headers = { 'content-type': 'application/json; charset=utf-8', 'retry-after': '5' };
    endResponse(new fetchAPI.Response(body, { status: 503, headers }));
  },
});
