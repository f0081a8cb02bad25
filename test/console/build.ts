import { build } from 'vite';
import { browserPath, howToInstall } from './browser.ts';

/** Builds the console as it stands in the sources, once for all projects of a run; says why it is not tried where it is not. */
export default async (): Promise<void> => {
  if (process.env.CONSOLE_BUILT_BY === String(process.pid)) return;
  process.env.CONSOLE_BUILT_BY = String(process.pid);
  if (browserPath === null) process.stderr.write(`${howToInstall}\n`);
  const { NODE_ENV } = process.env;
  await build({
    configFile: new URL('../../src/console/build/vite.config.ts', import.meta.url).pathname,
    logLevel: 'error',
  });
  process.env.NODE_ENV = NODE_ENV;
};
