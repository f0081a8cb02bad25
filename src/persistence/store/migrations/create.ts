import { readdirSync, writeFileSync } from 'node:fs';
import { openOrm } from '#persistence/store/orm.ts';
import { schemaDrift } from '#persistence/store/schema-drift.ts';

/** `npm run migration:create -- name`: writes what the entities have and the migrations lack as the next migration. */
const [name] = process.argv.slice(2);
if (!name || !/^[a-z][a-z0-9-]*$/.test(name))
  throw new Error('Name the migration in kebab-case: npm run migration:create -- add-votes');

const orm = await openOrm({ dataDir: 'memory://' });
await orm.migrator.up();
const statements = await schemaDrift(orm);
await orm.close();

if (statements.length === 0)
  process.stdout.write('The migrations say what the entities say; there is nothing to write.\n');
else {
  const here = new URL('.', import.meta.url);
  const last = Math.max(...readdirSync(here).map((file) => Number.parseInt(file, 10) || 0));
  const file = `${String(last + 1).padStart(4, '0')}-${name}`;
  writeFileSync(new URL(`${file}.sql`, here), `${statements.join('\n\n')}\n`);
  process.stdout.write(
    `Wrote ${file}.sql. Add foreign keys, triggers and grants by hand, and the name to index.ts.\n`,
  );
}
