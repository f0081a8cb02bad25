import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chunkingDocument } from '#domain/ingestion/chunk-markdown.ts';
import { documentFormats } from '#domain/ingestion/formats/document-formats.ts';
import { foreignFormatOf } from '#domain/ingestion/formats/foreign-format.ts';
import { atOnce } from '#domain/slices.ts';
import { readFormat } from '#persistence/ingestion/read-format.ts';
import { isLong, propertyRuns } from '#test/support/property-runs.ts';
import { readAsPipeline as read } from '#test/support/read-as-pipeline.ts';

const lettersOf = (text: string) => (text.match(/\p{L}/gu) ?? []).join('');

describe('a document is read in its own format, and its statements hold what a reader sees', () => {
  test.each<readonly [string, string, string, readonly string[]]>([
    [
      'HTML',
      'adr/7.html',
      '<html><head><title>x</title><style>p { We will: hide }</style></head><body><nav>We will leave the menu out.</nav><h1>Pumps</h1><h2>Decision</h2><p>We will use <b>two</b> pumps &amp; a valve for the d&ouml;ck.</p><pre>We will not read code.</pre></body></html>',
      ['We will use two pumps & a valve for the döck.'],
    ],
    [
      'HTML whose author hides a part',
      'adr/8.html',
      '<h1>Pumps</h1><h2>Decision</h2><p style="color: red; display: none">We will hide this.</p><p hidden>We will hide that.</p><p>We will use two pumps.</p>',
      ['We will use two pumps.'],
    ],
    [
      'quotation marks in values',
      'rules.csv',
      'ID,Requirement\nR1,"The pump must not be ""heavy"", that is over 5 kg."\nR2,"The ""lamp"" must be lit."\n',
      ['The pump must not be "heavy", that is over 5 kg.', 'The "lamp" must be lit.'],
    ],
    [
      'lists and tables of HTML',
      'log.html',
      '<h1>Decision log</h1><table><tr><th>Decision</th><th>Status</th></tr><tr><td><p>We will paint the hull blue.</p></td><td>Accepted</td></tr></table><h2>Decisions</h2><ul><li>We will dredge the basin.</li><li><p>We will move the crane.</p></li></ul>',
      ['We will paint the hull blue.', 'We will dredge the basin.', 'We will move the crane.'],
    ],
    [
      'the storage format of Confluence',
      'space/page.xml',
      '<h1>Cranes</h1><h2>Decision</h2><p>We will hire <ac:link><ri:page ri:content-title="Crane 9" /><ac:plain-text-link-body><![CDATA[one crane]]></ac:plain-text-link-body></ac:link> from <time datetime="2025-02-01" />.</p><ac:structured-macro ac:name="code"><ac:parameter ac:name="language">sh</ac:parameter><ac:plain-text-body><![CDATA[We will not read code.]]></ac:plain-text-body></ac:structured-macro>',
      ['We will hire one crane from 2025-02-01.'],
    ],
    [
      'AsciiDoc',
      'adr/7.adoc',
      '= Pumps\nAda Lund <ada@dock.example>\n:toc:\n\n== Decision\n\nWe will use link:https://p.example[two pumps] for *every* dock.\n\n// We will not read this comment.\n////\nWe will not read this either.\n////\n\n* We will log each start.\n** We will keep the log a year.\n\n----\nWe will not read code.\n----\n',
      ['We will use two pumps for every dock.', 'We will log each start.', 'We will keep the log a year.'],
    ],
    [
      'reStructuredText',
      'adr/7.rst',
      '=====\nPumps\n=====\n\nDecision\n--------\n\nWe will use `two pumps`_ for :ref:`every dock <docks>`.\n\n.. _two pumps: https://p.example\n\n.. We will not read this comment.\n\n.. code-block:: sh\n\n   We will not read code.\n\n.. note::\n\n   We will keep the *old* pump.\n',
      ['We will use two pumps for every dock.', 'We will keep the old pump.'],
    ],
    [
      'Org',
      'notes/pumps.org',
      '#+TITLE: Pumps\n* Pumps\n:PROPERTIES:\n:ID: 77\n:END:\n** DONE Decision :pumps:\n   We will use [[https://p.example][two pumps]] for every dock.\n#+begin_src sh\nWe will not read code.\n#+end_src\n# We will not read this comment.\n',
      ['We will use two pumps for every dock.'],
    ],
    [
      'a notebook',
      'study.ipynb',
      JSON.stringify({
        cells: [
          {
            cell_type: 'markdown',
            source: ['## Decision\n', '\n', 'We will use the "north" gauge\n', 'for every dock.'],
          },
          { cell_type: 'code', source: ['# We will not read code.\n', 'x = 1'], outputs: [] },
        ],
        nbformat: 4,
      }),
      ['We will use the "north" gauge for every dock.'],
    ],
    [
      'an export of mem0',
      'mem0.json',
      JSON.stringify({ results: [{ id: '1', memory: 'Ada prefers the north pier.', user_id: 'ada' }] }),
      ['Ada prefers the north pier.'],
    ],
    [
      'an export of Graphiti or Zep',
      'graph.json',
      JSON.stringify(
        { edges: [{ name: 'KEEPS', fact: 'Bo keeps the keys of the crane.', valid_at: null }] },
        null,
        1,
      ),
      ['Bo keeps the keys of the crane.'],
    ],
    [
      'an item of Doorstop',
      'reqs/REQ007.yml',
      "active: true\nderived: false\nheader: |\n  Pumps\nlevel: 1.2\nlinks: []\nref: ''\ntext: |\n  Every pump **shall** stop within two seconds.\n\n  Every stop **shall** be logged.\n",
      ['Every pump shall stop within two seconds.', 'Every stop shall be logged.'],
    ],
    [
      'StrictDoc',
      'pumps.sdoc',
      '[DOCUMENT]\nTITLE: Pumps\n\n[REQUIREMENT]\nUID: P-1\nTITLE: Stopping\nSTATEMENT: >>>\nEvery pump shall stop within two seconds.\n<<<\nRATIONALE: >>>\nDivers must be safe.\n<<<\n\n[REQUIREMENT]\nUID: P-2\nSTATEMENT: Every stop shall be logged.\n',
      ['Every pump shall stop within two seconds.', 'Every stop shall be logged.'],
    ],
    [
      'comma-separated values',
      'decision log.csv',
      'Decision,Status\n"We will paint the hull, and the mast, blue.",Accepted\n',
      ['We will paint the hull, and the mast, blue.'],
    ],
    [
      'plain text with indented words',
      'decision.txt',
      'Decision\n========\n\n      We will paint the hull blue.\n',
      ['We will paint the hull blue.'],
    ],
    [
      'a vault of Obsidian',
      'vault/Pumps.md',
      '# Pumps\n\n## Decision\n\nWe will use [[Pumps/North#Specification|the north pump]] in [[Dock 4]]. ^p1\n\n%% We will hide this. %%\n\n> [!important] Winter\n> We will drain every pump in winter.\n\n> We will not read a quotation.\n\n![[We will not embed]]\n\nOwner:: We will ask Ada\n',
      ['We will use the north pump in Dock 4.', 'We will drain every pump in winter.'],
    ],
    [
      'a paragraph of HTML within markdown',
      'adr/8.md',
      '# 8. Hulls\n\n## Decision\n\n<p>We will paint the hull blue.</p>\n\nWe will wash it in spring.\n',
      ['We will paint the hull blue.', 'We will wash it in spring.'],
    ],
    [
      'MADR 4',
      'decisions/0007-pumps.md',
      '---\nstatus: accepted\ndate: 2025-02-01\ndecision-makers: Ada\n---\n# Use two pumps\n\n## Decision Outcome\n\nChosen option: "Two pumps", because one is not enough.\n',
      ['Chosen option: "Two pumps", because one is not enough.'],
    ],
    [
      'rules of Cursor',
      '.cursor/rules/docks.mdc',
      '---\ndescription: Docks\nglobs: dock/**\nalwaysApply: false\n---\n- Use metres, not feet\n- Never mock the tide\n',
      ['Use metres, not feet', 'Never mock the tide'],
    ],
  ])('%s', async (_name, path, content, expected) => {
    const { contents, statements, chunks } = await read(path, content);
    expect(contents).toEqual(expected);
    for (const { text, startOffset, endOffset } of chunks)
      expect(content.slice(startOffset, endOffset)).toBe(text);
    for (const statement of statements)
      if (!content.includes('&ouml;'))
        expect(lettersOf(statement.sources.join(''))).toContain(lettersOf(statement.content).slice(0, 6));
  });

  test('a status is read from the table of a page, from a lozenge of Confluence, and from a field', async () => {
    expect(
      (
        await read(
          'adr/1.html',
          '<h1>1. Hulls</h1><table><tr><td>Status</td><td>Rejected</td></tr><tr><td>Date</td><td>2025-01-01</td></tr></table><h2>Decision</h2><p>We will paint it.</p>',
        )
      ).status,
    ).toBe('REJECTED');
    expect(
      (
        await read(
          'adr/1.xml',
          '<h1>1. Hulls</h1><p>Status: <ac:structured-macro ac:name="status"><ac:parameter ac:name="colour">Red</ac:parameter><ac:parameter ac:name="title">REJECTED</ac:parameter></ac:structured-macro></p>',
        )
      ).status,
    ).toBe('REJECTED');
    expect(
      (await read('adr/1.adoc', '= Hulls\n:status: rejected\n\n== Decision\n\nWe will paint it.\n')).status,
    ).toBe('REJECTED');
    expect(
      (
        await read(
          'adr/1.rst',
          'Hulls\n=====\n\n:Status: Rejected\n\nDecision\n--------\n\nWe will paint it.\n',
        )
      ).status,
    ).toBe('REJECTED');
    expect(
      (await read('adr/1.org', '#+TITLE: Hulls\n#+STATUS: rejected\n* Decision\nWe will paint it.\n')).status,
    ).toBe('REJECTED');
  });

  test('tables of AsciiDoc and reStructuredText keep their rows', async () => {
    const rows = ['We will paint the hull blue.', 'We will dredge the basin.'];
    expect(
      (
        await read(
          'decision-log.adoc',
          '= Decision log\n\n|===\n|Decision |Status\n\n|We will paint the hull blue.\n|Accepted\n\n|We will dredge the basin. |Accepted\n|===\n',
        )
      ).contents,
    ).toEqual(rows);
    expect(
      (
        await read(
          'decision-log.rst',
          'Decision log\n============\n\n============================  ========\nDecision                      Status\n============================  ========\nWe will paint the hull blue.  Accepted\nWe will dredge the basin.     Accepted\n============================  ========\n',
        )
      ).contents,
    ).toEqual(rows);
    expect(
      (
        await read(
          'decision-log.rst',
          'Decision log\n============\n\n+------------------------------+----------+\n| Decision                     | Status   |\n+==============================+==========+\n| We will paint the hull blue. | Accepted |\n+------------------------------+----------+\n| We will dredge the basin.    | Accepted |\n+------------------------------+----------+\n',
        )
      ).contents,
    ).toEqual(rows);
  });

  test('an export of a conversation that is longer than a chunk keeps its speakers and their roles', async () => {
    const messages = Array.from({ length: 80 }, (_, turn) => ({
      type: 'message',
      user: turn % 2 === 0 ? 'U1' : undefined,
      bot_id: turn % 2 === 0 ? undefined : 'B1',
      text: `We will moor vessel ${turn} at quay ${turn} as it was agreed with the harbour.`,
      ts: `${1_671_955_260 + turn}.1`,
    }));
    const { format, chunks, statements } = await read('export.json', JSON.stringify(messages));
    expect(format).toBe('conversation');
    expect(chunks.length).toBeGreaterThan(1);
    expect(statements).toHaveLength(40);
    expect(new Set(statements.map(({ speaker }) => speaker))).toEqual(new Set(['U1']));
  });

  test.each([
    [
      'settings of a program',
      'ci.yml',
      'jobs:\n  # We will not read this.\n  build: We will use two pumps.\n',
    ],
    ['unknown JSON', 'data.json', '{"note": "We will use two pumps."}'],
    ['unknown XML', 'a.xml', '<note>We will use two pumps.</note>'],
  ])('%s is kept, and reported as a format that no reader knows', async (_name, path, content) => {
    expect(await read(path, content)).toMatchObject({
      format: 'data',
      contents: [],
      unread: ['UNKNOWN_FORMAT'],
      chunks: [{ text: content.trim() }],
    });
  });

  test('a format whose words no reader gets at has a name', () => {
    expect(foreignFormatOf('%PDF-1.7 …')).toBe('a PDF');
    expect(foreignFormatOf('{\\rtf1 We will}')).toBe('RTF');
    expect(foreignFormatOf('# We will use %PDF-')).toBeNull();
  });
});

