import { expect, test } from 'vitest';
import { linesRead } from './lines-read.ts';

/** Lines with marks in place of separators, and the first row as it is read. */
test.for<readonly [what: string, path: string, lines: readonly string[], head: string]>([
  [
    'tabs, and commas in the text',
    'a.tsv',
    ['Name, first\tPort', 'Ada\tOslo', 'Bo\tBergen'],
    '| Name, first | Port |',
  ],
  [
    'tabs, and as many commas in each row',
    'a.tsv',
    ['Port, land\tBerths', 'Oslo, NO\t5', 'Hull, UK\t7'],
    '| Port, land | Berths |',
  ],
  ['tabs, and more commas in each row', 'a.tsv', ['a, b, c\td', 'e, f, g\th'], '| a, b, c | d |'],
  ['commas, and a tab in one row', 'a.csv', ['Name,Port', 'Ada,Oslo\t1', 'Bo,Hull'], '| Name | Port |'],
  [
    'commas, and a semicolon in the first row',
    'a.csv',
    ['Name; first,Port', 'Ada,Oslo'],
    '| Name; first | Port |',
  ],
  [
    'semicolons, and commas in numbers',
    'a.csv',
    ['Port;Depth, m', 'Oslo;1,5', 'Hull;2'],
    '| Port | Depth, m |',
  ],
  ['commas in rows of several lengths', 'a.csv', ['a,b,c', '1,2', '1,2,3'], '| a | b | c |'],
  ['quoted cells with another separator', 'a.csv', ['"a;b;c",d', '"1;2;3",4'], '| a;b;c | d |'],
  ['quoted cells of several lines', 'a.csv', ['"a\nb",c', '1,2'], '| a b | c |'],
  ['one column, and commas below it', 'a.csv', ['Notes', 'It rains, mostly.'], '| Notes |'],
  ['nothing but the first row', 'a.csv', ['a;b;c'], '| a | b | c |'],
])('values are separated by what gives each row as many cells: %s', async ([, path, lines, head]) => {
  expect((await linesRead(path, lines.join('\n')))?.[0]).toBe(head);
});

test('a sample that ends within a row is judged by its whole rows', async () => {
  const rows = Array.from({ length: 3_000 }, (_, at) => `Port ${at}, land\t${at}`);
  expect((await linesRead('a.tsv', ['Port, land\tBerths', ...rows].join('\n')))?.[0]).toBe(
    '| Port, land | Berths |',
  );
});

test.for([
  ['Ports; of May', 'Port,Berths', 'Oslo,5', 'Hull,7'],
  ['Ports', 'Port;Berths', 'Oslo;1,5', 'Hull;2'],
  ['Ports, of May', 'Port\tBerths', 'Oslo\t5', 'Hull\t7'],
])('a title above the rows does not choose what separates them: %s', async (lines) => {
  expect((await linesRead('a.csv', lines.join('\n')))?.at(2)).toBe('| Port | Berths |');
});
