import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { openOrm } from '#persistence/store/orm.ts';
import { readDump } from '#test/support/databases.ts';
import { isLong } from '#test/support/property-runs.ts';

test.runIf(isLong)(
  'an empty folder becomes a new store, though the end of the log of a former one stands beside it',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vouch-new-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const dataDir = join(folder, 'store');
    mkdirSync(dataDir);
    writeFileSync(`${dataDir}.end`, 'f'.repeat(16));
    for (let opening = 1; opening <= 2; opening += 1) {
      const orm = await openOrm({ dataDir, loadFrom: readDump(inject('pgliteDump')) });
      expect(await orm.em.fork().execute('select 1 as one')).toEqual([{ one: 1 }]);
      await orm.close();
    }
  },
);
