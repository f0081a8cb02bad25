import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = new URL('../..', import.meta.url).pathname;

/** Each layer, and the layers below it that it may import. What is not named here is not imported. */
const allowedImports: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  config: ['domain'],
  entities: ['domain'],
  'pg-pipeline': [],
  persistence: ['pg-pipeline', 'entities', 'domain'],
  providers: ['config', 'domain'],
  application: ['providers', 'persistence', 'entities', 'domain'],
  resolvers: ['application', 'persistence', 'domain'],
  agents: ['domain'],
  server: [
    'agents',
    'resolvers',
    'application',
    'providers',
    'persistence',
    'pg-pipeline',
    'config',
    'domain',
  ],
  cli: ['agents', 'server', 'resolvers', 'application', 'persistence', 'config', 'domain'],
  main: ['cli', 'server', 'resolvers', 'application', 'providers', 'persistence', 'config', 'domain'],
};

/** The pure parts that the domain is built of. */
const purePackages = [
  'htmlparser2',
  'jsonc-parser',
  'node:crypto',
  'mdast',
  'mdast-util-from-markdown',
  'mdast-util-gfm',
  'micromark-extension-gfm',
  'libphonenumber-js/max/metadata',
  'yaml',
  'diff',
  'entities',
  'gpt-tokenizer/encoding/o200k_base',
  'stemmer',
  'unhomoglyph/data.json',
  'node:module',
];

interface Import {
  readonly from: string;
  readonly to: string;
}

const layerOf = (file: string): string => {
  if (file === 'src/main.ts') return 'main';
  const [first = '', second = ''] = file.split('/');
  return first === 'src' ? second : first;
};

const files = ['src', 'entities', 'resolvers'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => {
      const path = join(folder, file);
      return { path, layer: layerOf(path), text: readFileSync(join(root, path), 'utf8') };
    }),
);

/** The console is a program of its own: it runs in a browser and knows the gateway by its API alone. */
const consoleSources = files.filter(({ layer }) => layer === 'console');
const sources = files.filter(({ layer }) => layer !== 'console');

const importPattern =
  /^import\s+'([^'\n]+)'|^(?:import|export)\b[^'"=()]*?\bfrom\s+'([^'\n]+)'|\bimport\('([^'\n]+)'\)/gm;

const importsOf = (text: string): string[] =>
  [...text.matchAll(importPattern)].map((match) => match[1] ?? match[2] ?? match[3] ?? '');

const isOwn = (specifier: string) => specifier.startsWith('.') || specifier.startsWith('#');

