import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { AppDependencies } from '#application/app-dependencies.ts';
import { defaultSettings } from '#application/default-settings.ts';
import { gatewayOf } from '#domain/privacy/gateway-viewer.ts';
import { retryPauses } from '#domain/webhooks/attempts.ts';
import { openWriteSession } from '#persistence/store/viewer-session.ts';
import { claimDeliveries, queueEvents } from '#persistence/webhook-deliveries.ts';
import { openApi } from '#server/http/open-api.ts';
import { notifyWebhook } from '#server/webhooks/notify.ts';
import { createTestGateway, people, viewer } from '#test/support/gateway.ts';
import { onServerStore, type TestStore } from '#test/support/store.ts';
import { runStory } from '#test/support/story.ts';
import { type Received, startReceiver } from '#test/support/webhook-receiver.ts';

const { admin, reviewer, auditor, contributor } = people;
const setUp = async (store: TestStore, settings: object = {}, parts: Partial<AppDependencies> = {}) => {
  let ahead = 0;
  const gateway = await createTestGateway(
    store,
    { ...defaultSettings, webhookPrivateAddresses: true },
    { clock: () => new Date(Date.now() + ahead), ...parts },
  );
  const story = runStory(gateway);
  const receiver = await startReceiver();
  const answer = await gateway.ask(
    admin,
    `mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { __typename
      ... on WebhookSecretPayload { secret webhook { id state } } ... on UserError { code message path } } }`,
    { input: { url: receiver.url, eventTypes: ['MEMORY_PROMOTED', 'MEMORY_RETIRED'], ...settings } },
  );
  const { secret, webhook } = answer.data.createWebhook;
  receiver.secrets.push(secret);
  const tenant = admin.tenant;
  const notify = (signal = new AbortController().signal) =>
    notifyWebhook(gateway.dependencies, { tenant, webhookId: webhook.id }, signal);
  const undelivered = async () => {
    const { data } = await gateway.ask(
      admin,
      '{ webhooks { id state deliveries { nodes { id eventType state attempts failure httpStatus } } } }',
    );
    return data.webhooks.find(({ id }: { id: string }) => id === webhook.id);
  };
  const does = async (mutation: string, input: object, selection: string) => {
    const name = `${mutation[0]?.toUpperCase()}${mutation.slice(1)}`;
    const { data } = await gateway.ask(
      admin,
      `mutation ($input: ${name}Input!) { ${mutation}(input: $input) { __typename ${selection} ... on UserError { code message } } }`,
      { input: { id: webhook.id, ...input } },
    );
    return data[mutation];
  };
  return {
    ...gateway,
    ...{ story, receiver, webhook, notify, undelivered, does, tenant },
    /** Lets time pass, in milliseconds. */
    wait: (milliseconds: number) => {
      ahead += milliseconds;
    },
  };
};

let statements = 0;
/** A decision that no other test of the store has. */
const statement = (about: string) => {
  statements += 1;
  return `We will keep gauge ${statements} of the ${about} at pier ${statements * 7}.`;
};

