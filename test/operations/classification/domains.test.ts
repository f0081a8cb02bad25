import { beforeAll, describe, expect, test } from 'vitest';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { createTestGateway, people, viewer } from '#test/support/gateway.ts';
import { withStatements } from '#test/support/statements.ts';
import { onServerStore } from '#test/support/store.ts';
import { runStory, type Story } from '#test/support/story.ts';

const setTable = `mutation ($input: SetDomainKeywordsInput!) { setDomainKeywords(input: $input) { __typename
  ... on SetDomainKeywordsPayload { applied domainKeywords { revision entries { domain keywords tags } setBy { name } } }
  ... on UserError { code message path } } }`;
const entries = [
  { domain: 'moorings', keywords: ['pier', 'mole'], tags: ['harbour'] },
  { domain: 'instruments', keywords: ['tide gauge', 'buoy'], tags: ['sensor', 'harbour'] },
];

describe('the tenant names its domains by keywords', () => {
  onServerStore((store) => {
    let story: Story;
    const sets = async (who: Viewer, input: object) =>
      (await story.gateway.ask(who, setTable, { input })).data.setDomainKeywords;
    const about = async (id: string) => {
      const { data } = await story.gateway.ask(
        people.admin,
        'query ($id: ID!) { memory(id: $id) { domain tags revision } }',
        { id },
      );
      return data.memory;
    };
    beforeAll(async () => {
      story = runStory(await createTestGateway(store()));
    });

    test('an admin alone, at the revision they looked at, and audited', async () => {
      const read = () =>
        story.gateway.ask(
          people.reader,
          '{ domainKeywords { revision entries { domain } setBy { name } setAt } }',
        );
      expect((await read()).data.domainKeywords).toEqual({
        revision: 0,
        entries: [],
        setBy: null,
        setAt: null,
      });
      expect((await sets(people.reviewer, { entries })).code).toBe('forbidden');
      expect((await sets(people.admin, { entries, expectedRevision: 1 })).code).toBe(
        'conflict.stale_revision',
      );
      const dry = await sets(people.admin, { entries, dryRun: true });
      expect(dry).toMatchObject({
        applied: false,
        domainKeywords: { revision: 1, setBy: { name: 'alice' } },
      });
      expect((await read()).data.domainKeywords.revision).toBe(0);

      const set = await sets(people.admin, { entries, expectedRevision: 0, idempotencyKey: 'k' });
      expect(set).toMatchObject({ applied: true, domainKeywords: { revision: 1, setBy: { name: 'alice' } } });
      expect(set.domainKeywords.entries).toEqual(entries.map((it) => ({ ...it, tags: it.tags.toSorted() })));
      expect(await sets(people.admin, { entries, expectedRevision: 0, idempotencyKey: 'k' })).toEqual(set);
      expect((await sets(people.admin, { entries })).domainKeywords.revision).toBe(1);
      expect((await read()).data.domainKeywords).toMatchObject({ revision: 1, setBy: { name: 'alice' } });
      const elsewhere = await story.gateway.ask(
        viewer('zoe', ['admin'], { tenant: 'other' }),
        '{ domainKeywords { revision } }',
      );
      expect(elsewhere.data.domainKeywords.revision).toBe(0);

      const { data } = await story.gateway.ask(
        people.auditor,
        '{ auditEvents(filter: { action: { eq: DOMAIN_KEYWORDS_SET } }) { nodes { actor { name } before after } } }',
      );
      expect(data.auditEvents.nodes).toMatchObject([
        {
          actor: { name: 'alice' },
          before: null,
          after: { revision: 1, entries: [{ domain: 'moorings' }, {}] },
        },
      ]);
    });

    test.for([
      ['no keyword', [{ domain: 'd', keywords: [] }], 'entries.0.keywords'],
      ['a keyword of white space', [{ domain: 'd', keywords: [' '] }], 'entries.0.keywords.0'],
      ['no domain', [{ domain: '', keywords: ['k'] }], 'entries.0.domain'],
      ['too many', Array.from({ length: 101 }, () => ({ domain: 'd', keywords: ['k'] })), 'entries'],
    ] as const)('a table with %s is refused', async ([, wrong, path]) => {
      const answer = await sets(people.admin, { entries: wrong });
      expect([answer.code, answer.path.join('.')]).toEqual(['input.invalid', `input.${path}`]);
    });

    test('whatever path writes a memory: ingested, read from a conversation, recorded by hand', async () => {
      await sets(people.admin, { entries });
      const ingested = await story.candidate('We will moor at the north pier.', { path: 'pier.md' });
      expect(await about(ingested)).toMatchObject({ domain: 'moorings', tags: ['harbour'] });
      const { interaction } = await story.does(people.service, 'recordInteraction', {
        project: 'tides',
        content: 'We will use a second tide gauge.',
        extract: true,
      });
      const [spoken] = await store().asOwner<{ id: string }>(`select id from memories where source_id = ?`, [
        interaction.id,
      ]);
      expect(await about(spoken?.id ?? '')).toMatchObject({
        domain: 'instruments',
        tags: ['harbour', 'sensor'],
      });
      const creates = async (more: object) =>
        (await story.does(people.contributor, 'createMemory', { project: 'tides', kind: 'FACT', ...more }))
          .memory.id;
      expect(await about(await creates({ content: 'The buoy is yellow.' }))).toMatchObject({
        domain: 'instruments',
      });
      expect(
        await about(await creates({ content: 'The buoy is big.', domain: 'toys', tags: ['b', 'a'] })),
      ).toMatchObject({ domain: 'toys', tags: ['a', 'b'] });
      expect(await about(await creates({ content: 'Nothing is known.' }))).toMatchObject({
        domain: null,
        tags: [],
      });
    });

    test('rewording derives anew what was derived, and leaves what a person set', async () => {
      await sets(people.admin, { entries });
      const creates = async (more: object) =>
        (await story.does(people.contributor, 'createMemory', { project: 'edits', kind: 'FACT', ...more }))
          .memory.id;
      const derived = await creates({ content: 'The pier is long.' });
      const said = await creates({ content: 'The pier is short.', domain: 'toys' });
      const edits = (id: string, more: object) => story.does(people.contributor, 'editItem', { id, ...more });
      await edits(derived, { content: 'The buoy is long.' });
      await edits(said, { content: 'The buoy is short.' });
      expect(await about(derived)).toMatchObject({ domain: 'instruments', tags: ['harbour', 'sensor'] });
      expect(await about(said)).toMatchObject({ domain: 'toys', tags: ['harbour', 'sensor'] });
      await sets(people.admin, { entries: [] });
      await edits(derived, { summary: 'Long.' });
      expect((await about(derived)).domain).toBe('instruments');
      await edits(derived, { content: 'The buoy is very long.' });
      expect(await about(derived)).toMatchObject({ domain: null, tags: [] });
    });

    test('a pass reads the table once, however much it writes', async () => {
      const sentences = (count: number) =>
        Array.from(
          { length: count },
          (_, index) => `We will paint pier ${count}-${index} in colour ${index}.`,
        );
      const counted = [];
      for (const count of [1, 20]) {
        const { statements } = await withStatements(store(), () =>
          story.candidates(sentences(count), { project: `pass ${count}`, path: `${count}.md` }),
        );
        counted.push(statements.filter((text) => text.includes('domain_keywords')).length);
      }
      expect(counted).toEqual([1, 1]);
    });
  });
});
