import { getNamedType, isInputObjectType, isObjectType } from 'graphql';
import { describe, expect, test } from 'vitest';
import { schema } from '#resolvers/index.ts';
import { createTestGateway, people } from '../support/gateway.ts';
import { onServerStore } from '../support/store.ts';
import { decisionRecord, runStory } from '../support/story.ts';

const uuid = '0199a1b2-0000-7000-8000-000000000001';

describe('ids and names that cannot be meant', () => {
  test('every argument that takes an id says of which types, but for those that take any', () => {
    const undeclared: string[] = [];
    for (const type of Object.values(schema.getTypeMap())) {
      // A condition takes ids of the types that its member of a filter names.
      if (type.name.startsWith('__') || type.name === 'IdFilter') continue;
      const takers = isInputObjectType(type)
        ? Object.values(type.getFields()).map((field) => [`${type.name}.${field.name}`, field] as const)
        : isObjectType(type)
          ? Object.values(type.getFields()).flatMap((field) =>
              field.args.map(
                (argument) => [`${type.name}.${field.name}(${argument.name})`, argument] as const,
              ),
            )
          : [];
      for (const [name, taker] of takers)
        if (['ID', 'IdFilter'].includes(getNamedType(taker.type).name) && !('idOf' in taker.extensions))
          undeclared.push(name);
    }
    expect(undeclared).toEqual(['Query.node(id)', 'Query.nodes(ids)']);
  });

  onServerStore((store) => {
    test.for([
      [`memory(id: "doc_${uuid}") { id }`, 'id', 'Memory'],
      ['memory(id: "nonsense") { id }', 'id', 'Memory'],
      [`entity(id: "mem_${uuid}") { id }`, 'id', 'Entity'],
      [
        `memories(filter: { waveId: { eq: "doc_${uuid}" } }) { totalCount }`,
        'filter.waveId',
        'IngestionWave',
      ],
      [
        `candidates(filter: { documentId: { eq: "${uuid}" } }) { totalCount }`,
        'filter.documentId',
        'Document',
      ],
      [
        `auditEvents(filter: { targetId: { eq: "evi_${uuid}" } }) { totalCount }`,
        'filter.targetId',
        'Memory',
      ],
      [`pathwayTrace(traceUid: "mem_${uuid}") { id }`, 'traceUid', 'PathwayTrace'],
      ['listVersions(traceUidRoot: "nonsense") { id }', 'traceUidRoot', 'PathwayTrace'],
      ['inbox(filter: { id: { eq: "inb_NOTHING.mem_1" } }) { totalCount }', 'filter.id', 'no entry'],
      ['itemsWithSuggestedLabels(label: "pii.mail") { totalCount }', 'label', 'pii.email'],
      [`impact(of: { documentId: "mem_${uuid}" }) { counts { count } }`, 'of.documentId', 'Document'],
    ] as const)('%s is refused with what it takes', async ([field, argument, named]) => {
      const gateway = await createTestGateway(store());
      const { errors } = await gateway.ask(people.admin, `{ ${field} }`);
      expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', argument } }]);
      expect(errors?.[0]?.message).toContain(named);
    });

    test('whether the thing of another type exists makes no difference', async () => {
      const gateway = await createTestGateway(store());
      const id = await runStory(gateway).candidate('We will judge ids by their form.');
      const there = await gateway.askForText(people.reader, `{ entity(id: "${id}") { id } }`);
      const missing = await gateway.askForText(people.reader, `{ entity(id: "mem_${uuid}") { id } }`);
      expect(there).toBe(missing);
    });

    test('a viewer without the role is refused for that, whatever ids they send', async () => {
      const gateway = await createTestGateway(store());
      const { errors } = await gateway.ask(
        people.reader,
        '{ listVersions(traceUidRoot: "nonsense") { id } }',
      );
      expect(errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
    });

    test('a mutation answers an id of another type as one of what is missing', async () => {
      const gateway = await createTestGateway(store());
      const story = runStory(gateway);
      const answers = [`mem_${uuid}`, `con_${uuid}`, 'nonsense'].map((id) =>
        story.does(people.reviewer, 'resolveContradiction', { id, action: 'KEPT_A' }),
      );
      for (const answer of await Promise.all(answers)) expect(answer).toMatchObject({ code: 'not_found' });
    });

    test('a trace is named by the id that it shows as well as by its UUID', async () => {
      const gateway = await createTestGateway(store());
      const story = runStory(gateway);
      await story.ingests(people.service, [{ path: 'x.md', content: decisionRecord('We will trace ids.') }]);
      const inserted = await gateway.ask(
        people.service,
        `mutation { insertTrace(input: { taskClass: "review", filePath: "src/a/b.ts" }) {
          ... on InsertTracePayload { trace { id traceUid } } } }`,
      );
      const { id, traceUid } = inserted.data.insertTrace.trace;
      const ask = (name: string) =>
        gateway.ask(
          people.admin,
          `query ($name: ID!) { pathwayTrace(traceUid: $name) { id diff(to: $name) { segments { operation } } }
            listVersions(traceUidRoot: $name) { id } }`,
          { name },
        );
      const byId = await ask(id);
      expect(byId).toMatchObject({ data: { pathwayTrace: { id }, listVersions: [{ id }] } });
      expect(byId).toEqual(await ask(traceUid));
      const replay = await gateway.ask(
        people.service,
        `mutation ($name: ID!) { recordReplay(input: { traceUid: $name, succeeded: true }) {
          ... on RecordReplayPayload { trace { id } } } }`,
        { name: id },
      );
      expect(replay).toMatchObject({ data: { recordReplay: { trace: { id } } } });
    });
  });
});
