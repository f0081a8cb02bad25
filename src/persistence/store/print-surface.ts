import { migrate } from './migrate.ts';
import { openOrm } from './orm.ts';
import { readSurface } from './release-surface.ts';

/** `npm run release:surface`: prints what gateways of this release use of the schema, for the fixture of the release. */
const address = { dataDir: 'memory://' };
const orm = await openOrm(address);
await migrate(orm, address);
process.stdout.write(`${JSON.stringify(await readSurface(orm.em.fork()), null, 2)}\n`);
await orm.close();
