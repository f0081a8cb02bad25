import { beforeAll, describe, expect, test } from 'vitest';
import { createTestGateway, people } from '#test/support/gateway.ts';
import { withStatements } from '#test/support/statements.ts';
import { onServerStore } from '#test/support/store.ts';
import { runStory, type Story } from '#test/support/story.ts';

const { service, contributor, reviewer, auditor, reader } = people;

describe('a trace leads back to all that it was given, and names lead to what they name', () => {
  onServerStore((store) => {
    let story: Story;
    const ask = async (who: typeof reader, query: string, variables: object = {}) => {
      const { data, errors } = await story.gateway.ask(who, query, variables);
      expect(errors).toBeUndefined();
      return data;
    };
    const own = '(first: 5) { nodes { id } }';
    const lists = `documents(first: 5) { totalCount nodes { id pathwayTraces${own} } }
      candidates(first: 5) { totalCount nodes { id ... on Memory { pathwayTraces${own} } ... on Entity { pathwayTraces${own} } } }
      contradictions(first: 5) { totalCount nodes { id pathwayTraces${own} } }`;
    const traces = async (who: typeof reader) =>
      (
        await ask(who, `{ pathways(first: 5) { nodes { traces(first: 5) { nodes { id ${lists} } } } } }`)
      ).pathways.nodes.flatMap(({ traces: found }: { traces: { nodes: unknown[] } }) => found.nodes);
    const record = (crane: string) =>
      `# Crane\n\n## Decision: The crane of the ${crane} quay lifts 40 tonnes.\n\n- [Component] The crane of the ${crane} quay\n`;
    /** A document, its believed memory and entity, a trace that was given its section, and a memory that contradicts it. */
    const arrange = async (crane: string) => {
      const { wave } = await story.ingests(service, [{ path: `${crane}.md`, content: record(crane) }], {
        project: `${crane} quay`,
      });
      const items: { id: string; __typename: string }[] = wave.report.candidates.nodes;
      for (const { id } of items) await story.does(reviewer, 'promoteCandidate', { id });
      const memoryId = items.find(({ id }) => id.startsWith('mem_'))?.id ?? '';
      const { memory } = await ask(
        reader,
        'query ($id: ID!) { memory(id: $id) { source { ... on Chunk { id document { id } } } } }',
        { id: memoryId },
      );
      const chunk = memory.source;
      await story.does(service, 'insertTrace', {
        taskClass: 'lift',
        filePath: `quays/${crane}/lift.md`,
        kbChunks: [{ sourceDoc: 'crane', chunkId: chunk.id, cosineScore: 0.9, rank: 1 }],
      });
      const { memory: other } = await story.does(contributor, 'createMemory', {
        project: `${crane} quay`,
        kind: 'FACT',
        content: `The crane of the ${crane} quay lifts 60 tonnes.`,
      });
      const { contradictions } = await story.does(reviewer, 'detectContradictions', { memoryId: other.id });
      const contradictionIds: string[] = contradictions.map(({ id }: { id: string }) => id);
      return { documentId: chunk.document.id, itemIds: items.map(({ id }) => id).sort(), contradictionIds };
    };

    let arranged: Awaited<ReturnType<typeof arrange>>;
    beforeAll(async () => {
      story = runStory(await createTestGateway(store()));
      arranged = await arrange('north');
    });

    test('to its documents, its items and their contradictions, and each of them to it', async () => {
      expect([arranged.itemIds.length, arranged.contradictionIds.length]).toEqual([2, 1]);
      const [trace] = await traces(reviewer);
      const back = (id: string) => ({ id, pathwayTraces: { nodes: [{ id: trace.id }] } });
      const byId = (one: { id: string }, two: { id: string }) => (one.id < two.id ? -1 : 1);
      trace.candidates.nodes.sort(byId);
      expect(trace).toEqual({
        id: trace.id,
        documents: { totalCount: 1, nodes: [back(arranged.documentId)] },
        candidates: { totalCount: 2, nodes: arranged.itemIds.map(back) },
        contradictions: { totalCount: 1, nodes: arranged.contradictionIds.map(back) },
      });
    });

    test('what a viewer does not see is not there: neither a side that is a candidate nor what is withheld', async () => {
      const [seen] = await traces(reader);
      expect(seen).toMatchObject({ documents: { totalCount: 1 }, candidates: { totalCount: 2 } });
      // The other side is a candidate still, which is no reader's.
      expect(seen.contradictions).toEqual({ totalCount: 0, nodes: [] });
      const { quarantine } = await story.does(people.admin, 'quarantine', {
        of: { documentId: arranged.documentId },
        reason: 'A bad reading.',
      });
      const [without] = await traces(reader);
      expect(without.candidates).toEqual({ totalCount: 0, nodes: [] });
      expect((await traces(auditor))[0].candidates.totalCount).toBe(2);
      await story.does(people.admin, 'releaseQuarantine', { id: quarantine.id });
    });

    test('one’s own personal memory is in no list of a trace, as it is in none of its pathway', async () => {
      const [kept, hidden] = arranged.itemIds;
      await story.does(service, 'setMemoryPersonal', { id: hidden, isPersonal: true });
      await story.does(people.admin, 'setMemoryPersonal', { id: hidden, isPersonal: true });
      for (const who of [service, people.admin]) {
        const [trace] = await traces(who);
        expect(trace.candidates.nodes.map(({ id }: { id: string }) => id)).toEqual([kept]);
        expect(trace.contradictions).toEqual({ totalCount: 0, nodes: [] });
      }
      const { pathways } = await ask(service, '{ pathways { nodes { memories { nodes { id } } } } }');
      expect(JSON.stringify(pathways)).not.toContain(hidden);
      await story.does(service, 'setMemoryPersonal', { id: hidden, isPersonal: false });
      expect((await traces(service))[0].candidates.totalCount).toBe(2);
    });

    test('projects and users are looked up by name or by id, and listed by a part of their names', async () => {
      const query = `query ($name: String, $id: ID) { project(name: $name, id: $id) { id name } }`;
      const { project } = await ask(reader, query, { name: 'north quay' });
      expect(project).toMatchObject({ name: 'north quay' });
      expect((await ask(reader, query, { id: project.id })).project).toEqual(project);
      expect((await ask(reader, query, { id: 'prj_bm9uZQ' })).project).toBeNull();
      const { data, errors } = await story.gateway.ask(reader, query, {});
      expect([data.project, errors?.[0]?.extensions]).toMatchObject([
        null,
        { code: 'BAD_USER_INPUT', argument: 'name' },
      ]);
      const listed = `query ($part: String) {
        projects(filter: { name: { contains: $part } }, first: 1) { totalCount nodes { id } pageInfo { hasNextPage } }
        users(filter: { name: { contains: $part } }) { totalCount nodes { name } } }`;
      expect(await ask(reader, listed, { part: 'NORTH' })).toEqual({
        projects: { totalCount: 1, nodes: [{ id: project.id }], pageInfo: { hasNextPage: false } },
        users: { totalCount: 0, nodes: [] },
      });
      const part = service.user.slice(1).toUpperCase();
      const { users, projects } = await ask(reader, listed, { part });
      expect([projects.totalCount, users.nodes]).toEqual([0, [{ name: service.user }]]);
      const byId = 'query ($id: ID!) { user(id: $id) { name } }';
      const [{ id }] = (await ask(reader, '{ users { nodes { id name } } }')).users.nodes;
      expect((await ask(reader, byId, { id })).user).not.toBeNull();
    });

    test('no statement more for each row', async () => {
      const query = `{ pathways(first: 5) { nodes { traces(first: 5) { nodes { ${lists} } } } }
        memories { nodes { quarantines { id } } } entities { nodes { quarantines { id } } } }`;
      const count = async () => (await withStatements(store(), () => ask(reviewer, query))).statements.length;
      await count();
      const before = await count();
      const more = ['south', 'east'];
      for (const crane of more) await arrange(crane);
      // Two branches that reach one look-up at different moments ask it once or twice, by chance.
      expect(await count()).toBeLessThan(before + more.length);
    });
  });
});
