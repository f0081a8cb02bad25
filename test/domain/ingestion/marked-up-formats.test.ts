import { expect, test } from 'vitest';
import { linesRead, textRead } from './lines-read.ts';

const table = (
  path: string,
  rows: readonly (readonly [what: string, source: string, lines: readonly string[]])[],
) =>
  test.for(rows)(`${path}: %s`, async ([, source, lines]) => {
    expect(await linesRead(path, source)).toEqual(lines);
  });

table('a.html', [
  ['headings by their level', '<h1>A</h1><h2>B</h2><h6>C</h6><p>d</p>', ['# A', '## B', '###### C', 'd']],
  [
    'what no reader sees is not read',
    '<p>a</p><script>b</script><style>b</style><template>b</template><noscript>b</noscript><nav>b</nav><svg><text>b</text></svg><button>b</button><select><option>b</option></select><p>c <del>b</del>d</p>',
    ['a', 'c d'],
  ],
  [
    'what its author hides is not read, nor what it holds',
    '<p hidden>b</p><div style="Visibility : HIDDEN"><p>b</p></div><p style="color:red;display:none">b</p><p>a</p>',
    ['a'],
  ],
  [
    'a style of another name hides nothing',
    '<p style="x-display: none">a</p><p style="display: block">c</p>',
    ['a', 'c'],
  ],
  [
    'lists within lists, and what follows',
    '<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul><p>d</p>',
    ['-  a', '-  b', '   -  c', 'd'],
  ],
  ['an ordered list', '<ol><li>a<li>b</ol>c', ['1. a', '1. b', 'c']],
  ['an item of many paragraphs is one line', '<ul><li><p>a</p><p>b</p>c<br>d</li></ul>', ['-  a b c d']],
  ['a heading in an item', '<ul><li><h3>A</h3>b</li><li>c</li></ul>', ['-', '### A', 'b', '-  c']],
  [
    'a table with a head',
    '<p>v</p><table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table><p>w</p>',
    ['v', '| A | B |', '|-|-|', '| 1 | 2 |', 'w'],
  ],
  [
    'a table without a head has an empty one',
    '<table><tr><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></table>',
    ['| | |', '|-|-|', '| 1 | 2 |', '| 3 | 4 |'],
  ],
  [
    'two tables',
    '<table><tr><th>A</th></tr><tr><td>1</td></tr></table><table><tr><th>B</th></tr><tr><td>2</td></tr></table>',
    ['| A |', '|-|', '| 1 |', '| B |', '|-|', '| 2 |'],
  ],
  [
    'a cell holds a list, a heading, a quote and lines as words',
    '<table><tr><th>A</th></tr><tr><td><ul><li>a</li><li>b</li></ul><h2>c</h2><blockquote>d</blockquote>e<br>f</td></tr></table>g',
    ['| A |', '|-|', '| a b c d e f |', 'g'],
  ],
  [
    'a table in a cell is words of that cell',
    '<table><tr><th>A</th></tr><tr><td>x<table><tr><td>y</td><td>z</td></tr></table></td></tr></table>',
    ['| A |', '|-|', '| x y z |'],
  ],
  ['a quote', '<p>a</p><blockquote>b</blockquote><p>c</p>', ['a', '> b', 'c']],
  ['lines', '<p>a<br>b</p>', ['a', 'b']],
  [
    'code is code',
    '<p>a</p><pre>x = 1\n<code>y</code>\n~~~~~~</pre><p>b <code>c</code></p>',
    ['a', '~~~~~~', 'x = 1', 'y', '------', '~~~~~~', 'b `c`'],
  ],
  [
    'code in a list or a table is left out',
    '<ul><li>a<pre>x</pre> b</li></ul><table><tr><th>c<pre>x</pre></th></tr></table>',
    ['-  a b', '| c |', '|-|'],
  ],
  ['bold words', '<p><b>a</b> <strong>b</strong> <i>c</i></p>', ['**a** **b** c']],
  [
    'a time by its words, else by its value',
    '<p>On <time datetime="2025-02-01">1 Feb</time>, <time datetime="2025-02-02"></time>, <time datetime="2025-02-03" /> or <time>noon</time>.</p>',
    ['On 1 Feb, 2025-02-02, 2025-02-03 or noon.'],
  ],
  [
    'boxes',
    '<ul><li><input type="checkbox" checked>a</li><li><input type="checkbox">b</li><li><input type="text">c</li></ul>',
    ['-  [x] a', '-  [ ] b', '-  c'],
  ],
  [
    'tasks of Confluence have their boxes, and no number',
    '<ac:task-list><ac:task><ac:task-id>1</ac:task-id><ac:task-status>incomplete</ac:task-status><ac:task-body>a</ac:task-body></ac:task><ac:task><ac:task-status>complete</ac:task-status><ac:task-body>b</ac:task-body></ac:task></ac:task-list>c',
    ['-  [ ] a', '-  [x] b', 'c'],
  ],
  [
    'a status of Confluence shows its title, and another macro none of its parameters',
    '<p><ac:structured-macro ac:name="status"><ac:parameter ac:name="colour">z</ac:parameter><ac:parameter ac:name="title">a</ac:parameter></ac:structured-macro></p><ac:macro ac:name="panel"><ac:parameter ac:name="title">z</ac:parameter><ac:rich-text-body>b</ac:rich-text-body></ac:macro><p><ac:structured-macro ac:name="status"><ac:default-parameter ac:name="title"></ac:default-parameter></ac:structured-macro><ac:parameter ac:name="title">z</ac:parameter>c</p>',
    ['a', 'b', 'c'],
  ],
  ['elements that are never closed', '<p>a<p>b<ul><li>c', ['a', 'b', '-  c']],
  ['letters by their names', '<p>a &amp; b &lt;c&gt;</p>', ['a \\& b \\<c\\>']],
]);

