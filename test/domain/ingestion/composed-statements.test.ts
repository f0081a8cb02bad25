import { expect, test } from 'vitest';
import { readBlocks } from '#domain/ingestion/read-blocks.ts';
import { composeUnits } from '#domain/ingestion/sections/compose-statement.ts';
import type { SectionFamily } from '#domain/ingestion/sections/section-families.ts';
import { readUnits } from '#domain/ingestion/sections/units.ts';

const composed = (text: string, family: SectionFamily | null = 'decision') =>
  composeUnits(readUnits(readBlocks(text), { family, own: true }));

const table = (about: string, rows: readonly (readonly [text: string, statements: readonly string[]])[]) =>
  test.for(rows)(`${about}: %j`, ([text, statements]) => {
    expect(composed(text).map(({ content }) => content)).toEqual(statements);
  });

table('a sentence stands alone, or with those that it leans on', [
  ['We will use lamps.', ['We will use lamps.']],
  ['We will use lamps. The pier is dark.', ['We will use lamps.', 'The pier is dark.']],
  ['The lamp is red. It burns all night.', ['The lamp is red. It burns all night.']],
  ['The lamp is red. It burns. It is lit at dusk.', ['The lamp is red. It burns. It is lit at dusk.']],
  ['What is it? It burns all night.', []],
  ['It burns all night.', ['It burns all night.']],
  ['As such, the lamp is red at night.', ['the lamp is red at night.']],
]);

table('what states nothing is left out', [
  ['TBD', []],
  ['Shall we use lamps?', []],
  ['The lamps that we use for', []],
  ['This document describes the lamps.', []],
  ['For example, the lamp is red.', []],
  ['Thanks to all who paint.', []],
  ['See the page on lamps.', []],
  ['Status: the lamps are accepted', []],
  [`We will use ${'red '.repeat(200)}lamps.`, []],
]);

table('an item is joined to the sentence that it completes', [
  [
    'The crew must:\n\n- log each start\n- keep the log.',
    ['The crew must log each start', 'The crew must keep the log.'],
  ],
  ['We decided to:\n\n- Paint the hull', ['We decided to Paint the hull']],
  ['We will not:\n\n- Lamps on the pier', ['We will not: Lamps on the pier']],
  ['If the pump fails:\n\n- Close the hatch.', ['If the pump fails: Close the hatch.']],
  ['The crew keeps lamps:\n\n- red ones', ['The crew keeps lamps: red ones']],
  ['The crew keeps lamps:\n\n- The north lamp is red.', ['The north lamp is red.']],
  [
    'The tools are these:\n\n- pumpctl: Contains the code',
    ['The tools are these: pumpctl: Contains the code'],
  ],
  ['Invoices:\n\n- which we keep ten years', ['Invoices: which we keep ten years']],
  ['Rowers:\n\n- MUST wear vests', ['Rowers MUST wear vests']],
  ['We considered these options:\n\n- Use lamps on piers', []],
  ['- The gauge\n  - Forces an address on it', ['The gauge: Forces an address on it']],
  ['- The crew must\n  - log each start', ['The crew must log each start']],
  ['We keep the following lamps.\n\n- red ones', ['We keep the following lamps.: red ones']],
]);

table('what its heading completes has its words', [
  ['**Rowers**\n\nMUST wear vests.', ['Rowers: MUST wear vests.']],
  ['**Decisions:**\n\n- Lamps on the pier', ['Decisions: Lamps on the pier']],
  ['**Non-goals**\n\n- Paint the hull blue', ['Non-goals: Paint the hull blue']],
  ['**Lamps**\n\n- Red ones', []],
  ['2.1 Rowers\n\nMUST wear vests.', ['2.1 Rowers: MUST wear vests.']],
  ['**Decisions**\n\n- Lamps', []],
  ['**2025-01-01**\n\nMUST wear vests.', []],
]);

table('lines of a paragraph that open with labels are texts of their own', [
  [
    'Impact: The pump stopped all day.\nCause: A rope broke at noon.',
    ['Impact: The pump stopped all day.', 'Cause: A rope broke at noon.'],
  ],
  ['Water\nThe pump fills the tank at night.', ['The pump fills the tank at night.']],
  ['The pump fills\nthe tank at night.', ['The pump fills the tank at night.']],
]);

table('before code a step says what is to be done', [
  ['Check the health of the nodes:\n\n```\nls\n```', ['Check the health of the nodes']],
  ['Run this command:\n\n```\nls\n```', []],
  ['- Check the health of the nodes, e.g.:', ['Check the health of the nodes']],
]);

table('a row is its sentence, or all its cells behind their columns', [
  [
    '| Decision | Status |\n|--|--|\n| We will paint the hull blue. | Accepted |',
    ['We will paint the hull blue.'],
  ],
  ['| Lamp | Colour |\n|--|--|\n| North | red |', ['Lamp: North; Colour: red']],
  [
    '| Task | Owner |\n|--|--|\n| Paint the hull blue this week | Ada |',
    ['Task: Paint the hull blue this week; Owner: Ada'],
  ],
  ['| Lamp | Colour |\n|--|--|\n| North | |', []],
  ['| | |\n|--|--|\n| We will paint the hull blue. | |', ['We will paint the hull blue.']],
]);

