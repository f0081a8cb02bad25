import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const root = new URL('..', import.meta.url).pathname;

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

const shared = {
  root,
  setupFiles: ['test/support/property-seed.ts'],
  // graphql must be one module instance for all: the one that Node itself loads.
  alias: [{ find: /^graphql$/, replacement: `${root}node_modules/graphql/index.js` }],
  // The ends of waiting are for what never comes: a slow machine does not fail.
  testTimeout: 240_000,
  hookTimeout: 240_000,
  expect: { poll: { timeout: 120_000 } },
};

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...shared,
          name: 'console',
          // A browser computes beside its worker: with more of them, or with databases, each page takes three times as long.
          maxWorkers: cores,
          sequence: { groupOrder: 0 },
          include: inBrowser,
          exclude: long,
          globalSetup: ['test/console/build.ts'],
        },
      },
      { test: { ...shared, ...besideEachOther, name: 'unit', include: unit, exclude: long, isolate: false } },
      {
        test: {
          ...shared,
          ...besideEachOther,
          name: 'stores',
          // A worker loads the gateway once for all of its files, which saves a third of the computing.
          isolate: false,
          include: ['test/**/*.test.ts'],
          exclude: [...unit, ...inBrowser, ...packed, ...long],
          globalSetup: ['test/support/databases.ts'],
        },
      },
      {
        test: {
          ...shared,
          ...besideEachOther,
          name: 'package',
          include: packed,
          exclude: long,
          globalSetup: ['test/console/build.ts'],
        },
      },
      {
        test: {
          ...shared,
          ...besideEachOther,
          name: 'long',
          include: long,
          globalSetup: ['test/support/databases.ts', 'test/console/build.ts'],
        },
      },
    ],
  },
});
