import { beforeAll, describe, expect, test } from 'vitest';
import { createTestGateway, people } from '#test/support/gateway.ts';
import { withStatements } from '#test/support/statements.ts';
import { onServerStore } from '#test/support/store.ts';
import { runStory, type Story } from '#test/support/story.ts';

const { service, reviewer, auditor, admin, curator, reader } = people;
const minute = 60_000;

interface Ingestion {
  readonly document: { readonly id: string };
  readonly actor: { readonly name: string } | null;
}
interface Segment {
  readonly operation: string;
  readonly text: string;
}
const changesOf = ({ segments }: { readonly segments: readonly Segment[] }) =>
  segments.filter(({ operation }) => operation !== 'EQUAL').map(({ operation, text }) => [operation, text]);

describe('every chain of versions is listed, read as of an instant, and compared by words', () => {
  onServerStore((store) => {
    let story: Story;
    const ask = async (who: typeof reader, query: string, variables: object = {}) => {
      const { data, errors } = await story.gateway.ask(who, query, variables);
      expect(errors).toBeUndefined();
      return data;
    };
    /** The instant that has passed, and a minute beyond it. */
    const pass = (): string => {
      const at = story.gateway.dependencies.clock().toISOString();
      story.gateway.pass(minute);
      return at;
    };
    beforeAll(async () => {
      story = runStory(await createTestGateway(store()));
    });

    test('the label policy', async () => {
      const set = (action: string) =>
        story.does(admin, 'setLabelPolicy', {
          mode: 'LOG_ONLY',
          rules: [{ id: 'contacts', anyLabel: ['pii'], roles: ['reader'], action }],
        });
      const before = pass();
      await set('REDACT');
      const first = pass();
      await set('DENY');
      const query = `query ($at: DateTime) { labelPolicy(asOf: $at) { revision versions { totalCount nodes { revision rules { action } } }
        diff(from: 1, to: 2) { segments { operation text } } none: diff(from: 1, to: 3) { segments { text } } } }`;
      expect((await ask(auditor, query, { at: before })).labelPolicy).toBeNull();
      expect((await ask(auditor, query, { at: first })).labelPolicy.revision).toBe(1);
      const { labelPolicy } = await ask(auditor, query);
      expect(labelPolicy).toMatchObject({
        revision: 2,
        versions: {
          totalCount: 2,
          nodes: [
            { revision: 1, rules: [{ action: 'REDACT' }] },
            { revision: 2, rules: [{ action: 'DENY' }] },
          ],
        },
        none: null,
      });
      expect(changesOf(labelPolicy.diff)).toEqual([
        ['DELETE', 'REDACT'],
        ['INSERT', 'DENY'],
      ]);
      const { errors } = await story.gateway.ask(
        auditor,
        '{ labelPolicy(revision: 1, asOf: "2026-03-01T00:00:00Z") { revision } }',
      );
      expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', argument: 'asOf' });
    });

    test('an entry of project state', async () => {
      const instants = [pass()];
      for (const value of ['The crew sails at noon.', 'The crew sails at dusk.']) {
        await story.does(curator, 'setProjectState', { project: 'crew', category: 'c', key: 'sails', value });
        instants.push(pass());
      }
      const fields = 'id value version history { version } previous { version }';
      const list = async (asOf: string | null) =>
        (
          await ask(
            reader,
            `query ($asOf: DateTime) { projectState(project: "crew", asOf: $asOf) { ${fields} } }`,
            { asOf },
          )
        ).projectState;
      expect(await list(instants[0] ?? null)).toEqual([]);
      const [then] = await list(instants[1] ?? null);
      expect(then).toMatchObject({
        value: 'The crew sails at noon.',
        version: 1,
        history: [{ version: 1 }],
        previous: null,
      });
      const [now] = await list(null);
      expect(now).toMatchObject({ version: 2, history: [{ version: 2 }, { version: 1 }] });
      expect(then.id).toBe(`${now.id}@${instants[1]}`);
      const single = `query ($id: ID!, $snapshot: ID!, $asOf: DateTime) {
        projectStateEntry(id: $id, asOf: $asOf) { ${fields} }
        node(id: $snapshot) { ... on ProjectStateEntry { ${fields} } } }`;
      const found = await ask(reader, single, { id: now.id, snapshot: then.id, asOf: instants[1] });
      expect(found).toEqual({ projectStateEntry: then, node: then });
      const { projectStateEntry } = await ask(
        reader,
        'query ($id: ID!) { projectStateEntry(id: $id) { diff(from: 1, to: 2) { segments { operation text } } } }',
        { id: now.id },
      );
      expect(changesOf(projectStateEntry.diff)).toEqual([
        ['DELETE', 'noon'],
        ['INSERT', 'dusk'],
      ]);
    });

    test('a trace: its verdict is compared for those who may read it, and for nobody else', async () => {
      const { trace: first } = await story.does(service, 'insertTrace', {
        taskClass: 'review',
        filePath: 'crates/a/b.rs',
        finalVerdict: 'accepted',
      });
      const between = pass();
      const { trace: second } = await story.does(service, 'reviseTrace', {
        traceUid: first.traceUid,
        finalVerdict: 'refused',
      });
      const { trace: other } = await story.does(service, 'insertTrace', { taskClass: 'else', filePath: 'x' });
      const query = `query ($uid: ID!, $to: ID!, $at: DateTime) { pathwayTrace(traceUid: $uid, asOf: $at) {
        id version supersededAt chain { totalCount } diff(to: $to) { segments { operation text } } } }`;
      const compared = async (who: typeof reader, to: string) =>
        (await ask(who, query, { uid: first.traceUid, to })).pathwayTrace.diff;
      expect(changesOf(await compared(auditor, second.traceUid))).toEqual(
        expect.arrayContaining([
          ['DELETE', 'accepted'],
          ['INSERT', 'refused'],
        ]),
      );
      expect(JSON.stringify(await compared(reader, second.traceUid))).not.toContain('refused');
      expect(await compared(auditor, other.traceUid)).toBeNull();
      const { pathwayTrace } = await ask(reader, query, {
        uid: first.traceUid,
        to: first.traceUid,
        at: between,
      });
      expect(pathwayTrace).toMatchObject({ version: 1, supersededAt: null });
      expect(pathwayTrace.id).toContain('@');
      const absent = await ask(reader, query, { uid: second.traceUid, to: first.traceUid, at: between });
      expect(absent.pathwayTrace).toBeNull();

      const heads = async (at: string | null) =>
        (
          await ask(
            reader,
            `query ($id: ID!, $at: DateTime) { pathway(id: $id, asOf: $at) { traces { totalCount nodes { traceUid } } } }`,
            { id: first.pathway.id, at },
          )
        ).pathway.traces;
      expect(await heads(between)).toEqual({ totalCount: 1, nodes: [{ traceUid: first.traceUid }] });
      expect(await heads(null)).toEqual({ totalCount: 1, nodes: [{ traceUid: second.traceUid }] });
    });

    test('a pathway that has been retired since', async () => {
      const run = { taskClass: 'weak', filePath: 'crates/c/d.rs' };
      const { trace } = await story.does(service, 'insertTrace', run);
      const before = pass();
      for (let times = 0; times < 3; times += 1)
        await story.does(service, 'recordReplay', { traceUid: trace.traceUid, succeeded: false });
      const { pathways } = await ask(
        reader,
        '{ pathways(filter: { taskClass: { eq: "weak" } }) { nodes { pathwayId } } }',
      );
      const [{ pathwayId }] = pathways.nodes;
      const query =
        'query ($hash: String!, $at: DateTime) { pathway(pathwayId: $hash, asOf: $at) { id retired } }';
      expect((await ask(reader, query, { hash: pathwayId })).pathway.retired).toBe(true);
      expect((await ask(reader, query, { hash: pathwayId, at: before })).pathway).toMatchObject({
        id: expect.stringContaining('@'),
        retired: false,
      });
      // Replays are events of auditors; that a pathway was retired, everybody sees.
      const timeline = async (who: typeof reader) =>
        (
          await ask(
            who,
            `query ($uid: ID!) { pathwayTrace(traceUid: $uid) { timeline { totalCount nodes { __typename actor { name }
              ... on RetirementEvent { pathway { pathwayId } } } } } }`,
            { uid: trace.traceUid },
          )
        ).pathwayTrace.timeline;
      expect(await timeline(reader)).toEqual({
        totalCount: 2,
        nodes: [
          { __typename: 'TraceEvent', actor: null },
          { __typename: 'RetirementEvent', actor: null, pathway: { pathwayId } },
        ],
      });
      const replayed = (await timeline(auditor)).nodes.filter(
        ({ __typename: type }: { __typename: string }) => type === 'ReplayEvent',
      );
      expect(replayed).toEqual(
        replayed.map(() => ({ __typename: 'ReplayEvent', actor: { name: service.user } })),
      );
      expect(replayed).toHaveLength(3);
    });

    test('a document: the version that had come last, also where former words came back', async () => {
      const instants = [pass()];
      for (const hour of ['six', 'seven', 'six', 'seven', 'six']) {
        await story.does(service, 'ingestDocuments', {
          project: 'watches',
          documents: [{ path: 'w.md', content: `# Watch\n\nThe watch changes at ${hour}.\n` }],
        });
        instants.push(pass());
      }
      const { documents } = await ask(
        reader,
        '{ documents(filter: { project: { eq: "watches" } }) { nodes { id content } } }',
      );
      const [newest, oldest] = documents.nodes;
      const query = `query ($id: ID!, $asOf: DateTime, $from: ID, $to: ID!) { document(id: $id, asOf: $asOf) { content
        diff(from: $from, to: $to) { segments { operation text } } } }`;
      const contents = [];
      for (const asOf of instants) {
        const { document } = await ask(reader, query, { id: newest.id, asOf, to: newest.id });
        contents.push(document?.content.match(/six|seven/)?.[0]);
      }
      expect(contents).toEqual([undefined, 'six', 'seven', 'six', 'seven', 'six']);
      const { document: walked } = await ask(
        reader,
        'query ($id: ID!) { document(id: $id) { timeline { totalCount nodes { at actor { name } ... on IngestionEvent { document { id } } } } } }',
        { id: newest.id },
      );
      expect(walked.timeline.totalCount).toBe(5);
      expect(walked.timeline.nodes.map((event: Ingestion) => [event.document.id, event.actor?.name])).toEqual(
        ['oldest', 'newest', 'oldest', 'newest', 'oldest'].map((which, place) => [
          { oldest, newest }[which].id,
          place < 2 ? service.user : undefined,
        ]),
      );
      const { document } = await ask(reader, query, { id: newest.id, from: oldest.id, to: newest.id });
      expect(changesOf(document.diff)).toHaveLength(2);
    });

    test('the routings of an extraction, and one before a person decided', async () => {
      const { extraction, workflowItem } = await story.does(service, 'recordExtraction', {
        extractorVersion: 'reader-1',
        schemaName: 'invoice',
        payload: { total: 1 },
        fieldConfidence: [{ field: 'total', confidence: 0.9 }],
        project: 'bills',
      });
      const before = pass();
      await story.does(reviewer, 'decideWorkflowItem', { id: workflowItem.id, decision: 'REJECT' });
      const query = `query ($id: ID!, $at: DateTime) { workflowItem(id: $id, asOf: $at) { id status decidedBy { name }
        extraction { id workflowItems { totalCount } } diff(to: $id) { segments { operation text } } } }`;
      expect((await ask(auditor, query, { id: workflowItem.id, at: before })).workflowItem).toMatchObject({
        status: 'AUTO_APPROVED',
        decidedBy: null,
      });
      const { workflowItem: now } = await ask(auditor, query, { id: workflowItem.id });
      expect(now).toMatchObject({
        status: 'REJECTED',
        decidedBy: { name: reviewer.user },
        extraction: { id: extraction.id, workflowItems: { totalCount: 1 } },
      });
      expect(now.diff.segments).toMatchObject([
        { operation: 'EQUAL', text: expect.stringContaining('REJECTED') },
      ]);
    });

    test('a contradiction before it was resolved', async () => {
      const weigh = async (mass: string) => {
        const { memory } = await story.does(people.contributor, 'createMemory', {
          project: 'lamps',
          kind: 'FACT',
          domain: 'lamps',
          content: `The mass of the lamp is ${mass} kg.`,
        });
        await story.does(reviewer, 'promoteCandidate', { id: memory.id });
        return memory.id;
      };
      await weigh('4.8');
      const { contradictions } = await story.does(reviewer, 'detectContradictions', {
        memoryId: await weigh('5.6'),
      });
      const before = pass();
      const [{ id }] = contradictions;
      await story.does(reviewer, 'resolveContradiction', { id, action: 'BOTH_VALID' });
      const query = 'query ($id: ID!, $at: DateTime) { contradiction(id: $id, asOf: $at) { id status } }';
      expect(await ask(reader, query, { id })).toEqual({ contradiction: { id, status: 'RESOLVED' } });
      expect(await ask(reader, query, { id, at: before })).toEqual({
        contradiction: { id: `${id}@${before}`, status: 'OPEN' },
      });
    });

    test('a memory that only its summary changed, and an entity that only its name', async () => {
      const { memory } = await story.does(people.contributor, 'createMemory', {
        project: 'words',
        kind: 'FACT',
        content: 'The cook wakes the crew.',
        summary: 'Who wakes.',
      });
      const before = pass();
      await story.does(people.contributor, 'editItem', { id: memory.id, summary: 'Who wakes whom.' });
      const query = `query ($id: ID!, $at: DateTime) { memory(id: $id, asOf: $at) { summary revisions { nodes { revision summary } }
        diff(from: 1, to: 2, of: SUMMARY) { segments { operation text } } } }`;
      expect((await ask(reviewer, query, { id: memory.id })).memory).toMatchObject({
        summary: 'Who wakes whom.',
        revisions: { nodes: [{ revision: 1, summary: 'Who wakes.' }, { revision: 2 }] },
      });
      expect((await ask(reviewer, query, { id: memory.id, at: before })).memory.summary).toBe('Who wakes.');
      const { memories } = await ask(
        reviewer,
        'query ($at: DateTime!) { memories(asOf: $at, filter: { project: { eq: "words" } }) { nodes { summary } } }',
        { at: before },
      );
      expect(memories.nodes).toEqual([{ summary: 'Who wakes.' }]);

      const { wave } = await story.ingests(service, [
        { path: 'davit.md', content: '# Parts\n\n## Component: Davit, the davit of the stern\n' },
      ]);
      const [{ id }] = wave.report.candidates.nodes;
      await story.does(reviewer, 'editItem', { id, name: 'Stern davit' });
      const { entity } = await ask(
        reviewer,
        'query ($id: ID!) { entity(id: $id) { revisions { nodes { name } } diff(from: 1, to: 2, of: NAME) { segments { operation } } } }',
        { id },
      );
      expect(entity.revisions.nodes.at(-1)).toEqual({ name: 'Stern davit' });
      expect(entity.diff.segments.length).toBeGreaterThan(1);
    });

    test('as many statements for many entries as for one', async () => {
      const at = pass();
      const query = `query ($at: DateTime) { projectState(project: "many", asOf: $at) { history { version } diff(from: 1, to: 1) { segments { text } } } }`;
      const count = async (entries: number) => {
        for (let key = 0; key < entries; key += 1)
          await story.does(curator, 'setProjectState', {
            project: 'many',
            category: 'c',
            key: `key ${key}`,
            value: String(at),
          });
        const asOf = pass();
        return (await withStatements(store(), () => ask(reader, query, { at: asOf }))).statements.length;
      };
      const one = await count(1);
      expect(await count(5)).toBe(one);
    });
  });
});
