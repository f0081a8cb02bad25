import { describe, expect, test } from 'vitest';
import { countedSoFar, foldChanges, numberOf, originOf } from '../../src/console/changes/folding.ts';

type Change = Parameters<typeof foldChanges>[0][number];
type Line = ReturnType<typeof foldChanges>[number];

const proposal = (id: string, path: string | null = 'adr/0001.md', more: object = {}) =>
  ({
    __typename: 'RevisionEvent',
    at: '2026-11-28T10:00:00Z',
    actor: { id: 'carol', name: 'carol' },
    wording: { revision: 1, content: id },
    previous: null,
    candidate: {
      __typename: 'Memory',
      id,
      content: id,
      source: path === null ? null : { __typename: 'Chunk', id, document: { id: path, path } },
    },
    ...more,
  }) as Change;

const entity = { candidate: { __typename: 'Entity', id: 'e', content: 'e', source: null } };
const decision = { __typename: 'DecisionEvent', from: 'CANDIDATE', to: 'ACTIVE' };

const read = (path: string | null, more: object = {}) =>
  proposal('', null, {
    __typename: 'IngestionEvent',
    candidate: null,
    document: path && { id: path, path },
    ...more,
  });

const inWords = (line: Line): string => {
  if ('proposals' in line) return `${numberOf(line)} ${JSON.stringify(originOf(line))}`;
  return 'documents' in line ? countedSoFar(line.documents.length, line.mayGoOn, 'document') : 'a change';
};

describe('proposals and documents in the list of changes', () => {
  test.for<[string, Change[], boolean, string[]]>([
    [
      'of one document are one line',
      [proposal('1'), proposal('2')],
      false,
      ['2 statements {"path":"adr/0001.md"}'],
    ],
    [
      'of two documents count them',
      [proposal('1'), proposal('2', 'b.md')],
      false,
      ['2 statements {"documents":2}'],
    ],
    [
      'name no document where one has none',
      [proposal('1'), proposal('2', null)],
      false,
      ['2 statements null'],
    ],
    ['with an entity are items', [proposal('1', null), proposal('2', null, entity)], false, ['2 items null']],
    ['of one alone stay a change', [proposal('1')], false, ['a change']],
    [
      'of two instants stay apart',
      [proposal('1'), proposal('2', 'b.md', { at: '2026-11-28T10:00:01Z' })],
      false,
      ['a change', 'a change'],
    ],
    [
      'of two persons stay apart',
      [proposal('1'), proposal('2', 'b.md', { actor: null })],
      false,
      ['a change', 'a change'],
    ],
    [
      'are parted by what stands between them',
      [proposal('1'), proposal('2', 'a.md', decision), proposal('3')],
      false,
      ['a change', 'a change', 'a change'],
    ],
    [
      'of hidden items stay apart',
      [proposal('1'), proposal('2', 'a.md', { candidate: null })],
      false,
      ['a change', 'a change'],
    ],
    [
      'say that there may be more before the next page, and only in the last line',
      [
        proposal('1'),
        proposal('2'),
        proposal('3', 'a.md', { actor: null }),
        proposal('4', 'a.md', { actor: null }),
      ],
      true,
      ['2 statements {"path":"adr/0001.md"}', '2 or more statements null'],
    ],
    [
      'are whole where another change ends the page',
      [proposal('1'), proposal('2'), proposal('3', 'a.md', decision)],
      true,
      ['2 statements {"path":"adr/0001.md"}', 'a change'],
    ],
    [
      'of one ingestion are a line of documents and a line of proposals',
      [proposal('1'), proposal('2'), read('a.md'), read('b.md')],
      false,
      ['2 statements {"path":"adr/0001.md"}', '2 documents'],
    ],
    [
      'of two ingestions, and hidden documents, stay apart',
      [read('a.md'), read(null), read('b.md', { at: '2026-11-28T10:00:01Z' })],
      false,
      ['a change', 'a change', 'a change'],
    ],
    ['may go on as documents', [read('a.md'), read('b.md')], true, ['2 or more documents']],
  ])('%s', ([, changes, goesOn, lines]) => {
    expect(foldChanges(changes, goesOn).map(inWords)).toEqual(lines);
  });
});
