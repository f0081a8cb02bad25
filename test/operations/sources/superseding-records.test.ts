import { describe, expect, test } from 'vitest';
import { createTestGateway, people } from '#test/support/gateway.ts';
import { onServerStore, type TestStore } from '#test/support/store.ts';
import { type Answer, runStory, type SentDocument } from '#test/support/story.ts';

const { service, contributor, reviewer, reader, admin } = people;

const record = (
  number: number,
  decision: string,
  status = 'Accepted',
  more: Partial<SentDocument> = {},
): SentDocument => ({
  path: `docs/adr/${String(number).padStart(4, '0')}-sessions.md`,
  content: `# ${number}. Where sessions are kept\n\n## Status\n\n${status}\n\n## Decision\n\n${decision}\n`,
  ...more,
});
const redis = record(5, 'We will use Redis for the user sessions.');
const postgres = record(9, 'We will use PostgreSQL for the user sessions.', 'Accepted\n\nSupersedes ADR 5');

const links = `query ($project: String!) { documents(filter: { project: { eq: $project } }, first: 20) { nodes { path
  supersedes(first: 5) { totalCount nodes { path } } supersededBy(first: 5) { totalCount nodes { path } } } } }`;

let projects = 0;
const setStage = async (store: TestStore) => {
  projects += 1;
  const project = `atlas-${projects}`;
  const gateway = await createTestGateway(store);
  const story = runStory(gateway);
  /** Superseding paths, as a viewer sees them from either end; both must agree. */
  const seenBy = async (who = reader): Promise<string[]> => {
    const { data } = await gateway.ask(who, links, { project });
    const nodes: Answer[] = data.documents.nodes;
    const pairs = (end: 'supersedes' | 'supersededBy') =>
      nodes
        .flatMap(({ path, [end]: list }) => {
          expect(list.totalCount).toBe(list.nodes.length);
          return list.nodes.map((other: { path: string }) =>
            end === 'supersedes' ? `${path} over ${other.path}` : `${other.path} over ${path}`,
          );
        })
        .sort();
    expect(pairs('supersedes')).toEqual(pairs('supersededBy'));
    return pairs('supersedes');
  };
  const ingest = (documents: readonly SentDocument[], more: object = {}) =>
    story.does(service, 'ingestDocuments', { project, documents, ...more });
  return { ...gateway, project, story, seenBy, ingest };
};
const nineOverFive = ['docs/adr/0009-sessions.md over docs/adr/0005-sessions.md'];

