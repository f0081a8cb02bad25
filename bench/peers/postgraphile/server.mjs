import { createServer } from 'node:http';
import pg from 'pg';
import { postgraphile } from 'postgraphile';
import { makePgService } from 'postgraphile/adaptors/pg';
import { grafserv } from 'postgraphile/grafserv/node';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';
import { askerSettings } from '../asker.ts';
import { listen, reportToParent } from '../served.ts';

/** PostGraphile 5 as its manual sets it up: the policies of the tables, the viewer in `pgSettings`, a login that owns nothing. */

const pgSettings = { role: 'vouch_viewer', ...askerSettings };

const instance = postgraphile({
  extends: [PostGraphileAmberPreset],
  // Else it filters and orders by columns alone that an index begins with, and here every index begins with the tenant.
  disablePlugins: ['PgIndexBehaviorsPlugin'],
  pgServices: [
    makePgService({
      connectionString: process.env.DATABASE_URL,
      schemas: ['public'],
      poolConfig: { max: 10 },
    }),
  ],
  grafast: { context: () => ({ pgSettings }), explain: false },
  grafserv: { watch: false, graphiql: false, graphqlPath: '/graphql' },
});
const server = createServer();
server.on('error', () => undefined);
await instance.createServ(grafserv).addTo(server);
reportToParent(`${await listen(server)}`, pg.Client);
