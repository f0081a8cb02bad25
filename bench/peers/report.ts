import type { Round } from './load.ts';
import { pageOfProvenance } from './questions.ts';

/** One line of a table: the medians of a peer's rounds. */
export interface Figure extends Round {
  readonly memories: number;
  readonly question: string;
  readonly connections: number;
  readonly peer: string;
}

const number = (value: number | null, digits: number): string => value?.toFixed(digits) ?? '';
const count = (value: number): string => value.toLocaleString('en');
const connected = (connections: number): string =>
  connections === 1 ? '1 connection' : `${connections} connections`;
const row = (name: string, cells: readonly string[], width = 14): string =>
  `    ${name.padEnd(width)}${cells.map((cell) => cell.padStart(17)).join('')}`;

/** The peers of one world beside each other, at one question over so many connections. */
export const tableOf = (figures: readonly Figure[]): string[] => {
  const [first] = figures;
  if (!first) return [];
  const limit = figures.find(({ peer }) => peer === 'limit');
  return [
    `\n  ${first.question}, ${connected(first.connections)}, ${count(first.memories)} memories`,
    row('', ['requests/s', 'Node CPU ms', 'Postgres CPU ms', 'statements', 'of the limit']),
    ...figures.map(({ peer, rate, cpu, databaseCpu, statements }) =>
      row(peer, [
        number(rate, 0),
        number(cpu, 2),
        number(databaseCpu, 2),
        number(statements, 1),
        limit ? number(rate / limit.rate, 2) : '',
      ]),
    ),
  ];
};

/** What a request costs in a larger world, by what it costs in the smallest; statements as they are. */
export interface Growth {
  readonly question: string;
  readonly connections: number;
  readonly peer: string;
  readonly memories: number;
  readonly time: number;
  readonly cpu: number;
  readonly databaseCpu: number | null;
  /** True where it takes as many statements as in the smallest world, to a tenth. */
  readonly sameStatements: boolean;
}

export const growthOf = (figures: readonly Figure[]): Growth[] => {
  const smallest = Math.min(...figures.map(({ memories }) => memories));
  return figures.flatMap((figure) => {
    const { question, connections, peer, memories } = figure;
    const base = figures.find(
      (other) =>
        other.memories === smallest &&
        other.question === question &&
        other.connections === connections &&
        other.peer === peer,
    );
    if (!base || memories === smallest) return [];
    return [
      {
        ...{ question, connections, peer, memories },
        time: base.rate / figure.rate,
        cpu: figure.cpu / base.cpu,
        databaseCpu:
          figure.databaseCpu === null || !base.databaseCpu ? null : figure.databaseCpu / base.databaseCpu,
        sameStatements: Math.abs(figure.statements / base.statements - 1) <= 0.1,
      },
    ];
  });
};

export const growthTable = (growth: readonly Growth[]): string[] => [
  '\nAs the data grow: what a request costs, by its cost in the smallest world',
  row('', ['memories', 'time', 'Node CPU', 'Postgres CPU', 'same statements'], 64),
  ...growth
    .toSorted((a, b) => a.question.localeCompare(b.question) || a.connections - b.connections)
    .map(({ question, connections, peer, memories, time, cpu, databaseCpu, sameStatements }) =>
      row(
        `${question}, ${connected(connections)}: ${peer}`,
        [
          count(memories),
          number(time, 2),
          number(cpu, 2),
          number(databaseCpu, 2),
          sameStatements ? 'yes' : 'no',
        ],
        64,
      ),
    ),
];

/** What is aimed at, and what the run says of it. */
export interface Aim {
  readonly aim: string;
  /** Null where the run did not ask what it takes. */
  readonly reached: boolean | null;
  readonly measured: string;
}

const manyConnections = 16;

