/** Purposes of sections, by heading. */
export const sectionFamilies = [
  'decision',
  'proposal',
  'requirement',
  'goal',
  'non-goal',
  'constraint',
  'rule',
  'procedure',
  'action',
  'lesson',
  'cause',
  'fix',
  'impact',
  'narrative',
  'reasoning',
  'silent',
] as const;
/**
 * `narrative`: it describes a matter, and only what it demands is read. `reasoning`: it says why, and only RFC 2119's
 * words bind. `silent`: nothing is read from it.
 */
export type SectionFamily = (typeof sectionFamilies)[number];

const joined = (lines: string): string => lines.split(/\n */).join('|');

/**
 * Headings by family, in order: the first family that knows a heading has it. Each is compared with the whole heading,
 * without its number.
 */
const spellings: readonly (readonly [SectionFamily, string])[] = [
  [
    'silent',
    `(?:.* )?alternatives?(?: .*)?|(?:considered |other |rejected |possible )?options?(?: considered| explored)?|considered .*|rejected .*|pros and cons.*|(?:pros|cons|advantages|disadvantages|drawbacks?|downsides|trade-?offs)(?: .*)?
    (?:[^ ]+ ){0,2}examples?|examples? (?:of|for|from|in) .*|(?:sample|demo)s?(?: .*)?|user (?:story|stories|journeys?)(?: .*)?|(?:story|stories|story \\d.*|use[- ]cases?(?: .*)?|scenarios?|personas?)
    (?:.* )?glossary|terminology|terms|definitions|(?:key )?concepts|abbreviations|acronyms|notation
    references?(?: .*)?|(?:.* )?links|see also|further reading|resources|bibliography|citations|footnotes|sources|appendix.*|annex.*
    attendees?|attendance|participants|present|absent|apologies|regrets|facilitators?|note ?takers?|scribes?|agenda(?: .*)?|table of contents|contents|toc|index
    change ?log|changes? history|(?:revision|version|document|implementation|post) history|history|acknowledge?ments?|thanks|credits|authors?|contributors|reviewers|approvers|copyright|licen[sc]e|footer
    (?:open|unresolved|outstanding)(?: questions?| issues?| points?)?|questions?(?: .*)?|q ?(?:&|and) ?a|faqs?|frequently asked questions|future(?: work| possibilities| directions?| enhancements?| considerations?| extensions?)?|prior art|related(?: work| .*)?|previous work
    (?:.* )?test plan|tests?|testing strategy|unit tests|integration tests|e2e tests|graduation criteria|how to teach this|reference implementation|infrastructure needed.*
    status|state|metadata|record|release signoff checklist|announcements?|shout ?outs?.*|demos?|welcome`,
  ],
  [
    'reasoning',
    `(?:context|background|motivation|problem|problem statement|rationale|introduction|preamble|story|the problem|issue|current (?:state|situation|behaviou?r)|existing .*|why.*|(?:context|background|introduction|motivation|rationale)(?: and|,| &).*)
    (?:risks?|threats)(?: .*)?|justification|(?:detailed )?time ?line.*|production readiness.*`,
  ],
  [
    'narrative',
    `(?:positive |negative |neutral )?(?:consequences|implications|effects)(?: .*)?|discussions?(?: .*)?|notes?|more information|confirmation|compliance|summary|executive summary|tl;?dr|overview|abstract|analysis|observations?|topics|updates?|comments?|backwards? compatibility|security (?:implications|considerations)|advice|other|(?:decision|key) (?:drivers?|criteria)|drivers|forces`,
  ],
  [
    'decision',
    `(?:the |our |final |key |main |recent |current |latest |past |active |important |architectural? |technical |design )*decisions?(?: outcomes?| made| taken| reached| summary| record| log)?|(?:decision|agreed) outcome|outcomes?|resolutions?|resolved|agreements?|agreed(?: (?:decisions?|points?|actions?|items?|changes?|so far))?|conclusions?|consensus|what we(?: have)? (?:decided|agreed|chose)(?: .*)?|chosen (?:option|solution|approach|design)|(?:selected|adopted|accepted) (?:option|solution|approach|design)|verdict|ruling|votes?|motions?|polic(?:y|ies)|policy statements?|determination`,
  ],
  [
    'proposal',
    `(?:the )?propos(?:al|als|ed)(?: (?:solution|decision|changes?|design|approach|details|policy|implementation))?|recommendations?|solution|(?:the |our )?(?:solution|approach)(?: overview)?|(?:detailed |high[- ]level |technical )?(?:design|specification|spec|semantics)(?: details| overview)?|design and implementation|implementation(?: details| plan| notes)?|details|public interfaces|proposed .*|syntax(?: and semantics)?|api(?: changes| design)?|compatibility(?:,? .*)?|deprecation.*|migration(?: plan| strategy)?|rollout(?: plan)?|(?:upgrade|version skew)(?: .*)?`,
  ],
  [
    'non-goal',
    `non[- ]?goals?(?: .*)?|(?:explicit )?out[- ]of[- ]scope|not in scope|not goals|anti[- ]?goals|what (?:this|it) is not|exclusions|non[- ]requirements`,
  ],
  [
    'goal',
    `(?:project |design |high[- ]level |key |primary |main )?(?:goals?|objectives?|aims?)(?: .*)?|scope|in[- ]scope|success (?:criteria|metrics)`,
  ],
  [
    'constraint',
    `(?:.* )?constraints?|(?:known )?limitations?|(?:known )?limits?|(?:.* )?restrictions?|boundaries|prohibit(?:ed|ions?)(?: .*)?|forbidden(?: .*)?|not allowed|quotas?|invariants`,
  ],
  [
    'requirement',
    `(?:.* )?requirements?(?: .*)?|acceptance criteria|must[- ]haves?|should[- ]haves?|(?:definition of )?done|criteria|obligations|service levels?|sla|slos?|conformance(?: .*)?|prerequisites?|expectations`,
  ],
  [
    'rule',
    `(?:.* )?(?:rules?|guidelines?|conventions?|standards?|best practices|principles|instructions|guidance|etiquette|dos? and don'?ts|code of conduct|responsibilities|duties)(?: .*)?|do|don'?t|do not|dos|don'?ts|never|always|important|avoid|code style|coding style|style(?: guide)?|what (?:not )?to do|gotchas|pitfalls|caveats`,
  ],
  ['procedure', `procedures?|steps|instructions|how to .*|run ?book|playbook|process|workflow`],
  [
    'action',
    `(?:.* )?action[- ]?(?:items?|points?|plan)(?: .*)?|actions?(?: (?:taken|required|needed|agreed))?|ais?|next steps?|follow[- ]?ups?(?: .*)?|to[- ]?dos?|tasks|assignments|commitments|(?:corrective|preventive|preventative|remedial|remediation|improvement).*|remediations?|prevention|mitigations?|what (?:we(?:'re| are)|is being) (?:doing|done).*|what we(?:'ll| will) do.*|what we (?:change[ds]?|do|did|improve|fix|plan)(?: .*)?|what (?:changes|happens next|comes next)|(?:(?:permanent|lasting|further|planned|immediate|long-term|short-term) |counter-?)?measures(?: taken)?|going forward|(?:future )?improvements|deadlines?|key dates|dates|schedule|milestones`,
  ],
  [
    'lesson',
    `(?:key )?(?:lessons?|learnings?|take-?aways?)(?: .*)?|what went (?:well|wrong|badly|poorly)|what (?:did not|didn'?t) go well|where we got lucky|what we learn(?:ed|t).*|findings|retrospective|insights`,
  ],
  [
    'cause',
    `(?:.* )?root[- ]causes?(?: .*)?|causes?|triggers?|contributing (?:factors?|causes?)|what (?:happened|went wrong|caused .*)|why (?:did )?(?:it|this) happen(?:ed)?|faults?|underlying .*`,
  ],
  [
    'fix',
    `resolution and recovery|recovery(?: .*)?|how (?:we|it was|was it) (?:fixed|resolved|mitigated).*|(?:the )?fix(?:es)?|mitigation(?: .*)?|workarounds?|response|remedy|detection`,
  ],
  ['impact', `(?:.* )?impacts?(?: .*)?|damage|scope of (?:the )?(?:impact|incident)|affected .*|severity`],
];

