import { describe, expect, test } from 'vitest';
import type { Settings } from '#application/app-dependencies.ts';
import { reviewDefaults } from '#domain/review/review-numbers.ts';
import { createTestGateway, people, viewer } from '#test/support/gateway.ts';
import { onServerStore, type TestStore } from '#test/support/store.ts';
import { type Answer, decisionRecord, runStory } from '#test/support/story.ts';

const { reviewer, service, contributor, reader } = people;

const setStage = async (store: TestStore, project: string, settings: Partial<Settings> = {}) => {
  const gateway = await createTestGateway(store, settings);
  const story = runStory(gateway);
  const inbox = async (filter: object = {}, more: object = {}, who = reviewer): Promise<Answer> =>
    (await story.asks(who, 'Inbox', { filter: { project: { eq: project }, ...filter }, first: 50, ...more }))
      .inbox;
  const ingest = async (path: string, ...said: string[]) =>
    (await story.ingests(service, [{ path, content: decisionRecord(...said) }], { project })).wave.report
      .candidates.nodes;
  return { ...gateway, story, inbox, ingest };
};

const reasonsOf = (inbox: Answer) => inbox.nodes.map(({ reason }: { reason: string }) => reason);

describe('the inbox', () => {
  onServerStore((store) => {
    test('is narrowed by what its items are and where they came from, and ordered by their figures', async () => {
      const { story, ask } = await setStage(store(), 'narrow');
      const said = ['We will moor at the north pier.', 'We will moor at the south pier.'];
      const { wave } = await story.ingests(
        service,
        [
          { path: 'north.md', content: decisionRecord(said[0] ?? '') },
          { path: '_archive/south.md', content: decisionRecord(said[1] ?? '') },
        ],
        { project: 'narrow' },
      );
      const contents = async (item: object, orderBy: object | null = null, first = 50): Promise<string[]> => {
        const found: string[] = [];
        let after: string | null = null;
        do {
          const { data, errors } = await ask(
            reviewer,
            `query ($filter: InboxFilter, $orderBy: InboxOrder, $first: Int, $after: String) {
              inbox(filter: $filter, orderBy: $orderBy, first: $first, after: $after) {
                totalCount
                nodes { subject { ... on Memory { content } } }
                pageInfo { hasNextPage endCursor }
              }
            }`,
            { filter: { project: { eq: 'narrow' }, item }, orderBy, first, after },
          );
          expect(errors).toBeUndefined();
          found.push(...data.inbox.nodes.map(({ subject }: Answer) => subject.content));
          after = data.inbox.pageInfo.hasNextPage ? data.inbox.pageInfo.endCursor : null;
        } while (after !== null);
        return found;
      };
      const [north, south] = said;
      expect(await contents({})).toEqual(expect.arrayContaining(said));
      const { documents } = (
        await ask(
          service,
          '{ documents(filter: { path: { contains: "north" }, project: { eq: "narrow" } }) { nodes { id } } }',
        )
      ).data;
      expect(await contents({ documentId: { eq: documents.nodes[0].id } })).toEqual([north]);
      expect((await contents({ waveId: { eq: wave.id } })).sort()).toEqual([...said].sort());
      expect(await contents({ kind: { eq: 'FACT' } })).toEqual([]);
      expect(await contents({ contributor: { not: [service.user] } })).toEqual([]);
      const low = { lt: 0.7 };
      expect(await contents({ confidence: low, rule: { in: ['heading.typed'] } })).toEqual([south]);
      for (const first of [1, 50]) {
        const byConfidence = (direction: string) => contents({}, { field: 'CONFIDENCE', direction }, first);
        expect(await byConfidence('ASC')).toEqual([south, north]);
        expect(await byConfidence('DESC')).toEqual([north, south]);
        expect((await contents({}, { field: 'SINCE', direction: 'DESC' }, first)).length).toBe(2);
      }
    });

    test('lists what waits, most urgent first, and what is settled leaves it', async () => {
      const { story, inbox, ingest, pass, ask } = await setStage(store(), 'quay');
      const found: { id: string; content: string }[] = await ingest(
        'a.md',
        'We will close the lock at 8 bar.',
        'We will write to mate@example.com of it.',
      );
      const [kept, wet] = ['8 bar', 'mate'].map((words) =>
        found.find(({ content }) => content.includes(words)),
      );
      if (!kept || !wet) throw new Error('Both are candidates.');
      expect(await inbox()).toMatchObject({
        totalCount: 3,
        counts: [
          { reason: 'SUGGESTED_LABELS', count: 1 },
          { reason: 'CANDIDATE', count: 2 },
        ],
        nodes: [
          { reason: 'SUGGESTED_LABELS', subject: { __typename: 'Memory', id: wet.id } },
          { reason: 'CANDIDATE', claimedBy: null, snoozedUntil: null },
          { reason: 'CANDIDATE' },
        ],
      });
      await story.does(reviewer, 'promoteCandidate', { id: kept.id });
      await story.does(reviewer, 'proposeGraduation', {
        memoryId: kept.id,
        entityType: 'DECISION',
        name: 'Lock',
      });
      expect(reasonsOf(await inbox({ reason: { in: ['GRADUATION', 'CANDIDATE'] } }))).toEqual([
        'GRADUATION',
        'CANDIDATE',
      ]);
      const others = await inbox({ reason: { not: ['GRADUATION', 'CANDIDATE'] } });
      expect(others.nodes.length).toBe((await inbox()).nodes.length - 2);
      expect(await inbox({ reason: { in: [] } })).toMatchObject({ totalCount: 0, nodes: [] });
      const [graduation] = (await inbox({ reason: { eq: 'GRADUATION' } })).nodes;
      await story.does(reviewer, 'rejectCandidate', { id: graduation.subject.id, reason: 'No.' });
      pass(1_000);
      await ingest('a.md', 'We will close the lock at 9 bar.', 'We will write to mate@example.com of it.');
      const drifted = await inbox({ reason: { eq: 'SOURCE_DRIFT' } });
      expect(drifted.nodes).toMatchObject([{ priority: 70, subject: { id: kept.id } }]);
      const { data } = await ask(
        reviewer,
        'query ($project: String) { inbox(filter: { project: { eq: $project } }) { nodes { reason settledBy } } }',
        {
          project: 'quay',
        },
      );
      expect(new Map(data.inbox.nodes.map(({ reason, settledBy }: Answer) => [reason, settledBy]))).toEqual(
        new Map([
          ['SOURCE_DRIFT', ['VERIFY', 'EDIT_ITEM', 'SUPERSEDE', 'RETIRE']],
          ['SUGGESTED_LABELS', ['PROMOTE_LABELS', 'DISMISS_LABELS']],
          [
            'CANDIDATE',
            ['PROMOTE_CANDIDATE', 'REJECT_CANDIDATE', 'DEFER_CANDIDATE', 'EDIT_ITEM', 'DELETE_CANDIDATE'],
          ],
        ]),
      );
      await story.does(reviewer, 'retire', { id: kept.id, reason: 'It is so no more.' });
      expect((await inbox({ reason: { eq: 'SOURCE_DRIFT' } })).nodes).toEqual([]);
    });

    test('pages from entry to entry, whatever their reasons', async () => {
      const { inbox, ingest } = await setStage(store(), 'pages');
      await ingest(
        'b.md',
        'We will keep mate@example.com out of it.',
        'We will call the mate.',
        'We will call the cook.',
      );
      const whole = await inbox();
      const ids: string[] = [];
      for (let after: string | null = null, more = true; more; ) {
        const page: Answer = await inbox({}, { first: 1, after });
        ids.push(...page.nodes.map(({ id }: { id: string }) => id));
        ({ endCursor: after, hasNextPage: more } = page.pageInfo);
      }
      expect(ids).toEqual(whole.nodes.map(({ id }: { id: string }) => id));
      expect(ids).toHaveLength(4);
    });

    test('an entry is claimed by one at a time, until the claim ends', async () => {
      const { story, inbox, ingest, pass } = await setStage(store(), 'claims');
      await ingest('c.md', 'We will mend the roof of the shed.');
      const [entry] = (await inbox()).nodes;
      const other = viewer('ben', ['reviewer']);
      expect(await story.does(reviewer, 'claimInboxItem', { id: entry.id })).toMatchObject({
        item: { id: entry.id, claimedBy: { name: 'bob' } },
      });
      expect(await story.does(other, 'claimInboxItem', { id: entry.id })).toMatchObject({
        code: 'inbox.claimed',
      });
      expect((await inbox({ mine: true })).totalCount).toBe(1);
      expect((await inbox({ mine: true }, {}, other)).totalCount).toBe(0);
      pass(31 * 60_000);
      expect(await story.does(other, 'claimInboxItem', { id: entry.id })).toMatchObject({
        item: { claimedBy: { name: 'ben' } },
      });
    });

    test('a snoozed entry is listed when it is asked for, and when it is due', async () => {
      const { ask, inbox, ingest, pass, dependencies } = await setStage(store(), 'snoozes');
      await ingest('d.md', 'We will mend the roof of the hut.');
      const [entry] = (await inbox()).nodes;
      const until = new Date(dependencies.clock().getTime() + 60_000).toISOString();
      const snooze = `mutation ($input: SnoozeInboxItemInput!) { snoozeInboxItem(input: $input) { __typename } }`;
      await ask(reviewer, snooze, { input: { id: entry.id, until } });
      expect((await inbox()).totalCount).toBe(0);
      expect((await inbox({ snoozed: true })).nodes).toMatchObject([{ snoozedUntil: until }]);
      pass(60_000);
      expect((await inbox()).totalCount).toBe(1);
    });

    test('what another has claimed is decided by them, unless it is taken over', async () => {
      const { story, inbox, ingest } = await setStage(store(), 'taken over');
      await ingest('e.md', 'We will mend the roof of the mill.');
      const [entry] = (await inbox()).nodes;
      const { id } = entry.subject;
      await story.does(viewer('ben', ['reviewer']), 'claimInboxItem', { id: entry.id });
      const refused = await story.does(reviewer, 'promoteCandidate', { id });
      expect(refused).toMatchObject({ code: 'inbox.claimed', path: ['input', 'id'] });
      expect(refused.message).toContain('ben');
      for (const [mutation, more] of [
        ['rejectCandidate', { reason: 'No.' }],
        ['deferCandidate', {}],
        ['deleteCandidate', {}],
        ['editItem', { content: 'We will mend the mill.' }],
        ['setOwner', { owner: { kind: 'USER', name: 'bob' } }],
      ] as const)
        expect(await story.does(reviewer, mutation, { id, ...more })).toMatchObject({
          code: 'inbox.claimed',
        });
      const { data } = await story.gateway.ask(
        reviewer,
        `mutation ($id: ID!) { reviewCandidates(input: { decisions: [{ id: $id, action: PROMOTE }], errorPolicy: SKIP_FAILED }) {
          ... on ReviewCandidatesPayload { results { error { code } } } ... on UserError { code message } } }`,
        { id },
      );
      expect(JSON.stringify(data)).toContain('inbox.claimed');
      expect((await story.does(reviewer, 'promoteCandidate', { id, takeOver: true })).code).toBeUndefined();
    });

    test('who claimed an entry decides it under any spelling of their name', async () => {
      const { story, inbox, ingest } = await setStage(store(), 'spellings');
      await ingest('s.md', 'We will mend the roof of the inn.');
      const [entry] = (await inbox()).nodes;
      await story.does(reviewer, 'claimInboxItem', { id: entry.id });
      const same = viewer('BOB', ['reviewer']);
      expect((await story.does(same, 'claimInboxItem', { id: entry.id })).code).toBeUndefined();
      const { id } = entry.subject;
      expect((await story.does(reviewer, 'promoteCandidate', { id })).code).toBeUndefined();
    });

    test('a vote, evidence, a mandate and labels are refused on what another reviewer has claimed', async () => {
      const { story, ask, inbox, ingest } = await setStage(store(), 'claimed facts');
      await ingest('g.md', 'We will mend the roof of the byre.');
      const [entry] = (await inbox()).nodes;
      const { id } = entry.subject;
      await story.does(reviewer, 'promoteCandidate', { id });
      await ask(
        reader,
        'mutation ($id: ID!) { disputeMemory(input: { id: $id, quote: "No." }) { __typename } }',
        { id },
      );
      await story.does(viewer('ben', ['reviewer']), 'claimInboxItem', { id: `inb_DISPUTE.${id}` });
      const amy = viewer('amy', ['admin']);
      const calls = [
        ['voteMemory', { id, vote: 'UP' }],
        ['recordEvidence', { memoryId: id, detectionType: 'CONFIRMATION', userQuote: 'Yes.' }],
        ['mandateMemory', { id, mandatory: true }],
        ['setSensitivityLabels', { id, labels: ['mill'] }],
      ] as const;
      for (const [mutation, input] of calls) {
        const refused = await story.does(amy, mutation, input);
        expect([mutation, refused]).toMatchObject([
          mutation,
          { code: 'inbox.claimed', message: expect.stringContaining('ben') },
        ]);
      }
      // Claims are unknown to those who have no inbox.
      expect((await story.does(reader, 'voteMemory', { id, vote: 'UP' })).code).toBeUndefined();
      for (const [mutation, input] of calls)
        expect([mutation, (await story.does(amy, mutation, { ...input, takeOver: true })).code]).toEqual([
          mutation,
          undefined,
        ]);
    });

    test('what is snoozed comes back within 30 days; a dispute or a wording is hidden from nobody else', async () => {
      const { story, ask, inbox, ingest, dependencies } = await setStage(store(), 'bounded snooze');
      await ingest('f.md', 'We will mend the roof of the barn.');
      const [entry] = (await inbox()).nodes;
      const at = (days: number) => new Date(dependencies.clock().getTime() + days * 86_400_000).toISOString();
      const snoozes = (id: string, until: string) => story.does(reviewer, 'snoozeInboxItem', { id, until });
      expect(await snoozes(entry.id, at(31))).toMatchObject({
        code: 'inbox.snoozed_too_long',
        path: ['input', 'until'],
      });
      const { id } = entry.subject;
      const ben = viewer('ben', ['reviewer']);
      await story.does(reviewer, 'editItem', { id, content: 'Nobody mends the roof of any barn.' });
      await story.does(reviewer, 'promoteCandidate', { id });
      expect((await snoozes(`inb_REVIEWER_WORDING.${id}`, at(30))).code).toBeUndefined();
      expect((await inbox({}, {}, ben)).nodes).toMatchObject([{ reason: 'REVIEWER_WORDING' }]);
      await story.does(ben, 'verify', { id });
      await ask(
        reader,
        'mutation ($id: ID!) { disputeMemory(input: { id: $id, quote: "No." }) { __typename } }',
        { id },
      );
      expect((await snoozes(`inb_DISPUTE.${id}`, at(30))).code).toBeUndefined();
      expect((await inbox()).totalCount).toBe(0);
      expect((await inbox({}, {}, ben)).totalCount).toBe(1);
    });

    test('calls of one person at once do not pass the limit of their candidates together', async () => {
      const { story } = await setStage(store(), 'crowded', {
        review: { ...reviewDefaults, pendingPerContributor: 3 },
      });
      const answers = await Promise.all(
        ['gus', 'GUS', 'Gus'].flatMap((spelling) =>
          [1, 2, 3, 4].map((place) =>
            story.does(viewer(spelling, ['contributor']), 'createMemory', {
              project: 'crowded',
              kind: 'FACT',
              content: `The mill of ${spelling} has sail ${place}.`,
            }),
          ),
        ),
      );
      expect(answers.filter(({ code }) => code === undefined)).toHaveLength(3);
    });

    test('the candidates of one person that wait are limited, and a service’s are more', async () => {
      const { story } = await setStage(store(), 'full', {
        review: { ...reviewDefaults, pendingPerContributor: 2 },
      });
      const writes = (place: number) =>
        story.does(viewer('flo', ['contributor']), 'createMemory', {
          project: 'full',
          kind: 'FACT',
          content: `The mill has sail ${place}.`,
        });
      const { memory } = await writes(1);
      await writes(2);
      const refused = await writes(3);
      expect(refused).toMatchObject({ code: 'queue.contributor_full' });
      expect(refused.message).toContain('2 candidates');
      expect(
        await story.does(viewer('FLO', ['contributor']), 'createMemory', {
          project: 'full',
          kind: 'FACT',
          content: 'The mill has sail 4.',
        }),
      ).toMatchObject({ code: 'queue.contributor_full' });
      const flo = viewer('flo', ['contributor']);
      const content = decisionRecord('We will mend the roof of the hall.');
      expect(await story.ingests(flo, [{ path: 'flo.md', content }])).toMatchObject({
        code: 'queue.contributor_full',
      });
      expect((await story.ingests(service, [{ path: 'flo.md', content }])).code).toBeUndefined();
      await story.does(reviewer, 'rejectCandidate', { id: memory.id, reason: 'It has none.' });
      expect((await writes(4)).code).toBeUndefined();
    });

    test('is for reviewers, and shows nobody what they do not see', async () => {
      const { story, ask, inbox } = await setStage(store(), 'inbox-lists');
      for (const who of [reader, contributor, service]) {
        const answer = await ask(who, '{ inbox { totalCount } }');
        expect(answer).toMatchObject({
          data: { inbox: null },
          errors: [{ extensions: { code: 'FORBIDDEN' } }],
        });
      }
      const { memory } = await story.does(
        viewer('carol', ['contributor'], { groups: ['board'] }),
        'createMemory',
        {
          project: 'inbox-lists',
          kind: 'FACT',
          content: 'The board meets at noon.',
          audience: ['board'],
        },
      );
      await expect(inbox()).rejects.toThrow('Nothing that you can see is of the project');
      expect((await inbox({}, {}, { ...reviewer, groups: ['board'] })).totalCount).toBe(1);
      const hidden = await story.does(reviewer, 'claimInboxItem', { id: `inb_CANDIDATE.${memory.id}` });
      expect(hidden).toMatchObject({ code: 'not_found' });
      expect(await story.does(reviewer, 'claimInboxItem', { id: 'inb_CANDIDATE.mem_0' })).toEqual(hidden);
    });

    test('gives the entries that are named, as far as the viewer sees that they wait', async () => {
      const { story, inbox } = await setStage(store(), 'inbox-ids');
      const write = async (content: string, more: object = {}) =>
        (
          await story.does(viewer('carol', ['contributor'], { groups: ['board'] }), 'createMemory', {
            project: 'inbox-ids',
            kind: 'FACT',
            content,
            ...more,
          })
        ).memory.id;
      const seen = `inb_CANDIDATE.${await write('The crane stands at the pier.')}`;
      const hidden = `inb_CANDIDATE.${await write('The board meets at six.', { audience: ['board'] })}`;
      await write('The ferry leaves at noon.');
      const idsOf = async (...ids: string[]) =>
        (await inbox({ id: { in: ids } })).nodes.map(({ id }: { id: string }) => id);
      expect(await idsOf(seen, hidden, 'inb_CANDIDATE.mem_0')).toEqual([seen]);
      expect(await idsOf(hidden)).toEqual([]);
      expect(await idsOf()).toEqual([]);
      await story.does(reviewer, 'promoteCandidate', { id: seen.split('.')[1] });
      expect(await idsOf(seen)).toEqual([]);
    });
  });
});
