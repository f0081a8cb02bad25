import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/databases.ts'],
    setupFiles: ['test/support/property-seed.ts'],
    // graphql must be one module instance for the schema builder, the server and the tests.
    server: { deps: { inline: [/graphql/, /@pothos/, /graphql-yoga/] } },
    // The embedded database computes in the worker, the server beside it: a worker for each core.
    maxWorkers: '100%',
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