const patterns = spellings.map(
  ([family, spelled]) => [family, new RegExp(`^(?:${joined(spelled)})$`)] as const,
);

const withoutFrame = (heading: string): string =>
  heading
    .replace(/^(?:[^\p{L}]+|(?:section|part|step|chapter) \d[\d.]*[:.)]?\s*)+/iu, '')
    .replace(/\([^()]*\)[^\p{L}\p{N}]*$/u, '')
    .replace(/[^\p{L}\p{N}]+$/u, '')
    .replace(/^(.*\p{L}.*?)(?:,? and|,? with|,| &| \+) (?:some )?examples?$/iu, '$1')
    .replaceAll('’', "'")
    .replace(/\s+/g, ' ')
    .toLowerCase();

/** A longer heading names its matter, not its purpose. */
const longestHeading = 60;

interface ReadHeading {
  readonly bare: string;
  readonly family: SectionFamily | null;
}
/** Headings stand in the path of each section below them, and come again in other documents. */
const mostKept = 2_000;
const known = new Map<string, ReadHeading>();

const readHeading = (heading: string): ReadHeading => {
  const kept = known.get(heading);
  if (kept !== undefined) return kept;
  const bare = withoutFrame(heading);
  const mayName = bare !== '' && bare.length <= longestHeading;
  const read = {
    bare,
    family: mayName ? (patterns.find(([, pattern]) => pattern.test(bare))?.[0] ?? null) : null,
  };
  if (known.size >= mostKept) known.clear();
  known.set(heading, read);
  return read;
};

