import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from '#config/package-folder.ts';

/** A variable of the environment, or a heading above some. */
type Row =
  | { readonly heading: string }
  | { readonly name: string; readonly byDefault: string; readonly meaning: string };

/** The table of settings in the operations guide, which has each variable once. */
const readRows = (): Row[] => {
  const guide = readFileSync(join(packageFolder, 'docs/operations.md'), 'utf8');
  const plain = (text = ''): string => text.replaceAll(/`|\[([^\]]+)\]\([^)]*\)/g, '$1').trim();
  return guide.split('\n').flatMap((line): Row[] => {
    const [, first = '', byDefault, meaning] = line.split(/ *\| */);
    const heading = /^\*\*(.+)\*\*$/.exec(first)?.[1];
    if (heading !== undefined) return [{ heading }];
    const name = /^`([A-Z_]+)`$/.exec(first)?.[1];
    return name === undefined ? [] : [{ name, byDefault: plain(byDefault), meaning: plain(meaning) }];
  });
};

const folded = (text: string): string[] => text.match(/.{1,96}(?: |$)|\S+/g) ?? [];

/** Every variable of the environment with its default and its meaning, for people. */
export const describeVariables = (): string =>
  readRows()
    .map((row) => {
      if ('heading' in row) return `\n${row.heading}\n`;
      const { name, byDefault, meaning } = row;
      const first = byDefault === '' ? name : `${name} (default: ${byDefault})`;
      return [`  ${first}`, ...folded(meaning).map((line) => `      ${line}`), ''].join('\n');
    })
    .join('\n');

/** `vouch variables`. */
export const printVariables = (json: boolean): void => {
  const rows = readRows().filter((row) => 'name' in row);
  process.stdout.write(json ? `${JSON.stringify(rows)}\n` : `${describeVariables()}\n`);
};
