import { daysOf } from './days.ts';
import { byLabels } from './transcript.ts';

/** `[10:03] <ada> …`, `2021-10-14T10:03:00 <ada> …`, `10:03 < ada> …`: a log of IRC. */
export const importIrc = byLabels(
  /^(?:\[?(?<when>(?:\d{4}-\d{2}-\d{2}[T ])?\d{1,2}:\d{2}(?::\d{2})?Z?)\]? )?<[ @+~&%]?(?<speaker>[A-Za-z[\]\\`_^{|}][\w[\]\\`^{|}-]{0,29})> (?=\S)/gm,
  2,
  daysOf,
);
