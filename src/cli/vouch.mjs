#!/usr/bin/env node
// Starts Vouch from a shell: `vouch serve`. Vouch runs TypeScript as it is, which takes Node 24. Where the Node that
// runs this file is older,
// the one that was installed with Vouch takes over.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));
if (Number(process.versions.node.split('.')[0]) >= 24) await import(main);
else {
  const pinned = join(dirname(createRequire(import.meta.url).resolve('node/package.json')), 'bin/node');
  const child = spawn(pinned, [main, ...process.argv.slice(2)], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGTERM' ? 0 : 1)));
}