table('a.rst', [
  [
    'titles by the order in which their marks are first seen',
    '===\nA\n===\n\nB\n---\n\nC\n~~~\n\nD\n---\n\nE\n===\n\nWords.\n',
    ['# A', '## B', '### C', '## D', '#### E', 'Words.'],
  ],
  ['an indented line over marks is no title', '  A\n---\n\nB\n', ['A', 'B']],
  ['a line of marks alone is nothing', 'A\n\n----\n\nB\n', ['A', 'B']],
  [
    'remarks and targets are not read',
    '.. a remark\n   of two lines\n\n.. _x: https://x.y\n\nA\n\n..\n   hidden\n\nB\n',
    ['A', 'B'],
  ],
  [
    'a note is prose',
    '.. note:: Mind\n   the gap.\n\n.. seealso::\n\n   More.\n',
    ['Mind', 'the gap.', 'More.'],
  ],
  [
    'another directive is code, and ends with its indent',
    '.. code-block:: sh\n\n   ls\n\n   rm\n\nA\n',
    ['~~~~~~', '   ls', '   rm', '~~~~~~', 'A'],
  ],
  ['a directive of nothing', '.. image:: a.png\n\nA\n', ['A']],
  [
    'code behind two colons',
    'Run::\n\n  ls\n\n  rm\n\nA\n',
    ['Run::', '~~~~~~', '  ls', '  rm', '~~~~~~', 'A'],
  ],
  ['two colons before words', 'Run::\nls\n', ['Run::', 'ls']],
  ['a session', '>>> a\n1\n', ['~~~~~~', '>>> a', '~~~~~~', '1']],
  ['fields of the record', ':Status: accepted\n:a b: c\n', ['Status: accepted', 'a b: c']],
  [
    'items of lists, with their indents',
    '* a\n\n  - b\n\n#. c\n3) d\n(e) f\n',
    ['-  a', '  -  b', '1. c', '1. d', '-  f'],
  ],
  [
    'words without their marks',
    'See ``x``, :ref:`a b <c>`, :doc:`d`, `e f <https://x.y>`__, `g`_, h_, |i| and more [1]_.\n',
    ['See x, a b, d, e f, g, h, i and more .'],
  ],
  [
    'words joined by a low line keep it',
    'A snake_case name and __init__.\n',
    ['A snake_case name and __init__.'],
  ],
  [
    'a table under lines of marks',
    '=== ===\nA   B\n=== ===\n1   2\n3   4 5\n=== ===\n\nC\n',
    ['| A    | B |', '|-|-|', '| 1    | 2 |', '| 3    | 4 5 |', 'C'],
  ],
  [
    'a table without a head',
    '=== ===\n1   2\n3   4\n=== ===\n\nC\n',
    ['| 1    | 2 |', '|-|-|', '| 3    | 4 |', 'C'],
  ],
  [
    'a drawn table',
    '+---+---+\n| A | B |\n+===+===+\n| 1 | 2 |\n+---+---+\n\nC\n',
    ['|  A  |  B  |', '|-|-|', '|  1  |  2  |', 'C'],
  ],
]);

