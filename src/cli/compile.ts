import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join, posix } from 'node:path';
import { packageFolder } from '#config/package-folder.ts';

/**
 * Runs in `npm pack`. Writes the gateway as JavaScript to `dist/gateway`, since Node strips no types below
 * `node_modules`, and the schema with its types to `dist/client`.
 */

const target = join(packageFolder, 'dist/gateway');
const { imports } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as {
  imports: Readonly<Record<string, string>>;
};

const write = (path: string, text: string): void => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
};

/** A specifier of a file's own package, as a path from that file: `#config/config.ts` → `../config/config.js`. */
const compiledSpecifier = (file: string, specifier: string): string => {
  const [, name = '', rest = ''] = /^(#[a-z-]+\/)(.*)$/.exec(specifier) ?? [];
  const folder = imports[`${name}*`];
  const path =
    folder === undefined ? specifier : posix.relative(posix.dirname(file), folder.replace('*', rest));
  return `${path.startsWith('.') ? path : `./${path}`}`.replace(/\.ts$/, '.js');
};

const compile = (file: string): string =>
  stripTypeScriptTypes(readFileSync(join(packageFolder, file), 'utf8')).replaceAll(
    /(\bfrom\s+|\bimport\s+|\bimport\()'((?:#|\.)[^'\n]+\.ts)'/g,
    (_all, before: string, specifier: string) => `${before}'${compiledSpecifier(file, specifier)}'`,
  );

/** The console is built by Vite; what only the repository runs stays there. */
const isOfPackage = (file: string): boolean =>
  !/^src\/console\/|README\.md$|\/(compile|create|print-\w+)\.ts$/.test(file);

// A build beside this one empties the folder for a while, and a package without it would say so to its users only.
if (!existsSync(join(packageFolder, 'dist/console/index.html')))
  throw new Error('The console is not built: run `npm run console:build`, and pack again.');

rmSync(target, { recursive: true, force: true });
const files = globSync('{src,entities,resolvers}/**/*.{ts,sql,md}', { cwd: packageFolder }).map((file) =>
  file.replaceAll('\\', '/'),
);
for (const file of files.filter(isOfPackage)) {
  if (file.endsWith('.ts')) write(join(target, file.replace(/\.ts$/, '.js')), compile(file));
  else cpSync(join(packageFolder, file), join(target, file));
}

const client = join(packageFolder, 'dist/client');
rmSync(client, { recursive: true, force: true });
const schema = readFileSync(join(packageFolder, 'schema.graphql'), 'utf8');
write(join(client, 'schema.js'), `export const typeDefs = ${JSON.stringify(schema)};\n`);
write(
  join(client, 'schema.d.ts'),
  '/** The schema in its own language. */\nexport declare const typeDefs: string;\n',
);
// `npm run console:types` wrote them.
cpSync(join(packageFolder, 'src/console/api/graphql-env.d.ts'), join(client, 'types.d.ts'));
write(join(client, 'types.js'), 'export {};\n');
