import { expect, test } from 'vitest';
import { possibleDuplicates } from '#domain/contradictions/possible-duplicates.ts';

const text = (id: string, content: string) => ({ id, content, headingPath: [] });
const own = text('own', 'We will moor the boats at the north pier.');
const listed = (...args: Parameters<typeof possibleDuplicates>) =>
  possibleDuplicates(...args).map(({ id }) => id);

test('an equal text is wholly alike, and says the same', () => {
  expect(possibleDuplicates(own, [text('a', own.content)], [])).toEqual([
    { id: 'a', similarity: 1, relation: 'SAME' },
  ]);
});

const far = text('far', 'Tea is served at five.');

test('a text that is little alike is listed where it is near in meaning, and once where it shares words, too', () => {
  expect(listed(own, [far], [])).toEqual([]);
  expect(listed(own, [], [far])).toEqual(['far']);
  expect(listed(own, [far], [far])).toEqual(['far']);
});

test('five are listed, the most alike first, of equal ones by their ids', () => {
  const alike = ['f', 'e', 'd', 'c', 'b'].map((id) => text(id, 'We will moor the boats at the south pier.'));
  expect(listed(own, [...alike, text('z', own.content)], [])).toEqual(['z', 'b', 'c', 'd', 'e']);
});

test('texts are compared by their first thousand characters', () => {
  const long = 'We will moor the boats at the north pier. '.repeat(30).slice(0, 1_000);
  const [found] = possibleDuplicates(
    text('own', `${long} Here.`),
    [text('a', `${long} There and elsewhere.`)],
    [],
  );
  expect(found?.similarity).toBe(1);
});