describe('a webhook', () => {
  onServerStore((store) => {
    test('is sent what was committed since it was made, signed, as its roles see the target', async () => {
      const { story, receiver, notify, undelivered } = await setUp(store());
      const content = statement('first');
      const id = await story.candidate(content);
      await notify();
      expect(receiver.received).toEqual([]);
      await story.does(reviewer, 'promoteCandidate', { id });
      await notify();
      expect(receiver.received).toEqual([
        {
          id: expect.stringMatching(/^whd_/),
          signatures: 1,
          type: 'memory.promoted',
          timestamp: expect.stringMatching(/^20/),
          data: expect.objectContaining({
            type: 'Memory',
            id,
            content,
            status: 'ACTIVE',
            project: { name: 'tides' },
          }),
        },
      ]);
      const { requestBody } = openApi.webhooks['memory.promoted'].post;
      const published = z.fromJSONSchema(requestBody.content['application/json'].schema);
      const [{ id: _id, signatures: _signatures, ...payload } = {}] =
        receiver.received as Partial<Received>[];
      expect(published.safeParse(payload).error).toBeUndefined();
      expect(published.safeParse({ ...payload, type: 'memory.retired' }).success).toBe(false);
      expect((await undelivered()).deliveries.nodes).toEqual([]);
      await notify();
      expect(receiver.received).toHaveLength(1);
    });
  });

  onServerStore((store) => {
    test('gets nothing about what is hidden from its roles, groups and projects, be it later shown to others', async () => {
      const { story, receiver, notify, undelivered } = await setUp(store(), {
        eventTypes: ['MEMORY_EXTRACTED', 'MEMORY_CREATED', 'MEMORY_PROMOTED'],
        projects: ['tides'],
      });
      const crew = viewer('bob', ['reviewer'], { groups: ['crew'] });
      const ids = await story.candidates([statement('crew')], { audience: ['crew'] });
      await story.does(crew, 'promoteCandidate', { id: ids[0] });
      const other = await story.candidate(statement('other'), { project: 'winds' });
      await story.does(reviewer, 'promoteCandidate', { id: other });
      await story.does(contributor, 'createMemory', {
        ...{ project: 'tides', kind: 'PREFERENCE', content: 'I prefer the quiet berth of the inner pier.' },
        isPersonal: true,
      });
      const seen = await story.candidate(statement('seen'));
      await story.does(reviewer, 'promoteCandidate', { id: seen });
      await notify();
      // The extraction, too: when it is sent, everybody may see the item.
      expect(receiver.received.map(({ type, data }) => [type, data.id])).toEqual([
        ['memory.extracted', seen],
        ['memory.promoted', seen],
      ]);
      expect((await undelivered()).deliveries.nodes).toEqual([]);
    });

    test('sees candidates with the role of a reviewer, and its groups’ items', async () => {
      const { story, receiver, notify } = await setUp(store(), {
        ...{ eventTypes: ['MEMORY_EXTRACTED'], roles: ['REVIEWER'], groups: ['crew'] },
      });
      const [id] = await story.candidates([statement('candidate')], { audience: ['crew'] });
      await notify();
      expect(receiver.received.map(({ data }) => [data.id, data.status])).toEqual([[id, 'CANDIDATE']]);
    });

    test('sees no item of a group that was withdrawn after the change was committed', async () => {
      const withdrawn = new Set<string>();
      const { story, receiver, notify, undelivered } = await setUp(
        store(),
        { eventTypes: ['MEMORY_EXTRACTED'], roles: ['REVIEWER'], groups: ['crew', 'board'] },
        { isWithdrawnGroup: ({ tenant }, group) => withdrawn.has(`${tenant} ${group}`) },
      );
      await story.candidates([statement('withdrawn')], { audience: ['crew'] });
      const [kept] = await story.candidates([statement('kept')], { audience: ['board'] });
      withdrawn.add('acme crew');
      await notify();
      expect(receiver.received.map(({ data }) => data.id)).toEqual([kept]);
      expect((await undelivered()).deliveries.nodes).toEqual([]);
    });

    test('is tried again later and later where it fails, in order for each target, then is dead until it is replayed', async () => {
      const { story, receiver, notify, undelivered, wait, does } = await setUp(store());
      const [bad, good] = await story.candidates([statement('bad'), statement('good')]);
      receiver.answer = (response, { data }) => response.writeHead(data.id === bad ? 500 : 204).end();
      for (const id of [bad, good]) await story.does(reviewer, 'promoteCandidate', { id });
      await story.does(reviewer, 'retire', { id: bad, reason: 'It was sold.' });
      await notify();
      // The later event about the same item waits; the other item does not.
      expect(receiver.received.map(({ type, data }) => `${type} ${data.id}`).sort()).toEqual(
        [`memory.promoted ${bad}`, `memory.promoted ${good}`].sort(),
      );
      const first = receiver.received.find(({ data }) => data.id === bad);
      for (const pause of retryPauses) {
        await notify();
        wait(pause);
        await notify();
      }
      const tried = receiver.received.filter(({ id }) => id === first?.id);
      expect(tried).toHaveLength(retryPauses.length + 1);
      const [dead, next] = (await undelivered()).deliveries.nodes;
      expect(dead).toMatchObject({ id: first?.id, state: 'DEAD', failure: 'STATUS', httpStatus: 500 });
      expect(next).toMatchObject({ eventType: 'MEMORY_RETIRED', state: 'PENDING', attempts: 1 });

      receiver.answer = (response) => response.writeHead(204).end();
      receiver.received.length = 0;
      wait(86_400_000);
      expect(
        await does('replayWebhookDeliveries', {}, '... on ReplayWebhookDeliveriesPayload { replayed }'),
      ).toMatchObject({ replayed: 1 });
      await notify();
      expect(receiver.received.map(({ id }) => id)).toEqual([first?.id, expect.any(String)]);
      expect((await undelivered()).deliveries.nodes).toEqual([]);
    });

    test('waits as long as the receiver asks, follows no redirection, and ends at 410', async () => {
      const { story, receiver, notify, undelivered, wait, does, ask } = await setUp(store());
      const [one, two] = await story.candidates([statement('one'), statement('two')]);
      await story.does(reviewer, 'promoteCandidate', { id: one });
      receiver.answer = (response) => response.writeHead(429, { 'retry-after': '60' }).end();
      await notify();
      wait(59_000);
      await notify();
      expect(receiver.received).toHaveLength(1);
      receiver.answer = (response) => response.writeHead(302, { location: receiver.url }).end();
      wait(2_000);
      await notify();
      expect(receiver.received).toHaveLength(2);
      receiver.answer = (response) => response.writeHead(410).end();
      wait(300_000);
      await notify();
      await story.does(reviewer, 'promoteCandidate', { id: two });
      await notify();
      expect(receiver.received).toHaveLength(3);
      expect(await undelivered()).toMatchObject({
        state: 'ENDED',
        deliveries: { nodes: [{ state: 'PENDING', httpStatus: 410 }] },
      });
      const { data } = await ask(
        auditor,
        '{ auditEvents(last: 5, filter: { action: { eq: WEBHOOK_ENDED } }) { nodes { actor { name } after } } }',
      );
      expect(data.auditEvents.nodes).toEqual([{ actor: { name: 'vouch' }, after: { state: 'ENDED' } }]);

      receiver.answer = (response) => response.writeHead(204).end();
      await does('updateWebhook', { paused: false }, '... on WebhookPayload { webhook { state } }');
      await notify();
      expect(
        receiver.received
          .slice(3)
          .map(({ data }) => String(data.id))
          .toSorted(),
      ).toEqual([one, two].toSorted());
    });

    test('loses nothing where the process ends between the commit and the delivery, or during an attempt', async () => {
      const { story, receiver, notify, wait, dependencies, tenant, webhook } = await setUp(store());
      const id = await story.candidate(statement('lasting'));
      await story.does(reviewer, 'promoteCandidate', { id });
      // Another process queued and claimed the delivery, and was killed before it sent anything.
      const session = await openWriteSession(dependencies.orm, gatewayOf(tenant), 'system');
      await queueEvents(session, webhook.id, () => dependencies.newId('whd'));
      const now = dependencies.clock();
      const until = new Date(now.getTime() + 30_000);
      const due = await claimDeliveries(session, webhook.id, { now, until, most: 9 });
      await session.commit();
      expect(due?.claimed).toHaveLength(1);
      await notify();
      expect(receiver.received).toEqual([]);
      wait(30_001);
      await notify();
      expect(receiver.received.map(({ data }) => data.id)).toEqual([id]);
    });

    test('is sent once by several processes at a time', async () => {
      const { story, receiver, notify } = await setUp(store());
      const contents = Array.from({ length: 12 }, (_, place) => statement(`${place} th`));
      const ids = await story.candidates(contents);
      for (const id of ids) await story.does(reviewer, 'promoteCandidate', { id });
      await Promise.all([notify(), notify(), notify(), notify()]);
      await notify();
      expect(receiver.received.map(({ data }) => data.id).sort()).toEqual([...ids].sort());
    });

    test('signs with both secrets for the overlap of a rotation, and with the new one alone after it', async () => {
      const { story, receiver, notify, wait, does } = await setUp(store());
      const [one, two] = await story.candidates([statement('one'), statement('two')]);
      const { secret } = await does(
        'rotateWebhookSecret',
        { overlapHours: 1 },
        '... on WebhookSecretPayload { secret }',
      );
      const [former = ''] = receiver.secrets;
      expect(secret).not.toBe(former);
      await story.does(reviewer, 'promoteCandidate', { id: one });
      await notify();
      expect(receiver.received.map(({ signatures }) => signatures)).toEqual([2]);
      receiver.secrets.push(secret);
      wait(3_600_001);
      await story.does(reviewer, 'promoteCandidate', { id: two });
      await notify();
      expect(receiver.received.map(({ signatures }) => signatures)).toEqual([2, 1]);
    });

    test('is changed by admins alone, and each change is in the audit', async () => {
      const { ask, does, webhook, undelivered } = await setUp(store(), {
        description: 'for the harbour office',
      });
      expect((await ask(auditor, '{ webhooks { id } }')).errors?.[0]?.extensions?.code).toBe('FORBIDDEN');
      await does(
        'updateWebhook',
        { paused: true, url: 'https://hooks.example.com/' },
        '... on WebhookPayload { webhook { state url } }',
      );
      expect(await does('updateWebhook', { groups: ['nobody knows'] }, '')).toMatchObject({
        code: 'audience.unknown_group',
      });
      expect(await does('updateWebhook', { id: 'whk_none' }, '')).toMatchObject({ code: 'not_found' });
      await does('deleteWebhook', {}, '... on DeleteWebhookPayload { deletedId }');
      expect(await undelivered()).toBeUndefined();
      const { data } = await ask(
        auditor,
        `{ auditEvents(last: 3) { nodes { action actor { name } changes { field before after } } } }`,
      );
      const events = data.auditEvents.nodes.filter(({ action }: { action: string }) =>
        action.startsWith('WEBHOOK'),
      );
      expect(events.map(({ action }: { action: string }) => action)).toEqual([
        'WEBHOOK_CREATED',
        'WEBHOOK_UPDATED',
        'WEBHOOK_DELETED',
      ]);
      expect(events[1].changes.map(({ field }: { field: string }) => field)).toEqual(['state', 'url']);
      expect(JSON.stringify(events)).not.toContain('whsec_');
      expect(webhook.id).toMatch(/^whk_/);
    });
  });
});

