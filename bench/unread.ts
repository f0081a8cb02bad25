import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ask, requestOf, serve, tokenOf } from './gateway-process.ts';
import { figure, heading } from './measure.ts';

/**
 * `node bench/unread.ts [--clients 200] [--seconds 30]`: the memory of a gateway (embedded, a process of its own)
 * while so many clients ask for the
 * largest answer that it gives, one each, and read nothing of it; and whether others are answered meanwhile.
 */
const { values } = parseArgs({
  options: { clients: { type: 'string', default: '200' }, seconds: { type: 'string', default: '30' } },
});
const clients = Number(values.clients);
const mebibytes = (kibibytes: number): string => `${(kibibytes / 1_024).toFixed(0)} MiB`;

const folder = mkdtempSync(join(tmpdir(), 'vouch-unread-'));
const { child, url } = await serve({ VOUCH_DATA_DIR: folder });
try {
  const residentSize = (): number =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]);
  const token = await tokenOf('agent', 'acme', 'service');
  const { ingestDocuments } = await ask(
    url,
    token,
    `mutation ($content: String!) { ingestDocuments(input: { project: "p", documents: [{ path: "a.md", content: $content }] }) {
      ... on IngestDocumentsPayload { wave { documents(first: 1) { nodes { id } } } } ... on UserError { message } } }`,
    { content: `# Notes\n\n${'Some text that stands in the way. '.repeat(28_000)}` },
  );
  const [{ id }] = ingestDocuments.wave.documents.nodes;
  const copies = Array.from({ length: 8 }, (_, at) => `a${at}: document(id: $id) { content }`).join(' ');
  const query = `query ($id: ID!) { ${copies} }`;
  const request = requestOf(token, query, { id });
  const answer = JSON.stringify(await ask(url, token, query, { id }));

  heading(`${clients} clients that read nothing, for ${values.seconds} s`);
  figure('one answer', mebibytes(answer.length / 1_024));
  const before = residentSize();
  figure('resident size before', mebibytes(before));
  const { port, hostname } = new URL(url);
  const sockets = Array.from({ length: clients }, () => {
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    socket.pause();
    socket.write(request);
    return socket;
  });
  let most = before;
  let slowest = 0;
  const end = performance.now() + 1_000 * Number(values.seconds);
  while (performance.now() < end) {
    const asked = performance.now();
    await ask(url, await tokenOf('gina', 'globex', 'reader'), '{ __typename }');
    slowest = Math.max(slowest, performance.now() - asked);
    most = Math.max(most, residentSize());
    await setTimeout(50);
  }
  figure('resident size, most', mebibytes(most));
  figure('resident size at the end', mebibytes(residentSize()));
  figure('another tenant waited at most', `${slowest.toFixed(0)} ms`);
  for (const socket of sockets) socket.destroy();
} finally {
  const ended = once(child, 'exit');
  child.kill();
  await ended;
  rmSync(folder, { recursive: true, force: true });
}