describe('every reader takes any text', () => {
  const scraps = fc.array(
    fc.constantFrom(
      ...[
        '<p>',
        '</p>',
        '<li>',
        '<table><tr><td>',
        '</td>',
        '&amp;',
        '<!--',
        '-->',
        '= A',
        '== B',
        '----',
        '|===',
        '* ',
        '** ',
        '.. note::',
        '::',
        '====',
        '+--+',
        '| a |',
      ],
      ...[
        '[[a|b]]',
        '%%',
        '> [!note] ',
        '#+begin_src',
        '#+end_src',
        ':END:',
        '{"cells":[',
        '"memory":"x"',
        '>>>',
        '<<<',
        'TITLE: a',
        '"a",',
        'text: |',
        '\n',
        '\n\n',
        '  ',
        'We will.',
        '`',
        '~~~',
        '\\',
      ],
    ),
    { maxLength: 40 },
  );

  test.each(documentFormats)('%s: offsets never fall, and each stands in the source', async (format) => {
    await fc.assert(
      fc.asyncProperty(scraps, async (parts) => {
        const source = parts.join('');
        const readable = await readFormat(format, source);
        if (readable === null) return;
        expect(readable.offsets).toHaveLength(readable.text.length + 1);
        expect(readable.offsets.at(-1)).toBe(source.length);
        let last = 0;
        for (const offset of readable.offsets) {
          expect(offset).toBeGreaterThanOrEqual(last);
          last = offset;
        }
        const { chunks } = atOnce(chunkingDocument(source, readable));
        for (const chunk of chunks) expect(source.slice(chunk.startOffset, chunk.endOffset)).toBe(chunk.text);
      }),
      { numRuns: propertyRuns(300, 50) },
    );
  });

  test.runIf(isLong).each(documentFormats)(
    '%s: twice the text costs at most some three times the work',
    async (format) => {
      const scrap =
        '<li>[[a|b]] %% = A\n** |===\n.. x::\n  `a <b\n+--+\n<<a,b\n----\n:a: "memory": "x" > [!note] \n';
      /** Milliseconds of the processor spent by this thread alone: load of the machine does not count. */
      const workOf = async (times: number) => {
        const source = scrap.repeat(times);
        let least = Number.POSITIVE_INFINITY;
        for (let turn = 0; turn < 3; turn += 1) {
          const before = process.threadCpuUsage();
          await readFormat(format, source);
          const { user, system } = process.threadCpuUsage(before);
          least = Math.min(least, (user + system) / 1_000);
        }
        return least;
      };
      await workOf(1_000);
      const once = await workOf(2_000);
      const twice = await workOf(4_000);
      expect(twice).toBeLessThan(30 + 4 * once);
    },
  );
});
