import { describe, expect, test } from 'vitest';
import { namesWithWords } from '#domain/erasure/names-with-words.ts';

const wording = 'We will hand the harbour keys to Ottoline Quarrick in the evening.';
const short = 'Quarrick’s key.';

describe('a name that stays when words are erased', () => {
  test.for([
    ['is listed where a wording stands in it whole', wording, true],
    ['is listed where three words of a wording stand in it', 'adr/0001-hand-the-harbour.md', true],
    ['is listed with capitals as its borders of words', 'notes/HarbourKeysToOttoline.md', true],
    ['is listed with letters in other forms and case', 'ＨＡＮＤ_ＴＨＥ_ＨＡＲＢＯＵＲ', true],
    ['is listed where it has a whole wording of fewer words', 'about: quarrick-s_key', true],
    ['is not listed for two words of a longer wording', 'ottoline-quarrick.md', false],
    ['is not listed for three words of less than twelve letters', 'in-the-we.md', false],
    ['is not listed for words in another order', 'harbour-the-hand-keys.md', false],
    ['is not listed where other words are between them', 'hand-all-the-big-harbour.md', false],
    ['is listed with the name of the person', 'people/al_mate/notes.md', true],
    ['is not listed with a part of a word that is the name of the person', 'people/al_mates.md', false],
    ['is not listed without letters', '---', false],
  ] as const)('%s', ([, name, isListed]) => {
    const names = [{ place: 'PROJECT', name }] as const;
    expect(namesWithWords(names, { wordings: [wording, short], person: 'al.mate' })).toEqual(
      isListed ? names : [],
    );
  });

  test('is not listed for a person without letters, nor for no words', () => {
    const names = [{ place: 'GROUP', name: '- -' }] as const;
    expect(namesWithWords(names, { wordings: ['', '…'], person: '--' })).toEqual([]);
    expect(namesWithWords(names, { wordings: [], person: null })).toEqual([]);
  });

  test('is found in linear time, however many names and words there are', () => {
    const names = Array.from({ length: 50_000 }, (_, at) => ({
      place: 'DOCUMENT_PATH' as const,
      name: `docs/${at}/${'a '.repeat(20)}.md`,
    }));
    const started = performance.now();
    expect(namesWithWords(names, { wordings: ['a '.repeat(500_000)], person: 'docs' })).toHaveLength(50_000);
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});
