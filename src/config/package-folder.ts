import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';

const manifest = findPackageJSON('..', import.meta.url);
if (manifest === undefined) throw new Error('The files of Vouch are in no package.');

/** The folder of this package: the repository, or the place where its tarball is installed. */
export const packageFolder = dirname(manifest);

/** Reads the version of this release from its package. */
export const readVersion = (): string =>
  (JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as { version: string }).version;
