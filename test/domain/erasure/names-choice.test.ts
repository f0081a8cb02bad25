import { expect, test } from 'vitest';
import { decideNames, renamedPath } from '#domain/erasure/names-choice.ts';
import { nameMatcher } from '#domain/erasure/names-with-words.ts';

const path = { place: 'DOCUMENT_PATH', name: 'people/al-mate.md' } as const;
const project = { place: 'PROJECT', name: 'al mate' } as const;

test.for([
  ['names are kept where the caller keeps them', 'KEEP', [path, project], { decision: 'go', renamed: [] }],
  [
    'any name is refused where the caller refuses',
    'REFUSE',
    [path],
    { decision: 'refuse', counts: { DOCUMENT_PATH: 1 } },
  ],
  ['without names nothing is refused', 'REFUSE', [], { decision: 'go', renamed: [] }],
  ['a path is renamed', 'RENAME', [path], { decision: 'go', renamed: [path.name] }],
  [
    'a name of another kind is refused, and no path renamed',
    'RENAME',
    [path, project],
    { decision: 'refuse', counts: { PROJECT: 1 } },
  ],
] as const)('%s', ([, choice, found, decided]) => {
  const decision = decideNames(choice, found);
  expect(
    decision.decision === 'refuse' ? { ...decision, counts: Object.fromEntries(decision.counts) } : decision,
  ).toEqual(decided);
});

const holdsWords = nameMatcher({
  wordings: ['We will hand the harbour keys to Ottoline Quarrick in the evening.'],
  person: 'al.mate',
});
const nameOf = (upTo: string) => `erased-${upTo.length}`;

test.for([
  ['a file keeps its folder and ending', 'people/al-mate.md', 'people/erased-17.md'],
  [
    'a folder is renamed, and what is in it keeps its name',
    'people/al-mate/notes.md',
    'people/erased-14/notes.md',
  ],
  [
    'words that stand across folders end where the last one stands',
    'al/mate/notes.md',
    'al/erased-7/notes.md',
  ],
  ['each place with words is renamed', 'al_mate/hand-the-harbour.md', 'erased-7/erased-27.md'],
  ['an ending that holds words goes, too', 'notes/al.mate', 'notes/erased-13'],
  ['a path without words stays', 'people/bo-mate.md', 'people/bo-mate.md'],
] as const)('%s', ([, former, made]) => {
  expect(renamedPath(former, holdsWords, nameOf)).toBe(made);
  expect(holdsWords(made)).toBe(false);
});
