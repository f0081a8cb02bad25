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

/** In order of execution. The first five are the first release; a migration that has been released is never edited: the next one is added. */
export const migrations = [
  sqlMigration('0001-roles'),
  sqlMigration('0002-tables'),
  sqlMigration('0003-functions'),
  sqlMigration('0004-policies'),
  sqlMigration('0005-guards'),
  sqlMigration('0110-lineage'),
  sqlMigration('0111-links'),
  sqlMigration('0120-statement-context'),
  sqlMigration('0130-promoting-resolutions'),
  sqlMigration('0131-judging-company'),
  sqlMigration('0150-label-queue'),
  sqlMigration('0160-retired-and-quarantined'),
  sqlMigration('0161-sources'),
  sqlMigration('0162-inbox'),
  sqlMigration('0170-hidden-waves'),
  sqlMigration('0210-routing-status'),
  sqlMigration('0211-opened-and-said'),
  sqlMigration('0230-entity-labels'),
  sqlMigration('0231-dropped-links'),
  sqlMigration('0260-known-statements'),
  sqlMigration('0250-erasure'),
  sqlMigration('0251-rejection-kinds'),
  sqlMigration('0252-erased-subjects'),
  sqlMigration('0270-expired-keys'),
  sqlMigration('0271-erased-people'),
  sqlMigration('0272-search-places'),
  sqlMigration('0273-reverse-links'),
  sqlMigration('0274-keyed-inputs'),
  sqlMigration('0275-label-rules-of-a-session'),
  sqlMigration('0276-promoted-successors'),
  sqlMigration('0277-inbox-order'),
  sqlMigration('0278-returned-versions'),
  sqlMigration('0279-record-names'),
  sqlMigration('0280-quarantines-seen-with-items'),
  sqlMigration('0281-places-taken'),
  sqlMigration('0282-lookups-by-places'),
  sqlMigration('0283-promoted-in-place'),
  sqlMigration('0284-below-threshold'),
  sqlMigration('0285-source-drifts'),
  sqlMigration('0290-bounded-search'),
  sqlMigration('0291-lookups-in-a-project'),
  sqlMigration('0295-evidence-figures'),
  sqlMigration('0296-compiled-label-rules'),
  sqlMigration('0297-lookups-of-a-decision'),
];
