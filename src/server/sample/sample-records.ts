const record = (title: string, status: string, decision: string): string => `# ${title}

Date: 2025-05-06

## Status

${status}

## Decision

${decision}
`;

interface SampleDocument {
  readonly path: string;
  readonly content: string;
}

const horns = { path: 'decisions/0004-warning-horns.md', title: '4. Horns for flood warnings' };
const hornsDecision = 'Each harbour office will sound a compressed-air horn when a flood warning arrives.';

/** A record that was accepted. */
export const acceptedRecord: SampleDocument = {
  path: horns.path,
  content: record(horns.title, 'Accepted', hornsDecision),
};

/** The record that took its place, and the first one as it names its successor. */
export const succeedingRecords: readonly SampleDocument[] = [
  {
    path: 'decisions/0005-warning-sirens.md',
    content: record(
      '5. Sirens for flood warnings',
      'Accepted\n\nSupersedes [ADR 0004](0004-warning-horns.md).',
      'Each harbour office will sound an electric siren when a flood warning arrives.',
    ),
  },
  {
    path: horns.path,
    content: record(horns.title, 'Superseded by [ADR 0005](0005-warning-sirens.md).', hornsDecision),
  },
];
