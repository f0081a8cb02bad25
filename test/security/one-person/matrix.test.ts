import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { allowedEffects, type Effect } from './allowed-effects.ts';
import { forbidden } from './judge.ts';
import { mutations, rolesOf } from './steps.ts';

/** Text of each rule of docs/rules.md, in one line, by `§section.number`. */
const rules: ReadonlyMap<string, string> = new Map(
  readFileSync(new URL('../../../docs/rules.md', import.meta.url), 'utf8')
    .split(/^## /mu)
    .slice(1)
    .flatMap((section) => {
      const [, ofSection] = /^(\d+)\./u.exec(section) ?? [];
      return section.split(/^(?=\d+\. )/mu).flatMap((rule, index) => {
        const [, number] = index === 0 ? [] : (/^(\d+)\. /u.exec(rule) ?? []);
        return number ? [[`§${ofSection}.${number}`, rule.replaceAll(/\s+/gu, ' ')] as const] : [];
      });
    }),
);

/** Columns of the matrix: what is changed, by the status of the item. */
const columns: readonly (readonly [heading: string, effects: readonly Effect[]])[] = [
  [
    'believed: ACTIVE, GRADUATED',
    ['belief', 'words', 'confidence', 'marks', 'audience', 'labels', 'filing', 'graph', 'votes'],
  ],
  ['own CANDIDATE, INVALID', ['own proposals']],
  ['another’s CANDIDATE, INVALID', ['proposals']],
  ['SUPERSEDED, RETIRED, ERASED', ['history']],
  ['beside items', ['inbox', 'sources', 'project state']],
];

const cells = (effects: readonly Effect[]): string =>
  columns
    .map(([, of]) => {
      const met = of.filter((effect) => effects.includes(effect));
      if (met.length === 0) return '–';
      return of.length === 1 ? 'yes' : met.join(', ');
    })
    .join(' | ');

const matrix = (): string =>
  [
    '# What one person can change alone',
    '',
    'Printed from the table that `test/security/one-person` holds the gateway to: sequences of one person’s tokens, in every',
    'spelling of their name, and what other viewers are given before and after each step. A reviewer’s row holds for admins.',
    'Rules are those of [rules](rules.md).',
    '',
    `| mutation | roles | ${columns.map(([heading]) => heading).join(' | ')} | rule |`,
    `|---|---|${columns.map(() => '---|').join('')}---|`,
    ...allowedEffects.map(({ mutations: pattern, by, effects, rule }) => {
      const names = mutations.filter((mutation) => pattern.test(mutation)).map((name) => `\`${name}\``);
      const [number] = rule ?? ['–'];
      const able = by.length > 5 ? 'all' : by.join(', ');
      return `| ${names.join(', ')} | ${able} | ${cells(effects)} | ${number} |`;
    }),
    '',
    'Nobody has these alone, whatever their roles:',
    '',
    ...forbidden.map(({ rule: [number], sentence }) => `- ${sentence} (${number})`),
    '',
  ].join('\n');

test('each row, and each effect that nobody has alone, cites a rule by words that stand there', () => {
  const cited = [
    ...allowedEffects.flatMap(({ rule }) => (rule ? [rule] : [])),
    ...forbidden.map(({ rule }) => rule),
  ];
  expect(rules.size).toBeGreaterThan(50);
  expect(cited.filter(([number, words]) => !rules.get(number)?.includes(words))).toEqual([]);
  expect(allowedEffects.filter(({ effects, rule }) => (rule === null) !== (effects.length === 0))).toEqual(
    [],
  );
});

test('docs/one-person.md is the table of the allowed effects', async () => {
  expect(mutations.filter((mutation) => rolesOf(mutation).length === 0)).toEqual([]);
  await expect(matrix()).toMatchFileSnapshot('../../../docs/one-person.md');
});