table('of sentences before it at most two, and five hundred characters', [
  ['The lamp is red. It burns. It is hot. It is lit at dusk.', ['The lamp is red. It burns. It is hot.']],
  [
    `The lamp is red ${'and warm '.repeat(55)}at night. It is lit at dusk.`,
    [`The lamp is red ${'and warm '.repeat(55)}at night.`],
  ],
]);

table('too few words, or words of code alone, state nothing', [
  ['Use it.', ['Use it.']],
  ['Row.', []],
  ['1234 5678 is 9012 3456.', []],
  ['Use `pumpctl --all --force --now`.', []],
  [
    'Use `pumpctl --all --force --now` for each pump of the harbour.',
    ['Use pumpctl --all --force --now for each pump of the harbour.'],
  ],
  ['- `ls -la is it`', []],
  ['[Decision] We will use lamps.', []],
]);

table('a line that names a kind of section is a title', [
  ['2. Requirements\n\nMUST wear vests.', ['Requirements: MUST wear vests.']],
  ['- Rowers\n\nMUST wear vests.', []],
  ['1. Requirements\n2. Goals\n\nMUST wear vests.', []],
  ['Requirements:\n\n- Lamps on the pier', ['Requirements: Lamps on the pier']],
  [`**${'Rower '.repeat(11).trim()}**\n\nMUST wear vests.`, []],
  ['**Lamps:**\n\n- which burn at night', ['Lamps: which burn at night']],
  ['**Lamps:**\n\n- Red ones', []],
]);

table('a first line is a title where it is short, open and no clause', [
  ['water\nThe pump fills the tank at night.', ['water The pump fills the tank at night.']],
  ['Water,\nThe pump fills the tank at night.', ['Water, The pump fills the tank at night.']],
  ['The pump is old\nThe crew rests at night.', ['The pump is old The crew rests at night.']],
  [
    'The pump fills the tank\nWater\nThe crew rests at night.',
    ['The pump fills the tank Water The crew rests at night.'],
  ],
]);

table('what announces belongs to the list, the table or the code behind it', [
  ['We keep the following.\n\nLamps are red.', ['We keep the following.', 'Lamps are red.']],
  [
    'We must:\n\n(1) log each start\n\n(2) keep the log',
    ['We must: (1) log each start', 'We must: (2) keep the log'],
  ],
  ['For example:\n\n```\nls\n```\n\n- The lamp is red.', ['The lamp is red.']],
  ['If the pump fails:\n\n```\nls\n```\n\n- Close the hatch.', ['If the pump fails: Close the hatch.']],
  ['Check it:\n\n```\nls\n```', []],
  ['The crew must check nodes, e.g.:\n\n```\nls\n```', ['The crew must check nodes']],
  ['The health of the nodes:\n\n```\nls\n```', []],
  ['- Check the health of the nodes, e.g.:\n\n  More words follow here.', ['More words follow here.']],
]);

table('a cell says what it is where it is a sentence of five words, and of no task', [
  [
    '| Decision | Status |\n|--|--|\n| We use red lamps | Accepted |',
    ['Decision: We use red lamps; Status: Accepted'],
  ],
  [
    '| Task | Owner | A | B | C |\n|--|--|--|--|--|\n| Paint the hull blue this week | Ada | x | y | z |',
    ['Paint the hull blue this week'],
  ],
  ['| Lamp | |\n|--|--|\n| North | red |', []],
  ['| Lamp | Colour | Note |\n|--|--|--|\n| North | | wet |', ['Lamp: North; Note: wet']],
  [`| Lamp | Colour |\n|--|--|\n| North | ${'red, '.repeat(170)}blue |`, []],
]);

test('what announces a statement that stands alone is named beside it', () => {
  const leadIns = (text: string) => composed(text).map(({ leadIn }) => leadIn);
  expect(leadIns('The crew keeps lamps:\n\n- The north lamp is red.\n- The south lamp is blue.')).toEqual([
    'The crew keeps lamps:',
    'The crew keeps lamps:',
  ]);
  const rows = '| Lamp | Colour |\n|--|--|\n| North | red |\n| South | It is blue at all hours |';
  expect(leadIns(`We keep the following lamps.\n\n${rows}`)).toEqual(
    Array(2).fill('We keep the following lamps.'),
  );
  expect(leadIns(`${rows}\n\nThe lamp is red.`)).toEqual([null, null, null]);
});

test('a row that is a record has its status and its date', () => {
  const rows = (head: string, cells: string) => composed(`| ${head} |\n|--|--|--|\n| ${cells} |`);
  const [one] = rows('Decision | Status | Date', 'We will paint the hull blue. | Rejected | 2025-01-02');
  expect(one?.record).toEqual({ status: 'REJECTED', date: '2025-01-02' });
  const [other] = rows('Decision | Weight | Date', 'We will paint the hull blue. | 7 | 2025-01-02');
  expect(other?.record).toBeUndefined();
});

test('each statement names every part of the text that it has words of', () => {
  const text = 'The crew must:\n\n- log each start\n\n| Lamp | Colour |\n|--|--|\n| North | red |';
  const parts = composed(text).map(({ start, end, others }) =>
    [{ start, end }, ...others].map((part) => text.slice(part.start, part.end)),
  );
  expect(parts).toEqual([
    ['log each start', 'The crew must:'],
    ['North', 'Lamp', 'Colour', 'red'],
  ]);
});
