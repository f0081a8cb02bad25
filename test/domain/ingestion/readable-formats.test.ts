import { expect, test } from 'vitest';
import { linesRead } from './lines-read.ts';

test.for<readonly [what: string, path: string, source: string, lines: readonly string[]]>([
  [
    'Org: a title, and headings by their stars, without states, priorities and tags',
    'a.org',
    '#+TITLE: Pumps\n* TODO [#A] North :dock:night:\n** South\nWords.\n',
    ['# Pumps', '# North', '## South', 'Words.'],
  ],
  ['Org: seven stars are a heading of the sixth level', 'a.org', '******* Deep\n', ['###### Deep']],
  [
    'Org: drawers and remarks are not read',
    'a.org',
    '* A\n:PROPERTIES:\n:END:\n:LOGBOOK:\nClock we hid.\n:END:\nWords.\n# A remark.\n',
    ['# A', 'Words.'],
  ],
  [
    'Org: fields of the record',
    'a.org',
    '#+STATUS: accepted\n:DATE: 2025-01-01\n',
    ['STATUS: accepted', 'DATE: 2025-01-01'],
  ],
  [
    'Org: code is code, a note is prose, a comment is nothing',
    'a.org',
    '#+begin_src sh\nls\n#+end_src\n#+BEGIN_NOTE\nMind the gap.\n#+END_NOTE\n#+begin_COMMENT\nHidden.\n#+end_COMMENT\n: fixed\n',
    ['~~~~~~', 'ls', '~~~~~~', 'Mind the gap.', '~~~~~~', ': fixed', '~~~~~~'],
  ],
  [
    'Org: a table with its rule, and items of lists with their indents',
    'a.org',
    '| A | B |\n|---+---|\n| c | d |\n- one\n  - two\n    3) three\n',
    ['| A | B |', '|---|---|', '| c | d |', '- one', '  - two', '    3) three'],
  ],
  [
    'Org: links by their words, code without its marks, footnotes and targets not at all',
    'a.org',
    'See [[https://x.y][the pump]] and [[Dock]], =one=, ~two~ and more[fn:1].<<here>>\n',
    ['See the pump and Dock, one, two and more.'],
  ],
  [
    'StrictDoc: sections and composite requirements go a level deeper, and back',
    'a.sdoc',
    '[DOCUMENT]\nTITLE: Pumps\n\n[[SECTION]]\nTITLE: North\n\n[REQUIREMENT]\nTITLE: Stop\nSTATEMENT: It stops.\n\n[[COMPOSITE_REQUIREMENT]]\nTITLE: Log\n\n[REQUIREMENT]\nTITLE: Keep\n\n[[/COMPOSITE_REQUIREMENT]]\n\n[[/SECTION]]\n\n[[SECTION]]\nTITLE: South\n',
    ['# Pumps', '## North', '### Stop', 'It stops.', '#### Log', '#### Keep', '## South'],
  ],
  [
    'StrictDoc: what says where the record stands is shown; other fields are not',
    'a.sdoc',
    '[DOCUMENT]\nTITLE: P\nDATE: 2025-01-01\nVERSION: 7\n\n[REQUIREMENT]\nUID: P-1\nSTATUS: Draft\nCONTENT: Words.\n',
    ['# P', 'DATE: 2025-01-01', 'STATUS: Draft', 'Words.'],
  ],
  [
    'StrictDoc: reasons are quoted, over as many lines as they have',
    'a.sdoc',
    '[REQUIREMENT]\nSTATEMENT: >>>\nOne.\nTwo.\n<<<\nRATIONALE: >>>\nThree.\nFour.\n<<<\nCOMMENT: Five.\n',
    ['One.', 'Two.', '> Three.', '> Four.', '> Five.'],
  ],
  [
    'Doorstop: the header is a heading, and the least indented line of a block has none',
    'r/A1.yml',
    'level: 1\nheader: Pumps\ntext: |\n    One.\n      - two\n\n    Three.\n',
    ['# Pumps', 'One.', '  - two', 'Three.'],
  ],
  ['Doorstop: a folded block', 'r/A1.yml', 'active: true\ntext: >\n  One\n  two.\n', ['One', 'two.']],
  ['Doorstop: quoted words', 'r/A1.yml', "links: []\ntext: 'One two.'\n", ['One two.']],
  [
    'Doorstop: quoted words with an escape',
    'r/A1.yml',
    'normative: true\ntext: "One\\u0020two."\n',
    ['One two.'],
  ],
  ['Doorstop: an empty header is none', 'r/A1.yml', "level: 1\nheader: ''\ntext: One.\n", ['One.']],
  ['Doorstop: a number is no text', 'r/A1.yml', 'level: 1\ntext: 7\n', []],
  [
    'values: the first row is the head of a table',
    'a.csv',
    'A,B\n1,2\n3,4\n',
    ['| A | B |', '|-|-|', '| 1 | 2 |', '| 3 | 4 |'],
  ],
  [
    'values: separated as the first row is',
    'a.csv',
    'A;B,C;D\n1;2;3\n',
    ['| A | B,C | D |', '|-|-|-|', '| 1 | 2 | 3 |'],
  ],
  [
    'values: separated by tabs',
    'a.tsv',
    'A\tB, C\tD\n1\t2\t3\n',
    ['| A | B, C | D |', '|-|-|-|', '| 1 | 2 | 3 |'],
  ],
  [
    'values: an empty row is none, empty cells and quoted ones are cells',
    'a.csv',
    'A,B\n,\n"",2\n"x, y","a ""b"" c"',
    ['| A | B |', '|-|-|', '|  | 2 |', '| x, y | a "b" c |'],
  ],
  [
    'a notebook: code is code, and a cell of one text or of nothing is read',
    'a.ipynb',
    JSON.stringify({
      cells: [
        { cell_type: 'markdown', source: '# One' },
        { cell_type: 'markdown', source: [] },
        { cell_type: 'raw' },
        { cell_type: 'code', source: ['x = 1\n', 'y = 2'] },
        { cell_type: 'markdown', source: ['Two\n', 'three'] },
      ],
    }),
    ['# One', '~~~~~~', 'x = 1', 'y = 2', '~~~~~~', 'Two', 'three'],
  ],
  ['JSON of another sort is code', 'a.ipynb', '{"nbformat": 4}', ['```', '{"nbformat": 4}']],
  [
    'plain text: an indented line is a line, an indented item an item',
    'a.txt',
    'One.\n        Two.\n    - three\n   Four.\n',
    ['One.', 'Two.', '    - three', '   Four.'],
  ],
])('%s', async ([, path, source, lines]) => {
  expect(await linesRead(path, source)).toEqual(lines);
});
