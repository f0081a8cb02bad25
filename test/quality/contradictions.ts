import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type JudgedStatement, readJudgments } from '#domain/contradictions/judgments.ts';
import { type ContradictionJudge, heuristicJudge } from '#providers/contradiction-judge.ts';
import { type Half, halfOf } from './paths.ts';
import { type Rate, wilson } from './statistics.ts';

/** One of the two statements of a pair. */
export interface Side {
  readonly content: string;
  readonly headingPath?: readonly string[];
  readonly project?: string;
  /** Status of its record. */
  readonly status?: string;
}

/** The older statement, then the newer one. */
export interface LabelledPair {
  readonly sort: string;
  readonly contradicts: boolean;
  readonly a: Side;
  readonly b: Side;
}

export const readPairs = (half: Half): readonly LabelledPair[] =>
  readFileSync(join(import.meta.dirname, half, 'contradictions.ndjson'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as LabelledPair);

export const halfOfPair = ({ a, b }: LabelledPair): Half => halfOf(JSON.stringify([a.content, b.content]));

/** Statements of another place, project or standing: to name that as a soft contradiction is no mistake. */
const mayBeSoft: ReadonlySet<string> = new Set(['scope-heading', 'project', 'status']);

/** Facts about a statement for a judge, which reads those that it needs. */
const statementOf = (id: string, { content, headingPath = [], project = 'quality', status }: Side) => ({
  id,
  content,
  speaker: 'team',
  headingPath,
  project,
  recordStatus: status ?? null,
});

export interface ContradictionQuality {
  /** Judged pairs. */
  readonly pairs: number;
  /** Pairs without an answer of the model; the rates leave them out. */
  readonly unanswered: number;
  readonly precision: Rate;
  readonly recall: Rate;
  readonly sorts: readonly {
    readonly sort: string;
    readonly contradicts: boolean;
    /** Contradictions found; other pairs left alone. */
    readonly right: Rate;
  }[];
  /** Pairs judged wrongly, of all that were judged. */
  readonly wrong: readonly LabelledPair[];
  readonly judged: readonly LabelledPair[];
}

export const measureContradictions = async (
  half: Half,
  judge: ContradictionJudge = heuristicJudge,
  isMeasured: (pair: LabelledPair) => boolean = () => true,
): Promise<ContradictionQuality> => {
  const judged: { readonly pair: LabelledPair; readonly found: boolean }[] = [];
  let unanswered = 0;
  for (const pair of readPairs(half).filter(isMeasured)) {
    const older: JudgedStatement = statementOf('mem_1', pair.a);
    const newer: JudgedStatement = statementOf('mem_2', pair.b);
    const answer = await judge.judge(newer, [older]);
    if (answer.outcome === 'failed') {
      unanswered += 1;
      continue;
    }
    const [finding] = readJudgments(newer.id, [older.id], answer.judgments);
    judged.push({
      pair,
      found: finding !== undefined && !(mayBeSoft.has(pair.sort) && finding.severity === 'SOFT'),
    });
  }
  const found = judged.filter((one) => one.found);
  const contradictions = judged.filter(({ pair }) => pair.contradicts);
  const right = found.filter(({ pair }) => pair.contradicts).length;
  const isRight = ({ pair, found }: (typeof judged)[number]) => pair.contradicts === found;
  const sorts = [...new Set(judged.map(({ pair }) => pair.sort))].map((sort) => {
    const ofSort = judged.filter(({ pair }) => pair.sort === sort);
    return {
      sort,
      contradicts: ofSort.some(({ pair }) => pair.contradicts),
      right: wilson(ofSort.filter(isRight).length, ofSort.length),
    };
  });
  return {
    pairs: judged.length,
    unanswered,
    precision: wilson(right, found.length),
    recall: wilson(right, contradictions.length),
    sorts,
    judged: judged.map(({ pair }) => pair),
    wrong: judged.filter((one) => !isRight(one)).map(({ pair }) => pair),
  };
};
