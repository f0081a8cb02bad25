import pg from 'pg';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createTestGateway, people, type TestGateway } from '#test/support/gateway.ts';
import { onServerStore } from '#test/support/store.ts';
import { decisions, runStory, type Story } from '#test/support/story.ts';
import { type LiveEvent, subscriber } from '#test/support/subscription.ts';

const { admin, reviewer, service, reader, contributor } = people;
const subscription = `subscription ($after: String) {
  deliveredFactChanged(after: $after) { cursor memoryId receiptId change memory { content } replacedBy { id } } }`;
/** A moment in which whatever was to come would have come. */
const aMoment = 300;

describe('what was delivered and has changed', () => {
  onServerStore((store) => {
    let gateway: TestGateway;
    let story: Story;
    let live: ReturnType<typeof subscriber>;
    let tenant = 0;
    const as = (who: typeof reader) => ({ ...who, tenant: `delivered-${tenant}` });
    const follow = (after: string | null = null, who: typeof reader = service) =>
      live.to(as(who), subscription, { after });
    const reported = (events: readonly LiveEvent[]) =>
      events.map(({ data }) => [data.deliveredFactChanged.memoryId, data.deliveredFactChanged.change]);
    const cursorOf = (event: LiveEvent): string => event.data.deliveredFactChanged.cursor;

    const setStage = async () => {
      const ids = await story.candidates(decisions(5), { by: as(service) });
      for (const id of ids) await story.does(as(reviewer), 'promoteCandidate', { id });
      const { receipt } = await story.does(as(service), 'deliverBundle', { project: 'tides' });
      return { ids, receipt };
    };

    beforeEach(async () => {
      tenant += 1;
      gateway = await createTestGateway(store(), { fourEyes: 'off' });
      const { url } = await gateway.gateway.listen();
      story = runStory(gateway);
      live = subscriber(gateway, url);
      return () => gateway.gateway.close();
    });

    test('is sent when the database is back, where a look at the deliveries met an outage', async ({
      skip,
    }) => {
      const { address } = store();
      if (!('url' in address)) return skip('The embedded store has one connection, which nobody ends.');
      const {
        ids: [id = ''],
      } = await setStage();
      const stream = await follow();
      await stream.within(aMoment);
      const owner = new pg.Client({ connectionString: address.url });
      await owner.connect();
      onTestFinished(() => owner.end());
      await owner.query('begin; lock table delivered_items in access exclusive mode');
      await story.does(as(reviewer), 'retire', { id, reason: 'It is over.' });
      await vi.waitFor(async () => {
        const { rowCount } = await owner.query(`select pg_terminate_backend(pid) from pg_locks
          where relation = 'delivered_items'::regclass and not granted`);
        expect(rowCount).toBe(1);
      });
      await owner.query('rollback');
      expect(reported([await stream.next()])).toEqual([[id, 'RETIRED']]);
    });

    test('is sent to whom it was delivered, and what follows a cursor is not missed', async () => {
      const { ids, receipt } = await setStage();
      const [retired, superseded, edited, successor, untouched] = ids as [
        string,
        string,
        string,
        string,
        string,
      ];
      const [stream, other] = [await follow(), await follow(null, reader)];
      await story.does(as(reviewer), 'voteMemory', { id: untouched, vote: 'UP' });
      await story.does(as(reviewer), 'retire', { id: retired, reason: 'No longer so.' });
      await story.does(as(reviewer), 'supersede', { id: superseded, supersededById: successor });
      await story.does(as(reviewer), 'editItem', { id: edited, content: 'We will keep nothing.' });
      const events = await stream.take(3);
      expect(events[0].data.deliveredFactChanged).toEqual({
        cursor: expect.any(String),
        memoryId: retired,
        receiptId: receipt.id,
        change: 'RETIRED',
        memory: { content: expect.any(String) },
        replacedBy: null,
      });
      expect(events[1].data.deliveredFactChanged).toMatchObject({
        change: 'SUPERSEDED',
        replacedBy: { id: successor },
      });
      expect(events[2].data.deliveredFactChanged).toMatchObject({
        change: 'REWORDED',
        memory: { content: 'We will keep nothing.' },
      });
      expect(await stream.within(aMoment)).toEqual([]);
      expect(await other.within(aMoment)).toEqual([]);
      const again = await follow(cursorOf(events[0]));
      expect(reported(await again.take(2))).toEqual([
        [superseded, 'SUPERSEDED'],
        [edited, 'REWORDED'],
      ]);
    });

    test('is no longer available, without a reason, and once: what becomes of what is hidden is not sent', async () => {
      const { ids } = await setStage();
      const [erased, withheld, denied] = ids as [string, string, string];
      const stream = await follow();
      await story.does(as(admin), 'eraseMemory', { id: erased, reason: 'A request.' });
      const [first] = await stream.take(1);
      await story.does(as(admin), 'setSensitivityLabels', { id: denied, labels: ['staff'] });
      await story.does(as(admin), 'setLabelPolicy', {
        mode: 'ENFORCE',
        expectedRevision: 0,
        rules: [{ id: 'staff', anyLabel: ['staff'], roles: ['service'], action: 'DENY' }],
      });
      expect(reported(await stream.take(1))).toEqual([[denied, 'NO_LONGER_AVAILABLE']]);
      const interaction = await story.does(as(admin), 'quarantine', {
        of: { contributor: service.user },
        reason: 'A bad source.',
      });
      expect(interaction.quarantine.id).toMatch(/^qua_/);
      // The tombstone of what was erased is hidden with the rest.
      const gone = reported(await stream.take(4));
      expect(gone).toContainEqual([withheld, 'NO_LONGER_AVAILABLE']);
      expect(first.data.deliveredFactChanged).toMatchObject({
        memoryId: erased,
        change: 'NO_LONGER_AVAILABLE',
        replacedBy: null,
      });
      await story.does(as(reviewer), 'retire', { id: withheld, reason: 'No longer so.' });
      expect(await stream.within(aMoment)).toEqual([]);
      const again = await follow(cursorOf(first));
      const all = reported(await again.take(5));
      expect(all.map(([id]) => id)).toEqual([...ids].sort());
      expect(new Set(all.map(([, change]) => change))).toEqual(new Set(['NO_LONGER_AVAILABLE']));
      expect(await again.within(aMoment)).toEqual([]);
    });

    test('stands in a hard contradiction', async () => {
      const { memory } = await story.does(as(contributor), 'createMemory', {
        project: 'tides',
        kind: 'FACT',
        content: 'The north gauge is read at noon.',
        domain: 'gauges',
      });
      await story.does(as(reviewer), 'promoteCandidate', { id: memory.id });
      await story.does(as(service), 'deliverBundle', { project: 'tides' });
      const stream = await follow();
      const other = await story.does(as(contributor), 'createMemory', {
        project: 'tides',
        kind: 'FACT',
        content: 'The north gauge is not read at noon.',
        domain: 'gauges',
      });
      await story.does(as(reviewer), 'promoteCandidate', { id: other.memory.id });
      await story.does(as(reviewer), 'detectContradictions', { memoryId: other.memory.id });
      expect(reported(await stream.take(1))).toEqual([[memory.id, 'CONTRADICTED']]);
    });
  });
});
