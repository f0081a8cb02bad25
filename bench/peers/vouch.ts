import { createRequire } from 'node:module';
import type pg from 'pg';
import { parseConfig } from '#config/config.ts';
import { startGateway } from '#server/start.ts';
import { reportToParent } from './served.ts';

/** Vouch as it is shipped: tokens, both checks, limits, logs. */
const { url } = await startGateway(
  parseConfig({
    DATABASE_URL: process.env.DATABASE_URL,
    DATABASE_MIGRATION_URL: process.env.DATABASE_URL,
    VOUCH_DATABASE_LOGIN: 'any',
    VOUCH_JWT_SECRET: process.env.VOUCH_JWT_SECRET,
    PORT: '0',
    HOST: '127.0.0.1',
    VOUCH_SAMPLE: 'off',
  }),
);
// The `pg` that MikroORM brings.
const { Client } = createRequire(import.meta.resolve('@mikro-orm/postgresql'))('pg') as typeof pg;
reportToParent(url, Client);
