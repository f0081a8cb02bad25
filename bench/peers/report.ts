import type { Round } from './load.ts';
import { bundleOfProject, oneMemory, pageOfProvenance } from './questions.ts';

/** One line of a table: the medians of a peer's rounds. */
export interface Figure extends Round {
  readonly memories: number;
  readonly question: string;
  readonly connections: number;
  readonly peer: string;
}

/** CPU milliseconds a request, Node and PostgreSQL together; null where the server's are not known. */
const both = ({ cpu, databaseCpu }: Round): number | null =>
  databaseCpu === null ? null : cpu + databaseCpu;
/** How many times the CPU of one request the other takes. */
const times = (one: Round | undefined, other: Round | undefined): number | null => {
  const [own, others] = [one, other].map((figure) => (figure ? both(figure) : null));
  return own && others ? others / own : null;
};

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
    row('', ['requests/s', 'Node CPU ms', 'Postgres CPU ms', 'both', 'statements', 'by the limit']),
    ...figures.map((figure) =>
      row(figure.peer, [
        number(figure.rate, 0),
        number(figure.cpu, 2),
        number(figure.databaseCpu, 2),
        number(both(figure), 2),
        number(figure.statements, 1),
        number(times(limit, figure), 2),
      ]),
    ),
  ];
};

/** Cost of a request in a larger world, relative to the smallest; statements as counted. */
export interface Growth {
  readonly question: string;
  readonly connections: number;
  readonly peer: string;
  readonly memories: number;
  readonly cpu: number;
  readonly databaseCpu: number | null;
  readonly bothCpu: number | null;
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
        cpu: figure.cpu / base.cpu,
        databaseCpu:
          figure.databaseCpu === null || !base.databaseCpu ? null : figure.databaseCpu / base.databaseCpu,
        bothCpu: times(base, figure),
        sameStatements: Math.abs(figure.statements / base.statements - 1) <= 0.1,
      },
    ];
  });
};

export const growthTable = (growth: readonly Growth[]): string[] => [
  '\nAs the data grow: what a request costs, by its cost in the smallest world',
  row('', ['memories', 'Node CPU', 'Postgres CPU', 'both', 'same statements'], 64),
  ...growth
    .toSorted((a, b) => a.question.localeCompare(b.question) || a.connections - b.connections)
    .map(({ question, connections, peer, memories, cpu, databaseCpu, bothCpu, sameStatements }) =>
      row(
        `${question}, ${connected(connections)}: ${peer}`,
        [
          count(memories),
          number(cpu, 2),
          number(databaseCpu, 2),
          number(bothCpu, 2),
          sameStatements ? 'yes' : 'no',
        ],
        64,
      ),
    ),
];

/** Aim and measured result. */
export interface Aim {
  readonly aim: string;
  /** Null where the run did not ask what it takes. */
  readonly reached: boolean | null;
  readonly measured: string;
}

const manyConnections = 16;

/** The aims, in CPU a request of both sides together, of each world that was asked; `failures`: who did not stand the load. */
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
  const ofWorlds = worlds.flatMap((memories): Aim[] => {
    const place = `${count(memories)} memories, ${connected(manyConnections)}:`;
    const against = (question: string, peer: string, least: number, who: string): Aim =>
      aim(
        `${place} ${question} at most 1/${least} of the CPU of ${who}`,
        times(
          find(memories, question, manyConnections, 'vouch'),
          find(memories, question, manyConnections, peer),
        ),
        (found) => found >= least,
        ' times',
      );
    const bundle = find(memories, bundleOfProject, manyConnections, 'vouch');
    return [
      against(pageOfProvenance, 'postgraphile', 2, 'PostGraphile'),
      against(pageOfProvenance, 'by-hand', 1.4, 'a server by hand'),
      against(oneMemory, 'postgraphile', 1.5, 'PostGraphile'),
      aim(
        `${place} ${bundleOfProject} at most 1.5 ms of PostgreSQL`,
        bundle?.databaseCpu,
        (cpu) => cpu <= 1.5,
        ' ms',
      ),
    ];
  });
  const beside = figures
    .filter(({ peer }) => peer === 'vouch')
    .flatMap((figure) => {
      const { memories, question, connections } = figure;
      const found = times(figure, find(memories, question, connections, 'postgraphile'));
      return found === null ? [] : [{ memories, question, connections, found }];
    })
    .toSorted((a, b) => a.found - b.found);
  const behind = beside.filter(({ found }) => found < 1);
  const named = ({ memories, question, connections, found }: (typeof beside)[number]) =>
    `${question}, ${connected(connections)}${worlds.length > 1 ? `, ${count(memories)} memories` : ''}: ${found.toFixed(2)} times`;
  const growth = growthOf(figures).filter(({ peer }) => peer === 'vouch');
  const largest = growth.map(({ bothCpu }) => bothCpu).filter((found) => found !== null);
  const fallen: Aim = { aim: 'Nobody fails under load', reached: false, measured: failures.join('; ') };
  return [
    ...(failures.length > 0 ? [fallen] : []),
    ...ofWorlds,
    {
      aim: 'On no question more CPU than PostGraphile',
      reached: beside.length === 0 ? null : behind.length === 0,
      measured:
        beside.length === 0
          ? 'not measured'
          : (behind.length === 0 ? beside.slice(0, 1) : behind).map(named).join('; '),
    },
    aim(
      'Each question takes at most 1.3 times the CPU in the largest world that it takes in the smallest',
      largest.length === 0 ? null : Math.max(...largest),
      (found) => found <= 1.3,
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
