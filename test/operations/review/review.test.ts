import { describe, expect, test } from 'vitest';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { createTestGateway, people, viewer } from '#test/support/gateway.ts';
import { digestOf } from '#test/support/statements.ts';
import { onServerStore } from '#test/support/store.ts';
import { type Answer, runStory, type Story } from '#test/support/story.ts';

const forbidden = (mutation: string, roles: string) => ({
  __typename: 'UserError',
  code: 'forbidden',
  message: `${mutation} needs the role ${roles}. Ask for a token that has it.`,
  path: ['input'],
});

const none = 'mem_00000000-0000-7000-8000-000000000000';

/** Each decision, the input that it takes besides the id, and who may take it. */
const decisionInputs = [
  { mutation: 'promoteCandidate', more: {}, roles: 'reviewer', allowed: ['reviewer', 'admin'] },
  {
    mutation: 'rejectCandidate',
    more: { reason: 'It is not so.' },
    roles: 'reviewer',
    allowed: ['reviewer', 'admin'],
  },
  {
    mutation: 'editItem',
    more: { content: 'Readings are kept.' },
    roles: 'reviewer or contributor or service',
    allowed: ['contributor', 'reviewer', 'admin', 'service'],
  },
  { mutation: 'returnToCandidate', more: {}, roles: 'reviewer', allowed: ['reviewer', 'admin'] },
] as const;

const everybody = Object.entries(people) as [keyof typeof people, Viewer][];

describe('who decides about a memory', () => {
  onServerStore((store) => {
    test.for(decisionInputs)(
      '$mutation: a missing role is reported before any id is looked at',
      async (decisionInput) => {
        const { does, candidate } = runStory(await createTestGateway(store()));
        const id = await candidate(`We will keep what ${decisionInput.mutation} is about.`);
        for (const [role, who] of everybody) {
          const answers = await Promise.all(
            [id, none, 'nonsense'].map((target) =>
              does(who, decisionInput.mutation, { id: target, ...decisionInput.more, dryRun: true }),
            ),
          );
          if ((decisionInput.allowed as readonly string[]).includes(role))
            expect(
              answers.map(({ code }) => code),
              role,
            ).not.toContain('forbidden');
          else
            expect(answers, role).toEqual(
              Array(3).fill(forbidden(decisionInput.mutation, decisionInput.roles)),
            );
        }
      },
    );

    test.for([
      [
        'createMemory',
        { project: 'tides', kind: 'FACT', content: 'The sea is salty, they say.' },
        'contributor',
        ['contributor', 'admin'],
      ],
      [
        'ingestDocuments',
        { project: 'tides', documents: [{ path: 'a.md', content: '# A' }] },
        'service or contributor',
        ['service', 'contributor', 'admin'],
      ],
      [
        'extractWave',
        { waveId: 'wav_none' },
        'reviewer or service or contributor',
        ['reviewer', 'service', 'contributor', 'admin'],
      ],
    ] as const)('%s takes the roles that the contract names', async ([mutation, input, roles, allowed]) => {
      const { does } = runStory(await createTestGateway(store()));
      for (const [role, who] of everybody) {
        const answer = await does(who, mutation, input);
        if ((allowed as readonly string[]).includes(role)) expect(answer.code, role).not.toBe('forbidden');
        else expect(answer, role).toEqual(forbidden(mutation, roles));
      }
    });

    test('the shape of the input is reported before the id is looked at', async () => {
      const { does } = runStory(await createTestGateway(store()));
      expect(await does(people.reviewer, 'rejectCandidate', { id: none, reason: ' ' })).toEqual({
        __typename: 'UserError',
        code: 'input.invalid',
        message: 'The reason is empty. Give it a text.',
        path: ['input', 'reason'],
      });
      expect(await does(people.reviewer, 'editItem', { id: none })).toMatchObject({
        code: 'input.invalid',
        path: ['input', 'content'],
      });
    });

    test('a contributor edits a candidate of their own, and nothing else', async () => {
      const { does, candidate } = runStory(await createTestGateway(store()));
      const carol = people.contributor;
      const own = await candidate('We will paint the buoys that are carols.', { by: carol });
      const other = await candidate('We will paint the buoys of the agent.', { path: 'adr/0002.md' });
      const edits = (who: Viewer, id: string, content: string) => does(who, 'editItem', { id, content });

      expect(await edits(carol, own, 'The buoys are painted yellow.')).toMatchObject({
        item: { content: 'The buoys are painted yellow.', status: 'CANDIDATE', revision: 2 },
      });
      // Another's candidate is hidden from her, as if it were not there.
      expect(await edits(carol, other, 'Mine now, I think.')).toEqual(await edits(carol, none, 'Mine now.'));
      expect(await does(people.reviewer, 'promoteCandidate', { id: own })).toMatchObject({
        code: 'promotion.reworded',
        message: expect.stringContaining('send expectedRevision: 2'),
        path: ['input', 'expectedRevision'],
      });
      await does(people.reviewer, 'promoteCandidate', { id: own, expectedRevision: 2 });
      await does(people.reviewer, 'promoteCandidate', { id: other });
      expect(await edits(carol, own, 'The buoys are painted red.')).toMatchObject({
        code: 'forbidden',
        message: expect.stringContaining('takes the role reviewer'),
      });
      expect(await edits(carol, other, 'Mine now, I think.')).toMatchObject({ code: 'forbidden' });
    });
  });
});

