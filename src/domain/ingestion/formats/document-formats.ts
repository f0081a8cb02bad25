import { isImportedTranscript } from '#domain/ingestion/conversations/read-transcript.ts';

/**
 * Formats of sources. Each has a reader that writes it as markdown; `markdown` is read as it stands, and of `data` nothing is
 * read.
 */
export const documentFormats = [
  'markdown',
  'text',
  'conversation',
  'mail',
  'html',
  'asciidoc',
  'restructuredtext',
  'org',
  'notebook',
  'memory_export',
  'doorstop',
  'strictdoc',
  'table',
  'data',
] as const;
export type DocumentFormat = (typeof documentFormats)[number];

const ofEndings: readonly (readonly [DocumentFormat, string])[] = [
  ['markdown', 'md mdx mdc markdown mdown mkd'],
  ['mail', 'eml mbox'],
  ['html', 'html htm xhtml'],
  ['asciidoc', 'adoc asciidoc asc'],
  ['restructuredtext', 'rst rest'],
  ['org', 'org'],
  ['notebook', 'ipynb'],
  ['strictdoc', 'sdoc'],
  ['table', 'csv tsv'],
  ['text', 'txt text log'],
];
const byEnding = new Map(
  ofEndings.flatMap(([format, endings]) => endings.split(' ').map((ending) => [ending, format] as const)),
);
const dataEndings = /^(?:json|jsonl|ndjson|ya?ml|toml|xml|vtt|srt)$/;

/** The format of data, by what it holds. */
const formatOfData = (ending: string, content: string): DocumentFormat => {
  if (/^ya?ml$/.test(ending))
    return /^text:/m.test(content) && /^(?:level|active|normative|links):/m.test(content)
      ? 'doorstop'
      : 'data';
  if (ending === 'xml') return /<(?:ac|ri):|<html[\s>]/i.test(content) ? 'html' : 'data';
  if (/"(?:memory|fact)"\s*:\s*"/.test(content)) return 'memory_export';
  return /"cell_type"\s*:/.test(content) ? 'notebook' : 'data';
};

/** The format of a document, by the ending of its name and by what it holds. */
export const formatOf = (path: string, content: string): DocumentFormat => {
  const ending = /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
  const isData = dataEndings.test(ending);
  const named = byEnding.get(ending) ?? null;
  if ((isData || named === 'text' || named === 'markdown' || named === null) && isImportedTranscript(content))
    return 'conversation';
  if (isData) return formatOfData(ending, content);
  return named ?? (/^\s*<(?:!doctype html|html)[\s>]/i.test(content) ? 'html' : 'markdown');
};
