/** The endings of the files that are read by default, lower-case. Anything else needs `--ext`. */
export const readableExtensions: readonly string[] = [
  'md',
  'mdx',
  'mdc',
  'markdown',
  'mdown',
  'mkd',
  'txt',
  'text',
  'rst',
  'adoc',
  'asciidoc',
  'org',
  'html',
  'htm',
  'xhtml',
  'xml',
  'json',
  'jsonl',
  'ndjson',
  'yml',
  'yaml',
  'toml',
  'csv',
  'tsv',
  'vtt',
  'srt',
  'eml',
  'mbox',
  'ipynb',
  'sdoc',
];

/** Files without an ending that are prose all the same. */
const readableNames =
  /^(?:readme|changelog|changes|contributing|notes|license|copying|authors|todo|adr|rules|\.cursorrules|\.windsurfrules|\.clinerules)$/i;

/** The ending of a name, lower-case, without the point; null where it has none. */
const extensionOf = (name: string): string | null => /[^.]\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? null;

/** An ending as a caller writes it: `.Rst` is `rst`. */
export const normalizeExtension = (given: string): string =>
  given
    .trim()
    .replace(/^\*?\./, '')
    .toLowerCase();

/** True for a file of this name that is read, given the endings. */
export const isReadable = (name: string, extensions: ReadonlySet<string>): boolean => {
  const extension = extensionOf(name);
  return extension === null ? readableNames.test(name) : extensions.has(extension);
};
