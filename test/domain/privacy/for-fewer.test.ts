import { describe, expect, test } from 'vitest';
import { isForFewer } from '#domain/privacy/for-fewer.ts';

const shared = {
  isPersonal: false,
  contributor: 'ann',
  audience: [] as readonly string[],
  quarantined: false,
  sensitivityLabels: [] as readonly string[],
};
type Shown = Partial<typeof shared>;

describe('an item may be hidden from somebody who sees another', () => {
  test.for<[string, Shown, Shown, boolean]>([
    ['both for all', {}, {}, false],
    ['for a group, than for all', { audience: ['crew'] }, {}, true],
    ['for all, than for a group', {}, { audience: ['crew'] }, false],
    ['for one group, than for two', { audience: ['crew'] }, { audience: ['crew', 'board'] }, true],
    ['for two groups, than for one', { audience: ['board', 'crew'] }, { audience: ['crew'] }, false],
    ['for another group', { audience: ['board'] }, { audience: ['crew'] }, true],
    ['personal, than for all', { isPersonal: true }, {}, true],
    ['personal to the same', { isPersonal: true }, { isPersonal: true }, false],
    ['personal to another', { isPersonal: true, contributor: 'bob' }, { isPersonal: true }, true],
    ['for a group, than personal', { audience: ['crew'] }, { isPersonal: true, audience: ['crew'] }, true],
    ['for all, than personal', {}, { isPersonal: true }, false],
    ['labelled, than without labels', { sensitivityLabels: ['pii'] }, {}, true],
    ['without labels, than labelled', {}, { sensitivityLabels: ['pii'] }, false],
    ['labelled alike', { sensitivityLabels: ['pii'] }, { sensitivityLabels: ['legal', 'pii'] }, false],
    ['quarantined', { quarantined: true }, {}, true],
    ['quarantined, than quarantined', { quarantined: true }, { quarantined: true }, false],
  ])('%s', ([, one, than, verdict]) => {
    expect(isForFewer({ ...shared, ...one }, { ...shared, ...than })).toBe(verdict);
  });
});
