import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { listenAt } from '#server/http/listening.ts';
import { isLong } from '#test/support/property-runs.ts';

const listening = async (port = 0) => {
  const server = createServer((_, response) => response.end('answered'));
  const listens = await listenAt(server, { host: '127.0.0.1', port });
  let isOpen = true;
  const close = async () => {
    if (isOpen) await listens.close();
    isOpen = false;
  };
  onTestFinished(close);
  return { server, port: listens.port, close };
};

const clients = 1_000;
/** Ends with 0 when every client is connected; with 1 after ten seconds. */
const connectAll = `
  const { connect } = require('node:net');
  let open = 0;
  for (let at = 0; at < ${clients}; at += 1)
    connect(Number(process.argv[1]), '127.0.0.1', () => { if (++open === ${clients}) process.exit(0); });
  setTimeout(() => process.exit(1), 10_000);`;
const kernelBacklog = Number(readFileSync('/proc/sys/net/core/somaxconn', 'utf8'));

test.skipIf(kernelBacklog < clients)(
  'many connections at once wait while the process is busy, and are accepted several in a turn of its event loop',
  async () => {
    const { server, port } = await listening();
    let accepted = 0;
    server.on('connection', () => {
      accepted += 1;
    });
    // This process waits for the other one: it accepts nothing meanwhile.
    expect(spawnSync(process.execPath, ['-e', connectAll, String(port)]).status).toBe(0);
    let turns = 0;
    for (; accepted < clients; turns += 1) await setImmediate();
    expect(turns).toBeLessThan(clients / 2);
  },
);

test('a connection answers whichever socket has accepted it', async () => {
  const { port } = await listening();
  const answers = await Promise.all(
    Array.from({ length: 40 }, async () =>
      (await fetch(`http://127.0.0.1:${port}`, { headers: { connection: 'close' } })).text(),
    ),
  );
  expect(answers).toEqual(Array.from({ length: 40 }, () => 'answered'));
});

test.runIf(isLong)(
  'a port that is taken is not shared, and is free again when it is given back',
  async () => {
    const { port, close } = await listening();
    await expect(listening(port)).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await close();
    await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow();
    await listening(port);
    expect(await (await fetch(`http://127.0.0.1:${port}`)).text()).toBe('answered');
  },
);

test('of two that begin at once, one has the port', async () => {
  const { port, close } = await listening();
  await close();
  const begun = await Promise.allSettled([listening(port), listening(port), listening(port)]);
  expect(begun.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
  expect(begun.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'EADDRINUSE' } });
});
