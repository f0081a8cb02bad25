import { extname } from 'node:path';
import { type SkippedPath, type SkipReason, skipReasons } from './find-files.ts';
import type { Report } from './finish-waves.ts';
import type { Withdrawals } from './withdraw-removed.ts';

/** Result of a run: what became of every file, and of the statements. */
export interface RunResult {
  readonly project: string;
  /** The waves that the run extracted, those that runs before it had left among them. */
  readonly waves: readonly string[];
  /** The number of waves that an earlier run had left. */
  readonly resumed: number;
  /** found = read + unchanged + forOwners + refused + left */
  readonly files: Record<'found' | 'read' | 'unchanged' | 'forOwners' | 'refused' | 'left', number>;
  /** Paths whose versions wait, since the sources belong to others. */
  readonly forOwners: readonly string[];
  readonly refused: readonly { readonly path: string; readonly reason: string }[];
  readonly decoded: readonly { readonly path: string; readonly encoding: string }[];
  readonly skipped: readonly SkippedPath[];
  readonly reports: readonly Report[];
  /** Documents that are stored and not read, since the run ended before; null where the gateway could not be asked. */
  readonly unreadDocuments: number | null;
  /** Null: the run was not asked to withdraw anything. */
  readonly withdrawn: Withdrawals | null;
  /** Why it ended before its end; null: it did not. */
  readonly stopped: string | null;
}

/** Paths that are printed for each reason; `--json` has them all. */
const mostPaths = 10;

interface CountedReason {
  readonly reason: string;
  readonly count: number;
}

const bySkipReason = (skipped: readonly SkippedPath[]) =>
  [...Map.groupBy(skipped, ({ reason }) => reason)].map(([reason, members]) => ({
    reason,
    count: members.length,
    paths: members.map(({ path }) => path),
  }));

/** The counts of several reports, by reason. */
const countsOf = (
  reports: readonly Report[],
  field: 'droppedByReason' | 'unreadByReason' | 'unreadPassagesByReason',
): CountedReason[] =>
  [
    ...Map.groupBy(
      reports.flatMap((report) => report[field]),
      ({ reason }) => reason,
    ),
  ].map(([reason, counts]) => ({ reason, count: counts.reduce((sum, { count }) => sum + count, 0) }));

/** The sections that a model was to read, by outcome; none where no model reads. */
const modelSectionsOf = (
  reports: readonly Report[],
): { readonly outcome: string; readonly count: number }[] =>
  [
    ...Map.groupBy(
      reports.flatMap(({ modelSections }) => modelSections),
      ({ outcome }) => outcome,
    ),
  ].map(([outcome, counts]) => ({ outcome, count: counts.reduce((sum, { count }) => sum + count, 0) }));

type Figure = 'found' | 'persisted' | 'waiting' | 'dropped' | 'reinforced' | 'sections' | 'readSections';

const sumOf = (reports: readonly Report[], figure: Figure): number =>
  reports.reduce((sum, report) => sum + report[figure], 0);

/** The result as one JSON object. */
export const runAsJson = (run: RunResult): object => ({
  project: run.project,
  waveId: run.waves[0] ?? null,
  waves: run.waves,
  files: run.files.found,
  read: run.files.read,
  unchanged: run.files.unchanged,
  waitingForOwners: run.forOwners,
  refused: run.refused,
  left: run.files.left,
  unreadDocuments: run.unreadDocuments,
  notRead: bySkipReason(run.skipped),
  decoded: run.decoded,
  statements: sumOf(run.reports, 'found'),
  persisted: sumOf(run.reports, 'persisted'),
  waiting: sumOf(run.reports, 'waiting'),
  dropped: sumOf(run.reports, 'dropped'),
  droppedByReason: countsOf(run.reports, 'droppedByReason'),
  sections: sumOf(run.reports, 'sections'),
  readSections: sumOf(run.reports, 'readSections'),
  unreadByReason: countsOf(run.reports, 'unreadByReason'),
  unreadPassagesByReason: countsOf(run.reports, 'unreadPassagesByReason'),
  modelSections: modelSectionsOf(run.reports),
  reinforced: sumOf(run.reports, 'reinforced'),
  ...run.withdrawn,
  stopped: run.stopped,
});

