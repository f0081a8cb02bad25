import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { isLong } from './support/property-runs.ts';

const root = new URL('..', import.meta.url).pathname;

// Workers find compiled what a run before them has loaded: a tenth of the computing of `npm run test:unit`.
process.env.NODE_COMPILE_CACHE ??= `${root}node_modules/.cache/node`;

/** Tests that need no database. */
const unit = [
  'test/architecture/**/*.test.ts',
  'test/cli/**/*.test.ts',
  'test/contract/{deprecations,edges,schema,trusted-state}.test.ts',
  'test/domain/**/*.test.ts',
  'test/providers/**/*.test.ts',
  'test/quality/**/*.test.ts',
  'test/server/**/*.test.ts',
];

/** Full-size properties, security walks, real clients and servers: `npm run test:long`. */
const long = ['test/**/*.long.test.ts'];

/** The console in a real browser, where one is installed. */
const inBrowser = ['test/console/**/*.test.ts'];

/** The tarball, installed from the registry and started. */
const packed = ['test/package/**/*.test.ts'];

const cores = availableParallelism();

/** The embedded database computes in the worker, the server beside it: a worker more than there are cores, since some always wait. */
const besideEachOther = { maxWorkers: cores + 1, sequence: { groupOrder: 1 } };

/** Milliseconds that a test, or what it begins with, may take. */
const longest = isLong ? 1_200_000 : 240_000;

const shared = {
  root,
  setupFiles: ['test/support/property-seed.ts'],
  // Node itself loads the sources and the libraries, as it does in a gateway.
  experimental: { viteModuleRunner: false, nodeLoader: false },
  // The ends of waiting are for what never comes: a slow machine does not fail. Properties of the long run take minutes.
  testTimeout: longest,
  hookTimeout: longest,
  expect: { poll: { timeout: 120_000 } },
};

/**
 * Loads the libraries as a gateway does. Vitest would ask for their builds for development, which check themselves at every step: reading
 * Markdown takes three times as long.
 */
const asInGateway = {
  name: 'libraries as in a gateway',
  configResolved: ({ ssr }: { ssr: { resolve?: { conditions?: string[] } } }) => {
    ssr.resolve = { ...ssr.resolve, conditions: ['node'] };
  },
};

const project = (test: object) => ({ plugins: [asInGateway], test: { ...shared, ...test } });

export default defineConfig({
  test: {
    projects: [
      project({
        name: 'console',
        // A browser computes beside its worker: with more of them, or with databases, each page takes three times as long.
        maxWorkers: cores,
        sequence: { groupOrder: 0 },
        include: inBrowser,
        exclude: long,
        globalSetup: ['test/console/build.ts'],
      }),
      project({ ...besideEachOther, name: 'unit', include: unit, exclude: long, isolate: false }),
      project({
        ...besideEachOther,
        name: 'stores',
        // A worker loads the gateway once for all of its files, which saves a third of the computing.
        isolate: false,
        include: ['test/**/*.test.ts'],
        exclude: [...unit, ...inBrowser, ...packed, ...long],
        globalSetup: ['test/support/databases.ts'],
      }),
      project({
        ...besideEachOther,
        name: 'package',
        include: packed,
        exclude: long,
        globalSetup: ['test/console/build.ts'],
      }),
      project({
        ...besideEachOther,
        name: 'long',
        include: long,
        globalSetup: ['test/support/databases.ts', 'test/console/build.ts'],
      }),
    ],
  },
});