describe('a record and the record that takes its place are linked', () => {
  onServerStore((store) => {
    test.for([
      ['the older is there before', [redis, postgres]],
      ['the older comes later', [postgres, redis]],
      [
        'the older alone says so',
        [
          record(5, 'We will use Redis for the user sessions.', 'Superseded by [ADR 9](0009-sessions.md)'),
          record(9, 'We will use PostgreSQL for the user sessions.'),
        ],
      ],
      [
        'both say so',
        [record(5, 'We will use Redis for the user sessions.', 'Superseded by ADR-0009'), postgres],
      ],
    ] as const)('%s', async ([, documents]) => {
      const { ingest, seenBy } = await setStage(store());
      for (const document of documents) await ingest([document], { extract: false });
      expect(await seenBy()).toEqual(nineOverFive);
    });

    test('nothing is linked across folders and projects, nor from the other end what a version in force says no longer', async () => {
      const { ask, project, ingest, seenBy } = await setStage(store());
      await ingest([redis], { project: `${project}-south`, extract: false });
      await ingest([{ ...redis, path: 'docs/rfc/0005-sessions.md' }, postgres], { extract: false });
      expect(await seenBy()).toEqual([]);
      await ingest([redis], { extract: false });
      expect(await seenBy()).toEqual(nineOverFive);
      await ingest([record(9, 'We will use PostgreSQL for the user sessions.')], { extract: false });
      const { data } = await ask(reader, links, { project });
      const five = data.documents.nodes.find(({ path }: { path: string }) => path.includes('adr/0005'));
      expect(five).toMatchObject({ supersedes: { totalCount: 0 }, supersededBy: { totalCount: 0 } });
    });

    test("a stranger's record takes the place of another only once something of it is accepted", async () => {
      const { project, story, seenBy, ingest } = await setStage(store());
      await ingest([redis]);
      const { wave } = await story.does(contributor, 'ingestDocuments', { project, documents: [postgres] });
      for (const who of [reader, reviewer, contributor, admin]) expect(await seenBy(who)).toEqual([]);
      const [{ id }] = wave.report.candidates.nodes;
      await story.does(reviewer, 'promoteCandidate', { id });
      expect(await seenBy()).toEqual(nineOverFive);
      await story.does(reviewer, 'returnToCandidate', { id });
      expect(await seenBy()).toEqual([]);
    });

    test("a stranger's version of a record does not say that it was superseded, its owner's does", async () => {
      const { project, story, seenBy, ingest } = await setStage(store());
      await ingest([redis, record(9, 'We will use PostgreSQL for the user sessions.')], { extract: false });
      const ended = record(5, 'We will use Redis for the user sessions.', 'Superseded by ADR 9');
      await story.does(contributor, 'ingestDocuments', { project, documents: [ended], extract: false });
      expect(await seenBy()).toEqual([]);
      await ingest([redis], { extract: false });
      await ingest([{ ...ended, content: `${ended.content}\nSince March.\n` }], { extract: false });
      expect(await seenBy()).toEqual(nineOverFive);
    });

    test('who does not see one of them sees no link', async () => {
      const { story, ingest, seenBy } = await setStage(store());
      await story.does(admin, 'declareGroups', { groups: ['board'] });
      await ingest([redis, { ...postgres, audience: ['board'] }], { extract: false });
      expect(await seenBy(reader)).toEqual([]);
      expect(await seenBy(admin)).toEqual(nineOverFive);
    });

    test('a record that was withdrawn, and a version that is no longer in force, say nothing', async () => {
      const { ask, project, story, ingest, seenBy } = await setStage(store());
      const { wave } = await ingest([redis, postgres], { extract: false });
      expect(wave).toBeDefined();
      const { data } = await ask(reader, '{ documents(first: 50) { nodes { id project { name } path } } }');
      const nine = data.documents.nodes.find(
        (node: Answer) => node.project.name === project && node.path === postgres.path,
      );
      await ingest([record(9, 'We will use PostgreSQL for the user sessions.')], { extract: false });
      const former = await ask(
        reader,
        'query ($id: ID!) { document(id: $id) { supersedes(first: 1) { totalCount } } }',
        { id: nine.id },
      );
      expect(former.data.document.supersedes.totalCount).toBe(0);
      await ingest([postgres], { extract: false });
      expect(await seenBy()).toEqual(nineOverFive);
      await story.does(service, 'withdrawDocuments', { project, paths: [postgres.path] });
      expect(await seenBy()).toEqual([]);
    });

    test('whose words are withheld or erased says nothing of the other', async () => {
      const { story, ingest, seenBy } = await setStage(store());
      const words = 'We will carve the sessions into slate.';
      const { wave } = await ingest([redis, record(9, words, 'Accepted\n\nSupersedes ADR 5')]);
      const said = wave.report.candidates.nodes.find(({ content }: Answer) => content === words)?.id;
      await story.does(reviewer, 'promoteCandidate', { id: said });
      expect(await seenBy()).toEqual(nineOverFive);
      await story.does(admin, 'setSensitivityLabels', { id: said, labels: ['topsec'] });
      const rules = [{ id: 'r', anyLabel: ['topsec'], roles: ['reader'], action: 'REDACT' }];
      await story.does(admin, 'setLabelPolicy', { mode: 'ENFORCE', rules });
      expect(await seenBy()).toEqual([]);
      expect(await seenBy(reviewer)).toEqual(nineOverFive);
      await story.does(admin, 'setLabelPolicy', { mode: 'ENFORCE', rules: [] });
      expect(await seenBy()).toEqual(nineOverFive);
      const erased = await story.does(admin, 'eraseMemory', { id: said, reason: 'Gone.' });
      expect(erased).toMatchObject({ erasedId: said });
      // The record says so in other words, which stay.
      expect(await seenBy()).toEqual(nineOverFive);
    });

    test('what it says of the other goes with the words that say it', async () => {
      const { story, ingest, seenBy } = await setStage(store());
      const words = 'We will use slate for the sessions, which supersedes ADR 5.';
      const { wave } = await ingest([redis, record(9, words, `Accepted\n\n${words}`)]);
      const said = wave.report.candidates.nodes.find(({ content }: Answer) => content === words)?.id;
      expect(await seenBy()).toEqual(nineOverFive);
      await story.does(admin, 'eraseMemory', { id: said, reason: 'Gone.' });
      expect(await seenBy()).toEqual([]);
    });

    test('what they say instead is a contradiction that suggests the successor, and leads to both records', async () => {
      const { ask, story, ingest } = await setStage(store());
      await ingest([postgres]);
      const { wave } = await ingest([redis]);
      const [{ id: memoryId }] = wave.report.candidates.nodes;
      const { contradictions } = await story.does(reviewer, 'detectContradictions', { memoryId });
      const { data } = await ask(
        reviewer,
        `query ($id: ID!) { contradiction(id: $id) { suggestedResolution { action } itemA { ...from } itemB { ...from } } }
        fragment from on Memory { content source { ... on Chunk { document { supersedes(first: 1) { nodes { path } } supersededBy(first: 1) { nodes { path } } } } } }`,
        { id: contradictions[0].id },
      );
      const from = (over: readonly string[], under: readonly string[]) => ({
        document: {
          supersedes: { nodes: over.map((path) => ({ path })) },
          supersededBy: { nodes: under.map((path) => ({ path })) },
        },
      });
      expect(data.contradiction).toMatchObject({
        suggestedResolution: { action: 'KEPT_A' },
        itemA: {
          content: 'We will use PostgreSQL for the user sessions.',
          source: from([redis.path], []),
        },
        itemB: {
          content: 'We will use Redis for the user sessions.',
          source: from([], [postgres.path]),
        },
      });
    });
  });
});
