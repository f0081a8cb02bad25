import type { Viewer } from '#domain/privacy/viewer.ts';
import { people } from '#test/support/gateway.ts';

/** A request that costs its sender little. */
export interface HostileInput {
  readonly name: string;
  readonly who: Viewer;
  /** The body as it is sent, of about so many bytes of hostile text. */
  readonly body: (bytes: number) => string;
}

const { service, contributor, reader, reviewer } = people;
const filled = (part: string, bytes: number): string =>
  part.repeat(Math.ceil(bytes / Buffer.byteLength(part)));
const asked = (query: string, variables: object = {}): string => JSON.stringify({ query, variables });
const didMutate = (mutation: string, input: object): string => {
  const type = `${mutation[0]?.toUpperCase()}${mutation.slice(1)}Input`;
  return asked(`mutation ($input: ${type}!) { ${mutation}(input: $input) { __typename } }`, { input });
};

/** Pieces that texts repeat. */
const parts: Readonly<Record<string, string>> = {
  'tiny blocks': '- a\n\n',
  'headings without text': '## Decision: x\n\n',
  'records of decisions': '# R\n\n## Decision\n\nWe will read gauge 7 at 8 bar.\n\n',
  'nested lists': '- a\n  - b\n    - c\n      - d\n',
  'nested quotes': `${'> '.repeat(40)}a\n`,
  'table rows': '| a | b | c |\n| - | - | - |\n',
  'unbroken Chinese': '港口',
  'unbroken Thai': 'ท่าเรือ',
  'emoji with joiners': '👩‍👩‍👧',
  'combining marks': 'a\u0301\u0316\u0327',
  'tags and bidirectional controls': '\u{E0041}\u202E\u200B',
  brackets: '[[[]](',
  emphasis: '*_*_`~',
  'links that do not end': '[a](http://a.example/ "',
  'HTML that does not end': '<a href="<!--',
  entities: '&amp;&#x41;',
  digits: '4111 1111 1111 1111 ',
  phones: '+49 170 1234567 ',
  'email addresses': 'a.b@c.example ',
  'at signs': 'a@',
  'secrets by halves': 'AKIA0123456789 token= ',
  dashes: '--- ',
  spaces: '          a',
  'one word': 'a',
  quotes: `"'"'`,
  'values of one quantity': 'We will keep 7 days, not 8 days. ',
};

const interaction = (content: string) => didMutate('recordInteraction', { project: 'hostile', content });

const inTexts = Object.entries(parts).flatMap(([name, part]): HostileInput[] => [
  {
    name: `a document of ${name}`,
    who: service,
    body: (bytes) =>
      didMutate('ingestDocuments', {
        project: `hostile ${name}`,
        documents: [{ path: 'a.md', content: filled(part, bytes) }],
      }),
  },
  { name: `an interaction of ${name}`, who: service, body: (bytes) => interaction(filled(part, bytes)) },
  {
    name: `a memory of ${name}`,
    who: contributor,
    body: (bytes) =>
      didMutate('createMemory', {
        project: 'hostile',
        kind: 'FACT',
        content: filled(part, Math.min(bytes, 19_000)).slice(0, 9_000),
      }),
  },
  {
    name: `a search for ${name}`,
    who: reader,
    body: (bytes) =>
      asked('query ($of: String!) { memories(filter: { search: $of }) { totalCount } }', {
        of: filled(part, bytes),
      }),
  },
]);

/** Requests that cost a server the most of what their length could. */
export const hostileInputs: readonly HostileInput[] = [
  ...inTexts,
  {
    name: 'many small documents',
    who: service,
    body: (bytes) =>
      didMutate('ingestDocuments', {
        project: 'hostile many',
        documents: Array.from({ length: 500 }, (_, at) => ({
          path: `${at}.md`,
          content: filled('## Decision: x\n\nWe will keep it.\n\n', bytes / 500),
        })),
      }),
  },
  {
    name: 'a long list of ids',
    who: reader,
    body: (bytes) =>
      asked('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', {
        ids: Array.from({ length: bytes / 10 }, (_, at) => `mem_${at}`),
      }),
  },
  {
    name: 'a list of empty objects',
    who: service,
    body: (bytes) =>
      didMutate('ingestDocuments', {
        project: 'x',
        documents: Array.from({ length: bytes / 3 }, () => ({})),
      }),
  },
  {
    name: 'nested lists of JSON',
    who: reader,
    body: (bytes) =>
      `{"query":"{ __typename }","variables":{"a":${'['.repeat(bytes / 2)}${']'.repeat(bytes / 2)}}}`,
  },
  {
    name: 'many members of JSON',
    who: service,
    body: (bytes) =>
      didMutate('importPathwayState', {
        state: Object.fromEntries(Array.from({ length: bytes / 12 }, (_, at) => [`k${at}`, [at]])),
      }),
  },
  {
    name: 'a payload of many statements',
    who: service,
    body: (bytes) =>
      didMutate('recordExtraction', {
        schemaName: 'vouch.statements',
        extractorVersion: '1',
        fieldConfidence: [{ field: 'statements', confidence: 0.9 }],
        payload: {
          statements: Array.from({ length: bytes / 40 }, () => ({
            kind: 'FACT',
            content: 'a',
            start: 0,
            end: 1,
          })),
        },
      }),
  },
  {
    name: 'a trace of many parts',
    who: service,
    body: (bytes) =>
      didMutate('insertTrace', {
        taskClass: 'x',
        filePath: filled('a/', 1_000),
        reducerSummary: filled('a.b@c.example ', Math.min(bytes, 90_000)),
        semanticFlags: Array.from({ length: Math.min(bytes / 20, 4_900) }, () => 'OffByOne'),
      }),
  },
  {
    name: 'aliases',
    who: reader,
    body: (bytes) =>
      asked(`{ ${Array.from({ length: bytes / 20 }, (_, at) => `a${at}: __typename`).join(' ')} }`),
  },
  {
    name: 'one field over and over',
    who: reader,
    body: (bytes) => asked(`{ memories { nodes { ${filled('id ', bytes)} } } }`),
  },
  {
    name: 'fragments that spread each other',
    who: reader,
    body: (bytes) => {
      const count = bytes / 60;
      const fragments = Array.from(
        { length: count },
        (_, at) => `fragment f${at} on Query { ...f${at + 1} ...f${at + 1} }`,
      );
      return asked(`{ ...f0 } ${fragments.join(' ')} fragment f${Math.ceil(count)} on Query { __typename }`);
    },
  },
  { name: 'comments', who: reader, body: (bytes) => asked(`{ __typename }${filled('#\n', bytes)}`) },
  {
    name: 'a string that does not end',
    who: reader,
    body: (bytes) => asked(`{ a(x: "${filled('\\\\', bytes)}`),
  },
  {
    name: 'decisions on many ids',
    who: reviewer,
    body: (bytes) =>
      didMutate('reviewCandidates', {
        decisions: Array.from({ length: bytes / 60 }, (_, at) => ({ id: `mem_${at}`, action: 'PROMOTE' })),
      }),
  },
];
