import type { Viewer } from '#domain/privacy/viewer.ts';

const itemFilters = [
  'contributor: { eq: "u7" }',
  'contributor: { contains: "nobody" }',
  'rule: { not: ["rule.2"] }',
  'rule: { contains: "zzz" }',
  'extractorVersion: { eq: "3" }',
  'confidence: { gte: 0.9 }',
  'reviewScore: { gte: 2 }',
  'createdAt: { gte: "2999-01-01T00:00:00Z" }',
  'updatedAt: { lt: "2000-01-01T00:00:00Z" }',
  'routingStatus: { eq: REJECTED }',
  'routingStatus: { eq: APPROVED }',
  'sourceState: { eq: GONE }',
  'sourceState: { eq: UNCHANGED }',
  'documentId: { eq: "doc_000000000100" }',
  'waveId: { eq: "wav_small1" }',
];
const memoryFilters = [
  ...itemFilters,
  'subjectId: { eq: "s" }',
  'tag: { contains: "t" }',
  'domain: { contains: "zz" }',
];
const never = ['createdAt: { gte: "2999-01-01T00:00:00Z" }', 'createdAt: { lt: "2000-01-01T00:00:00Z" }'];

type Reader = 'reader' | 'reviewer' | 'auditor';

/** Filters of lists that many rows, few and none meet. */
const lists: readonly (readonly [list: string, who: Reader, filters: readonly string[]])[] = [
  ['memories', 'reader', memoryFilters],
  ['memories', 'reviewer', memoryFilters],
  ['entities', 'reader', [...itemFilters, 'name: { eq: "Gauge 100" }', 'name: { contains: "zzz" }']],
  [
    'candidates',
    'reviewer',
    [...itemFilters.filter((filter) => !filter.startsWith('updatedAt')), 'due: false'],
  ],
  ['myContributions', 'reader', memoryFilters],
  [
    'contradictions',
    'reviewer',
    [
      'judge: { eq: "heuristic" }',
      'judge: { contains: "model" }',
      'resolvedBy: { eq: "u1" }',
      'detectedAt: { gte: "2999-01-01T00:00:00Z" }',
    ],
  ],
  [
    'workflowItems',
    'reviewer',
    [
      ...['OK', 'LOW_CONFIDENCE', 'GUARDRAIL_REVIEW'].map((reason) => `reason: { eq: ${reason} }`),
      ...[
        'decidedBy: { eq: "bob" }',
        'decidedByHuman: true',
        'decidedByHuman: false',
        'project: { eq: "p3" }',
      ],
      ...['schemaName: { contains: "x" }', 'updatedAt: { lt: "2000-01-01T00:00:00Z" }', ...never],
    ],
  ],
  [
    'extractions',
    'reviewer',
    [
      'project: { eq: "p3" }',
      'schemaName: { contains: "x" }',
      'extractorVersion: { contains: "4" }',
      ...never,
    ],
  ],
  ['extractions', 'reader', ['project: { eq: "p3" }', 'schemaName: { contains: "x" }']],
  ['documents', 'reader', ['project: { eq: "p3" }', 'path: { contains: "zzz" }', 'inForce: false', ...never]],
  ['evidence', 'reader', ['project: { eq: "p3" }', 'detectionType: { eq: CORRECTION }', ...never]],
  [
    'auditEvents',
    'auditor',
    ['actor: { eq: "u7" }', 'actor: { contains: "xx" }', 'at: { lt: "2000-01-01T00:00:00Z" }'],
  ],
];

const inboxFilters = [
  ...['owner: { eq: "bob" }', 'mine: true', 'project: { contains: "p1" }'],
  ...[
    'status: { eq: ACTIVE }',
    'contributor: { eq: "u7" }',
    'rule: { contains: "rule.3" }',
    'kind: { eq: FACT }',
  ].map((filter) => `item: { ${filter} }`),
  'reason: { eq: CANDIDATE }, item: { rule: { contains: "rule.3" } }',
];

/** Counts and pages of filtered lists: each with a name, a viewer and a query. */
export const filteredLists = (
  people: Readonly<Record<Reader, Viewer>>,
): readonly (readonly [name: string, who: Viewer, query: string])[] => [
  ...lists.flatMap(([list, who, filters]) =>
    filters.flatMap((filter) => {
      const name = `${list} (${who}): ${filter}`;
      return [
        [name, people[who], `{ ${list}(first: 0, filter: { ${filter} }) { totalCount totalCountIsExact } }`],
        [
          `page of ${name}`,
          people[who],
          `{ ${list}(first: 25, filter: { ${filter} }) { nodes { id } pageInfo { hasNextPage endCursor } } }`,
        ],
      ] as const;
    }),
  ),
  ...inboxFilters.flatMap(
    (filter) =>
      [
        [
          `inbox: ${filter}`,
          people.reviewer,
          `{ inbox(first: 0, filter: { ${filter} }) { counts { reason count isExact } } }`,
        ],
        [
          `page of inbox: ${filter}`,
          people.reviewer,
          `{ inbox(first: 25, filter: { ${filter} }) { nodes { id reason } pageInfo { hasNextPage endCursor } } }`,
        ],
      ] as const,
  ),
];
