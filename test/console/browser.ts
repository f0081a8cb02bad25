import { existsSync } from 'node:fs';

/** The shell without a window computes two thirds of what a whole browser without a window does. */
const knownBrowsers = [
  '/usr/lib/chromium/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** A Chromium of this machine; null when none is installed. `CHROMIUM` names another. */
export const browserPath: string | null =
  [process.env.CHROMIUM ?? '', ...knownBrowsers].find(existsSync) ?? null;

export const howToInstall =
  'No browser is installed, so the console is not tried: install one with `apt-get install chromium-headless-shell`, or name it in CHROMIUM.';
