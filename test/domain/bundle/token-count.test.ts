import { countTokens as countAtOnce } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, test } from 'vitest';
import { countTokens, tokensByPiece } from '#domain/bundle/token-count.ts';

const repeated = (unit: string, length: number) =>
  unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

describe('tokens are counted piece by piece', () => {
  test.for([
    ['English', 'We will keep the readings of the gauge for ten years; the buoy, too. '],
    ['German', 'Wir werden die Messwerte des Pegels zehn Jahre lang aufbewahren. '],
    ['lines', '- One reading of 4.8 kg\n- another\n\nAnd a paragraph of words. '],
    ['Russian', 'Мы будем хранить показания десять лет. '],
  ])('%s: exactly, since no token crosses the start of a word', ([, unit]) => {
    const text = repeated(unit ?? '', 4_000);
    expect(countTokens(text)).toBe(countAtOnce(text));
  });

  test.for([
    ['Chinese', '我们将把水位计的读数保存十年'],
    ['Thai', 'ภาษาไทยไม่มีช่องว่าง'],
    ['emoji', '😀🎉👍'],
    ['one letter', 'a'],
    ['spaces', ' '],
    ['marks', '!?'],
  ])('%s without a border: in pieces of bounded length, each a token more at most', ([, unit]) => {
    const text = repeated(unit ?? '', 3_000).toWellFormed();
    const pieces = [...tokensByPiece(text)].length;
    expect(pieces).toBeGreaterThanOrEqual(Math.ceil(text.length / 256));
    const difference = countTokens(text) - countAtOnce(text);
    expect(Math.abs(difference)).toBeLessThanOrEqual(2 * pieces);
  });

  test('marks of a model are counted as the text that they are', () => {
    expect(countTokens('Say <|endoftext|> now.')).toBeGreaterThan(5);
  });
});
