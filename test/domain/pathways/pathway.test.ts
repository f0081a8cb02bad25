import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { filePrefix, pathwayId } from '#domain/pathways/identity.ts';
import { decideReplay, decideRevision } from '#domain/pathways/pathway.ts';
import {
  assertPathwayVector,
  bucketCounts,
  bucketOf,
  directionOf,
  normalized,
  vectorTokens,
} from '#domain/pathways/pathway-vector.ts';
import { failsProbation } from '#domain/pathways/rules/probation-gate.ts';
import parity from '../../../docs/pathway-parity.json' with { type: 'json' };

describe('identity (Pathway specification §3)', () => {
  test.for([
    ['crates/queryd/src/service.rs', 'crates/queryd'],
    ['crates/gateway', 'crates/gateway'],
    ['README.md', 'README.md'],
    ['crates\\queryd\\src\\service.rs', 'crates/queryd'],
    ['', ''],
    ['/srv/app/main.rs', '/srv'],
    ['a//b', 'a/'],
    ['src/', 'src/'],
    ['./src/a', './src'],
  ] as const)('the prefix of %j is %j', ([path, prefix]) => {
    expect(filePrefix(path)).toBe(prefix);
  });

  test('the golden value, and an absent signal class is an empty one', () => {
    const golden = '2b99a436d31479421547e9d26951483893d0bb0223d654295551904a3552a008';
    const identity = { taskClass: 'scrum_review', filePath: 'crates/queryd/src/service.rs' };
    expect(pathwayId({ ...identity, signalClass: null })).toBe(golden);
    expect(pathwayId({ ...identity, signalClass: '' })).toBe(golden);
    expect(pathwayId({ ...identity, signalClass: 'CONVERGING' })).not.toBe(golden);
  });
});

describe('the vector (Pathway specification §4)', () => {
  test.for([
    ['task_class:scrum_review', 19],
    ['file_prefix:crates/queryd', 9],
    ['signal_class:', 19],
    ['signal_class:CONVERGING', 25],
  ] as const)('%s falls into bucket %i', ([token, bucket]) => {
    expect(bucketOf(token)).toBe(bucket);
  });

  const nobody = { models: [], sourceDocs: [], signals: [], flags: [] };

  test('tokens are those of the specification, repeats counted', () => {
    expect(
      vectorTokens({
        taskClass: 't',
        filePath: 'a\\b\\c',
        signalClass: null,
        models: ['m', 'm'],
        sourceDocs: ['d'],
        signals: ['S'],
        flags: ['OffByOne'],
      }),
    ).toEqual([
      'task_class:t',
      'file_prefix:a/b',
      'signal_class:',
      'model:m',
      'model:m',
      'kb_doc:d',
      'signal:S',
      'flag:OffByOne',
    ]);
  });

  test('has length 1, whatever it is made of', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.array(fc.string()), (taskClass, filePath, models) => {
        const vector = normalized(
          bucketCounts({ ...nobody, taskClass, filePath, signalClass: null, models }),
        );
        expect(vector).toHaveLength(32);
        expect(Math.hypot(...vector)).toBeCloseTo(1, 12);
      }),
    );
  });

  test('a query is a direction: 32 finite numbers, not all zero', () => {
    const with0 = (value: number) => [value, ...Array<number>(31).fill(0)];
    for (const bad of [
      [],
      Array<number>(31).fill(1),
      Array<number>(33).fill(1),
      with0(0),
      with0(Number.NaN),
      with0(1 / 0),
    ])
      expect(() => assertPathwayVector(bad)).toThrow(/pathwayVec/);
    for (const length of [1, 1e-300, 1e300, -5]) {
      expect(() => assertPathwayVector(with0(length))).not.toThrow();
      expect(directionOf(with0(length))[0]).toBe(Math.sign(length));
    }
  });
});

describe('another runtime can test itself', () => {
  test.for(parity.vectors)(
    '$input.task_class of $input.file_path',
    ({ input, pathway_id, file_prefix, pathway_vec }) => {
      const identity = {
        taskClass: input.task_class,
        filePath: input.file_path,
        signalClass: input.signal_class,
      };
      expect(pathwayId(identity)).toBe(pathway_id);
      expect(filePrefix(input.file_path)).toBe(file_prefix);
      const vector = normalized(
        bucketCounts({
          ...identity,
          models: input.models,
          sourceDocs: input.source_docs,
          signals: input.signals,
          flags: input.flags,
        }),
      );
      expect(vector).toEqual(pathway_vec);
    },
  );
});

describe('probation (Pathway specification §5.4)', () => {
  test.for([
    [0, 0, false],
    [2, 0, false],
    [3, 3, false],
    [3, 2, true],
    [5, 4, false],
    [5, 3, true],
    [10, 8, false],
    [100, 79, true],
  ] as const)('%i replays with %i successes: fails %s', ([replayCount, replaysSucceeded, fails]) => {
    expect(failsProbation({ replayCount, replaysSucceeded })).toBe(fails);
  });

  test('a pathway is retired once, and replays go on counting', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 50 }), (replays) => {
        let pathway = { retired: false, replayCount: 0, replaysSucceeded: 0 };
        let retirements = 0;
        for (const succeeded of replays) {
          const { retires, ...sums } = decideReplay(pathway, succeeded);
          retirements += retires ? 1 : 0;
          pathway = { ...sums, retired: pathway.retired || retires };
        }
        expect(pathway.replayCount).toBe(replays.length);
        expect(pathway.replaysSucceeded).toBe(replays.filter(Boolean).length);
        expect(retirements).toBe(pathway.retired ? 1 : 0);
      }),
    );
  });
});

describe('revision (Pathway specification §5.2)', () => {
  const head = { pathwayId: 'p', version: 4, supersededAt: null };
  test.for([
    ['a head', head, 'p', { outcome: 'applied', version: 5 }],
    [
      'a superseded version',
      { ...head, supersededAt: new Date(0) },
      'p',
      { outcome: 'refused', violation: { code: 'conflict.stale_revision' } },
    ],
    ['into another pathway', head, 'q', { outcome: 'refused', violation: { code: 'trace.other_pathway' } }],
  ] as const)('%s', ([, trace, id, decision]) => {
    expect(decideRevision(trace, { pathwayId: id })).toEqual(decision);
  });
});
