import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const open = [
  'MIT', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'BlueOak-1.0.0', 'Unlicense',
]; // biome-ignore format: a list to be read across

interface Locked {
  readonly license?: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
}

test('each package of an installation has a licence that lets anybody run and pass on what it is in', () => {
  const { packages } = JSON.parse(
    readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'),
  ) as { readonly packages: Readonly<Record<string, Locked>> };
  const installed = Object.entries(packages).filter(
    ([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional,
  );
  expect(installed.length).toBeGreaterThan(50);
  const others = installed.flatMap(([path, { license = 'none' }]) => {
    const choices = license.replaceAll(/[()]/g, '').split(' OR ');
    return choices.some((choice) => choice.split(' AND ').every((one) => open.includes(one)))
      ? []
      : [`${path}: ${license}`];
  });
  expect(others).toEqual([]);
});
