import { expect, test } from 'vitest';
import { examine } from '#cli/doctor.ts';
import { parseConfig } from '#config/config.ts';
import { freePort } from '#test/support/databases.ts';
import { openDatabase } from '#test/support/login-database.ts';

const settings = { VOUCH_JWT_SECRET: 'a-secret-of-the-tests-with-32-bytes-and-more', VOUCH_CONSOLE: 'off' };
const wrongOf = async (more: Readonly<Record<string, string>>): Promise<string[]> => {
  const findings = await examine(parseConfig({ ...settings, ...more }));
  return findings.filter(({ state }) => state === 'wrong').map(({ part, says }) => `${part}: ${says}`);
};

test('the doctor finds nothing wrong with a whole installation, and says of each fault what to do', async () => {
  const { url, owner, login, run, store } = await openDatabase();
  expect(await wrongOf({ DATABASE_URL: url, DATABASE_MIGRATION_URL: owner })).toEqual([]);

  expect(await wrongOf({ DATABASE_URL: owner })).toEqual([
    expect.stringMatching(/^login: Row-level security does not bind \w+: give DATABASE_URL/),
    expect.stringMatching(/^login: \w+ owns tables: let another login migrate/),
  ]);

  // A replica is any server that has the same store.
  expect(await wrongOf({ DATABASE_URL: url, DATABASE_READ_URL: url })).toEqual([]);
  expect(await wrongOf({ DATABASE_URL: url, DATABASE_READ_URL: owner })).toEqual([
    expect.stringMatching(/^replica: Row-level security does not bind \w+/),
  ]);

  await run(`revoke vouch_system from ${login}`);
  expect(await wrongOf({ DATABASE_URL: url })).toEqual([
    `roles: ${login} may not take vouch_system: run \`vouch migrate\` with both DATABASE_URL and DATABASE_MIGRATION_URL.`,
  ]);
  await run(`grant vouch_system to ${login} with inherit false, set true`);

  await store.asOwner(
    `delete from store_parts where name = (select min(name) from store_parts where name not like '%baseline%')`,
  );
  expect(await wrongOf({ DATABASE_URL: url })).toEqual([expect.stringContaining('run `vouch migrate`')]);

  const nobody = `http://127.0.0.1:${await freePort()}/keys`;
  expect(
    await wrongOf({ DATABASE_URL: url, VOUCH_JWKS_URL: nobody, VOUCH_JWT_AUDIENCE: 'vouch' }),
  ).toContainEqual(
    expect.stringMatching(/^keys: The key set of VOUCH_JWKS_URL cannot be reached \(ECONNREFUSED\)/),
  );
  expect(await wrongOf({ DATABASE_URL: url.replace(login, 'nobody') })).toEqual([
    expect.stringMatching(/^database: The database refuses the login of DATABASE_URL/),
  ]);
});
