import type { GraphQLResolveInfo } from 'graphql';
import { createClient as createSseClient } from 'graphql-sse';
import { createClient as createWsClient } from 'graphql-ws';
import { describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { schema } from '#resolvers/index.ts';
import { openGraphQLContext } from '#resolvers/schema/context.ts';
import { createTestGateway, people } from '#test/support/gateway.ts';
import { onServerStore } from '#test/support/store.ts';
import { runStory } from '#test/support/story.ts';
import { subscriber } from '#test/support/subscription.ts';

const listed = `subscription ($project: String, $after: String) { candidatesChanged(project: $project, after: $after) { __typename
  ... on CandidateQueued { cursor candidate { id content } } ... on CandidateUpdated { cursor candidate { id content } }
  ... on CandidateLeft { cursor candidateId reason } } }`;

describe('live lists', () => {
  onServerStore((store) => {
    const open = async () => {
      const gateway = await createTestGateway(store(), { fourEyes: 'off' });
      const { url } = await gateway.gateway.listen();
      onTestFinished(() => gateway.gateway.close());
      return { ...runStory(gateway), url, to: subscriber(gateway, url).to };
    };

    test('what enters, changes in and leaves the queue is reported, with the reason', async () => {
      const { does, candidates, to } = await open();
      const bob = await to(people.reviewer, listed, { project: 'live' });
      const rita = await to(people.contributor, listed, { project: 'live' });
      await bob.within(300);
      await rita.within(10);
      const ids = await candidates(
        ['We will promote this one live.', 'We will reject this one live.', 'We will delete this one live.'],
        { project: 'live', path: 'live.md' },
      );
      const changes = async (count: number) =>
        (await bob.take(count)).map(({ data }) => {
          const { cursor, ...change } = data.candidatesChanged;
          expect(cursor).toEqual(expect.any(String));
          return change;
        });
      expect(
        (await changes(3)).map(({ __typename, candidate }) => [__typename, candidate.id]).sort(),
      ).toEqual(ids.map((id) => ['CandidateQueued', id]).sort());
      const [promoted = '', rejected = '', deleted = ''] = ids;
      // Each is reported as it is when it is delivered.
      const reviewed = async (mutation: string, input: object) => {
        await does(people.reviewer, mutation, input);
        return (await changes(1))[0];
      };
      expect(
        await reviewed('editItem', { id: promoted, content: 'This one is promoted live.' }),
      ).toMatchObject({
        __typename: 'CandidateUpdated',
        candidate: { id: promoted, content: 'This one is promoted live.' },
      });
      const left = (candidateId: string, reason: string) => ({
        __typename: 'CandidateLeft',
        candidateId,
        reason,
      });
      expect(await reviewed('promoteCandidate', { id: promoted })).toEqual(left(promoted, 'PROMOTED'));
      // An item that left the list is reported no more.
      await does(people.reviewer, 'editItem', { id: promoted, content: 'This one was promoted live.' });
      expect(await reviewed('rejectCandidate', { id: rejected, reason: 'It is not so.' })).toEqual(
        left(rejected, 'REJECTED'),
      );
      expect(await reviewed('returnToCandidate', { id: rejected })).toMatchObject({
        __typename: 'CandidateQueued',
        candidate: { id: rejected },
      });
      expect(await reviewed('deleteCandidate', { id: deleted })).toEqual(left(deleted, 'GONE'));
      // Another's candidates were never in her queue, and did not leave it.
      expect(await rita.within(300)).toEqual([]);
    });

    test('a leaving that is read again, as after an outage of the database, is reported again', async () => {
      const { gateway, candidate, does } = await open();
      const id = await candidate('We will read the leaving twice.', { project: 'twice', path: 'twice.md' });
      const parentType = schema.getSubscriptionType();
      const { subscribe, resolve } = parentType?.getFields().candidatesChanged ?? {};
      const inContext = async (read: (context: object) => unknown) => {
        const context = await openGraphQLContext(gateway.dependencies, {
          ...{ viewer: people.reviewer, requestId: 'again', operationType: 'subscription' },
        });
        return Promise.resolve(read(context)).finally(() => context.close());
      };
      const info = { parentType, fieldName: 'candidatesChanged' } as GraphQLResolveInfo;
      const changes = (await inContext((context) =>
        subscribe?.({}, {}, context, info),
      )) as AsyncIterator<unknown>;
      const readNext = async () => {
        const { value } = await changes.next();
        return () => inContext((context) => resolve?.(value, {}, context, info));
      };
      await does(people.reviewer, 'editItem', { id, content: 'We will read the leaving two times.' });
      expect(await (await readNext())()).toMatchObject({ candidate: { id } });
      await does(people.reviewer, 'deleteCandidate', { id });
      const readLeaving = await readNext();
      const left = { candidateId: id, reason: 'GONE' };
      expect([await readLeaving(), await readLeaving()]).toMatchObject([left, left]);
      await changes.return?.();
    });

    test('one item is followed by its id, and the audit by auditors', async () => {
      const { does, candidate, to } = await open();
      const id = await candidate('We will follow this one alone.', { path: 'alone.md' });
      const memory = await to(
        people.reviewer,
        'subscription ($id: ID!) { memoryChanged(id: $id) { cursor memory { id status revision } } }',
        { id },
      );
      const hidden = await to(
        people.reader,
        'subscription ($id: ID!) { memoryChanged(id: $id) { memory { status } } }',
        { id },
      );
      const audit = await to(
        people.auditor,
        'subscription { auditEvents { cursor auditEvent { sequence action } } }',
      );
      await Promise.all([memory.within(300), hidden.within(300), audit.within(300)]);
      await does(people.reviewer, 'deferCandidate', { id, until: '2027-01-01T00:00:00Z' });
      await does(people.reviewer, 'promoteCandidate', { id });
      expect((await memory.take(2)).map(({ data }) => data.memoryChanged.memory.revision).at(-1)).toBe(3);
      expect((await hidden.next()).data.memoryChanged.memory).toEqual({ status: 'ACTIVE' });
      const events = (await audit.take(2)).map(({ data }) => data.auditEvents.auditEvent);
      expect(events.map(({ action }) => action)).toEqual(['MEMORY_DEFERRED', 'MEMORY_PROMOTED']);
      const refused = await to(people.reader, 'subscription { auditEvents { cursor } }');
      expect((await refused.next()).errors[0].message).toBe(
        'auditEvents needs the role auditor. Ask for a token that has it.',
      );
    });

    test('graphql-sse follows, and a stream that breaks off goes on where it stood', async () => {
      const { gateway, url, candidate } = await open();
      const token = await gateway.tokenOf(people.reviewer);
      const client = createSseClient({
        url: `${url}/graphql`,
        headers: { authorization: `Bearer ${token}` },
      });
      const results = client.iterate({ query: listed, variables: { project: 'sse' } });
      const first = results.next();
      await new Promise((resolve) => setTimeout(resolve, 300));
      const id = await candidate('We will be informed by events.', { project: 'sse', path: 'sse.md' });
      expect((await first).value).toMatchObject({ data: { candidatesChanged: { candidate: { id } } } });
      await results.return?.(undefined);

      // An event names its place, and a client that connects again sends it back.
      const places: string[] = [];
      const follow = async (more: Record<string, string>) => {
        const response = await fetch(`${url}/graphql`, {
          method: 'POST',
          headers: {
            accept: 'text/event-stream',
            authorization: `Bearer ${token}`,
            'content-type': 'application/json',
            ...more,
          },
          body: JSON.stringify({ query: listed, variables: { project: 'sse' } }),
        });
        const reader = response.body?.pipeThrough(new TextDecoderStream() as never).getReader();
        let text = '';
        const until = async (mark: string) => {
          while (!text.includes(mark)) {
            const { done, value } = (await reader?.read()) ?? { done: true, value: '' };
            if (done) throw new Error(`The stream ended with: ${text}`);
            text += value;
          }
          for (const [, place] of text.matchAll(/^id: (.*)$/gm)) if (place) places.push(place);
        };
        return { until, cancel: () => reader?.cancel(), rest: async () => reader?.read() };
      };
      const one = await follow({});
      await new Promise((resolve) => setTimeout(resolve, 300));
      const second = await candidate('We will be informed the second time.', {
        project: 'sse',
        path: 'sse2.md',
      });
      await one.until(second);
      await one.cancel();
      const third = await candidate('We will be informed what was missed.', {
        project: 'sse',
        path: 'sse3.md',
      });
      const again = await follow({ 'last-event-id': places[0] ?? '' });
      await again.until(third);
      // Closing breaks the connection: it is not completed, so that clients come again.
      const broken = expect(again.rest()).rejects.toThrow();
      await gateway.gateway.close();
      await broken;
    });

    test('graphql-transport-ws answers what HTTP answers, and closes as going away', async () => {
      const { gateway, url, candidate } = await open();
      const connect = async (who: Viewer | null, more: object = {}) => {
        const authorization = who === null ? undefined : `Bearer ${await gateway.tokenOf(who)}`;
        const client = createWsClient({
          url: `${url.replace('http', 'ws')}/graphql`,
          webSocketImpl: WebSocket,
          connectionParams: { authorization },
          retryAttempts: 0,
          ...more,
        });
        onTestFinished(() => void client.dispose());
        return client;
      };
      const once = async (who: Viewer | null, query: string) => {
        const client = await connect(who);
        return (await client.iterate({ query }).next()).value;
      };
      expect(await once(people.reader, '{ viewer { user } }')).toEqual({
        data: { viewer: { user: 'rita' } },
      });
      await expect(once(null, '{ viewer { user } }')).rejects.toMatchObject({ code: 4401 });
      expect(await once(people.reader, 'subscription { candidateQueued { cursor } }')).toMatchObject({
        errors: [{ extensions: { code: 'FORBIDDEN' } }],
      });

      const closed = Promise.withResolvers<number>();
      const client = await connect(people.reviewer, {
        on: { closed: (event: { code: number }) => closed.resolve(event.code) },
      });
      const results = client.iterate({ query: listed, variables: { project: 'ws' } });
      const first = results.next();
      await new Promise((resolve) => setTimeout(resolve, 400));
      const id = await candidate('We will be informed over sockets.', { project: 'ws', path: 'ws.md' });
      expect((await first).value).toMatchObject({ data: { candidatesChanged: { candidate: { id } } } });
      const next = Promise.resolve(results.next()).catch(() => undefined);
      await gateway.gateway.close();
      expect(await closed.promise).toBe(1001);
      await next;
    });
  });
});
