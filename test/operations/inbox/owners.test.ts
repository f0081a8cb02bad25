import { beforeAll, describe, expect, test } from 'vitest';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { createTestGateway, people, viewer } from '#test/support/gateway.ts';
import { onServerStore } from '#test/support/store.ts';
import { type Answer, runStory, type Story } from '#test/support/story.ts';

const { reviewer, admin, service } = people;
const olga = viewer('Olga', ['reader']);
const crew = viewer('Carl', ['contributor'], { groups: ['crew'] });
const stranger = viewer('Sten', ['reader']);

const mine =
  '{ inbox(filter: { mine: true }, first: 50) { totalCount counts { reason count } nodes { id reason subject { ... on Memory { id } } } } }';

describe('an owner without the role reviewer', () => {
  onServerStore((store) => {
    let story: Story;
    let pass: (milliseconds: number) => void;
    beforeAll(async () => {
      const gateway = await createTestGateway(store());
      story = runStory(gateway);
      pass = gateway.pass;
      await story.does(admin, 'declareGroups', { groups: ['crew', 'board'] });
    });

    const ask = async (who: Viewer, query: string): Promise<Answer> => story.gateway.ask(who, query);
    const inbox = async (who: Viewer): Promise<Answer> => (await ask(who, mine)).data.inbox;
    const reasons = async (who: Viewer): Promise<string[]> =>
      (await inbox(who)).nodes.map(({ reason }: Answer) => reason);
    const believed = async (content: string, owner: object | null, more: object = {}): Promise<string> => {
      const id = await story.candidate(content, more);
      await story.does(admin, 'promoteCandidate', { id });
      if (owner) await story.does(reviewer, 'setOwner', { id, owner });
      return id;
    };
    const disputes = (id: string) => story.does(reviewer, 'disputeMemory', { id, quote: 'Not so.' });
    const user = (name: string) => ({ kind: 'USER', name });
    const group = (name: string) => ({ kind: 'GROUP', name });

    test('sees what waits on the believed items that they or their groups look after, and no more', async () => {
      const hers = await believed('We will keep the slipway free.', user('Olga'));
      const theirs = await believed('We will keep the ramp free.', group('crew'));
      const nobodys = await believed('We will keep the quay free.', null);
      await story.candidate('We will keep the yard free.');
      for (const id of [hers, theirs, nobodys]) await disputes(id);
      expect(await inbox(olga)).toMatchObject({
        totalCount: 1,
        counts: [{ reason: 'DISPUTE', count: 1 }],
        nodes: [{ reason: 'DISPUTE', subject: { id: hers } }],
      });
      expect((await inbox(crew)).nodes).toMatchObject([{ subject: { id: theirs } }]);
      expect(await inbox(stranger)).toEqual({ totalCount: 0, counts: [], nodes: [] });
      expect(await inbox(viewer('crew', ['reader'], { groups: ['Olga'] }))).toMatchObject({ totalCount: 0 });
    });

    test('asks for no other inbox than their own', async () => {
      for (const query of ['{ inbox { totalCount } }', '{ inbox(filter: { mine: false }) { totalCount } }'])
        expect((await ask(olga, query)).errors?.[0]?.extensions.code).toBe('FORBIDDEN');
    });

    test('verifies what is overdue, which leaves their inbox and that of the reviewers', async () => {
      const vera = viewer('Vera', ['reader']);
      const id = await believed('We will paint the hull in spring.', user('Vera'));
      const verifyBy = new Date(Date.parse('2026-03-02T09:00:00Z')).toISOString();
      await story.does(reviewer, 'verify', { id, verifyBy });
      pass(3 * 86_400_000);
      expect(await reasons(vera)).toEqual(['VERIFICATION_DUE']);
      expect((await story.does(stranger, 'verify', { id })).code).toBe('forbidden');
      const { item } = await story.does(vera, 'verify', { id, note: 'Seen.' });
      expect(item.id).toBe(id);
      expect(await reasons(vera)).toEqual([]);
      expect(
        await ask(reviewer, `{ inbox(filter: { id: { eq: "inb_VERIFICATION_DUE.${id}" } }) { totalCount } }`),
      ).toEqual({
        data: { inbox: { totalCount: 0 } },
      });
    });

    test('does not confirm the words of a reviewer in the place of another reviewer', async () => {
      const wim = viewer('Wim', ['auditor']);
      const id = await story.candidate('We will grease the winch in May.');
      const { item } = await story.does(reviewer, 'editItem', {
        id,
        content: 'We will grease the winch in May and June, without any check.',
      });
      await story.does(reviewer, 'promoteCandidate', { id, expectedRevision: item?.revision ?? 2 });
      await story.does(reviewer, 'setOwner', { id, owner: user('Wim') });
      expect(await reasons(wim)).toEqual(['REVIEWER_WORDING']);
      expect((await story.does(wim, 'verify', { id })).code).toBe('verification.needs_reviewer');
      await story.does(admin, 'verify', { id });
      expect(await reasons(wim)).toEqual([]);
    });

    test('is shown nothing of an item that is hidden from them: the same answers as for a missing one', async () => {
      const hilde = viewer('Hilde', ['reader']);
      const secret = await believed('We will sell the tug in autumn.', null, {
        audience: ['board'],
        by: service,
      });
      const board = viewer('Bo', ['reviewer'], { groups: ['board'] });
      await story.does(board, 'setOwner', { id: secret, owner: user('Hilde') });
      await story.does(board, 'disputeMemory', { id: secret, quote: 'Not so.' });
      const withheld = await believed('We will scrap the barge in winter.', user('Hilde'), {
        by: viewer('feeder', ['service']),
      });
      await disputes(withheld);
      expect(await reasons(hilde)).toEqual(['DISPUTE']);
      await story.does(admin, 'quarantine', { of: { contributor: 'feeder' }, reason: 'Look.' });
      const missing = 'mem_00000000-0000-7000-8000-000000000000';
      for (const id of [secret, withheld, missing]) {
        const entry = `inb_DISPUTE.${id}`;
        expect(
          (
            await ask(
              hilde,
              `{ inbox(filter: { mine: true, id: { eq: "${entry}" } }) { totalCount nodes { id } } }`,
            )
          ).data,
        ).toEqual({ inbox: { totalCount: 0, nodes: [] } });
        const verified = await ask(
          hilde,
          `mutation { verify(input: { id: "${id}" }) { __typename ... on UserError { code message path } } }`,
        );
        expect(verified.data.verify).toMatchObject({ code: 'not_found', path: ['input', 'id'] });
      }
    });
  });
});
