import type { SourceChangeRule } from '#domain/sources/source-changes.ts';

/** A change of a source is decided once, and not when its sender has sent another. */
export const stillWaitsRule: SourceChangeRule = ({ verdict }) =>
  verdict === null ? null : 'source_change.settled';