table('a.adoc', [
  [
    'headings, without the lines of the author',
    '= A\nAda Lund <ada@dock.example>\nv1.2, 2025-01-01\n\nWords.\n\n== B\nC\n\n====== D\n',
    ['# A', 'Words.', '## B', 'C', '###### D'],
  ],
  ['fields of the record', '= A\n:status: accepted\n:toc:\n\nB\n', ['# A', 'status: accepted', 'toc:', 'B']],
  ['remarks are not read', 'A\n// hidden\nB\n\n////\nhidden\n////\nC\n', ['A', 'B', 'C']],
  [
    'code is code',
    '----\na\n----\n....\nb\n....\n```sh\nc\n```\n++++\nd\n++++\nE\n',
    ['~~~~~~', 'a', '~~~~~~', '~~~~~~', 'b', '~~~~~~', '~~~~~~', 'c', '~~~~~~', '~~~~~~', 'd', '~~~~~~', 'E'],
  ],
  [
    'a block ends where its own mark stands',
    '-----\na\n----\n-----\nB\n',
    ['~~~~~~', 'a', '----', '~~~~~~', 'B'],
  ],
  ['blocks of prose', '====\nA\n====\n--\nB\n--\n****\nC\n****\n', ['A', 'B', 'C']],
  ['a quote, to the next empty line', '[quote]\nA\nB\n\nC\n', ['> A', '> B', 'C']],
  [
    'attributes, titles and macros of blocks are not read',
    ".Title\n[source,sh]\ninclude::a.adoc[]\nimage::b.png[x]\n'''\n<<<\nA\n",
    ['A'],
  ],
  [
    'items of lists by their depth',
    '* a\n** b\n. c\n.. d\n- e\n2. f\n',
    ['-  a', '   -  b', '1. c', '   1. d', '-  e', '1. f'],
  ],
  ['what goes on belongs to its item', '* a\n+\nb\n\nC\n', ['-  a', 'b', 'C']],
  ['a term and what it is', 'Pump:: It stops.\nA: b\n', ['Pump: It stops.', 'A: b']],
  ['an indented line', '  A\n', ['A']],
  [
    'a table',
    'V\n\n|===\n|A |B\n\n|1 |2\n|3 |4\n|===\nW\n',
    ['V', '| A  | B |', '|-|-|', '| 1  | 2 |', '| 3  | 4 |', 'W'],
  ],
  [
    'a table with each cell on its line',
    '|===\n|A |B\n\n|1\n|2\n|3\n|4\n|===\n',
    ['| A  | B |', '|-|-|', '| 1 | 2 |', '| 3 | 4 |'],
  ],
  [
    'a table of one column is shown as it is',
    '|===\n|A\n|1\n|===\nB\n',
    ['~~~~~~', '|A', '|1', '~~~~~~', 'B'],
  ],
  [
    'words without their marks',
    'See link:https://x.y[a b], xref:c.adoc[d^], https://x.y[e], <<f,g h>>, <<i>>, kbd:[j], image:k.png[l] and more.footnote:[m] +\nN[[o]]\n',
    ['See a b, d, e, g h, i, j,  and more.', 'N'],
  ],
]);

test.for<readonly [path: string, source: string, text: string]>([
  [
    'a.html',
    '<h1>A</h1><p>b</p><div>c</div>d<ul><li>e</li></ul><p>f</p><blockquote>g</blockquote><pre>h</pre><p>i</p><table><tr><th>J</th></tr><tr><td>k</td></tr></table>l<h2>M</h2>n',
    '# A\n\nb\n\nc\n\nd\n\n-  e\n\nf\n\n> g\n\n~~~~~~\nh\n~~~~~~\n\ni\n\n| J |\n|-|\n| k |\n\nl\n\n## M\n\nn',
  ],
  [
    'a.rst',
    '===\nA\n===\nb\n\nc\n\n* d\n* e\n\nRun::\n\n  f\n\n  g\n\nh\n\n.. note:: i\n\n:Status: j\n\nK\n---\nl\n\n----\n\n=== ===\nA   B\n=== ===\n1   2\n=== ===\nm\n',
    '# A\n\nb\n\nc\n\n-  d\n-  e\n\nRun::\n\n~~~~~~\n  f\n\n  g\n~~~~~~\n\nh\n\ni\n\nStatus: j\n\n## K\n\nl\n\n| A    | B |\n|-|-|\n| 1    | 2 |\n\nm',
  ],
  [
    'a.adoc',
    '= A\n:status: b\n\nc\n\nd\n====\ne\n====\n\n* f\n+\ng\n\n[quote]\nh\n\n----\ni\n----\nj\n.Title\nk\n== L\nm\n\n|===\n|A |B\n\n|1 |2\n|===\nn\n',
    '# A\n\nstatus: b\n\nc\n\nd\n\ne\n\n-  f\ng\n\n> h\n\n~~~~~~\ni\n~~~~~~\n\nj\n\nk\n\n## L\n\nm\n\n| A  | B |\n|-|-|\n| 1  | 2 |\n\nn',
  ],
  [
    'a.org',
    '* A\nb\n\nc\n** D\n:STATUS: e\nf\n#+begin_src\ng\n#+end_src\nh\n\n| A | B |\n|---+---|\n| c | d |\n\ni',
    '# A\n\nb\n\nc\n\n## D\n\nSTATUS: e\n\nf\n\n~~~~~~\ng\n~~~~~~\n\nh\n\n| A | B |\n|---|---|\n| c | d |\n\ni',
  ],
])('%s: an empty line stands between what are paragraphs', async ([path, source, text]) => {
  expect(await textRead(path, source)).toBe(text);
});
