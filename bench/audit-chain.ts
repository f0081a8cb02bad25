import { v7 } from 'uuid';
import { recordChanges } from '#persistence/store/audit-log.ts';
import { inWriteSession } from '#persistence/store/viewer-session.ts';
import { beginning, createTestGateway, people } from '#test/support/gateway.ts';
import { eachStore, figure, heading, secondsOf } from './measure.ts';

/**
 * `node bench/audit-chain.ts [events] [a call] [stores …]`: an audit chain of so many events, verified in calls of so many events, each
 * from the place where the one before ended: how long the first, the slowest and the last call take, and all of them.
 */
const [events = '1000000', part = '50000', ...stores] = process.argv.slice(2);
const inATransaction = 500;
const query = `query ($after: VerifiedUpTo, $first: Int) {
  verifyAuditChain(after: $after, first: $first) { valid events head isComplete } }`;
const seconds = (value: number | undefined) => `${(value ?? 0).toFixed(2)} s`;

await eachStore(
  async (store) => {
    heading(`${events} events, ${store.kind}`);
    const { ask } = await createTestGateway(store);
    const filled = await secondsOf(async () => {
      for (let from = 0; from < Number(events); from += inATransaction)
        await inWriteSession(store.orm, people.admin, 'viewer', (session) =>
          recordChanges(
            session,
            { requestId: `req-${from}`, now: beginning, newId: (prefix) => `${prefix}_${v7()}` },
            Array.from({ length: inATransaction }, (_, at) => ({
              action: 'memory.promoted',
              targetType: 'Memory',
              targetId: `mem_${from + at}`,
              before: { status: 'CANDIDATE', content: `We will keep the readings of gauge ${from + at}.` },
              after: { status: 'ACTIVE', content: `We will keep the readings of gauge ${from + at}.` },
            })),
          ),
        );
      await store.asOwner('analyze');
    });
    figure('appended', seconds(filled));
    const times: number[] = [];
    let place: object | null = null;
    for (let isComplete = false; !isComplete; ) {
      const taken = await secondsOf(async () => {
        const { data, errors } = await ask(people.auditor, query, { after: place, first: Number(part) });
        if (errors || !data.verifyAuditChain.valid) throw new Error(JSON.stringify(errors ?? data));
        const { events, head } = data.verifyAuditChain;
        place = { events, head };
        isComplete = data.verifyAuditChain.isComplete;
      });
      times.push(taken);
    }
    figure(`first call of ${part}`, seconds(times[0]));
    figure('slowest call', seconds(Math.max(...times)));
    figure('last call', seconds(times.at(-1)));
    figure(`all ${times.length} calls`, seconds(times.reduce((sum, taken) => sum + taken, 0)));
  },
  stores.length > 0 ? stores : undefined,
);
process.exit();
