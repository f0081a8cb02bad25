import { describe, expect, test } from 'vitest';
import { createTestGateway, people } from '#test/support/gateway.ts';
import { onServerStore } from '#test/support/store.ts';
import { runStory } from '#test/support/story.ts';

const page =
  '<html><body><h1>7. Pumps</h1><p>Status: Rejected</p><h2>Decision</h2><p>We will use <b>two</b> pumps &amp; a valve.</p></body></html>';

describe('a document that is no markdown', () => {
  onServerStore((store) => {
    test.each([
      ['at once', true],
      ['by a later pass', false],
    ] as const)('is read in its format %s, and the span leads back to it', async (_when, extract) => {
      const gateway = await createTestGateway(store());
      const story = runStory(gateway);
      const { wave } = await story.ingests(people.service, [{ path: 'adr/7.html', content: page }], {
        project: `pumps ${extract}`,
        extract,
      });
      if (!extract)
        await gateway.ask(
          people.service,
          'mutation ($id: ID!) { extractWave(input: { waveId: $id }) { __typename } }',
          { id: wave.id },
        );
      const { data } = await gateway.ask(
        people.reviewer,
        `query ($id: ID!) { ingestionWave(id: $id) { documents(first: 1) { nodes { format title content } }
          report { candidates(first: 5) { nodes { content ... on Memory { sourceSpan { text start end } context { recordStatus } } } } } } }`,
        { id: wave.id },
      );
      const { documents, report } = data.ingestionWave;
      expect(documents.nodes).toEqual([{ format: 'HTML', title: '7. Pumps', content: page }]);
      const [{ content, sourceSpan: span, context }] = report.candidates.nodes;
      expect(content).toBe('We will use two pumps & a valve.');
      expect(context.recordStatus).toBe('REJECTED');
      expect(page.slice(span.start, span.end)).toBe(span.text);
      expect(span.text).toBe('We will use <b>two</b> pumps &amp; a valve.');
    });

    test.each([
      [
        'mail.eml',
        'From: Ada\nContent-Transfer-Encoding: quoted-printable\nContent-Type: text/plain\n\nI prefer two=00 pumps.\n',
        'I prefer two\uFFFD pumps.',
      ],
      [
        'notes.ipynb',
        '{"cells": [{"cell_type": "markdown", "source": ["We will use two\\u0000 pumps \\ud83d\\ude00 and one\\ud800 valve."]}], "nbformat": 4}',
        'We will use two\uFFFD pumps 😀 and one\uFFFD valve.',
      ],
      [
        'slack.json',
        '[{"type": "message", "user": "U1", "ts": "1700000000.1", "user_profile": {"real_name": "A\\u0000da"}, "text": "We will use three\\ud800 pumps \\ud83d\\ude00 here."}, {"type": "message", "user": "U2", "ts": "1700000001.1", "text": "ok"}]',
        'We will use three\uFFFD pumps 😀 here.',
      ],
    ])('holds %s with a character that no store takes', async (path, content, statement) => {
      const gateway = await createTestGateway(store());
      const { wave } = await runStory(gateway).ingests(people.service, [{ path, content }], {
        project: `characters of ${path}`,
      });
      const { data } = await gateway.ask(
        people.reviewer,
        'query ($id: ID!) { ingestionWave(id: $id) { report { candidates(first: 5) { nodes { content } } } } }',
        { id: wave.id },
      );
      expect(data.ingestionWave.report.candidates.nodes).toEqual([{ content: statement }]);
    });

    test('is refused by name where no reader gets at its words', async () => {
      const gateway = await createTestGateway(store());
      const { data } = await gateway.ask(
        people.service,
        `mutation ($input: IngestDocumentsInput!) { ingestDocuments(input: $input) { __typename
          ... on UserError { code message path } } }`,
        {
          input: {
            project: 'pumps',
            documents: [{ path: 'a.pdf', content: '%PDF-1.7 We will use two pumps.' }],
          },
        },
      );
      expect(data.ingestDocuments).toMatchObject({
        code: 'input.invalid',
        message: expect.stringContaining('a PDF'),
        path: ['input', 'documents', '0', 'content'],
      });
    });
  });
});
