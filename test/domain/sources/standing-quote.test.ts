import { describe, expect, test } from 'vitest';
import { standingQuote } from '#domain/sources/standing-quote.ts';

const quote = 'We read the gauges at noon';

describe('a quote stands as a statement of its own', () => {
  test.for([
    ['alone', quote, 0],
    ['with its full stop', `${quote}.`, 0],
    ['with a semicolon', `${quote}; the crew signs.`, 0],
    ['in quotation marks that end a sentence', `"${quote}."`, null],
    ['in a line of its own', `Rules\n${quote}\nThe crew signs.`, 6],
    ['after another sentence', `The crew signs. ${quote}.`, 16],
    ['after a sentence in quotation marks', `He said "no." ${quote}.`, 14],
    ['after a colon', `The rule: ${quote}.`, 10],
    ['as an entry of a list', `- ${quote}`, 2],
    ['as a numbered entry', `12. ${quote}`, 4],
    ['as an entry that is numbered with a bracket', `  3) ${quote}`, 5],
    ['as a task of a list', `* [x] ${quote}`, 6],
    ['as a cited line', `> ${quote}`, 2],
    ['at the end of a line, before spaces', `${quote}  \nThe crew signs.`, 0],
    ['at the second place, where the first is part of a longer one', `${quote} no more. ${quote}.`, 36],
  ] as const)('%s', ([, text, offset]) => {
    expect(standingQuote(text, quote)).toBe(offset);
  });

  test.for([
    ['is part of a longer sentence', `${quote} no more.`],
    ['is what nobody says', `Nobody says that ${quote}.`],
    ['is begun by a word', `Once ${quote}.`],
    ['is part of a word', `${quote}time.`],
    ['is followed by a comma', `${quote}, unless it rains.`],
    ['stands after a full stop without a space', `1.5${quote}.`],
    ['is not there', 'We read the dials at noon.'],
    ['is in other letters', 'we read the gauges at noon.'],
  ] as const)('not where it %s', ([, text]) => {
    expect(standingQuote(text, quote)).toBeNull();
  });

  test('and goes on with another sentence where it ends itself', () => {
    expect(standingQuote(`${quote}. Nobody signs.`, `${quote}.`)).toBe(0);
    expect(standingQuote(`${quote}." she said`, `${quote}."`)).toBe(0);
  });

  test('but an empty one does not', () => {
    expect(standingQuote('', '')).toBeNull();
    expect(standingQuote(quote, '')).toBeNull();
  });

  test('however long the text around it is', () => {
    const sentence = 'The crew signs the book. ';
    expect(standingQuote(`${sentence.repeat(40)}${quote}. ${sentence.repeat(40)}`, quote)).toBe(1_000);
    expect(standingQuote(`${'word '.repeat(200)}${quote}.`, quote)).toBeNull();
  });
});
