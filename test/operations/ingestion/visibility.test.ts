import { beforeAll, describe, expect, test } from 'vitest';
import { createTestGateway, people, viewer } from '#test/support/gateway.ts';
import { onServerStore } from '#test/support/store.ts';
import { type Answer, decisionRecord, runStory, type Story } from '#test/support/story.ts';

const member = viewer('mia', ['contributor'], { groups: ['board'] });

describe('who may name an audience (docs/rules.md 1.13)', () => {
  onServerStore((store) => {
    let story: Story;
    beforeAll(async () => {
      story = runStory(await createTestGateway(store()));
    });

    const inputs = {
      createMemory: (audience: readonly string[]) => ({
        kind: 'FACT',
        content: 'The bell is old.',
        audience,
      }),
      recordInteraction: (audience: readonly string[]) => ({ content: 'The bell is old.', audience }),
      ingestDocuments: (audience: readonly string[]) => ({
        documents: [{ path: 'bell.md', content: '# The bell is old', audience }],
      }),
    };
    const send = async (who: typeof member, mutation: keyof typeof inputs, audience: readonly string[]) => {
      const answer = await story.does(who, mutation, {
        project: 'tides',
        ...inputs[mutation](audience),
        dryRun: true,
      });
      return answer.code ?? 'accepted';
    };

    test.for([
      ['a contributor, their own group', member, ['board'], 'accepted'],
      ['a contributor, everybody', people.contributor, ['all'], 'accepted'],
      ['a contributor, a group of others', people.contributor, ['board'], 'audience.not_a_member'],
      ['a contributor, a group that nobody knows', people.contributor, ['ghosts'], 'audience.not_a_member'],
      ['a contributor, their own and another', member, ['board', 'crew'], 'audience.not_a_member'],
      [
        'a contributor who reviews',
        viewer('rob', ['contributor', 'reviewer']),
        ['board'],
        'audience.not_a_member',
      ],
      ['an admin, any known group', people.admin, ['board'], 'accepted'],
      ['an admin, a group that nobody knows', people.admin, ['ghosts'], 'audience.unknown_group'],
    ] as const)('%s', async ([, who, audience, verdict]) => {
      for (const mutation of ['createMemory', 'recordInteraction', 'ingestDocuments'] as const)
        expect([mutation, await send(who, mutation, audience)]).toEqual([mutation, verdict]);
    });

    test('a service, any known group', async () => {
      for (const mutation of ['recordInteraction', 'ingestDocuments'] as const) {
        expect(await send(people.service, mutation, ['board'])).toBe('accepted');
        expect(await send(people.service, mutation, ['ghosts'])).toBe('audience.unknown_group');
      }
    });

    test('a known group and an unknown one are refused in the same words', async () => {
      const refusals = await Promise.all(
        ['board', 'ghost'].map(async (group) => {
          const { message, path } = await story.does(people.contributor, 'recordInteraction', {
            project: 'tides',
            ...inputs.recordInteraction([group]),
          });
          return { message: message.replace(group, '…'), path };
        }),
      );
      expect(refusals[0]).toEqual(refusals[1]);
      expect(refusals[0]?.path).toEqual(['input', 'audience']);
    });
  });
});

describe('what a project knows already', () => {
  onServerStore((store) => {
    let story: Story;
    beforeAll(async () => {
      story = runStory(await createTestGateway(store()));
    });
    const says = async (path: string, contents: readonly string[], more: object = {}) =>
      (await story.ingests(people.contributor, [{ path, content: decisionRecord(...contents) }], more)).wave
        .report;
    const reasons = (report: Answer) =>
      report.droppedByReason.map(({ reason, count }: Answer) => [reason, count]);
    /** Denies to carol, and to nobody else, what is labelled so. */
    const deny = async (ids: readonly string[]) => {
      const rules = [{ id: 'sealed', anyLabel: ['sealed'], users: ['carol'], action: 'DENY' }];
      expect(
        (await story.does(people.admin, 'setLabelPolicy', { mode: 'ENFORCE', rules })).code,
      ).toBeUndefined();
      for (const memoryId of ids)
        await story.does(people.admin, 'setSensitivityLabels', { id: memoryId, labels: ['sealed'] });
    };

    test('is reported with one reason, whatever its status', async () => {
      const contents = ['waits', 'is believed', 'was rejected', 'was retired'].map(
        (what) => `We will keep what ${what}.`,
      );
      const [, active = '', rejected = '', retired = ''] = await story.candidates(contents, {
        path: 'states.md',
      });
      for (const id of [active, retired]) await story.does(people.reviewer, 'promoteCandidate', { id });
      await story.does(people.reviewer, 'rejectCandidate', { id: rejected, reason: 'No.' });
      await story.does(people.reviewer, 'retire', { id: retired, reason: 'Over.' });
      expect(reasons(await says('again.md', contents))).toEqual([['KNOWN', 4]]);
    });

    test('but what labels hide from the caller is written as if it were not there, and reviewers see the pair', async () => {
      const content = 'We will keep the sealed readings of the gauge for ten years.';
      const hidden = await story.candidate(content, { path: 'sealed.md' });
      await story.does(people.reviewer, 'promoteCandidate', { id: hidden });
      await deny([hidden]);
      const [repeated, random] = [
        await says('repeats.md', [content]),
        await says('random.md', ['We will paint every buoy of the harbour green in spring.']),
      ];
      const figures = ({ persisted, dropped, reinforced }: Answer) => [persisted, dropped, reinforced];
      expect(figures(repeated)).toEqual([1, 0, 0]);
      expect(figures(repeated)).toEqual(figures(random));
      const [{ id }] = repeated.candidates.nodes;
      const { data } = await story.gateway.ask(
        people.reviewer,
        'query ($id: ID!) { memory(id: $id) { possibleDuplicates { candidate { id } relation } } }',
        { id },
      );
      expect(data.memory.possibleDuplicates).toEqual([
        { candidate: { id: hidden }, relation: expect.any(String) },
      ]);
      // Their own is known from now on, as a new one is; the hidden one is not counted.
      expect(figures(await says('thrice.md', [content]))).toEqual([0, 1, 1]);
      expect(
        await store().asOwner(
          `select (select count(*)::int from sightings s where s.memory_id = '${hidden}') as hidden, (select count(*)::int from sightings s where s.memory_id = '${id}') as own`,
        ),
      ).toEqual([{ hidden: 0, own: 1 }]);
    });

    test('what is hidden does not choose between two statements either', async () => {
      const [like, unlike] = [
        'We will polish the brass lamp of the north pier on Mondays.',
        'We will grease the iron chain of the south quay on Fridays.',
      ];
      const hidden = await story.candidate('We will polish the brass lamp of the north pier on Sundays.', {
        path: 'lamp.md',
        project: 'ranking',
      });
      const kept = async (path: string) =>
        (
          await says(path, [like, unlike], { project: 'ranking', candidateLimit: 1, dryRun: true })
        ).candidates.nodes.map(({ content }: Answer) => content);
      expect(await kept('a.md')).toEqual([like]);
      await story.does(people.reviewer, 'promoteCandidate', { id: hidden });
      expect(await kept('b.md')).toEqual([unlike]);
      await deny([hidden]);
      expect(await kept('c.md')).toEqual([like]);
    });
  });
});