/** For an erasure: keeps no heading in this process. */
export const forgetHeadings = (): void => known.clear();

/** A heading's words without its number, its parenthesis, its symbols and its closing punctuation, in lower case. */
export const bareHeading = (heading: string): string => readHeading(heading).bare;

/** The family that a heading names; null for one that names a matter. */
export const familyOfHeading = (heading: string): SectionFamily | null => readHeading(heading).family;

export interface SectionReading {
  readonly family: SectionFamily | null;
  /** True when the innermost heading names the family; false when an outer one does. */
  readonly own: boolean;
}

/** True when a section only explains: its reasons, options, examples and lists of names state nothing. */
export const isExplanatory = ({ family }: SectionReading): boolean =>
  family === 'silent' || family === 'reasoning';

/** Headings that say another thing in documents of one kind: how rules for tests are headed, why an incident came about. */
const ofKind: Readonly<Record<string, readonly (readonly [RegExp, SectionFamily | null])[]>> = {
  rules: [[/^(?:(?:unit|integration|e2e|end-to-end) )?tests?$|^testing strategy$/, null]],
  incident: [[/^why\b|^five whys$/, 'cause']],
  // A page says there what its matter does.
  other: [[/^why\b|^(?:faqs?|frequently asked questions)$/, null]],
};

/** Like `readSection`, in a document of a known kind. */
export const readSectionOf = (headingPath: readonly string[], kind: string | null): SectionReading => {
  const heading = bareHeading(headingPath.at(-1) ?? '');
  const found = ofKind[kind ?? '']?.find(([pattern]) => pattern.test(heading));
  if (found !== undefined) return { family: found[1], own: found[1] !== null };
  const read = readSection(headingPath);
  // Rules for an agent are often a list under nothing but their title.
  return read.family === null && kind === 'rules' && headingPath.length <= 1
    ? { family: 'rule', own: false }
    : read;
};

/** A document's first heading names the document; it types the text under it, but no section. */
export const readSection = (headingPath: readonly string[]): SectionReading => {
  for (let at = headingPath.length - 1; at >= 0; at -= 1) {
    const family = familyOfHeading(headingPath[at] ?? '');
    if (family === null) continue;
    const own = at === headingPath.length - 1;
    return at === 0 && !own && !isExplanatory({ family, own })
      ? { family: null, own: false }
      : { family, own };
  }
  return { family: null, own: false };
};

/** Subject of the section: the innermost heading that names one, else the document's title; null when there is none. */
export const subjectOf = (headingPath: readonly string[], title: string | null): string | null => {
  const matter = headingPath.findLast(
    (heading) => familyOfHeading(heading) === null && /\p{L}{2}/u.test(heading),
  );
  return matter ?? title;
};
