/** One record that another one names as taking its place, or as replaced by it. */
export interface RecordRelation {
  readonly relation: 'SUPERSEDED_BY' | 'SUPERSEDES';
  /** The other record's number without leading zeros, as text. */
  readonly record: string;
  /** UTF-16 code units into the text: the words that say so. */
  readonly start: number;
  readonly end: number;
}

const supersededBy =
  /\b(?:superseded|superceded|replaced|obsoleted)[ -]by\b|\bdeprecated in fav(?:o|ou)r of\b/i;
const supersedes = /\b(?:supersedes|supercedes|replaces|obsoletes)\b/i;
const verbs = new RegExp(`${supersededBy.source}|${supersedes.source}`, 'gi');
/** `ADR 9`, `ADR-0009`, `#9`, `[0009](…)`, `9`, `PEP 387`; not a version or a date. */
const reference =
  /^(?:[\s:*_[(#"'`/\\]|the |our |ADRs?|RFCs?|PEPs?|KEPs?|KIPs?|AIPs?|records?|decisions?|no\.?|number|adr|docs?|\.|-(?=\d))*0*(\d{1,5})(?![\d.]\d|[-/]\d{2}[-/]|\w*\.\d)/i;
const furtherReference =
  /^(?:\([^()\n]{0,80}\)|[^.\n]){0,40}?(?:,|and|&)\s*(?:[[#(]|ADRs?[- ]?|RFC[- ]?|PEP[- ]?|KEP[- ]?)*0*(\d{1,5})\b/i;

/** The longest text that is looked at behind the verb. */
const reach = 160;

/** The records that a text names as superseding or superseded; each once. */
export const readRelations = (text: string): readonly RecordRelation[] => {
  const relations = new Map<string, RecordRelation>();
  for (const match of text.matchAll(verbs)) {
    const after = match.index + match[0].length;
    let rest = text.slice(after, after + reach).split('\n', 1)[0] ?? '';
    let at = after;
    const relation = supersededBy.test(match[0]) ? 'SUPERSEDED_BY' : 'SUPERSEDES';
    for (let pattern = reference; ; pattern = furtherReference) {
      const found = pattern.exec(rest);
      const record = found?.[1];
      if (found === null || record === undefined) break;
      at += found[0].length;
      rest = rest.slice(found[0].length);
      relations.set(`${relation} ${record}`, { relation, record, start: match.index, end: at });
    }
  }
  return [...relations.values()];
};

/** The number by which other records name the one at this path or with this title; null when it has none. */
export const recordNumberOf = (path: string | null, title: string | null): string | null => {
  const name = path?.split('/').at(-1) ?? '';
  const inPath = /^(?:adr|rfc|pep|kep|kip|aip|dr|decision|record)?[-_ ]?0*(\d{1,5})(?=[-_. ]|$)/i.exec(name);
  const inTitle =
    /^(?:(?:ADR|RFC|PEP|KEP|KIP|AIP|DR|Decision|Record)[-_ #]*0*(\d{1,5})\b|0*(\d{1,5})[.:] )/i.exec(
      title ?? '',
    );
  return inPath?.[1] ?? inTitle?.[1] ?? inTitle?.[2] ?? null;
};