type Step = 'promoteCandidate' | 'rejectCandidate' | 'returnToCandidate';

const stepTo = (story: Story, step: Step, id: string, who: Viewer = people.reviewer): Promise<Answer> =>
  story.does(who, step, { id, ...(step === 'rejectCandidate' ? { reason: 'It is not so.' } : {}) });

const illegal = (from: string, done: string, sources: string, to: string) =>
  `An item that is ${from} cannot be ${done}: only one that is ${sources} becomes ${to} this way. Read it again to see its status.`;

describe('the steps of a memory', () => {
  onServerStore((store) => {
    test.for([
      [[], 'promoteCandidate', 'ACTIVE'],
      [[], 'rejectCandidate', 'INVALID'],
      [
        [],
        'returnToCandidate',
        illegal('CANDIDATE', 'returned to the queue', 'ACTIVE or INVALID', 'CANDIDATE'),
      ],
      [['promoteCandidate'], 'promoteCandidate', illegal('ACTIVE', 'promoted', 'CANDIDATE', 'ACTIVE')],
      [['promoteCandidate'], 'rejectCandidate', illegal('ACTIVE', 'rejected', 'CANDIDATE', 'INVALID')],
      [['promoteCandidate'], 'returnToCandidate', 'CANDIDATE'],
      [['rejectCandidate'], 'promoteCandidate', illegal('INVALID', 'promoted', 'CANDIDATE', 'ACTIVE')],
      [['rejectCandidate'], 'rejectCandidate', illegal('INVALID', 'rejected', 'CANDIDATE', 'INVALID')],
      [['rejectCandidate'], 'returnToCandidate', 'CANDIDATE'],
      [['promoteCandidate', 'returnToCandidate'], 'rejectCandidate', 'INVALID'],
      [['rejectCandidate', 'returnToCandidate'], 'promoteCandidate', 'ACTIVE'],
    ] as const)('after %j, %s leads to %s', async ([before, step, outcome], { task }) => {
      const story = runStory(await createTestGateway(store()));
      const id = await story.candidate(`We will take the step numbered ${task.id}.`);
      for (const earlier of before) await stepTo(story, earlier, id);
      const answer = await stepTo(story, step, id);
      if (answer.item) expect(answer.item.status).toBe(outcome);
      else
        expect(answer).toEqual({
          __typename: 'UserError',
          code: 'promotion.illegal_transition',
          message: outcome,
          path: ['input', 'id'],
        });
      const { nodes } = (
        await story.asks(people.auditor, 'AuditEvents', { filter: { targetId: { eq: id } }, first: 100 })
      ).auditEvents;
      const last = nodes.at(-1);
      expect(nodes).toHaveLength(1 + before.length + 1);
      expect(last.action.endsWith('_REFUSED')).toBe(!answer.item);
      if (!answer.item)
        expect(last).toMatchObject({
          actor: { name: 'bob' },
          after: { code: 'promotion.illegal_transition' },
        });
      expect((await story.asks(people.auditor, 'VerifyAudit')).verifyAuditChain.valid).toBe(true);
    });

    test('layer and trust follow the status', async () => {
      const story = runStory(await createTestGateway(store()));
      const id = await story.candidate('We will follow the layers upwards.');
      const seen = async (step: Step) => {
        const { status, layer, trust, revision } = (await stepTo(story, step, id)).item;
        return [status, layer, trust, revision];
      };
      expect(await seen('promoteCandidate')).toEqual(['ACTIVE', 'L1_ACTIVE', 'MEDIUM', 2]);
      expect(await seen('returnToCandidate')).toEqual(['CANDIDATE', 'L1_CANDIDATE', 'LOW', 3]);
      expect(await seen('rejectCandidate')).toEqual(['INVALID', 'L1_CANDIDATE', 'LOW', 4]);
    });

    test.for([['promoteCandidate'], ['rejectCandidate']] as const)(
      '%s is undone whole: the rows are as before, but for the count of changes, its time and its trace',
      async ([step], { task }) => {
        const gateway = await createTestGateway(store());
        const story = runStory(gateway);
        const id = await story.candidate(`We will undo what ${task.id} did.`);
        const row = async () => {
          const [found] = await store().asOwner<Record<string, unknown>>(
            'select * from memories where id = ?',
            [id],
          );
          // It waits anew from the moment of its return, and a reviewer has opened it.
          const {
            revision,
            updated_at: _,
            pending_since: _pending,
            opened_at: _opened,
            ...rest
          } = found ?? {};
          return { rest, revision };
        };
        const others = async () => {
          const {
            audit_events: _a,
            audit_texts: _b,
            audit_heads: _c,
            revisions: _d,
            former_states: _g,
            memories: _e,
            // It stands again, and is judged again.
            unjudged_memories: _f,
            // A row for each change.
            item_counts: _h,
            inbox_counts: _j,
            contradiction_counts: _k,
            quality_counts: _l,
            // It has waited since another time.
            inbox_entries: _i,
            ...rest
          } = await digestOf(store());
          return rest;
        };
        const [before, beside] = [await row(), await others()];
        gateway.pass(86_400_000);
        await stepTo(story, step, id);
        await stepTo(story, 'returnToCandidate', id);
        const after = await row();
        expect(after.rest).toEqual(before.rest);
        expect(after.revision).toBe(3);
        expect(await others()).toEqual(beside);
      },
    );

    test('a candidate that is returned waits anew, behind those that waited meanwhile', async () => {
      const gateway = await createTestGateway(store());
      const story = runStory(gateway);
      const project = 'a queue of its own';
      const first = await story.candidate('We will stand first in the queue.', { project });
      gateway.pass(60_000);
      const second = await story.candidate('We will stand second in the queue.', { project, path: 'b.md' });
      gateway.pass(60_000);
      await stepTo(story, 'rejectCandidate', first);
      await stepTo(story, 'returnToCandidate', first);
      const { nodes } = (
        await story.asks(people.reviewer, 'Candidates', { filter: { project: { eq: project } } })
      ).candidates;
      expect(nodes.map(({ id }: { id: string }) => id)).toEqual([second, first]);
    });
  });
});

