import { createRequire } from 'node:module';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/databases.ts'],
    // graphql must be one module instance for the schema builder, the server and the tests.
    // graphql-jit is CommonJS alone, so all of them are given that instance, which is the one that Node takes, too.
    alias: [{ find: /^graphql$/, replacement: createRequire(import.meta.url).resolve('graphql') }],
    server: { deps: { inline: [/graphql/, /@pothos/, /graphql-yoga/] } },
    // The embedded database computes in the worker, the server beside it: a worker for each core.
    maxWorkers: '100%',
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
