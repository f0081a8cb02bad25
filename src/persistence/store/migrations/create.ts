import { readdirSync, writeFileSync } from 'node:fs';
import { migrate } from '#persistence/store/migrate.ts';
import { openOrm } from '#persistence/store/orm.ts';
import { foreignKeyDrift, schemaDrift, sourceColumnDrift } from '#persistence/store/schema-drift.ts';
import { storeParts, thisRelease } from '#persistence/store/store-parts.ts';

/** `npm run migration:create -- name`: writes what the entities have and the migrations lack as the next migration. */
const [name] = process.argv.slice(2);
if (!name || !/^[a-z][a-z0-9-]*$/.test(name))
  throw new Error('Name the migration in kebab-case: npm run migration:create -- add-votes');

/** A statement in lines of at most 120 characters, broken at spaces outside literals. */
const inLines = (statement: string): string => {
  const [first = '', ...parts] = statement.split(/\s+(?=(?:[^']*'[^']*')*[^']*$)/);
  const lines = [first];
  for (const part of parts) {
    const longer = `${lines.at(-1)} ${part}`;
    if (longer.length <= 120) lines[lines.length - 1] = longer;
    else lines.push(`  ${part}`);
  }
  return lines.join('\n');
};

const address = { dataDir: 'memory://' };
const orm = await openOrm(address);
// The tables alone: the policies of a table that no migration has made yet could not be made.
await migrate(orm, address, null, {
  version: thisRelease,
  parts: storeParts.filter(({ kind }) => kind === 'migrations'),
});
const statements = [
  // Checks on them follow.
  ...(await sourceColumnDrift(orm)),
  ...(await schemaDrift(orm)).filter((statement) => !statement.startsWith('create policy ')),
  ...(await foreignKeyDrift(orm)),
];
await orm.close();

if (statements.length === 0)
  process.stdout.write('The migrations have all that the entities have; there is nothing to write.\n');
else {
  const here = new URL('.', import.meta.url);
  const last = Math.max(...readdirSync(here).map((file) => Number.parseInt(file, 10) || 0));
  const file = `${String(last + 1).padStart(4, '0')}-${name}.sql`;
  writeFileSync(new URL(file, here), `${statements.map(inLines).join('\n\n')}\n`);
  process.stdout.write(
    `Wrote ${file}. Add grants by hand; policies come from the entities, functions and triggers stand in their own files.\n`,
  );
}