describe('four eyes', () => {
  onServerStore((store) => {
    const writes = async (story: Story, who: Viewer, content: string) =>
      (await story.does(who, 'createMemory', { project: 'tides', kind: 'FACT', content })).memory.id;

    test('a person does not promote what they wrote by hand, and may reject and edit it', async () => {
      const story = runStory(await createTestGateway(store()));
      const both = viewer('ben', ['contributor', 'reviewer']);
      const id = await writes(story, both, 'The tide turns twice a day at least.');
      expect(await stepTo(story, 'promoteCandidate', id, both)).toEqual({
        __typename: 'UserError',
        code: 'promotion.reviewer_is_contributor',
        message:
          'You wrote this candidate by hand, recorded it, or alone brought its source in, so another reviewer has to promote it.',
        path: ['input', 'id'],
      });
      expect((await story.does(both, 'editItem', { id, content: 'The tide turns.' })).item.revision).toBe(2);
      expect((await stepTo(story, 'rejectCandidate', id, both)).item.status).toBe('INVALID');
      await stepTo(story, 'returnToCandidate', id, both);
      const { item } = await story.does(people.reviewer, 'promoteCandidate', { id, expectedRevision: 4 });
      expect(item.status).toBe('ACTIVE');
    });

    test('a reviewer who edited a candidate before promoting may promote', async () => {
      const story = runStory(await createTestGateway(store()));
      const both = viewer('ben', ['contributor', 'reviewer']);
      const id = await story.candidate('We will promote what others ingested.');
      await story.does(both, 'editItem', { id, content: 'We will promote ingested things.' });
      expect((await stepTo(story, 'promoteCandidate', id, both)).item.status).toBe('ACTIVE');
    });

    test('an installation of one person switches it off', async () => {
      const story = runStory(await createTestGateway(store(), { fourEyes: 'off' }));
      const both = viewer('ben', ['contributor', 'reviewer']);
      const id = await writes(story, both, 'One person alone may vouch here.');
      expect((await stepTo(story, 'promoteCandidate', id, both)).item.status).toBe('ACTIVE');
    });
  });
});

