import { describe, expect, test } from 'vitest';
import { bringerFor } from '#domain/review/saying-source.ts';

describe('what is recorded of a person is brought in by them', () => {
  const file = { broughtBy: 'svc', about: null, speaker: null };
  test.each([
    ['a file of another is the other’s', file, 'svc'],
    ['a conversation about them is theirs', { ...file, about: 'Bob' }, 'bob'],
    [
      'a conversation in which they speak is theirs, also one about another',
      { ...file, about: 'ann', speaker: 'BOB' },
      'bob',
    ],
    ['a spelling with unseen characters is theirs', { ...file, speaker: 'b\u200Bob' }, 'bob'],
    ['a conversation in which another speaks is its recorder’s', { ...file, speaker: 'ann' }, 'svc'],
    [
      'what they recorded is theirs, also where another speaks',
      { ...file, broughtBy: 'bob', speaker: 'ann' },
      'bob',
    ],
  ])('%s', (_, source, bringer) => {
    expect(bringerFor('bob', source)).toBe(bringer);
  });
});
