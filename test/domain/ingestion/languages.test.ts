import { describe, expect, test } from 'vitest';
import { languageOf } from '#application/ingestion/steps/languages.ts';
import { chunkMarkdown } from '#domain/ingestion/chunk-markdown.ts';
import { statementsBySection } from '#domain/ingestion/extract-statements.ts';
import { readDocumentFacts } from '#domain/ingestion/records/document-facts.ts';
import type { ExtractionSource } from '#domain/ingestion/types.ts';

/** A decision record as the pipeline reads it: its status, what it states, and why a section gives nothing. */
const read = async (text: string) => {
  const { title, chunks } = chunkMarkdown(text);
  const document = readDocumentFacts('adr/7.md', title, chunks);
  const contents: string[] = [];
  const unread: (string | null)[] = [];
  for (const chunk of chunks) {
    const language = await languageOf(chunk as unknown as ExtractionSource);
    for (const section of statementsBySection({ ...chunk, language, document })) {
      contents.push(...(section?.statements.map(({ content, rule }) => `${rule}: ${content}`) ?? []));
      if (section?.unread === 'LANGUAGE') unread.push(language);
    }
  }
  return { status: document.status, contents, unread };
};

const record = (status: string, heading: string, text: string, further: string) =>
  `# 7. Pumpen\n\n## Status\n\n${status}\n\n## ${heading}\n\n${text}\n\n${further}\n`;

describe('a decision record in another language', () => {
  test.each([
    [
      'German',
      record(
        'Abgelehnt',
        'Entscheidung',
        'Wir verwenden zwei Pumpen für jedes Dock. Die alte Pumpe wird verkauft.',
        '## Hinweise\n\nDie Werft hat im letzten Jahr viele neue Pumpen gekauft.',
      ),
      'REJECTED',
      ['Wir verwenden zwei Pumpen für jedes Dock.', 'Die alte Pumpe wird verkauft.'],
      ['de'],
    ],
    [
      'German, as MADR names it',
      record(
        'Akzeptiert',
        'Entscheidungsergebnis',
        'Gewählte Option: "Zwei Pumpen", weil die Werft damit vertraut ist.',
        '## Hinweise\n\nDie Werft hat im letzten Jahr viele neue Pumpen gekauft.',
      ),
      'ACCEPTED',
      ['Gewählte Option: "Zwei Pumpen", weil die Werft damit vertraut ist.'],
      ['de'],
    ],
    [
      'Spanish',
      record(
        'Aceptada',
        'Decisión',
        '- Usaremos dos bombas para todos los muelles.\n- Venderemos la bomba vieja en primavera.',
        '## Notas\n\nEl astillero compró muchas bombas nuevas el año pasado.',
      ),
      'ACCEPTED',
      ['Usaremos dos bombas para todos los muelles.', 'Venderemos la bomba vieja en primavera.'],
      ['es'],
    ],
    [
      'French',
      record(
        'Remplacée',
        'Décision',
        'Nous utiliserons deux pompes pour tous les quais du port.',
        '## Remarques\n\nLe chantier a acheté beaucoup de pompes neuves cette année.',
      ),
      'SUPERSEDED',
      ['Nous utiliserons deux pompes pour tous les quais du port.'],
      ['fr'],
    ],
    [
      'Japanese',
      record(
        '承認',
        '決定',
        'すべての埠頭に二台のポンプを使用する。古いポンプは春に売却する。',
        '## メモ\n\n造船所は昨年多くの新しいポンプを購入した。',
      ),
      'ACCEPTED',
      ['すべての埠頭に二台のポンプを使用する。', '古いポンプは春に売却する。'],
      ['ja'],
    ],
  ])(
    'is read by its headings: %s; the rest is reported with its language',
    async (_language, text, status, contents, unread) => {
      expect(await read(text)).toEqual({
        status,
        contents: contents.map((content) => `heading.typed: ${content}`),
        unread,
      });
    },
  );

  test.each([
    'We will use two pumps for every dock.',
    '- Adopt PostgreSQL\n- Use metres, not feet\n- Kubernetes ingress via nginx',
    'The Entscheidung of the board is to use two pumps.',
    'PL-20 4.8 kg',
  ])('English, names and figures are no other language: %j', async (text) => {
    expect(await languageOf({ text } as ExtractionSource)).toBeNull();
  });
});