/** The aims of issue 8, of each world that was asked; `failures`: who did not stand the load. */
export const aimsOf = (figures: readonly Figure[], failures: readonly string[]): Aim[] => {
  const worlds = [...new Set(figures.map(({ memories }) => memories))].sort((a, b) => a - b);
  const find = (memories: number, question: string, connections: number, peer: string): Figure | undefined =>
    figures.find(
      (figure) =>
        figure.memories === memories &&
        figure.question === question &&
        figure.connections === connections &&
        figure.peer === peer,
    );
  const aim = (
    text: string,
    value: number | null | undefined,
    reached: (value: number) => boolean,
    unit: string,
  ): Aim =>
    value == null || Number.isNaN(value)
      ? { aim: text, reached: null, measured: 'not measured' }
      : { aim: text, reached: reached(value), measured: `${value.toFixed(2)}${unit}` };
  const pageAims = worlds.flatMap((memories): Aim[] => {
    const [vouch, postgraphile, limit] = ['vouch', 'postgraphile', 'limit'].map((peer) =>
      find(memories, pageOfProvenance, manyConnections, peer),
    );
    const page = `${count(memories)} memories, the page, ${connected(manyConnections)}:`;
    const ratio = (other: Figure | undefined) => (vouch && other ? vouch.rate / other.rate : null);
    return [
      aim(`${page} at least 2 times PostGraphile`, ratio(postgraphile), (times) => times >= 2, ' times'),
      aim(`${page} at least 0.7 of the limit`, ratio(limit), (share) => share >= 0.7, ' of it'),
      aim(`${page} at most 0.8 ms of Node CPU`, vouch?.cpu, (cpu) => cpu <= 0.8, ' ms'),
    ];
  });
  const beside = worlds.flatMap((memories) =>
    figures.flatMap((figure) => {
      const { question, connections } = figure;
      if (figure.memories !== memories || figure.peer !== 'vouch') return [];
      const other = find(memories, question, connections, 'postgraphile');
      return other ? [{ memories, question, connections, times: figure.rate / other.rate }] : [];
    }),
  );
  const behind = beside.filter(({ times }) => times < 1).toSorted((a, b) => a.times - b.times);
  const worst = beside.toSorted((a, b) => a.times - b.times)[0];
  const growth = growthOf(figures).filter(({ peer }) => peer === 'vouch');
  const pageGrowth = growth
    .filter(({ question, connections }) => question === pageOfProvenance && connections === manyConnections)
    .map(({ time }) => time);
  const fallen: Aim = { aim: 'Nobody fails under load', reached: false, measured: failures.join('; ') };
  return [
    ...(failures.length > 0 ? [fallen] : []),
    ...pageAims,
    {
      aim: 'On no question behind PostGraphile',
      reached: worst === undefined ? null : behind.length === 0,
      measured:
        worst === undefined
          ? 'not measured'
          : behind.length === 0
            ? `${worst.times.toFixed(2)} times at least (${worst.question}, ${connected(worst.connections)})`
            : behind
                .map(
                  ({ memories, question, connections, times }) =>
                    `${question}, ${connected(connections)}${worlds.length > 1 ? `, ${count(memories)} memories` : ''}: ${times.toFixed(2)} times`,
                )
                .join('; '),
    },
    aim(
      'The page takes at most 1.3 times as long in the largest world as in the smallest',
      pageGrowth.length === 0 ? null : Math.max(...pageGrowth),
      (times) => times <= 1.3,
      ' times',
    ),
    {
      aim: 'As many statements in every world',
      reached: growth.length === 0 ? null : growth.every(({ sameStatements }) => sameStatements),
      measured:
        growth.length === 0
          ? 'not measured'
          : `${growth.filter(({ sameStatements }) => sameStatements).length} of ${growth.length}`,
    },
  ];
};

export const aimLines = (aims: readonly Aim[]): string[] => [
  '\nAims',
  ...aims.map(({ aim, reached, measured }) => {
    const verdict = reached === null ? '-' : reached ? 'reached' : 'NOT REACHED';
    return `  ${verdict.padEnd(12)} ${aim}: ${measured}`;
  }),
];
