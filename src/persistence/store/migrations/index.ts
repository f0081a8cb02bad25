import { readFileSync } from 'node:fs';
import { Migration } from '@mikro-orm/migrations';

/** Statements of a migration file: one a paragraph, since PGlite's wire takes one at a time; `--` lines are remarks. */
const statementsOf = (file: string): string[] =>
  readFileSync(new URL(file, import.meta.url), 'utf8')
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replaceAll(/^--.*$/gm, '').trim())
    .filter((statement) => statement !== '');

const sqlMigration = (name: string) => ({
  name,
  class: class extends Migration {
    override up(): void {
      for (const statement of statementsOf(`./${name}.sql`)) this.addSql(statement);
    }
  },
});

/** In order of execution. A migration that has been released is never edited: the next one is added. */
export const migrations = [
  sqlMigration('0001-sessions'),
  sqlMigration('0002-tables'),
  sqlMigration('0003-guards'),
  sqlMigration('0004-pathways'),
  sqlMigration('0005-routing'),
  sqlMigration('0006-speakers'),
  sqlMigration('0007-graph'),
  sqlMigration('0008-labels'),
  sqlMigration('0009-evidence'),
  sqlMigration('0010-label-policy'),
  sqlMigration('0011-search'),
  sqlMigration('0012-contradictions'),
  sqlMigration('0013-receipts-and-domains'),
  sqlMigration('0015-live-updates'),
  sqlMigration('0016-plans'),
  sqlMigration('0017-walls'),
  sqlMigration('0018-audit-chain'),
];
