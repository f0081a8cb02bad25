#!/usr/bin/env node
// Starts Vouch from a shell: `vouch serve`. The repository has TypeScript, which Node 24 runs as it is; the package has
// JavaScript, which Node 22.17 runs. Where the Node that runs this file is older, the one that was installed with Vouch
// takes over.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const source = fileURLToPath(new URL('../main.ts', import.meta.url));
const [main, oldest] = existsSync(source)
  ? [source, [24, 0]]
  : [fileURLToPath(new URL('../../dist/gateway/src/main.js', import.meta.url)), [22, 17]];

const [major, minor] = process.versions.node.split('.').map(Number);
const isNewEnough = major > oldest[0] || (major === oldest[0] && minor >= oldest[1]);

const findPinned = () => {
  try {
    return join(dirname(createRequire(import.meta.url).resolve('node/package.json')), 'bin/node');
  } catch {
    return null;
  }
};

if (isNewEnough) await import(main);
else {
  const pinned = findPinned();
  if (pinned === null || !existsSync(pinned)) {
    process.stderr.write(
      `Vouch needs Node ${oldest.join('.')} or newer, and this is ${process.versions.node}: install a newer Node, or install Vouch again with its optional package \`node\`, scripts included.\n`,
    );
    process.exit(1);
  }
  const child = spawn(pinned, [...process.execArgv, main, ...process.argv.slice(2)], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGTERM' ? 0 : 1)));
}