const row = (name: string, count: number, note = ''): string =>
  `${name.padEnd(24)}${String(count).padStart(8)}${note === '' ? '' : `  ${note}`}`;

const listed = (paths: readonly string[]): string =>
  `${paths.slice(0, mostPaths).join(', ')}${paths.length > mostPaths ? `, and ${paths.length - mostPaths} more` : ''}`;

/** Counts files of other kinds by their endings: `.png 12, .ts 3`. */
const endingsOf = (paths: readonly string[]): string =>
  [...Map.groupBy(paths, (path) => extname(path) || path)]
    .sort(([, one], [, other]) => other.length - one.length)
    .slice(0, mostPaths)
    .map(([ending, { length }]) => `${ending} ${length}`)
    .join(', ');

const skippedRow = (reason: SkipReason, paths: readonly string[]): string =>
  row(
    `  ${reason}`,
    paths.length,
    `${reason === 'OTHER_KIND' ? endingsOf(paths) : listed(paths)}: ${skipReasons[reason]}`,
  );

/** Parts of sections that gave a statement elsewhere, and nothing themselves. */
const passageRows = (reports: readonly Report[]): readonly string[] => {
  const counts = countsOf(reports, 'unreadPassagesByReason');
  const all = counts.reduce((sum, { count }) => sum + count, 0);
  return all === 0
    ? []
    : [
        row('Passages beside these', all, 'in sections that gave a statement; `unreadPassages` lists them'),
        ...counts.map(({ reason, count }) => row(`  ${reason}`, count)),
      ];
};

/** The result for a person: a table whose numbers add up, then the files that were refused. */
export const runAsText = (run: RunResult): string => {
  const { files, reports, withdrawn } = run;
  return [
    row('Files found', files.found),
    row('  read', files.read),
    row('  unchanged', files.unchanged),
    ...(files.forOwners === 0
      ? []
      : [
          row('  wait for owners', files.forOwners, `${listed(run.forOwners)}: the sources belong to others`),
        ]),
    row('  refused', files.refused),
    row('  left', files.left, run.stopped ?? ''),
    ...(run.stopped === null
      ? []
      : run.unreadDocuments === null
        ? ['How many stored documents are not read is not known: the gateway gave no answer.']
        : [row('Stored and not read', run.unreadDocuments, 'the next run, or the gateway, reads them')]),
    ...(run.skipped.length === 0
      ? []
      : [
          row('Not read', run.skipped.length),
          ...bySkipReason(run.skipped).map(({ reason, paths }) => skippedRow(reason, paths)),
        ]),
    row('Sections with text', sumOf(reports, 'sections')),
    row('  gave a statement', sumOf(reports, 'readSections')),
    ...countsOf(reports, 'unreadByReason').map(({ reason, count }) => row(`  ${reason}`, count)),
    ...passageRows(reports),
    ...modelSectionsOf(reports).map(({ outcome, count }) => row(`Model: ${outcome}`, count)),
    row(
      'Statements found',
      sumOf(reports, 'found'),
      run.resumed > 0 ? 'with those of the run before, which was cut' : '',
    ),
    row('  proposed', sumOf(reports, 'persisted')),
    row('  waiting', sumOf(reports, 'waiting'), 'they move up as reviewers decide'),
    ...countsOf(reports, 'droppedByReason').map(({ reason, count }) => row(`  ${reason}`, count)),
    ...(withdrawn === null
      ? []
      : [
          row('Withdrawn', withdrawn.withdrawn),
          ...(withdrawn.withdrawalsWaiting === 0
            ? []
            : [row('  wait for owners', withdrawn.withdrawalsWaiting)]),
          row('  facts affected', withdrawn.affected),
        ]),
    ...run.decoded.map(({ path, encoding }) => `Read as ${encoding}: ${path}`),
    ...run.refused.map(({ path, reason }) => `Refused: ${path}: ${reason}`),
  ]
    .map((line) => `${line}\n`)
    .join('');
};