describe('an address in a private network', () => {
  onServerStore((store) => {
    test('is refused when it is set, and not called when a name leads there', async () => {
      const gateway = await createTestGateway(store());
      const create = (url: string) =>
        gateway.ask(
          admin,
          `mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { ... on WebhookSecretPayload { webhook { id } } ... on UserError { code path message } } }`,
          { input: { url, eventTypes: ['MEMORY_PROMOTED'] } },
        );
      for (const url of ['https://127.0.0.1/', 'http://hooks.example.com/', 'https://metadata.internal/'])
        expect((await create(url)).data.createWebhook).toMatchObject({
          code: 'input.invalid',
          path: ['input', 'url'],
        });
      const { webhook } = (await create('https://hooks.example.com/')).data.createWebhook;
      // A name that led to the internet when it was set, and now leads to this machine.
      await store().asOwner(`update webhooks set url = 'https://localhost/' where id = ?`, [webhook.id]);
      const story = runStory(gateway);
      await story.does(reviewer, 'promoteCandidate', { id: await story.candidate(statement('private')) });
      await notifyWebhook(
        gateway.dependencies,
        { tenant: admin.tenant, webhookId: webhook.id },
        new AbortController().signal,
      );
      const { data } = await gateway.ask(admin, '{ webhooks { deliveries { nodes { failure attempts } } } }');
      expect(data.webhooks.at(-1).deliveries.nodes).toEqual([{ failure: 'PRIVATE_ADDRESS', attempts: 1 }]);
    });
  });
});
