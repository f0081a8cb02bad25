import { Agent, request } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createTestGateway } from '#test/support/gateway.ts';
import { hostileInputs } from '../test/security/hostile-inputs.ts';
import { eachStore, figure, heading } from './measure.ts';

/**
 * `node bench/stretches.ts [--bytes 1000000] [--name text] [--store postgres]`: how long each hostile input keeps the
 * gateway from anything else
 * at a stretch, and how long it is answered in all. In one process with its client, which only sends and reads bytes that it has.
 */
const { values: flags } = parseArgs({
  options: {
    bytes: { type: 'string', default: '1000000' },
    name: { type: 'string', default: '' },
    store: { type: 'string', multiple: true, default: ['postgres'] },
  },
});
const bytes = Number(flags.bytes);

await eachStore(async (store) => {
  const world = await createTestGateway(store);
  const { url } = await world.gateway.listen();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = (token: string, body: Buffer) =>
    new Promise<{ status: number; beginning: string }>((resolve, reject) => {
      const headers = {
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
        'content-length': body.length,
      };
      const sent = request(`${url}/graphql`, { method: 'POST', agent, headers }, (response) => {
        let beginning = '';
        response.on('data', (part: Buffer) => {
          if (beginning.length < 200) beginning += part.toString('utf8', 0, 200);
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, beginning }));
      });
      sent.on('error', reject);
      sent.end(body);
    });
  heading(`${store.kind}: the longest stretch, and the whole time, of ${bytes} bytes`);
  for (const { name, who, body } of hostileInputs.filter((input) => input.name.includes(flags.name))) {
    const token = await world.tokenOf(who, 86_400);
    const sent = Buffer.from(body(bytes));
    globalThis.gc?.();
    await sleep(20);
    const delays = monitorEventLoopDelay({ resolution: 1 });
    delays.enable();
    const begun = performance.now();
    const { status, beginning } = await ask(token, sent);
    const whole = performance.now() - begun;
    await sleep(20);
    delays.disable();
    const code = /"code":"([^"]+)"/.exec(beginning)?.[1] ?? status;
    figure(`${name} (${code})`, `${(delays.max / 1e6).toFixed(0)} ms of ${whole.toFixed(0)} ms`);
  }
  agent.destroy();
  await world.gateway.close();
}, flags.store);
