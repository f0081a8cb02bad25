import { readFileSync } from 'node:fs';
import { parse } from 'graphql';
import { expect } from 'vitest';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { people, type TestGateway } from './gateway.ts';

export const contract = readFileSync(
  new URL('../contract/documents/07-pathways.graphql', import.meta.url),
  'utf8',
);

/** One operation of the contract's document, with the fragment that it spreads. */
export const operation = (name: string): string => {
  const { definitions } = parse(contract);
  return definitions
    .filter((definition) =>
      definition.kind === 'FragmentDefinition'
        ? name !== 'ExportPathwayState'
        : 'name' in definition && definition.name?.value === name,
    )
    .map(({ loc }) => contract.slice(loc?.start, loc?.end))
    .join('\n')
    .replace(/fragment Trace on[\s\S]*$/, (fragment) =>
      ['ImportPathwayState'].includes(name) ? '' : fragment,
    );
};

/** A run of an agent, as it is inserted. */
export const run = (taskClass: string, more: object = {}) => ({
  taskClass,
  filePath: 'crates/queryd/src/service.rs',
  ...more,
});

/** An agent's operations on pathways, and the viewer of each. */
export const pathwayOperations = (gateway: () => TestGateway) => {
  const ask = (asking: Viewer, name: string, variables: object = {}) =>
    gateway().ask(asking, operation(name), variables);
  const insert = async (input: object) => {
    const { data, errors } = await ask(people.service, 'InsertTrace', { input });
    expect(errors).toBeUndefined();
    return data.insertTrace.trace;
  };
  const revise = (traceUid: string, more: object = {}) =>
    ask(people.service, 'ReviseTrace', { input: { traceUid, ...more } });
  const replay = (traceUid: string, succeeded: boolean) =>
    ask(people.service, 'RecordReplay', { input: { traceUid, succeeded } });
  const actions = async (targetId: string) => {
    const { data } = await gateway().ask(
      people.auditor,
      `query ($id: ID!) { auditEvents(filter: { targetId: { eq: $id } }) { nodes { action after } } }`,
      { id: targetId },
    );
    return data.auditEvents.nodes.map(({ action }: { action: string }) => action);
  };
  return { ask, insert, revise, replay, actions };
};
