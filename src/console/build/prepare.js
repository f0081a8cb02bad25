// Builds the console after an installation that has Vite. Without development packages, what was built before stays as it is.
// Plain JavaScript: it runs on whatever Node installs the packages.
const vite = await import('vite').catch(() => null);
await vite?.build({ configFile: new URL('vite.config.ts', import.meta.url).pathname, logLevel: 'warn' });
