import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { brokenLines, readSurface } from '#persistence/store/release-surface.ts';
import { isLaterRelease, isMigration, storeParts } from '#persistence/store/store-parts.ts';
import { onEveryStore } from '#test/support/store.ts';

const narrowing =
  /\b(drop (table|column|function|type|view)|rename|alter column \S+ (type|set not null)|drop default)\b|\badd (constraint|unique|check)\b|\badd column (?![^,]*\bdefault\b)[^,]*\bnot null\b|\btruncate\b/i;

test.for([
  ['alter table votes drop column value', true],
  ['alter table votes rename column value to worth', true],
  ['alter table votes alter column user_id type varchar(10)', true],
  ['alter table votes alter column reason set not null', true],
  ['alter table votes add column weight int not null', true],
  ['alter table votes add constraint small check (weight < 3)', true],
  ['drop table votes', true],
  ['alter table votes add column weight int', false],
  ['alter table votes add column weight int not null default 1', false],
  ['create table weights (id text not null)', false],
  ['create index votes_weight_index on votes (weight)', false],
] as const)('%s: narrows the schema: %s', ([statement, narrows]) => {
  expect(narrowing.test(statement)).toBe(narrows);
});

const [, ...migrations] = storeParts.filter(isMigration);

test('a migration after the baseline narrows nothing, unless it is a contraction of a former release', () => {
  expect(
    migrations
      .filter(({ contracts }) => contracts === null)
      .flatMap(({ name, statements }) => statements.map((statement) => ({ name, statement })))
      .filter(({ statement }) => narrowing.test(statement)),
  ).toEqual([]);
});

const folder = new URL('./releases/', import.meta.url);
const isContracted = (release: string): boolean =>
  migrations.some(({ contracts }) => contracts !== null && !isLaterRelease(release, contracts));
const formerReleases = readdirSync(folder)
  .filter((file) => file.endsWith('.json') && !isContracted(file.slice(0, -'.json'.length)))
  .map((file) => ({ file, lines: JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as string[] }));

onEveryStore((store) => {
  test('the schema has all that former releases use of it', async () => {
    const current = await readSurface(store().orm.em.fork());
    expect(current.filter((line) => line.startsWith('column votes.')).length).toBeGreaterThan(2);
    for (const { file, lines } of formerReleases)
      expect([file, brokenLines(lines, current)]).toEqual([file, []]);
  });

  test('a dropped column, a changed signature and a new required column break a former release', async () => {
    const former = await readSurface(store().orm.em.fork());
    expect(brokenLines(former, former)).toEqual([]);
    const [column = ''] = former.filter((line) => line.startsWith('column votes.'));
    const [signature = ''] = former.filter((line) => line.startsWith('function words_by_rarity('));
    const current = [
      ...former.filter((line) => line !== column && line !== signature),
      'function words_by_rarity(integer) returns integer',
      'column votes.weight integer',
      'column votes.worth integer required',
      'column weights.id text required',
    ];
    expect(brokenLines(former, current)).toEqual([column, signature, 'column votes.worth integer required']);
  });
});