describe('a decision is taken on what the reviewer looked at', () => {
  onServerStore((store) => {
    test.for(decisionInputs)(
      '$mutation refuses another revision, before it asks any other rule',
      async ({ mutation, more }) => {
        const story = runStory(await createTestGateway(store()));
        const id = await story.candidate(`We will look twice before ${mutation}.`);
        expect(await story.does(people.reviewer, mutation, { id, ...more, expectedRevision: 7 })).toEqual({
          __typename: 'UserError',
          code: 'conflict.stale_revision',
          message:
            'The item is at revision 1; the decision was taken on revision 7. Read it again and decide on what it says now.',
          path: ['input', 'expectedRevision'],
        });
      },
    );

    test('the revision that was looked at is accepted', async () => {
      const story = runStory(await createTestGateway(store()));
      const id = await story.candidate('We will look once and be right.');
      expect(
        await story.does(people.reviewer, 'promoteCandidate', { id, expectedRevision: 1 }),
      ).toMatchObject({
        item: { revision: 2 },
        applied: true,
      });
    });

    test('of many reviewers at once one wins, and the others are refused', async () => {
      const story = runStory(await createTestGateway(store()));
      const id = await story.candidate('We will all decide this at once.');
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          index % 2 === 0
            ? story.does(viewer(`reviewer-${index}`, ['reviewer']), 'promoteCandidate', {
                id,
                expectedRevision: 1,
              })
            : story.does(viewer(`reviewer-${index}`, ['reviewer']), 'rejectCandidate', { id, reason: 'No.' }),
        ),
      );
      expect(answers.filter(({ item }) => item)).toHaveLength(1);
      const codes = new Set(answers.filter(({ item }) => !item).map(({ code }) => code));
      expect(
        [...codes].every((code) =>
          ['conflict.stale_revision', 'promotion.illegal_transition'].includes(code),
        ),
      ).toBe(true);
      const actions = await store().asOwner<{ action: string }>(
        "select action from audit_events where target_id = ? and action not like '%.refused'",
        [id],
      );
      expect(actions).toHaveLength(2);
      expect((await story.asks(people.auditor, 'VerifyAudit')).verifyAuditChain.valid).toBe(true);
    });
  });
});

describe('the reason of a rejection', () => {
  onServerStore((store) => {
    test('is read by reviewers, auditors, admins and the contributor', async () => {
      const gateway = await createTestGateway(store());
      const story = runStory(gateway);
      const id = await story.candidate('We will reject this with a reason.', { by: people.contributor });
      await story.does(people.reviewer, 'rejectCandidate', { id, reason: 'It is the other way round.' });
      const reads = async (who: Viewer) =>
        (await gateway.ask(who, 'query ($id: ID!) { memory(id: $id) { status rejectionReason } }', { id }))
          .data.memory;
      const rejected = { status: 'INVALID', rejectionReason: 'It is the other way round.' };
      expect(await reads(people.reviewer)).toEqual(rejected);
      expect(await reads(people.admin)).toEqual(rejected);
      expect(await reads(people.contributor)).toEqual(rejected);
      expect(await reads(people.auditor)).toEqual(rejected);
      for (const who of [people.reader, people.service, people.curator]) expect(await reads(who)).toBeNull();
    });
  });
});
