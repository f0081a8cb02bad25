import { build } from 'vite';
import { browserPath, howToInstall } from './browser.ts';

/** Before the tests: the console as it stands in the sources, or a line that says why it is not tried. */
export default async (): Promise<void> => {
  if (browserPath === null) {
    process.stderr.write(`${howToInstall}\n`);
    return;
  }
  const { NODE_ENV } = process.env;
  await build({
    configFile: new URL('../../src/console/build/vite.config.ts', import.meta.url).pathname,
    logLevel: 'error',
  });
  process.env.NODE_ENV = NODE_ENV;
};
