import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = new URL('../..', import.meta.url).pathname;

/** Each room, and the rooms below it that it may import. Whatever is not named here is not imported. */
const doors: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  entities: ['domain'],
  persistence: ['entities', 'domain'],
  providers: ['domain'],
  application: ['providers', 'persistence', 'entities', 'domain'],
  resolvers: ['application', 'persistence', 'domain'],
  server: ['resolvers', 'application', 'providers', 'persistence', 'domain'],
  cli: ['server', 'resolvers', 'application', 'persistence', 'domain'],
  main: ['cli', 'server', 'resolvers', 'application', 'providers', 'persistence', 'domain'],
};

/** The pure parts that the domain is built of. */
const purePackages = [
  'node:crypto',
  'mdast',
  'mdast-util-from-markdown',
  'mdast-util-gfm',
  'micromark-extension-gfm',
  'libphonenumber-js/max/metadata',
  'gpt-tokenizer/encoding/o200k_base',
  'node:module',
];

interface Import {
  readonly from: string;
  readonly to: string;
}

/** The settings are the server's: it reads them, and `main.ts` hands it the environment. */
const roomOf = (file: string): string => {
  if (file === 'src/main.ts') return 'main';
  if (file === 'src/config.ts') return 'server';
  const [first = '', second = ''] = file.split('/');
  return first === 'src' ? second : first;
};

const sources = ['src', 'entities', 'resolvers'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => {
      const path = join(folder, file);
      return { path, room: roomOf(path), text: readFileSync(join(root, path), 'utf8') };
    }),
);

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
    const [, room = '', rest = ''] = /^#([a-z]+)\/(.*)$/.exec(specifier) ?? [];
    if (room === '') return { from: path, to: specifier };
    return {
      from: path,
      to: `${room === 'entities' || room === 'resolvers' ? room : `src/${room}`}/${rest}`,
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

describe('the house', () => {
  test('the reader of imports finds them in every form', () => {
    expect(
      importsOf(
        "import './a.ts';\nimport type { A } from './b.ts';\nimport {\n  b,\n  c,\n} from '#domain/c.ts';\nexport * from 'd';\nconst e = await import('e');\nconst f = 'import g';",
      ),
    ).toEqual(['./a.ts', './b.ts', '#domain/c.ts', 'd', 'e']);
  });

  test('every file stands in a room that has doors', () => {
    expect(sources.filter(({ room }) => !(room in doors)).map(({ path }) => path)).toEqual([]);
  });

  test('every import of our own leads to a file', () => {
    expect(
      imports
        .filter(({ to }) => /^(?:src|entities|resolvers)\//.test(to) && !own.some((it) => it.to === to))
        .map(line),
    ).toEqual([]);
  });

  test('imports look down, never up', () => {
    const up = own.filter(({ from, to }) => {
      const [room, other] = [roomOf(from), roomOf(to)];
      return room !== other && !doors[room]?.includes(other);
    });
    expect(up.map(line)).toEqual([]);
  });

  test('an import of another room names the room', () => {
    const unnamed = sources.flatMap(({ path, room, text }) =>
      importsOf(text)
        .filter((specifier) => specifier.startsWith('.'))
        .map((specifier) => ({ from: path, to: join(dirname(path), specifier), room }))
        .filter(({ to }) => roomOf(to) !== room && room !== 'main' && to !== 'src/config.ts'),
    );
    expect(unnamed.map(line)).toEqual([]);
  });

  test('the doors themselves hold no circle', () => {
    const reaches = (room: string, seen: readonly string[] = []): string[] =>
      (doors[room] ?? []).flatMap((below) =>
        seen.includes(below) ? [below] : [below, ...reaches(below, [...seen, below])],
      );
    expect(Object.keys(doors).filter((room) => reaches(room).includes(room))).toEqual([]);
  });

  test('the domain is built of itself and of pure parts', () => {
    const impure = foreign.filter(({ from, to }) => roomOf(from) === 'domain' && !purePackages.includes(to));
    expect(impure.map(line)).toEqual([]);
  });

  test('entities know only constants and types of the domain', () => {
    const called = own.filter(({ from, to }) => roomOf(from) === 'entities' && roomOf(to) === 'domain');
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
      ({ from, to }) => roomOf(from) === 'resolvers' && /^(?:@mikro-orm\/|kysely$|pg$|entities\/)/.test(to),
    );
    expect(reached.map(line)).toEqual([]);
  });

  test('the ORM is known to entities and persistence alone, and its query builder to the application, too', () => {
    const reached = imports.filter(({ from, to }) => {
      const room = roomOf(from);
      if (room === 'entities' || room === 'persistence') return false;
      return /^@mikro-orm\//.test(to) || (room !== 'application' && to === 'kysely');
    });
    expect(reached.map(line)).toEqual([]);
  });

  test('graphql is known to the schema and the server alone', () => {
    const reached = imports.filter(
      ({ from, to }) =>
        !['resolvers', 'server', 'cli'].includes(roomOf(from)) && /^graphql|^@pothos\//.test(to),
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
        sources.filter(({ room }) => room === 'domain'),
      ),
    ).toEqual([]);
  });

  test('nothing below the server asks what time it is', () => {
    expect(
      linesWith(
        /\bDate\.now\b|\bnew Date\(\)/,
        sources.filter(({ room }) => !['server', 'cli', 'main'].includes(room)),
      ),
    ).toEqual([]);
  });

  test('main.ts is the only reader of the environment', () => {
    expect(
      linesWith(
        /\bprocess\.env\b/,
        sources.filter(({ room }) => room !== 'main'),
      ),
    ).toEqual([]);
  });

  test('nobody talks to the console', () => {
    expect(linesWith(/\bconsole\s*[.[]/, sources)).toEqual([]);
  });

  test('no word of another room is in a file name', () => {
    const words = /(?:^|[-/])(?:utils?|helpers?|common|manager|misc|data|info)(?:[-./]|$)/;
    expect(
      sources
        .map(({ path }) => path)
        .filter((path) => words.test(path) && path !== 'src/persistence/store/data-folder-lock.ts'),
    ).toEqual([]);
  });
});