/** Imports as `src/…` paths for our own files, as they are written for packages. */
const imports: readonly Import[] = sources.flatMap(({ path, text }) =>
  importsOf(text).map((specifier) => {
    if (specifier.startsWith('.'))
      return { from: path, to: relative(root, join(root, dirname(path), specifier)) };
    const [, layer = '', rest = ''] = /^#([a-z-]+)\/(.*)$/.exec(specifier) ?? [];
    if (layer === '') return { from: path, to: specifier };
    return {
      from: path,
      to: `${layer === 'entities' || layer === 'resolvers' ? layer : `src/${layer}`}/${rest}`,
    };
  }),
);
const own = imports.filter(({ to }) => sources.some(({ path }) => path === to));
const foreign = imports.filter(({ to }) => !/^(?:src|entities|resolvers)\//.test(to));

const line = ({ from, to }: Import) => `${from} imports ${to}`;

/** Lines that hold a pattern outside comments, as `file:line`. */
const linesWith = (pattern: RegExp, files: typeof sources): string[] =>
  files.flatMap(({ path, text }) =>
    text.split('\n').flatMap((content, index) => {
      const code = content.replace(/^\s*(?:\*|\/\*\*?|\/\/).*|\s\/\/ .*/, '');
      return pattern.test(code) ? [`${path}:${index + 1}: ${content.trim()}`] : [];
    }),
  );

describe('the layers', () => {
  test('the reader of imports finds them in every form', () => {
    expect(
      importsOf(
        "import './a.ts';\nimport type { A } from './b.ts';\nimport {\n  b,\n  c,\n} from '#domain/c.ts';\nexport * from 'd';\nconst e = await import('e');\nconst f = 'import g';",
      ),
    ).toEqual(['./a.ts', './b.ts', '#domain/c.ts', 'd', 'e']);
  });

  test('every file is in a known layer', () => {
    expect(sources.filter(({ layer }) => !(layer in allowedImports)).map(({ path }) => path)).toEqual([]);
  });

  test('every import of our own leads to a file', () => {
    expect(
      imports
        .filter(({ to }) => /^(?:src|entities|resolvers)\//.test(to) && !own.some((it) => it.to === to))
        .map(line),
    ).toEqual([]);
  });

  test('the console imports nothing of the gateway', () => {
    const reached = consoleSources.flatMap(({ path, text }) =>
      importsOf(text)
        .map((specifier) => (specifier.startsWith('.') ? join(dirname(path), specifier) : specifier))
        .filter(
          (to) =>
            to.startsWith('#') ||
            (/^(?:src|resolvers|entities)\//.test(to) && !to.startsWith('src/console/')),
        )
        .map((to) => line({ from: path, to })),
    );
    expect(reached).toEqual([]);
  });

  test('operations are run without HTTP', () => {
    const reached = own.filter(
      ({ from, to }) => from.startsWith('src/server/operations/') && to.startsWith('src/server/http/'),
    );
    expect(reached.map(line)).toEqual([]);
  });

  test('imports look down, never up', () => {
    const up = own.filter(({ from, to }) => {
      const [layer, other] = [layerOf(from), layerOf(to)];
      return layer !== other && !allowedImports[layer]?.includes(other);
    });
    expect(up.map(line)).toEqual([]);
  });

  test('an import of another layer names the layer', () => {
    const unnamed = sources.flatMap(({ path, layer, text }) =>
      importsOf(text)
        .filter((specifier) => specifier.startsWith('.'))
        .map((specifier) => ({ from: path, to: join(dirname(path), specifier), layer }))
        .filter(({ to }) => layerOf(to) !== layer && layer !== 'main'),
    );
    expect(unnamed.map(line)).toEqual([]);
  });

  test('the allowed imports have no cycle', () => {
    const reaches = (layer: string, seen: readonly string[] = []): string[] =>
      (allowedImports[layer] ?? []).flatMap((below) =>
        seen.includes(below) ? [below] : [below, ...reaches(below, [...seen, below])],
      );
    expect(Object.keys(allowedImports).filter((layer) => reaches(layer).includes(layer))).toEqual([]);
  });

  test('the domain is built of itself and of pure parts', () => {
    const impure = foreign.filter(({ from, to }) => layerOf(from) === 'domain' && !purePackages.includes(to));
    expect(impure.map(line)).toEqual([]);
  });

  test('entities know only constants and types of the domain', () => {
    const called = own.filter(({ from, to }) => layerOf(from) === 'entities' && layerOf(to) === 'domain');
    const functions = called.flatMap(({ from, to }) => {
      const text = sources.find(({ path }) => path === to)?.text ?? '';
      const names = sources.find(({ path }) => path === from)?.text ?? '';
      return [...text.matchAll(/export (?:const (\w+) =\s*(?:async )?\(|function (\w+))/g)]
        .map((match) => match[1] ?? match[2] ?? '')
        .filter((name) => new RegExp(`\\b${name}\\b`).test(names))
        .map((name) => `${from} uses ${name} of ${to}`);
    });
    expect(functions).toEqual([]);
  });

  test('resolvers reach neither the ORM, nor the query builder, nor a table', () => {
    const reached = imports.filter(
      ({ from, to }) => layerOf(from) === 'resolvers' && /^(?:@mikro-orm\/|kysely$|pg$|entities\/)/.test(to),
    );
    expect(reached.map(line)).toEqual([]);
  });

  test('the ORM and its query builder are known to entities and persistence alone', () => {
    const reached = imports.filter(({ from, to }) => {
      const layer = layerOf(from);
      if (['entities', 'persistence', 'pg-pipeline'].includes(layer)) return false;
      return /^@mikro-orm\//.test(to) || to === 'kysely';
    });
    expect(reached.map(line)).toEqual([]);
  });

  test('SQL stands in persistence: no other layer imports its template', () => {
    const reached = own.filter(
      ({ from, to }) => layerOf(from) !== 'persistence' && to === 'src/persistence/reading/sql.ts',
    );
    expect(reached.map(line)).toEqual([]);
  });

  test('pg-pipeline is built of pg and the types of kysely', () => {
    const reached = imports.filter(
      ({ from, to }) =>
        layerOf(from) === 'pg-pipeline' && !own.some((it) => it.to === to) && !['pg', 'kysely'].includes(to),
    );
    expect(reached.map(line)).toEqual([]);
  });

  test('OpenTelemetry is imported by one folder, which is loaded where it is configured', () => {
    const folder = 'src/server/telemetry/';
    const users = foreign.filter(
      ({ from, to }) => to.startsWith('@opentelemetry/') && !from.startsWith(folder),
    );
    expect(users.map(line)).toEqual([]);
    const loading = sources.flatMap(({ path, text }) =>
      path.startsWith(folder) ? [] : (text.match(/^import (?!type\b).*telemetry\/open-telemetry/gm) ?? []),
    );
    expect(loading).toEqual([]);
  });

  test('graphql is known to the schema and the server alone', () => {
    const reached = imports.filter(
      ({ from, to }) =>
        !['resolvers', 'server', 'cli'].includes(layerOf(from)) && /^graphql|^@pothos\//.test(to),
    );
    expect(reached.map(line)).toEqual([]);
  });

  test('every package is in package.json', () => {
    const {
      dependencies = {},
      peerDependencies = {},
      devDependencies = {},
    } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<
      string,
      Record<string, string>
    >;
    // Types are gone when the program runs.
    const typesOnly = Object.keys(devDependencies)
      .filter((name) => name.startsWith('@types/'))
      .map((name) => name.slice('@types/'.length));
    const known = [...Object.keys(dependencies), ...Object.keys(peerDependencies), ...typesOnly];
    const unknown = foreign.filter(
      ({ to }) =>
        !isOwn(to) &&
        !to.startsWith('node:') &&
        !known.some((name) => to === name || to.startsWith(`${name}/`)),
    );
    expect(unknown.map(line)).toEqual([]);
  });

  test('the domain asks neither clock, chance, nor environment, and waits for nothing', () => {
    expect(
      linesWith(
        /\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\brandomUUID\b|\brandomBytes\b|\bprocess\.|\bawait\b|\basync\b|\bsetTimeout\b/,
        sources.filter(({ layer }) => layer === 'domain'),
      ),
    ).toEqual([]);
  });

  test('nothing below the server asks what time it is', () => {
    expect(
      linesWith(
        /\bDate\.now\b|\bnew Date\(\)/,
        sources.filter(({ layer }) => !['server', 'cli', 'main'].includes(layer)),
      ),
    ).toEqual([]);
  });

  test('main.ts is the only reader of the environment', () => {
    expect(
      linesWith(
        /\bprocess\.env\b/,
        sources.filter(({ layer }) => layer !== 'main'),
      ),
    ).toEqual([]);
  });

  test('nothing is written to the console of the process', () => {
    expect(linesWith(/(?<![/\w])console\s*[.[](?!json)/, sources)).toEqual([]);
  });

  test('no file name has a word that says nothing', () => {
    // Terms of others: a data folder, and Relay's page information.
    const exempt = ['src/persistence/store/data-folder-lock.ts', 'resolvers/schema/page-info.ts'];
    const words = /(?:^|[-/])(?:utils?|helpers?|common|manager|misc|data|info)(?:[-./]|$)/;
    expect(
      sources.map(({ path }) => path).filter((path) => words.test(path) && !exempt.includes(path)),
    ).toEqual([]);
  });
});
