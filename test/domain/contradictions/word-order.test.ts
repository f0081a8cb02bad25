import { describe, expect, test } from 'vitest';
import { readSentences } from '#domain/contradictions/heuristic/read-clauses.ts';
import { subjectLength, withoutOf } from '#domain/contradictions/heuristic/word-order.ts';

test.for<[words: string, turned: string]>([
  ['the mass of the buoy', 'the buoy mass'],
  ['our list of all crews', 'our crews list'],
  ['the length of the cable of the crane', 'the crane cable length'],
  ['the team stores copies of invoices', 'the team stores invoices copies'],
  ['the name of north sea harbour', 'the north sea harbour name'],
  ['the name of north sea harbour office', 'the name of north sea harbour office'],
  ['the colour of the buoy is red', 'the buoy colour is red'],
  ['the frame is made of steel', 'the frame is made of steel'],
  ['a kind of boat', 'a kind of boat'],
  ['of course we sail', 'of course we sail'],
  ['a crew of', 'a crew of'],
  ['in of the boat', 'in of the boat'],
  ['the edge of , the boat', 'the edge of , the boat'],
  ['out of order , the mass of the buoy', 'out of order , the buoy mass'],
])('what is of a thing stands behind it: %s', ([words, turned]) => {
  expect(withoutOf(words.split(' ')).join(' ')).toBe(turned);
});

test.for<[subject: string, rest: string]>([
  ['the pump', 'is open'],
  ['we', 'use redis'],
  ['', 'store secrets in vault'],
  ['', 'keep tickets for the audit'],
  ['store', 'keeps logs'],
  ['report generation', 'is slow'],
  ['report generation at night', 'is slow'],
  ['boats', 'stop at noon'],
  ['the nightly export', 'includes drafts'],
  ['the import', 'runs at night'],
  ['the team in charge', 'decides it'],
  ['deploying code', 'needs approval'],
  ['token rotation', 'runs nightly'],
  ['code deployment', 'takes an hour'],
  ['cache deletion', 'takes an hour'],
  ['the crane', 'hoists boats'],
  ['harbour pilots', 'must answer'],
  ['every crew', 'reports to the office'],
  ['quick brown fox', ''],
  ['the boats', ''],
])('the subject ends before the verb: %s | %s', ([subject, rest]) => {
  const words = (text: string) => text.split(' ').filter(Boolean);
  expect(subjectLength([...words(subject), ...words(rest)])).toBe(words(subject).length);
});

describe('a passive sentence in the order of an active one', () => {
  test.for<[sentence: string, agent: string, rest: string]>([
    ['The gateway caches answers.', 'gateway', 'caches answers'],
    ['Answers are cached by the gateway.', 'gateway', 'cached answers'],
    ['Answers are always cached by the gateway.', 'gateway', 'cached answers'],
    ['Answers are never automatically cached by the gateway.', 'gateway', 'cached answers automatically'],
    ['Answers are cached by the gateway in memory.', 'gateway', 'cached answers memory'],
    ['Answers are cached in memory by the gateway.', 'gateway', 'cached answers memory'],
    ['Answers are cached by the north gateway.', 'north gateway', 'cached answers'],
    ['The ledger is kept in Dublin.', '', 'kept ledger dublin'],
    ['Boats are led by the pilot.', 'pilot', 'led boats'],
    ['Boats are frobbed by the pilot.', 'pilot', 'frobbed boats'],
    ['Key rotation by the crew.', 'crew', 'rotation key'],
    ['Invoice approval by the board, in May.', 'board', 'approval invoice ¤0'],
    ['A chart by the pilot.', 'pilot', 'chart'],
    ['Sails by the harbour.', 'harbour', 'sails'],
    ['The report is detailed.', 'report', 'detailed'],
    ['The pilot is interested in boats.', 'pilot', 'interested boats'],
  ])('%s', ([sentence, agent, rest]) => {
    const [{ clauses: [clause] = [] } = {}] = readSentences(sentence);
    const { tokens, subjectLength: length } = clause?.active ?? { tokens: [], subjectLength: -1 };
    const words = tokens.map(({ word }) => word);
    expect([words.slice(0, length).join(' '), words.slice(length).join(' ')]).toEqual([agent, rest]);
  });
});
